import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'instances.folder': 'Папка',
  'instances.folder.of': '{name}, папка, инстансов: {count, number}',
  'instances.folder.new': 'Новая папка…',
  'instances.folder.none': 'Без папки',
  'instances.folder.rename': 'Переименовать папку…',
  'instances.folder.dissolve': 'Расформировать папку',
  'instances.folder.title':
    '{count, plural, one {Папка для # инстанса} few {Папка для # инстансов} many {Папка для # инстансов} other {Папка для # инстанса}}',
  'instances.folder.text': 'Папка держит инстансы вместе слева и показывает их суммы.',
  'instances.folder.name': 'Название папки',
  'instances.folder.existing': 'Папки',
  'instances.folder.put': 'Положить в папку',
  'instances.more.sign': '+{count, number}',
  'instances.more.hidden':
    '{count, plural, one {Ещё # инстанс} few {Ещё # инстанса} many {Ещё # инстансов} other {Ещё # инстанса}}, найти',
  'instances.find': 'Найти инстанс',
  'instances.find.field': 'Название, папка, ID или номер',
  'instances.find.rest':
    '{count, plural, one {Ещё #. Введите больше букв названия.} few {Ещё #. Введите больше букв названия.} many {Ещё #. Введите больше букв названия.} other {Ещё #. Введите больше букв названия.}}',
}
