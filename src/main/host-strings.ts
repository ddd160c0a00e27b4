import { pickLanguage, type Language, type LanguageChoice } from '../contract/languages.ts'

const english = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  about: 'About Switchboard',
  settings: 'Settings…',
  newMessage: 'New message…',
  addInstance: 'Add instance…',
  palette: 'Search or jump…',
  find: 'Find in conversation',
  nextWaiting: 'Next waiting chat',
  shortcuts: 'Keyboard shortcuts',
  hide: 'Hide Switchboard',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  services: 'Services',
  quit: 'Quit Switchboard',
  close: 'Close window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteAsText: 'Paste as plain text',
  selectAll: 'Select all',
  reload: 'Reload',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  developerTools: 'Developer tools',
  minimise: 'Minimise',
  zoom: 'Zoom',
  front: 'Bring all to front',
  copyLink: 'Copy link',
  copyImage: 'Copy image',
  saveImage: 'Save image…',
  addToDictionary: 'Add to dictionary',
  openSwitchboard: 'Open Switchboard',
  pausePrograms: 'Pause all programs',
  resumePrograms: 'Resume programs',
  programsUnchangedTitle: 'Programs were not paused or resumed',
  programsUnchangedText: 'The change could not be saved. Open Switchboard and try again under Programs.',
  newMessageText: 'New message',
  missedCallText: 'Missed call',
  crashTitle: 'The window stopped working',
  crashText: 'Receiving and sending continued meanwhile. Nothing that was saved is lost.',
  crashOften: 'It has stopped several times within a minute.',
  reloadWindow: 'Reload window',
  wait: 'Wait',
  ok: 'OK',
  unresponsiveTitle: 'The window is not responding',
  unsavedTitle: 'Your draft is not saved',
  unsavedText: 'It could not be written to disk. If you go on, its text is lost.',
  stay: 'Stay',
  closeAnyway: 'Close anyway',
  reloadAnyway: 'Reload anyway',
  startFailed: 'Switchboard could not start',
  unreadableTitle: 'The archive is damaged',
  unreadableText:
    'Nothing of it can be read. You can quit and put a backup of switchboard.db into the data folder, or begin with an empty archive: the damaged file is set aside, and Settings can bring it back.',
  beginEmpty: 'Begin with an empty archive',
  defectTitle: 'Switchboard had to quit',
  defectText:
    'It ran into an internal error. Everything that was received is saved. The log in the data folder says what happened.',
  notSavedTitle: 'The image was not saved',
  notSavedText: 'It could not be written to that folder. Choose another one.',
  notStored: 'Switchboard has not stored it.',
  troubleText: 'Receiving has stopped. Open Switchboard to find out why.',
  pairingTitle: 'A command line asks to connect',
  reply: 'Reply',
  replyPlaceholder: 'Write an answer',
  replyNotSent: 'The answer was not sent. Open the chat and write it again:',
  tooltip: 'Switchboard',
} as const

type Strings = { readonly [Key in keyof typeof english]: string }

