import type { AppSettings } from '../../../contract/settings.ts'
import type { MessageId } from '../../lib/translations.ts'

/** What each setting is called where it is set. */
export const settingLabel: Readonly<Record<keyof AppSettings, MessageId>> = {
  language: 'settings.language',
  theme: 'settings.theme',
  textSize: 'settings.textSize',
  compactTables: 'settings.compact',
  reduceMotion: 'settings.motion',
  enterSends: 'settings.enter',
  singleLetterShortcuts: 'settings.letters',
  lateMessages: 'settings.late',
  waitingGroups: 'chats.waitingGroups',
  closeToTray: 'settings.close',
  startAtLogin: 'settings.startAtLogin',
  spellCheck: 'settings.spell',
  notifications: 'settings.notificationsShow',
  notificationText: 'settings.notificationsContent',
  notificationSound: 'settings.sound',
  badge: 'settings.badge',
  media: 'settings.media',
  mediaFileLimit: 'settings.mediaLimit',
  mediaCacheLimit: 'settings.cache',
  spoolLimit: 'settings.spool',
  keepJournalDays: 'settings.keepJournal',
  keepJournalBytes: 'settings.keepJournal',
  keepRequestsDays: 'settings.keepRequests',
  keepRequestsBytes: 'settings.keepRequests',
  proxy: 'settings.proxy',
}
