import type { NavigateEvent } from '../../contract/events.ts'
import { chatKey, instanceKey, messageKey } from '../../contract/ids.ts'
import { shortBody, type NoticeText } from '../../contract/notice-text.ts'

// A program started by a click on a notification gets only the toast's arguments, and Electron's own toasts have none
// (windows_toast_notification.cc). So the XML is written here.

/** Texts of a toast's reply field. */
export interface ReplyText {
  readonly button: string
  readonly placeholder: string
}

/**
 * A toast in the XML of Windows. `id` is that of its notification; `to` is where a click leads. With `reply` it has a
 * field for an answer, whose button Electron itself could only call "Reply".
 */
export function toastXml(
  id: string,
  { title, body }: NoticeText,
  to: NavigateEvent | undefined,
  reply?: ReplyText | undefined,
): string {
  const place = to?.kind === 'chat' ? `&chat=${to.instance}.${to.chat}.${to.message ?? ''}` : ''
  // Electron reads the first two by these names (windows_toast_activator.cc).
  const launch = escaped(`type=click&tag=${id}${place}`)
  const texts = [title, body].map((text) => `<text>${escaped(text)}</text>`).join('')
  const answer = escaped(`type=reply&tag=${id}${place}`)
  const actions = reply
    ? `<actions><input id="${replyField}" type="text" placeHolderContent="${escaped(reply.placeholder)}"/>` +
      `<action content="${escaped(reply.button)}" arguments="${answer}" hint-inputId="${replyField}"/></actions>`
    : ''
  return `<toast launch="${launch}"><visual><binding template="ToastGeneric">${texts}</binding></visual>${actions}<audio silent="true"/></toast>`
}

/** Name of the reply field, by which Electron returns its text. */
export const replyField = 'reply'

/** Arguments of a clicked toast: its notification and destination. Untrusted: anybody can write such arguments. */
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

/** Escapes a text for XML 1.0 and removes characters that XML does not allow, with which a toast would not be shown. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => references[sign] ?? '')

/** The body of a notification as Electron wants it. Linux reads it as markup, in which a stranger could draw a link. */
export function shownBody(text: string, platform: NodeJS.Platform): string {
  const body = shortBody(text)
  if (platform !== 'linux') return body
  return body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
