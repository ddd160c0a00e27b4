import { app, Notification } from 'electron'
import { createHash, randomUUID } from 'node:crypto'
import type { NavigateEvent, NoticeEvent } from '../../contract/events.ts'
import type { ChatKey } from '../../contract/ids.ts'
import { isInView, noticeText, type Attention } from '../../contract/notice-text.ts'
import { hideNotice } from '../../core/hosting/window-lock.ts'
import { readToastArguments, replyField, shownBody, toastXml } from './toast.ts'
import type { HostStrings } from '../host-strings.ts'

export interface NotificationsOptions {
  readonly strings: () => HostStrings
  /** While the window is locked, notifications have no content, and take no answer. */
  readonly isLocked: () => boolean
  /** The person clicked: show the window, and go there when it is somewhere. */
  readonly onClick: (to: NavigateEvent | undefined) => void
  readonly onFailed: (reason: string) => void
  /** The person replied in the notification. `id`: idempotency key of the reply. Rejects if it was not accepted. */
  readonly onReply: (reply: { readonly chat: ChatKey; readonly text: string; readonly id: string }) => Promise<void>
}

export interface Notifications {
  show(notice: NoticeEvent): void
  /** Reports what is in view; notifications about it are removed. */
  attend(attention: Attention): void
  /** The window locks: no notification stays. */
  hide(): void
  /** A pairing is over; its notification is removed. */
  endPairing(pairing: number): void
}

/** The system's notifications. The window plays the sound, because systems disagree about sounds of ours. */
export function createNotifications(options: NotificationsOptions): Notifications {
  const { strings, isLocked, onClick, onFailed, onReply } = options
  // Keeps references: Electron garbage-collects unreferenced notifications, and their clicks do nothing.
  const shown = new Map<string, { readonly notification: Notification; readonly notice: NoticeEvent }>()
  const answer = (id: string, to: NavigateEvent | undefined, text: string): void => {
    if (to?.kind !== 'chat' || text.trim() === '') return
    onReply({
      chat: to.chat,
      text,
      id: createHash('sha256').update(`${id}\n${text}`).digest('hex').slice(0, 40),
    }).catch((error: unknown) => {
      onFailed(`a reply was not taken: ${error instanceof Error ? error.message : 'unknown'}`)
      const failed = new Notification({
        title: strings().replyNotSent,
        body: shownBody(text, process.platform),
        silent: true,
      })
      // Kept until it is clicked or gone, like every other.
      const key = randomUUID()
      unsent.set(key, failed)
      failed.on('click', () => {
        unsent.delete(key)
        onClick(to)
      })
      failed.on('close', ({ reason }) => {
        if (reason !== 'timedOut') unsent.delete(key)
      })
      failed.show()
    })
  }
  /** Notifications about replies that were not accepted. */
  const unsent = new Map<string, Notification>()
  // Windows shows them to a program of the Start menu alone. Electron writes that entry under the program's name and
  // with its own executable: a development copy would take the installed program's (windows_toast_activator.cc).
  const isAllowed = process.platform !== 'win32' || app.isPackaged
  if (process.platform === 'win32' && isAllowed) {
    // Clicks on notifications of earlier runs, and the one that started the program; those of this run have listeners.
    Notification.handleActivation(({ type, arguments: given, reply, userInputs }) => {
      const { id, to } = readToastArguments(given)
      if (shown.has(id)) return
      if (type === 'reply') answer(id, to, reply ?? userInputs?.[replyField] ?? '')
      else onClick(to)
    })
    // Electron registers the program as the receiver of such clicks when it is first asked this
    // (notification_presenter_win.cc).
    Notification.isSupported()
  }
  let attention: Attention = { focused: false, openChat: null }
  const closeWhere = (isOver: (notice: NoticeEvent) => boolean): void => {
    for (const [id, { notification, notice }] of shown) {
      if (!isOver(notice)) continue
      // Removing a notification from the Action Center emits no event.
      shown.delete(id)
      notification.close()
    }
  }
  return {
    show(given) {
      const notice = isLocked() ? hideNotice(given) : given
      if (notice === undefined) return
      if (!isAllowed || isInView(notice, attention) || !Notification.isSupported()) return
      const text = noticeText(notice, strings())
      const to = destination(notice)
      const id = randomUUID()
      const field =
        to?.kind === 'chat' && !isLocked()
          ? { button: strings().reply, placeholder: strings().replyPlaceholder }
          : undefined
      const toast = process.platform === 'win32' ? { toastXml: toastXml(id, text, to, field) } : {}
      // Linux has no field for an answer.
      const reply =
        process.platform === 'darwin' && field ? { hasReply: true, replyPlaceholder: field.placeholder } : {}
      const notification = new Notification({
        id,
        title: text.title,
        body: shownBody(text.body, process.platform),
        silent: true,
        ...reply,
        ...toast,
      })
      makeRoom(shown)
      shown.set(id, { notification, notice })
      const forget = (): void => void shown.delete(id)
      notification.on('click', () => {
        forget()
        onClick(to)
      })
      notification.on('reply', (details) => {
        forget()
        answer(id, to, details.reply)
      })
      notification.on('close', ({ reason }) => {
        // On Windows it moved to the Action Center and can still be clicked.
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
      closeWhere((notice) => isInView(notice, next))
    },
    hide() {
      attention = { focused: false, openChat: null }
      closeWhere(() => true)
      for (const notification of unsent.values()) notification.close()
      unsent.clear()
    },
    endPairing: (pairing) => closeWhere((notice) => notice.kind === 'pairing' && notice.pairing === pairing),
  }
}

/** Windows keeps at most twenty toasts of a program and drops others silently. */
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
