import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'labels.title': 'Метки: {name}',
  'labels.text': 'Видны только на этом компьютере.',
  'labels.textTeam': 'Их видит вся команда.',
  'labels.find': 'Найти или создать метку',
  'labels.make': 'Создать «{name}»',
  'labels.none': 'Меток пока нет. Введите название, чтобы создать первую.',
  'labels.change': 'Изменить: {name}',
  'labels.newTitle': 'Новая метка для {count, plural, one {# чата} few {# чатов} many {# чатов} other {# чата}}',
  'labels.create': 'Создать и добавить',
  'labels.changeTitle': 'Изменить метку',
  'labels.hue1': 'Синий',
  'labels.hue2': 'Зелёный',
  'labels.hue3': 'Охра',
  'labels.hue4': 'Розовый',
  'labels.hue5': 'Фиолетовый',
  'labels.hue6': 'Бирюзовый',
  'labels.remove': 'Удалить метку',
  'labels.removeText':
    '{count, plural, =0 {Её нет ни на одном чате.} one {Она снимется с # чата.} few {Она снимется с # чатов.} many {Она снимется с # чатов.} other {Она снимется с # чата.}}',
}
