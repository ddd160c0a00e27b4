import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'profile.menu': 'Профиль',
  'profile.row': 'Профиль для другого компьютера',
  'profile.rowText': 'Инстансы, настройки, быстрые ответы и метки одним файлом, без токенов.',
  'profile.export': 'Выгрузить профиль',
  'profile.import': 'Загрузить профиль',
  'profile.title': 'Загрузка профиля',
  'profile.text': 'Инстансы, настройки, быстрые ответы и метки с другого компьютера. Сначала видно, что изменится.',
  'profile.choose': 'Выбрать файл',
  'profile.chooseOther': 'Выбрать другой файл',
  'profile.added':
    '{count, plural, one {Добавить # инстанс} few {Добавить # инстанса} many {Добавить # инстансов} other {Добавить # инстанса}}',
  'profile.addedText': 'Они без токенов: у каждого указано «ждёт токен», пока вы его не введёте.',
  'profile.filesAt': 'файлы идут на {url}',
  'profile.changed':
    '{count, plural, one {Изменить # инстанс} few {Изменить # инстанса} many {Изменить # инстансов} other {Изменить # инстанса}}',
  'profile.changedOne': '{name}: {fields}',
  'profile.field.name': 'название станет «{name}»',
  'profile.field.colour': 'цвет',
  'profile.field.folder': 'папка',
  'profile.field.mode': 'приём сообщений',
  'profile.field.hideContent': 'имена и тексты в уведомлениях',
  'profile.field.sendsReadReceipts': 'отчёты о прочтении',
  'profile.field.answerTargetMs': 'срок ответа',
  'profile.settings':
    '{count, plural, one {Изменить # настройку} few {Изменить # настройки} many {Изменить # настроек} other {Изменить # настройки}}',
  'profile.proxy': 'Изменить прокси',
  'profile.retention': 'Изменить, сколько хранятся события и запросы',
  'profile.settingBecomes': '{setting}: {from} → {to}',
  'profile.becomes': '{from} → {to}',
  'profile.on': 'вкл.',
  'profile.off': 'выкл.',
  'profile.quickReplies':
    '{count, plural, one {Добавить # быстрый ответ} few {Добавить # быстрых ответа} many {Добавить # быстрых ответов} other {Добавить # быстрого ответа}}',
  'profile.quickRepliesText': 'Если под тем же названием здесь другой текст, он останется.',
  'profile.labels':
    '{count, plural, one {Добавить # метку} few {Добавить # метки} many {Добавить # меток} other {Добавить # метки}}',
  'profile.labelsText': 'Названия и цвета. Если метка с таким названием здесь уже есть, она останется как есть.',
  'profile.same':
    '{count, plural, one {# инстанс здесь уже такой же.} few {# инстанса здесь уже такие же.} many {# инстансов здесь уже такие же.} other {# инстанса здесь уже такие же.}}',
  'profile.skipped': 'Не взято',
  'profile.skippedOne': '{entry, number}, {name}:',
  'profile.nameless': 'без названия',
  'profile.skipped.shape': 'это не инстанс с названием, ID и URL API.',
  'profile.skipped.url': 'адрес неверен или отправил бы токен незащищённым.',
  'profile.skipped.twice': 'он уже есть выше.',
  'profile.nothing': 'Всё из этого профиля здесь уже есть.',
  'profile.take': 'Загрузить',
  'profile.taken':
    'Загружено. Инстансы: добавлено {added, number}, изменено {changed, number}; настройки: {settings, number}; быстрые ответы: {replies, number}{left, plural, =0 {} other { (не взято: #)}}; метки: {labels, number}{labelsLeft, plural, =0 {} other { (не взято: #)}}',
  'profile.unreadable.json': 'Это не профиль Switchboard. Выгрузите его на другом компьютере и выберите тот файл.',
  'profile.unreadable.shape': 'Это не профиль Switchboard. Выгрузите его на другом компьютере и выберите тот файл.',
  'profile.unreadable.later':
    'Этот профиль записан более новой версией Switchboard (форма {version, number}). Обновите Switchboard здесь и загрузите его снова. Ничего не изменено.',
  'profile.unreadable.encoding': 'Файл не в UTF-8. Выгрузите профиль ещё раз.',
  'profile.unreadable.tooLarge': 'Файл больше 20 МБ, это не профиль.',
}
