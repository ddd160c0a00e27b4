import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'instances.passphrase.keep': 'Хранить под парольной фразой…',
  'instances.passphrase.setTitle': 'Хранить токены под парольной фразой',
  'instances.passphrase.setText':
    'Токены шифруются и лежат в файле в папке с данными. После перезапуска вы вводите фразу один раз вместо всех токенов.',
  'instances.passphrase.setButton': 'Хранить токены',
  'instances.passphrase.setDone': 'Токены хранятся под вашей парольной фразой',
  'instances.passphrase.changeTitle': 'Сменить парольную фразу',
  'instances.passphrase.changeText':
    'Токены остаются прежними и шифруются заново. Если для запуска задана SWITCHBOARD_PASSPHRASE, смените её и там.',
  'instances.passphrase.changeButton': 'Сменить фразу',
  'instances.passphrase.changeDone': 'Парольная фраза изменена',
  'instances.passphrase.help':
    'Четыре слова или больше, не связанных между собой. Восстановить её нельзя: без неё токены вводят заново.',
  'instances.passphrase.empty': 'Введите парольную фразу.',
  'instances.passphrase.forgot': 'Забыли фразу?',
  'instances.passphrase.asideTitle': 'Продолжить без сохранённых токенов?',
  'instances.passphrase.asideText':
    'Токены придётся ввести заново. Закрытый файл не удаляется: он остаётся в папке с данными под другим именем. Истории, черновики и настройки не меняются.',
  'instances.passphrase.asideButton': 'Отложить файл',
  'instances.passphrase.asideDone': 'Закрытый файл сохранён как {file}',
  'instances.app.tokens':
    '{count, plural, one {# инстансу нужен токен} few {# инстансам нужны токены} many {# инстансам нужны токены} other {# инстанса ждут токены}}',
  'instances.app.tokensText': 'Приём и отправка ждут их. Истории доступны, написанное хранится здесь.',
  'instances.app.enterTokens': 'Ввести токены',
  'instances.tokens.title':
    '{count, plural, one {Токен для # инстанса} few {Токены для # инстансов} many {Токены для # инстансов} other {Токены для # инстанса}}',
  'instances.tokens.text': 'Вставьте список или введите токены по одному.',
  'instances.tokens.pasteHelp':
    'По инстансу в строке: ID или название и токен. Подойдут и целый список инстансов, и адреса методов.',
  'instances.tokens.none': 'Ни одна строка не подходит. В строке нужны ID или название инстанса и его токен.',
  'instances.tokens.matched':
    '{count, plural, one {Прочитан # токен} few {Прочитаны # токена} many {Прочитано # токенов} other {Прочитано # токена}}{unused, plural, =0 {} one {, # строка не подошла} few {, # строки не подошли} many {, # строк не подошли} other {, # строки не подошли}}.',
  'instances.tokens.unused': 'Строки, которые не подошли',
  'instances.tokens.unusedRest':
    '{count, plural, one {и ещё # строка} few {и ещё # строки} many {и ещё # строк} other {и ещё # строки}}',
  'instances.tokens.why.unknown': 'Строка {line, number}: такого инстанса у вас нет.',
  'instances.tokens.why.several':
    'Строка {line, number}: этот ID есть у нескольких инстансов. Добавьте URL API или название.',
  'instances.tokens.why.noToken': 'Строка {line, number}, {name}: нет токена.',
  'instances.tokens.why.brokenToken': 'Строка {line, number}, {name}: это не токен. Скопируйте его ещё раз.',
  'instances.tokens.why.twice': 'Строка {line, number}, {name}: токен для него есть строкой выше.',
  'instances.tokens.why.notAsked': 'Строка {line, number}, {name}: токен сейчас не нужен.',
  'instances.tokens.table': 'Инстансы и их токены',
  'instances.tokens.shown.missing': 'Без токена',
  'instances.tokens.shown.taken': 'Подключены',
  'instances.tokens.counts':
    'Готовы: {ready, number}, без токена: {missing, number}{attention, plural, =0 {} one {, # требует внимания} few {, # требуют внимания} many {, # требуют внимания} other {, # требуют внимания}}{taken, plural, =0 {} one {, # подключён} few {, # подключены} many {, # подключены} other {, # подключено}}',
  'instances.tokens.connect':
    '{count, plural, =0 {Подключить} one {Подключить # инстанс} few {Подключить # инстанса} many {Подключить # инстансов} other {Подключить # инстанса}}',
  'instances.tokens.missing': 'Нет токена',
  'instances.tokens.ready': 'Токен введён',
  'instances.tokens.taken': 'Подключён',
  'instances.tokens.takenWith': 'Токен сохранён, но есть замечание',
  'instances.tokens.failed': 'Не подключён',
  'instances.tokens.enter': 'Ввести',
  'instances.tokens.enterFor': 'Ввести токен инстанса {name}',
  'instances.tokens.replace': 'Заменить',
  'instances.tokens.replaceFor': 'Заменить токен инстанса {name}',
  'instances.tokens.of': 'Токен инстанса {name}',
  'instances.tokens.use': 'Использовать токен',
}
