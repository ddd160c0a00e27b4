import type { en } from './messages.en.ts'

export const ru = {
  'programs.may': 'Можно',
  'programs.mayDo.see': 'читать',
  'programs.mayDo.draft': 'предлагать',
  'programs.mayDo.send': 'отправлять',
  'programs.mayDo.administer': 'управлять своим чтением',
  'programs.rights': 'Кроме чтения ей можно',
  'programs.right.draft': 'Предлагать сообщения',
  'programs.rightText.draft': 'Каждое человек отправляет, правит или отклоняет. Метки и заметки тоже.',
  'programs.right.send': 'Отправлять сообщения самой',
  'programs.rightText.send':
    'В пределах лимитов и после сообщений людей. Не давайте это ИИ-ассистенту: текст посторонних может заставить его отправить сообщение.',
  'programs.most.minute': 'Не больше в минуту',
  'programs.most.hour': 'В час',
  'programs.most.day': 'В день',
  'programs.mostWrong': 'От 1 до {most, number}',
  'programs.right.administer': 'Приостанавливать, сдвигать и повторять своё чтение',
  'programs.rightText.administer': 'Но не менять права, ключ и адрес.',
  'programs.writesFirst': 'Писать и тем, кто не писал 30 дней',
  'programs.writesFirstText': 'Мессенджеры блокируют аккаунты, которые пишут незнакомым людям.',
} as const satisfies Record<keyof typeof en, string>
