import { exportLines } from '../messages/content/rules/content-kinds.ts'
import type { Message, MessageContent } from '../../contract/messages.ts'
import { tokeniseText } from '../../contract/text/tokenise-text.ts'
import type { ExportedChat } from './tx/read-exports.ts'

/** Escapes a text for any place in a page. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')

const style = `
:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;max-width:760px;margin:0 auto;padding:24px 16px}
h1{font-size:20px;margin:0}header p{margin:4px 0 24px;opacity:.7}h2{font-size:13px;text-align:center;opacity:.7;margin:24px 0 8px}
article{margin:6px 0;padding:8px 12px;border-radius:10px;background:#8881;max-width:85%;width:fit-content;overflow-wrap:anywhere}
article.out{margin-left:auto;background:#25f3}article header{font-size:12px;opacity:.75}article p{margin:4px 0 0;white-space:pre-wrap}
blockquote{margin:4px 0;padding-left:8px;border-left:3px solid #8888;opacity:.8}img{display:block;max-width:100%;border-radius:6px;margin-top:4px}
footer{font-size:12px;opacity:.75}.gone{font-style:italic}`

/** The page's begin. Nothing of it loads or runs anything: styles and previews are inside, all else is forbidden. */
export function pageHead(title: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>
`
}

/** The begin of a chat's messages; `chatTail` ends them. */
export const chatHead = (chat: ExportedChat, exportedAt: number): string =>
  `<header><h1 dir="auto">${escapeHtml(chat.title)}</h1>
<p>${escapeHtml(chat.chatId)} · ${escapeHtml(chat.instanceName)} (${escapeHtml(chat.idInstance)}) · ${timeOf(exportedAt)}</p></header>
<main>
`

export const chatTail = '</main>'

/** Texts that people here wrote about a person. */
export const pageNotes = (texts: readonly string[]): string =>
  texts.map((text) => `<article><p dir="auto">${escapeHtml(text)}</p></article>\n`).join('')

export const pageTail = '</body></html>\n'

export interface Picture {
  readonly mimeType: string
  readonly bytes: Uint8Array
}

/** @param before the message above, for the line of a new day. */
export function pageMessage(message: Message, before: Message | null, picture: Picture | undefined): string {
  const day = dayOf(message.at)
  const divider = before !== null && dayOf(before.at) === day ? '' : `<h2>${day}</h2>\n`
  const own = message.direction === 'outgoing'
  const reactions = message.reactions.map(({ emoji, count }) => `${emoji} ${count}`).join('  ')
  const foot = [message.edited ? 'edited' : '', message.status === null ? '' : message.status.kind, reactions].filter(
    (part) => part !== '',
  )
  const parts = [
    `<header dir="auto">${escapeHtml(message.sender.name)} · <time datetime="${new Date(message.at).toISOString()}">${timeOf(message.at)}</time></header>`,
    message.forwarded === null ? '' : '<header>forwarded</header>',
    message.quoted === null ? '' : `<blockquote dir="auto">${escapeHtml(message.quoted.text)}</blockquote>`,
    message.deleted ? '<p class="gone">deleted</p>' : contentHtml(message.content, picture),
    foot.length === 0 ? '' : `<footer>${escapeHtml(foot.join(' · '))}</footer>`,
  ]
  return `${divider}<article class="${own ? 'out' : 'in'}">${parts.join('')}</article>\n`
}

function contentHtml(content: MessageContent, picture: Picture | undefined): string {
  const shown = pictureHtml(picture, content.kind)
  // The picture is visible, so its kind is not named.
  const text =
    shown !== '' && 'caption' in content && content.kind !== 'document' ? [content.caption] : exportLines(content)
  return `${shown}${text
    .filter((line) => line !== '')
    .map((line) => `<p dir="auto">${withLinks(line)}</p>`)
    .join('')}`
}

function pictureHtml(picture: Picture | undefined, kind: string): string {
  if (picture === undefined || !/^image\/(?:jpeg|png|gif|webp)$/.test(picture.mimeType)) return ''
  return `<img alt="${escapeHtml(kind)}" src="data:${picture.mimeType};base64,${Buffer.from(picture.bytes).toString('base64')}">`
}

/** The links of the window; they tell the other side nothing of this page. */
const withLinks = (text: string): string =>
  tokeniseText(text)
    .map((token) =>
      token.kind === 'text'
        ? escapeHtml(token.text)
        : `<a href="${escapeHtml(token.href)}" rel="noopener noreferrer nofollow">${escapeHtml(token.text)}</a>`,
    )
    .join('')

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
