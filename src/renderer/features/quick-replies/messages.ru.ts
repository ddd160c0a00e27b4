import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'quickReplies.new': 'Новый быстрый ответ',
  'quickReplies.change': 'Изменить быстрый ответ',
  'quickReplies.changeName': 'Изменить «{name}»',
  'quickReplies.removeName': 'Удалить «{name}»',
  'quickReplies.edit': 'Изменить…',
  'quickReplies.remove': 'Удалить',
  'quickReplies.removed': '«{name}» удалён',
  'quickReplies.save': 'Сохранить',
  'quickReplies.saved': '«{name}» сохранён',
  'quickReplies.name': 'Название',
  'quickReplies.text': 'Текст',
  'quickReplies.textEmpty': 'Напишите текст.',
  'quickReplies.variables': 'При вставке подставляется: {variables}',
  'quickReplies.for': 'Для кого',
  'quickReplies.forAll': 'Все инстансы',
  'quickReplies.search': 'Поиск быстрых ответов',
  'quickReplies.andMore': '{count, plural, one {и ещё #} few {и ещё #} many {и ещё #} other {и ещё #}}',
  'quickReplies.import': 'Импорт…',
  'quickReplies.export': 'Экспорт',
  'quickReplies.imported':
    '{added, plural, one {Добавлен # быстрый ответ} few {Добавлено # быстрых ответа} many {Добавлено # быстрых ответов} other {Добавлено # быстрого ответа}}{same, plural, =0 {} one {, # уже был} few {, # уже были} many {, # уже было} other {, # уже было}}{skipped, plural, =0 {} one {, # пропущен} few {, # пропущено} many {, # пропущено} other {, # пропущено}}',
  'quickReplies.importedPartly': 'Из файла {name} взято не всё',
  'quickReplies.notImported': 'Из файла {name} ничего не взято',
  'quickReplies.nameless': 'без названия',
  'quickReplies.skippedLine': '{line, number}, {name}:',
  'quickReplies.skipped.nameEmpty': 'нет названия.',
  'quickReplies.skipped.nameTooLong': 'название слишком длинное.',
  'quickReplies.skipped.nameTaken': 'под этим названием здесь другой текст. Ваш остаётся как есть.',
  'quickReplies.skipped.textBlank': 'нет текста.',
  'quickReplies.skipped.textTooLong': 'в тексте больше 20 000 символов.',
  'quickReplies.skipped.textBroken': 'в тексте повреждённый символ.',
  'quickReplies.skipped.variable': '{word} — неизвестная переменная.',
  'quickReplies.skipped.instance': 'нет инстанса с именем {word}.',
  'quickReplies.skipped.tooMany': 'больше быстрых ответов не поместится.',
  'quickReplies.skipped.shape': 'это не название с текстом.',
  'quickReplies.unreadable.columns':
    'В первой строке должны быть столбцы name и text. Сейчас там: {found}. Переименуйте столбцы и выберите файл снова.',
  'quickReplies.unreadable.quote':
    'В строке {found} открыта кавычка, которая нигде не закрыта. Закройте её и выберите файл снова.',
  'quickReplies.unreadable.json':
    'Это не JSON со списком быстрых ответов. Сделайте экспорт из Switchboard, чтобы увидеть, как он выглядит.',
  'quickReplies.unreadable.encoding':
    'Файл не в кодировке UTF-8. Сохраните его в таблице как «CSV UTF-8» и выберите снова.',
  'quickReplies.unreadable.tooLarge': 'Файл больше 20 МБ.',
  'quickReplies.unreadable.kind': 'Импортировать можно только файлы CSV и JSON.',
}
