import type { NavigateEvent } from '../contract/events.ts'
import { chatKey, instanceKey, messageKey } from '../contract/ids.ts'
import type { NoticeText } from './notice-text.ts'

// Windows gives a program that was started by a click on a notification nothing but the toast's own arguments, and the
// toasts that Electron writes by itself carry none (windows_toast_notification.cc). So these are written here.

/** A toast in the XML of Windows. `id` is that of its notification; `to` is where a click leads. */
export function toastXml(id: string, { title, body }: NoticeText, to: NavigateEvent | undefined): string {
  const place = to?.kind === 'chat' ? `&chat=${to.instance}.${to.chat}.${to.message ?? ''}` : ''
  // Electron reads the first two by these names (windows_toast_activator.cc).
  const launch = escaped(`type=click&tag=${id}${place}`)
  const texts = [title, body].map((text) => `<text>${escaped(text)}</text>`).join('')
  return `<toast launch="${launch}"><visual><binding template="ToastGeneric">${texts}</binding></visual><audio silent="true"/></toast>`
}

/** What a clicked toast of ours says: its notification and where it leads. Anybody can write such arguments. */
export function readToastArguments(text: string): { readonly id: string; readonly to: NavigateEvent | undefined } {
  const fields = new URLSearchParams(text.slice(0, 500))
  const [instance, chat, message] = (fields.get('chat') ?? '')
    .split('.')
    .map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : 0))
  const instanceRow = instanceKey.safeParse(instance)
  const chatRow = chatKey.safeParse(chat)
  const messageRow = messageKey.safeParse(message)
  return {
    id: fields.get('tag') ?? '',
    to:
      instanceRow.success && chatRow.success
        ? {
            kind: 'chat',
            instance: instanceRow.data,
            chat: chatRow.data,
            ...(messageRow.success ? { message: messageRow.data } : {}),
          }
        : undefined,
  }
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for XML 1.0: what it has no place for, a toast with it would not be shown. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => references[sign] ?? '')
