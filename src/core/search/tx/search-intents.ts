import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import type { ChatKey, InstanceKey, MessageKey, Scope } from '../../../contract/ids.ts'
import type { ContentKind } from '../../../contract/messages.ts'
import type { NoteHit, SearchHit, SearchPage } from '../../../contract/search.ts'
import { marked, marksOfChat } from '../../messages/archive/tx/search-index.ts'
import { messageSearchParts, messageSearchText } from '../../messages/archive/tx/order-details.ts'
import { indexedText } from '../../messages/content/rules/search-text.ts'
import { createPeople } from '../../reading/tx/message-rows.ts'
import type { ReadTx } from '../../store/tx.ts'
import { snippetOf } from '../rules/highlight.ts'
import { holdsAll, type SearchQuery } from '../rules/search-query.ts'

export interface SearchInput {
  readonly query: SearchQuery
  readonly scope: Scope
  readonly chat: ChatKey | null
  /** Only hits older than this one: its place in the index. */
  readonly before: number | null
  readonly limit: number
}

export interface SearchPiece {
  readonly hits: readonly SearchHit[]
  /** Where the next piece begins; null when everything was looked at. A piece may end early, with few or no hits. */
  readonly next: number | null
}

/**
 * So many newest messages are looked at by a short beginning, and so many characters of them, before the words
 * themselves are asked for: those that hold a frequent word are among the first, and merging all words that begin so
 * costs tens of milliseconds.
 */
const shortScan = { messages: 400, characters: 200_000 } as const

/** Read transactions stay short (architecture 10): a piece ends after so many entries of the index. */
const entriesPerPiece = 20_000

interface Row {
  readonly key: MessageKey
  readonly chat: ChatKey
  readonly instance: InstanceKey
  readonly title: string
  readonly direction: 'incoming' | 'outgoing'
  readonly at: number
  readonly content_kind: ContentKind
  readonly content_json: string
  readonly sender_id: string
  readonly sender_name: string
}

