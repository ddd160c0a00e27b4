import type { NoticeEvent } from './events.ts'

/**
 * The text of a notification of the system or browser. It names the instance, because it is seen outside the window. It
 * never has the name that a command line gives itself: anybody who can ask could write instructions there.
 */
export interface NoticeText {
  readonly title: string
  readonly body: string
}

/** The translated texts that a notification may need. */
export interface NoticeTranslations {
  /** Replaces a hidden or missing text. */
  readonly newMessageText: string
  readonly missedCallText: string
  readonly troubleText: string
  readonly pairingTitle: string
  /** "The code is ..." */
  pairing(code: string): string
  /** "3 new messages in 2 chats" */
  summary(messages: number, chats: number): string
}

/**
 * Longest name and longest text, in UTF-16 units. Windows shows no toast above 5 KB, and no system shows a longer text.
 */
const limits = { name: 100, body: 300 } as const

export function noticeText(notice: NoticeEvent, translations: NoticeTranslations): NoticeText {
  switch (notice.kind) {
    case 'incoming': {
      const named = notice.title !== '' && notice.title !== notice.instanceName
      const title = named ? `${shorten(notice.title, limits.name)} · ${notice.instanceName}` : notice.instanceName
      const unsaid = notice.missedCall === true ? translations.missedCallText : translations.newMessageText
      return { title, body: shortBody(notice.body === '' ? unsaid : notice.body) }
    }
    case 'summary':
      return { title: notice.instanceName, body: translations.summary(notice.messages, notice.chats) }
    case 'trouble':
      return { title: notice.instanceName, body: translations.troubleText }
    case 'pairing':
      return { title: translations.pairingTitle, body: translations.pairing(notice.code) }
  }
}

export const shortBody = (text: string): string => shorten(text, limits.body)

/** Cuts a text at a limit, never inside a character, and marks the cut. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The chat in view: the window has the focus and shows it. */
export interface Attention {
  readonly focused: boolean
  readonly openChat: number | null
}

/** Whether the person is looking at the message, or at the dialog of the pairing, so that it needs no notification. */
export const isInView = (notice: NoticeEvent, { focused, openChat }: Attention): boolean =>
  focused && (notice.kind === 'pairing' || (notice.kind === 'incoming' && notice.chat === openChat))

/** Whether a mute until `until` is active at `now` (both epoch ms). One that has expired stays stored for a moment. */
export const isMuted = (until: number | 'forever' | null, now: number): boolean =>
  until === 'forever' || (until !== null && until > now)
