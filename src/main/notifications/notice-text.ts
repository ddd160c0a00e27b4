import type { NoticeEvent } from '../../contract/events.ts'
import type { HostWords } from '../words.ts'

/** What a notification of the system says. It names the instance, because it is seen away from it. */
export interface NoticeText {
  readonly title: string
  readonly body: string
}

/**
 * Longest name and longest text, in UTF-16 units. Windows shows no toast of more than 5 KB, and no system shows more of a
 * text than this.
 */
const limits = { name: 100, body: 300 } as const

export function noticeText(notice: NoticeEvent, words: HostWords): NoticeText {
  switch (notice.kind) {
    case 'incoming': {
      const named = notice.title !== '' && notice.title !== notice.instanceName
      const name = shorten(notice.title, limits.name)
      const title = named ? `${name} · ${notice.instanceName}` : notice.instanceName
      return { title, body: notice.body === '' ? words.newMessageText : shorten(notice.body, limits.body) }
    }
    case 'summary':
      return { title: notice.instanceName, body: words.summary(notice.messages, notice.chats) }
    case 'trouble':
      return { title: notice.instanceName, body: words.troubleText }
  }
}

/** Cuts a text at a limit, never through a character, and marks the cut. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The body of a notification as Electron wants it. Linux reads it as markup, in which a stranger could draw a link. */
export function shownBody(text: string, platform: NodeJS.Platform): string {
  const body = shorten(text, limits.body)
  if (platform !== 'linux') return body
  return body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What is in view: the window has the focus and shows this chat. */
export interface Attention {
  readonly focused: boolean
  readonly openChat: number | null
}

/** A message that the person is looking at needs no notification. */
export const isInView = (notice: NoticeEvent, { focused, openChat }: Attention): boolean =>
  notice.kind === 'incoming' && focused && notice.chat === openChat