export const searchReads = {
  /** Newest first, by the order of the index: rowid is the time (architecture 10). */
  'search.piece'(tx: ReadTx, input: SearchInput): SearchPiece {
    const { query, scope, chat, limit } = input
    const people = createPeople(tx)
    const hits: SearchHit[] = []
    const detached = new Set(
      tx.all<{ key: InstanceKey }>('select key from instance where detached_at is not null').map(({ key }) => key),
    )
    const marks = chat !== null ? marksOfChat(tx, chat) : scope !== null ? ([`i${scope}`] as const) : null
    const entries = (match: string, before: number) =>
      tx.iterate<{ rowid: number }>(newestFirst, [marks === null ? match : marked(match, marks), before])
    const fitting = (rowid: number): Row | undefined => {
      const row = rowOf(tx, rowid)
      const fits =
        row !== undefined &&
        (chat === null ? scope === null || row.instance === scope : row.chat === chat) &&
        !detached.has(row.instance)
      return fits ? row : undefined
    }
    let before = input.before ?? Number.MAX_SAFE_INTEGER
    if (query.short !== null) {
      let messages = 0
      let characters = 0
      let through = true
      for (const { rowid } of entries(query.short, before)) {
        const row = fitting(rowid)
        if (row !== undefined) {
          const content = readContentOf(tx, row.key, row.content_json)
          const text = indexedText(messageSearchText(tx, row.key, content))
          characters += text.length
          through = characters <= shortScan.characters
          if (!through) break
          if (holdsAll(text.split(' '), query.phrases)) hits.push(toHit(tx, row, query, people))
        }
        before = rowid
        messages += 1
        if (hits.length >= limit) return { hits, next: rowid }
        through = messages < shortScan.messages
        if (!through) break
      }
      if (through) return { hits, next: null }
    }
    let looked = 0
    for (const { rowid } of entries(query.match, before)) {
      looked += 1
      const row = fitting(rowid)
      if (row !== undefined) hits.push(toHit(tx, row, query, people))
      if (hits.length >= limit || looked >= entriesPerPiece) return { hits, next: rowid }
    }
    return { hits, next: null }
  },

  /** Messages whose own id is, or begins with, what was typed: as it stands in logs, requests and other programs. */
  'search.byId'(
    tx: ReadTx,
    input: { readonly id: string; readonly scope: Scope; readonly chat: ChatKey | null; readonly limit: number },
  ): readonly SearchHit[] {
    const { id, scope, chat, limit } = input
    const people = createPeople(tx)
    const query: SearchQuery = { match: '', phrases: [], digits: null, short: null }
    return tx
      .all<{ key: InstanceKey }>(
        'select key from instance where detached_at is null and (:scope is null or key = :scope)',
        { scope },
      )
      .flatMap(({ key }) =>
        tx.all<Row>(
          `${hitSelect} where m.instance = :instance and m.id_message is not null
             and m.id_message >= :id and m.id_message < :id || char(1114111)
             and (:chat is null or m.chat = :chat) and ${isShown} order by m.id_message limit :limit`,
          { instance: key, id, chat, limit },
        ),
      )
      .slice(0, limit)
      .map((row) => toHit(tx, row, query, people))
  },

  'search.notes'(
    tx: ReadTx,
    input: { readonly query: SearchQuery; readonly scope: Scope; readonly limit: number },
  ): readonly NoteHit[] {
    const { query, scope, limit } = input
    return tx
      .all<Omit<NoteHit, 'snippet' | 'marks'> & { readonly text: string }>(
        `select n.key as note, n.chat, c.instance, c.title as chatTitle, n.at, n.text
         from note_fts f join note n on n.key = f.rowid join chat c on c.key = n.chat join instance i on i.key = c.instance
         where note_fts match :match and i.detached_at is null and (:scope is null or c.instance = :scope)
         order by n.at desc, n.key desc limit :limit`,
        { match: query.match, scope, limit },
      )
      .map(({ text, ...note }) => {
        const { text: snippet, marks } = snippetOf([text], query)
        return { ...note, snippet, marks }
      })
  },

  /** The range of the archive, so that "nothing found" can name it. */
  'search.covers'(tx: ReadTx, input: { readonly scope: Scope; readonly chat: ChatKey | null }): SearchPage['covers'] {
    const { scope, chat } = input
    if (chat !== null) {
      const row = tx.get<{ messages: number; oldestAt: number | null }>(
        `select messages, (select at from message where chat = chat.key and unsent = 0 order by at, tie limit 1) as oldestAt
         from chat where key = ?`,
        [chat],
      )
      return row ?? { messages: 0, oldestAt: null }
    }
    const keys = tx
      .all<{ key: InstanceKey }>(
        'select key from instance where detached_at is null and (:scope is null or key = :scope)',
        {
          scope,
        },
      )
      .map(({ key }) => key)
    let messages = 0
    let oldestAt: number | null = null
    for (const key of keys) {
      messages += tx.get<{ n: number | null }>('select sum(messages) as n from chat where instance = ?', [key])?.n ?? 0
      const at = tx.get<{ at: number }>('select at from message where instance = ? order by at limit 1', [key])?.at
      if (at !== undefined) oldestAt = oldestAt === null ? at : Math.min(oldestAt, at)
    }
    return { messages, oldestAt }
  },
}

const newestFirst = 'select rowid from message_fts where message_fts match ? and rowid < ? order by rowid desc'
const hitSelect = `select m.key, m.chat, m.instance, c.title, m.direction, m.at, m.content_kind, m.content_json, m.sender_id,
  m.sender_name from message m join chat c on c.key = m.chat`
const isShown = 'm.folded = 0 and m.hidden_at is null and m.deleted = 0'

const rowOf = (tx: ReadTx, fts: number): Row | undefined =>
  tx.get<Row>(`${hitSelect} where m.fts = ? and ${isShown}`, [fts])

function toHit(tx: ReadTx, row: Row, query: SearchQuery, people: ReturnType<typeof createPeople>): SearchHit {
  const content = readContentOf(tx, row.key, row.content_json)
  const { text, marks } = snippetOf(messageSearchParts(tx, row.key, content), query)
  const sender =
    row.direction === 'outgoing' ? people.own(row.instance) : people.of(row.instance, row.sender_id, row.sender_name)
  return {
    message: row.key,
    chat: row.chat,
    instance: row.instance,
    chatTitle: row.title,
    senderName: sender.name,
    senderHue: sender.hue,
    direction: row.direction,
    at: row.at,
    kind: row.content_kind,
    snippet: text,
    marks,
  }
}
