import type { MessageId } from '../../lib/translations.ts'

export interface SettingPlace {
  readonly section: string
  readonly title: MessageId
  /** Other names of it. */
  readonly words?: MessageId
}

/** Every setting that has a name on the page, in its order, so that the palette finds it. */
export const settingPlaces: readonly SettingPlace[] = [
  { section: 'general', title: 'settings.language' },
  { section: 'general', title: 'settings.enter' },
  { section: 'general', title: 'settings.undoSend' },
  { section: 'general', title: 'settings.typing' },
  { section: 'general', title: 'settings.late' },
  { section: 'general', title: 'settings.close', words: 'palette.words.close' },
  { section: 'general', title: 'settings.startAtLogin', words: 'palette.words.startAtLogin' },
  { section: 'general', title: 'settings.spell', words: 'palette.words.spell' },
  { section: 'general', title: 'settings.proxy' },
  { section: 'appearance', title: 'settings.appearance', words: 'palette.words.appearance' },
  { section: 'appearance', title: 'settings.textSize', words: 'palette.words.textSize' },
  { section: 'appearance', title: 'settings.compact' },
  { section: 'appearance', title: 'settings.motion' },
  { section: 'notifications', title: 'settings.notificationsShow' },
  { section: 'notifications', title: 'settings.notificationsContent' },
  { section: 'notifications', title: 'settings.sound' },
  { section: 'notifications', title: 'settings.badge' },
  { section: 'instances', title: 'instances.title' },
  { section: 'team', title: 'settings.team' },
  { section: 'programs', title: 'settings.programs', words: 'palette.words.programs' },
  { section: 'programs', title: 'settings.programsPort' },
  { section: 'programs', title: 'settings.programsMcp', words: 'palette.words.programsMcp' },
  { section: 'programs', title: 'settings.programReadsWithin' },
  { section: 'programs', title: 'settings.keepUnread' },
  { section: 'programs', title: 'settings.commandLine', words: 'palette.words.commandLine' },
  { section: 'programs', title: 'settings.newEventIds' },
  { section: 'quick-replies', title: 'settings.quickReplies' },
  { section: 'storage', title: 'settings.tokens', words: 'palette.words.tokens' },
  { section: 'storage', title: 'settings.retention', words: 'palette.words.retention' },
  { section: 'storage', title: 'settings.media', words: 'palette.words.media' },
  { section: 'storage', title: 'settings.spool' },
  { section: 'storage', title: 'ui.clear', words: 'palette.words.clear' },
  { section: 'storage', title: 'backup.row', words: 'palette.words.backup' },
  { section: 'storage', title: 'settings.lock', words: 'palette.words.lock' },
  { section: 'storage', title: 'settings.erased', words: 'palette.words.erased' },
  { section: 'storage', title: 'settings.folder' },
  { section: 'storage', title: 'settings.diagnostics', words: 'palette.words.diagnostics' },
  { section: 'storage', title: 'settings.deleteAll', words: 'palette.words.deleteAll' },
  { section: 'shortcuts', title: 'settings.letters' },
  { section: 'about', title: 'settings.about', words: 'palette.words.about' },
  { section: 'about', title: 'settings.licences' },
]
