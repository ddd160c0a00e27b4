import type { AppSettings } from '../../../contract/settings.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import type { MessageId } from '../../lib/translations.ts'
import { useTranslations } from '../../lib/translations.ts'

/** Choices by the words that Settings has for them. */
const choices: Readonly<Record<string, MessageId>> = {
  'theme system': 'settings.theme.system',
  'theme light': 'settings.theme.light',
  'theme dark': 'settings.theme.dark',
  'notificationSound none': 'settings.sound.none',
  'notificationSound soft': 'settings.sound.soft',
  'notificationSound clear': 'settings.sound.clear',
  'badge chats': 'settings.badge.chats',
  'badge messages': 'settings.badge.messages',
  'badge none': 'settings.badge.none',
  'media whenOpened': 'settings.media.whenOpened',
  'media always': 'settings.media.always',
  'media never': 'settings.media.never',
  'lateMessages ask': 'settings.lateAsk',
  'lateMessages send': 'settings.lateSend',
  'language system': 'settings.theme.system',
  full: 'instances.mode.full',
  sendOnly: 'instances.mode.sendOnly',
}

type Value = AppSettings[keyof AppSettings] | string

/** A value of a setting, or of an instance's field, as a person reads it. */
export function useSettingValueText(): (value: Value, name?: keyof AppSettings | 'answerTargetMs') => string {
  const t = useTranslations()
  const numbers = useNumbers()
  const times = useTimes()
  return (value, name) => {
    if (value === null) return t('settings.always')
    if (typeof value === 'boolean') return t(value ? 'profile.on' : 'profile.off')
    if (typeof value === 'number') {
      if (name === 'textSize') return `${value} %`
      if (name === 'answerTargetMs') return times.span(0, value)
      return name?.endsWith('Days') === true ? t('settings.days', { count: value }) : numbers.bytes(value)
    }
    if (typeof value === 'string') {
      const id = choices[name === undefined ? value : `${name} ${value}`]
      return id === undefined ? value : t(id)
    }
    if ('kind' in value) {
      return value.kind === 'url' ? value.url : t(value.kind === 'none' ? 'settings.proxyNone' : 'settings.proxySystem')
    }
    return value.length === 0 ? t('profile.off') : value.join(', ')
  }
}

/** What each setting is called where it is set. */
export const settingLabel: Readonly<Record<keyof AppSettings, MessageId>> = {
  language: 'settings.language',
  theme: 'settings.theme',
  textSize: 'settings.textSize',
  compactRows: 'settings.compact',
  reduceMotion: 'settings.motion',
  enterSends: 'settings.enter',
  singleLetterShortcuts: 'settings.letters',
  undoSend: 'settings.undoSend',
  typingSeconds: 'settings.typing',
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
  programs: 'settings.programs',
  programsMcp: 'settings.programsMcp',
  programsPort: 'settings.programsPort',
  programSendsPaused: 'settings.programSendsPaused',
  programReadsWithinMinutes: 'settings.programReadsWithin',
  keepUnreadDays: 'settings.keepUnread',
  keepUnreadBytes: 'settings.keepUnread',
  proxy: 'settings.proxy',
}
