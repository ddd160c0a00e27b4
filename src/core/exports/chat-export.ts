import { exportLines } from '../messages/content/rules/content-kinds.ts'
import type { ExportsStore } from './exports-base.ts'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { Message } from '../../contract/messages.ts'
import { csvHead, csvLine, csvTime } from '../base/csv.ts'
import type { ExportPiece } from '../hosting/export-files.ts'
import type { ExportedChat, ExportCursor, PersonExport } from './tx/read-exports.ts'
import { chatHead, chatTail, pageHead, pageMessage, pageNotes, pageTail } from './html-page.ts'

export interface ChatExport {
  readonly chat: ChatKey
  /** A selection, or null for all. */
  readonly messages: readonly MessageKey[] | null
  readonly head: ExportedChat
  readonly exportedAt: number
}

const perPiece = 200

async function* messagesOf(store: ExportsStore, { chat, messages }: ChatExport): AsyncGenerator<readonly Message[]> {
  let after: ExportCursor | null = null
  for (;;) {
    const piece: { readonly messages: readonly Message[]; readonly last: ExportCursor | null } = await store.search(
      'export.messages',
      { chat, messages, after, limit: perPiece },
    )
    if (piece.messages.length > 0) yield piece.messages
    if (piece.last === null || piece.messages.length < perPiece) return
    after = piece.last
  }
}

/** The contract's own message records, as an array, each with its file's link and the service's record. */
export async function* chatAsJson(store: ExportsStore, input: ChatExport): AsyncGenerator<ExportPiece> {
  const { head, exportedAt } = input
  yield {
    text: `{"exportedAt":${JSON.stringify(csvTime(exportedAt))},"chat":${JSON.stringify(head)},"messages":[`,
    rows: 0,
  }
  let separator = '\n'
  for await (const messages of messagesOf(store, input)) {
    const records = await store.search('export.records', { messages: messages.map(({ key }) => key) })
    const texts = messages.map((message) =>
      JSON.stringify({ ...message, at: csvTime(message.at), ...records.get(message.key) }),
    )
    yield { text: separator + texts.join(',\n'), rows: messages.length }
    separator = ',\n'
  }
  yield { text: '\n]}\n', rows: 0 }
}

const columns = [
  'time',
  'direction',
  'sender',
  'senderId',
  'kind',
  'text',
  'fileName',
  'status',
  'quoted',
  'edited',
  'deleted',
  'idMessage',
]

export async function* chatAsCsv(store: ExportsStore, input: ChatExport): AsyncGenerator<ExportPiece> {
  yield { text: csvHead + csvLine(columns), rows: 0 }
  for await (const messages of messagesOf(store, input)) {
    const text = messages
      .map((message) =>
        csvLine([
          csvTime(message.at),
          message.direction,
          message.sender.name,
          message.sender.id,
          message.content.kind,
          message.deleted
            ? ''
            : exportLines(message.content)
                .filter((line) => line !== '')
                .join('\n'),
          // For other kinds the service invents names (service 2.2).
          message.content.kind === 'document' && !message.deleted ? message.content.fileName : '',
          message.status?.kind,
          message.quoted?.idMessage,
          message.edited,
          message.deleted,
          message.idMessage,
        ]),
      )
      .join('')
    yield { text, rows: messages.length }
  }
}

export async function* chatAsHtml(store: ExportsStore, input: ChatExport): AsyncGenerator<ExportPiece> {
  yield { text: pageHead(input.head.title), rows: 0 }
  yield* chatInPage(store, input)
  yield { text: pageTail, rows: 0 }
}

/** All that is known of a person, as one page that the person can read. */
export async function* personAsHtml(store: ExportsStore, input: PersonExport): AsyncGenerator<ExportPiece> {
  const { title, chats, notes, exportedAt } = input
  yield { text: pageHead(title) + pageNotes(notes), rows: 0 }
  for (const one of chats) {
    const head = await store.search('export.chatHead', { chat: one.chat })
    yield* chatInPage(store, { ...one, head, exportedAt })
  }
  yield { text: pageTail, rows: 0 }
}

async function* chatInPage(store: ExportsStore, input: ChatExport): AsyncGenerator<ExportPiece> {
  yield { text: chatHead(input.head, input.exportedAt), rows: 0 }
  let before: Message | null = null
  for await (const messages of messagesOf(store, input)) {
    const refs = messages.flatMap((message) => thumbnailOf(message) ?? [])
    const found = await store.search('export.thumbnails', { refs })
    const pictures = new Map(found.map((picture) => [picture.ref, picture]))
    let text = ''
    for (const message of messages) {
      text += pageMessage(message, before, pictures.get(thumbnailOf(message) ?? ''))
      before = message
    }
    yield { text, rows: messages.length }
  }
  yield { text: chatTail, rows: 0 }
}

function thumbnailOf({ content }: Message): string | null {
  return 'thumbnail' in content ? content.thumbnail : null
}
