import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'backup.row': 'Резервная копия',
  'backup.none':
    'Всё в одной вашей зашифрованной папке: истории, файлы, черновики, метки, настройки. Пока ни одной нет.',
  'backup.last': 'Последняя целая сделана {at, date, medium} в {at, time, short}, в {folder}.',
  'backup.never': 'Целой пока нет. Папка: {folder}.',
  'backup.missing':
    '{count, plural, one {# файла} few {# файлов} many {# файлов} other {# файла}} уже не было на диске.',
  'backup.withoutTokens': 'Без токенов: их не удалось прочитать.',
  'backup.failed':
    'С тех пор {count, plural, one {# неудачная попытка} few {# неудачные попытки} many {# неудачных попыток} other {# неудачной попытки}}: {reason}',
  'backup.running.make': 'Создаётся копия{isKnown, select, yes {: {done} из {total}} other {…}}',
  'backup.running.verify': 'Проверяется копия{isKnown, select, yes {: {done} из {total}} other {…}}',
  'backup.running.restore': 'Восстанавливается копия{isKnown, select, yes {: {done} из {total}} other {…}}',
  'backup.setUp': 'Настроить',
  'backup.change': 'Изменить',
  'backup.makeNow': 'Создать сейчас',
  'backup.made': 'Копия готова и цела',
  'backup.verify': 'Проверить',
  'backup.title': 'Зашифрованная резервная копия',
  'backup.text':
    'Истории, файлы, черновики, неотправленное, метки, быстрые ответы и настройки — зашифрованы так, что без вашей парольной фразы их никто не прочтёт. Если вы её потеряете, не поможет никто.',
  'backup.folder': 'Папка',
  'backup.folderHelp': 'На другом диске или синхронизируемая. Она должна уже существовать.',
  'backup.chooseFolder': 'Выбрать',
  'backup.passphrase': 'Парольная фраза',
  'backup.newPassphrase': 'Новая парольная фраза',
  'backup.keepPassphrase': 'Оставьте пустой, чтобы не менять нынешнюю.',
  'backup.passphraseHelp': 'Несколько слов, которых никто не угадает, или открытый ключ age (age1…).',
  'backup.again': 'Ещё раз',
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
  'backup.end': 'Больше не создавать',
  'backup.ended': 'Копии больше не создаются. Те, что в папке, остаются.',
  'backup.restore': 'Восстановить копию',
  'backup.restoreText':
    'Всё вернётся, каким было, в том числе с другого компьютера. Неотправленное могло уйти позже и без вас не уйдёт.',
  'backup.verifyTitle': 'Проверка копии',
  'backup.verifyText': 'Читает её целиком, со всеми файлами, и ничего не меняет.',
  'backup.find': 'Найти копии',
  'backup.noneFound': 'В этой папке копий нет.',
  'backup.which': 'Копия',
  'backup.one': '{at, date, medium} {at, time, short}, {size}',
  'backup.secret': 'Парольная фраза или закрытый ключ age',
  'backup.key': 'Закрытый ключ age',
  'backup.receives': 'Отныне принимает этот компьютер',
  'backup.receivesHelp':
    'Очередь читает кто-то один. Выберите, если программа на другом компьютере закрыта навсегда; иначе инстансы начнут на паузе, и вы возобновите каждый, когда это будет так.',
  'backup.whole':
    'Копия цела: {messages, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}}, {files, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}.',
}
