import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'backup.row': 'Резервная копия',
  'backup.none': 'Копий пока нет. Истории, файлы, черновики, метки и настройки сохраняются в одну зашифрованную папку.',
  'backup.last': 'Последняя копия: {date} в {time}, в {folder}.',
  'backup.never': 'Полной копии пока нет. Папка: {folder}.',
  'backup.missing':
    '{count, plural, one {# файла} few {# файлов} many {# файлов} other {# файла}} уже не было на диске.',
  'backup.withoutTokens': 'Без токенов: их не удалось прочитать.',
  'backup.failed':
    '{count, plural, one {Последняя # попытка не удалась} few {Последние # попытки не удались} many {Последние # попыток не удались} other {Последние # попытки не удались}}. {reason}',
  'backup.running.make': 'Создаётся копия{isKnown, select, yes {: {done} из {total}} other {…}}',
  'backup.running.verify': 'Проверяется копия{isKnown, select, yes {: {done} из {total}} other {…}}',
  'backup.running.restore': 'Восстанавливается копия{isKnown, select, yes {: {done} из {total}} other {…}}',
  'backup.setUp': 'Настроить',
  'backup.makeNow': 'Создать сейчас',
  'backup.made': 'Копия готова',
  'backup.verify': 'Проверить',
  'backup.title': 'Зашифрованная резервная копия',
  'backup.text':
    'Истории, файлы, черновики, неотправленное, метки, быстрые ответы и настройки — зашифрованы так, что без вашей парольной фразы их никто не прочтёт. Если вы её потеряете, не поможет никто.',
  'backup.folder': 'Папка',
  'backup.folderHelp': 'Существующая папка на другом диске или синхронизируемая.',
  'backup.newPassphrase': 'Новая парольная фраза',
  'backup.keepPassphrase': 'Оставьте пустой, чтобы не менять.',
  'backup.passphraseHelp': 'Несколько слов, которых никто не угадает, или открытый ключ age (age1…).',
  'backup.again': 'Повторите фразу',
  'backup.differs': 'Фразы не совпадают.',
  'backup.folderEmpty': 'Выберите папку.',
  'backup.passphraseEmpty': 'Введите парольную фразу.',
  'backup.every': 'Как часто',
  'backup.every.never': 'Только вручную',
  'backup.every.day': 'Каждый день',
  'backup.every.week': 'Каждую неделю',
  'backup.generations': 'Хранить копий',
  'backup.tokens': 'С токенами и членством в команде',
  'backup.tokensHelp':
    'Кто откроет копию, сможет писать от вашего имени. Без них после восстановления токены вводят заново.',
  'backup.save': 'Сохранить и создать',
  'backup.end': 'Отключить копирование',
  'backup.ended': 'Копирование отключено. Копии в папке остаются.',
  'backup.restore': 'Восстановить копию',
  'backup.restoreText':
    'Всё вернётся, каким было, в том числе с другого компьютера. Неотправленное могло уйти с тех пор: о каждом решаете вы.',
  'backup.verifyTitle': 'Проверка копии',
  'backup.verifyText': 'Читает всё, с каждым файлом, и ничего не меняет.',
  'backup.find': 'Найти копии',
  'backup.noneFound': 'В этой папке копий нет.',
  'backup.which': 'Копия',
  'backup.one': '{date} {time}, {size}',
  'backup.secret': 'Парольная фраза или закрытый ключ age',
  'backup.key': 'Закрытый ключ age',
  'backup.receives': 'Отныне принимает этот компьютер',
  'backup.receivesHelp':
    'Из инстанса принимает только одна программа. Выберите, если на другом компьютере она закрыта навсегда. Иначе инстансы начнут на паузе, и вы возобновите каждый.',
  'backup.whole':
    'Копия полная: {messages, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}}, {files, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}.',
}
