import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { indexedText } from '../../content/rules/search-text.ts'

/** Rows of one second: rowid = first seen service seconds x 2^20 + counter (architecture 10). */
const perSecond = 2 ** 20

/**
 * Adds a message's text to the search index, or replaces it. The rowid is the message's time when it was first seen and
 * never changes, so results are newest first without a join.
 */
export function indexText(
  tx: Tx,
  message: { readonly key: MessageKey; readonly fts: number | null; readonly at: number },
  text: string,
): void {
  const { key, fts } = message
  if (fts !== null) {
    tx.run('delete from message_fts where rowid = ?', [fts])
    if (text !== '') insert(tx, key, fts, text)
    return
  }
  if (text === '') return
  const base = Math.max(0, Math.floor(message.at / 1000)) * perSecond
  const last = tx.get<{ fts: number | null }>('select max(fts) as fts from message where fts >= ? and fts < ?', [
    base,
    base + perSecond,
  ])?.fts
  const rowid = last === null || last === undefined ? base : last + 1
  tx.run('update message set fts = ? where key = ?', [rowid, key])
  insert(tx, key, rowid, text)
}

function insert(tx: Tx, key: MessageKey, rowid: number, text: string): void {
  tx.run(`insert into message_fts (rowid, body, mark) select ?, ?, ${searchMark} from message where key = ?`, [
    rowid,
    indexedText(text),
    key,
  ])
}

/** Terms by which a search can be narrowed (columns of `message`). */
export const searchMark = `case direction when 'outgoing' then 'out' else 'in' end || ' i' || instance || ' c' || chat`

/** Restricts `match`, an FTS5 expression, to messages with one of the marks. */
export const marked = (match: string, marks: readonly ('out' | `i${number}` | `c${number}`)[]): string =>
  `(${match}) AND mark: (${marks.map((mark) => `"${mark}"`).join(' OR ')})`

/** The marks of a chat's messages: messages of a joined chat keep its mark. */
export const marksOfChat = (tx: Pick<ReadTx, 'all'>, chat: ChatKey): readonly `c${number}`[] => [
  `c${chat}`,
  ...tx.all<{ was: number }>('select was from chat_was where chat = ?', [chat]).map(({ was }) => `c${was}` as const),
]