const russian: Strings = {
  file: 'Файл',
  edit: 'Правка',
  view: 'Вид',
  window: 'Окно',
  help: 'Справка',
  about: 'О программе Switchboard',
  settings: 'Настройки…',
  newMessage: 'Новое сообщение…',
  addInstance: 'Добавить инстанс…',
  palette: 'Поиск и переход…',
  find: 'Найти в чате',
  nextWaiting: 'Следующий ожидающий чат',
  shortcuts: 'Сочетания клавиш',
  hide: 'Скрыть Switchboard',
  hideOthers: 'Скрыть остальные',
  showAll: 'Показать все',
  services: 'Службы',
  quit: 'Завершить Switchboard',
  close: 'Закрыть окно',
  undo: 'Отменить',
  redo: 'Повторить',
  cut: 'Вырезать',
  copy: 'Копировать',
  paste: 'Вставить',
  pasteAsText: 'Вставить как текст',
  selectAll: 'Выделить всё',
  reload: 'Обновить',
  actualSize: 'Обычный размер',
  zoomIn: 'Увеличить',
  zoomOut: 'Уменьшить',
  fullScreen: 'Во весь экран',
  developerTools: 'Инструменты разработчика',
  minimise: 'Свернуть',
  zoom: 'Изменить масштаб',
  front: 'Все окна — на передний план',
  copyLink: 'Копировать ссылку',
  copyImage: 'Копировать изображение',
  saveImage: 'Сохранить изображение…',
  addToDictionary: 'Добавить в словарь',
  openSwitchboard: 'Открыть Switchboard',
  pausePrograms: 'Приостановить все программы',
  resumePrograms: 'Возобновить программы',
  programsUnchangedTitle: 'Состояние программ не изменилось',
  programsUnchangedText:
    'Сохранить изменение не удалось. Откройте Switchboard и попробуйте снова в разделе «Программы».',
  newMessageText: 'Новое сообщение',
  missedCallText: 'Пропущенный звонок',
  crashTitle: 'Окно перестало работать',
  crashText: 'Приём и отправка при этом не прерывались. Ничего из сохранённого не потеряно.',
  crashOften: 'За последнюю минуту это случилось несколько раз.',
  reloadWindow: 'Перезагрузить окно',
  wait: 'Подождать',
  ok: 'ОК',
  unresponsiveTitle: 'Окно не отвечает',
  unsavedTitle: 'Черновик не сохранён',
  unsavedText: 'Записать его на диск не удалось. Если продолжить, текст пропадёт.',
  stay: 'Остаться',
  closeAnyway: 'Всё равно закрыть',
  reloadAnyway: 'Всё равно обновить',
  startFailed: 'Не удалось запустить Switchboard',
  unreadableTitle: 'Архив повреждён',
  unreadableText:
    'Прочитать из него ничего не удалось. Можно закрыть программу и положить в папку данных резервную копию switchboard.db или начать с пустого архива: повреждённый файл сохранится рядом, вернуть его можно в настройках.',
  beginEmpty: 'Начать с пустого архива',
  defectTitle: 'Switchboard завершает работу из-за ошибки',
  defectText: 'Произошла внутренняя ошибка. Всё полученное сохранено. Подробности — в журнале в папке данных.',
  notSavedTitle: 'Изображение не сохранено',
  notSavedText: 'Записать его в эту папку не удалось. Выберите другую.',
  notStored: 'Switchboard его не хранит.',
  troubleText: 'Приём остановлен. Откройте Switchboard, чтобы узнать причину.',
  pairingTitle: 'Командная строка просит подключения',
  reply: 'Ответить',
  replyPlaceholder: 'Напишите ответ',
  replyNotSent: 'Ответ не отправлен. Откройте чат и напишите его снова:',
  tooltip: 'Switchboard',
}

/** Texts that the system shows instead of the window: menus, tray, notifications, dialogs. */
export interface HostStrings extends Strings {
  readonly language: Language
  /** "3 new messages in 2 chats" */
  summary(messages: number, chats: number): string
  pairing(code: string): string
  /** "3 unread" for the tray */
  unread(count: number): string
  /** @param code of the file system's error */
  folderNotWritable(folder: string, code: string): string
}

/** The texts of a language; `preferred`: the system's languages, for the choice `system`. */
export function hostStrings(choice: LanguageChoice, preferred: readonly string[]): HostStrings {
  const language = pickLanguage(choice, preferred)
  return { ...hostCatalogues[language], language }
}

const hostCatalogues: Readonly<Record<Language, Omit<HostStrings, 'language'>>> = {
  en: {
    ...english,
    summary: (messages, chats) =>
      `${messages} new ${messages === 1 ? 'message' : 'messages'} in ${chats} ${chats === 1 ? 'chat' : 'chats'}`,
    pairing: (code) => `The code is ${code}. Open Switchboard to compare it and answer.`,
    unread: (count) => `${count} unread`,
    folderNotWritable: (folder, code) =>
      `The folder ${folder} can't be written (${code}). Create it, make room or change its permissions, then start again. Nothing was changed.`,
  },
  ru: {
    ...russian,
    summary: (messages, chats) =>
      `${messages} ${russianForm(messages, ['новое сообщение', 'новых сообщения', 'новых сообщений'])} в ${chats} ${russianForm(chats, ['чате', 'чатах', 'чатах'])}`,
    pairing: (code) => `Код: ${code}. Откройте Switchboard, чтобы сверить его и ответить.`,
    unread: (count) => `непрочитанных: ${count}`,
    folderNotWritable: (folder, code) =>
      `В папку ${folder} нельзя записать (${code}). Создайте её, освободите место или измените права доступа и запустите программу снова. Ничего не изменено.`,
  },
}

const russianRules = new Intl.PluralRules('ru')

function russianForm(count: number, [one, few, many]: readonly [string, string, string]): string {
  const rule = russianRules.select(count)
  return rule === 'one' ? one : rule === 'few' ? few : many
}
