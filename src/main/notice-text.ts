import type { NoticeEvent } from '../contract/events.ts'
import type { HostWords } from './words.ts'

/** What a notification of the system says. It names the instance, because it is seen away from it. */
export interface NoticeText {
  readonly title: string
  readonly body: string
}

export function noticeText(notice: NoticeEvent, words: HostWords): NoticeText {
  switch (notice.kind) {
    case 'incoming': {
      const named = notice.title !== '' && notice.title !== notice.instanceName
      const title = named ? `${notice.title} · ${notice.instanceName}` : notice.instanceName
      return { title, body: notice.body === '' ? words.newMessageText : notice.body }
    }
    case 'summary':
      return { title: notice.instanceName, body: words.summary(notice.messages, notice.chats) }
    case 'trouble':
      return { title: notice.instanceName, body: words.troubleText }
  }
}

/** What is in view: the window has the focus and shows this chat. */
export interface Attention {
  readonly focused: boolean
  readonly openChat: number | null
}

/** A message that the person is looking at needs no notification. */
export const isInView = (notice: NoticeEvent, { focused, openChat }: Attention): boolean =>
  notice.kind === 'incoming' && focused && notice.chat === openChat
