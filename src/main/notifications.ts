import { Notification } from 'electron'
import type { NavigateEvent, NoticeEvent } from '../contract/events.ts'
import type { Attention } from './notice-text.ts'
import { isInView, noticeText } from './notice-text.ts'
import type { HostWords } from './words.ts'

export interface NotificationsOptions {
  readonly words: () => HostWords
  /** The person clicked: show the window, and go there when it is somewhere. */
  readonly onClick: (to: NavigateEvent | undefined) => void
  readonly onFailed: (reason: string) => void
}

export interface Notifications {
  show(notice: NoticeEvent): void
  /** What is in view now; what it answers is taken away. */
  attend(attention: Attention): void
}

/** The system's notifications. The window plays the sound, because systems disagree about sounds of ours. */
export function createNotifications({ words, onClick, onFailed }: NotificationsOptions): Notifications {
  // Electron forgets what nobody refers to, and then a click does nothing.
  const shown = new Map<Notification, NoticeEvent>()
  let attention: Attention = { focused: false, openChat: null }
  return {
    show(notice) {
      if (isInView(notice, attention) || !Notification.isSupported()) return
      const notification = new Notification({ ...noticeText(notice, words()), silent: true })
      shown.set(notification, notice)
      const forget = (): void => void shown.delete(notification)
      notification.on('click', () => {
        forget()
        onClick(destination(notice))
      })
      notification.on('close', forget)
      notification.on('failed', (_event, error) => {
        forget()
        onFailed(error)
      })
      notification.show()
    },
    attend(next) {
      attention = next
      for (const [notification, notice] of shown) if (isInView(notice, attention)) notification.close()
    },
  }
}

function destination(notice: NoticeEvent): NavigateEvent | undefined {
  if (notice.kind !== 'incoming') return undefined
  return { kind: 'chat', instance: notice.instance, chat: notice.chat, message: notice.message }
}
