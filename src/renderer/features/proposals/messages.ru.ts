import type { en } from './messages.en.ts'

export const ru = {
  'proposals.movedToDraft': 'Предложение, которое вы меняли, закрыто. Ваш текст в поле сообщения.',
  'proposals.by': 'Предложение программы {program}{at}',
  'proposals.at': ', {time}',
  'proposals.expired': 'Истёк срок предложения программы {program}: {time}.',
  'proposals.editing': 'Правка предложения программы {program}',
  'proposals.expires': 'Истекает: {time}',
  'proposals.place': '{at} из {of}',
  'proposals.previous': 'Предыдущее предложение',
  'proposals.next': 'Следующее предложение',
  'proposals.quotes': 'Ответ на: {text}',
  'proposals.reason': 'Причина: {reason}',
  'proposals.since':
    '{count, plural, one {Новое сообщение, {name}:} few {С тех пор пришло # сообщения, последнее: {name}:} many {С тех пор пришло # сообщений, последнее: {name}:} other {С тех пор пришло # сообщения, последнее: {name}:}}',
  'proposals.claimed': 'Предложение открыто: {name}.',
  'proposals.takeOver': 'Забрать себе',
  'proposals.text': 'Текст сообщения',
  'proposals.sendAnyway': 'Всё равно отправить',
  'proposals.dismiss': 'Отклонить',
  'proposals.dismissed': 'Предложение отклонено. Ничего не отправлено.',
  'proposals.nothingSent': 'Пока ничего не отправлено',
  'proposals.customerDoesNotSee': 'Клиент не увидит, что это предложила программа {program}.',
} as const satisfies Record<keyof typeof en, string>
