import { Notification } from 'electron'
import { randomUUID } from 'node:crypto'
import type { NavigateEvent, NoticeEvent } from '../contract/events.ts'
import type { Attention } from './notice-text.ts'
import { isInView, noticeText } from './notice-text.ts'
import { readToastArguments, toastXml } from './toast.ts'
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
  const shown = new Map<string, { readonly notification: Notification; readonly notice: NoticeEvent }>()
  if (process.platform === 'win32') {
    // The click that started the program, or one on what an earlier run showed. Those of this run tell it themselves.
    Notification.handleActivation(({ arguments: given }) => {
      const { id, to } = readToastArguments(given)
      if (!shown.has(id)) onClick(to)
    })
  }
  let attention: Attention = { focused: false, openChat: null }
  return {
    show(notice) {
      if (isInView(notice, attention) || !Notification.isSupported()) return
      const text = noticeText(notice, words())
      const to = destination(notice)
      const id = randomUUID()
      const toast = process.platform === 'win32' ? { toastXml: toastXml(id, text, to) } : {}
      const notification = new Notification({ id, ...text, silent: true, ...toast })
      makeRoom(shown)
      shown.set(id, { notification, notice })
      const forget = (): void => void shown.delete(id)
      notification.on('click', () => {
        forget()
        onClick(to)
      })
      notification.on('close', ({ reason }) => {
        // On Windows it went to the Action Center, where it waits for its click.
        if (reason !== 'timedOut') forget()
      })
      notification.on('failed', (_event, error) => {
        forget()
        onFailed(error)
      })
      notification.show()
    },
    attend(next) {
      attention = next
      for (const [id, { notification, notice }] of shown) {
        if (!isInView(notice, attention)) continue
        // One that rests in the Action Center tells of no end when it is taken away.
        shown.delete(id)
        notification.close()
      }
    },
  }
}

/** Windows keeps twenty of a program's toasts at most, and says nothing of those that it drops. */
const mostShown = 200

function makeRoom(shown: Map<string, unknown>): void {
  for (const id of shown.keys()) {
    if (shown.size < mostShown) return
    shown.delete(id)
  }
}

function destination(notice: NoticeEvent): NavigateEvent | undefined {
  if (notice.kind !== 'incoming') return undefined
  return { kind: 'chat', instance: notice.instance, chat: notice.chat, message: notice.message }
}
