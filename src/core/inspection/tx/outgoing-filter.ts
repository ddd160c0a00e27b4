import { statusKinds, type StatusKind } from '../../../contract/statuses.ts'
import type { OutgoingFilter, OutgoingSort } from '../../../contract/outgoing.ts'
import { fold } from '../../../contract/text/fold.ts'
import { messageOfProposal } from '../../messages/outbox/rules/program-column.ts'
import { heldMessages } from '../../programs/identity/tx/program-row.ts'
import { marked } from '../../messages/archive/tx/search-index.ts'
import { containsPattern, placeholders } from '../../store/sql.ts'
import { readSearch } from '../../search/rules/search-query.ts'
import type { SqlValue } from '../../store/tx.ts'

export interface OutgoingCondition {
  readonly sql: string
  readonly params: readonly SqlValue[]
  /** The table to read, with its covering index. */
  readonly table: string
  /** True if it searches texts, which takes longer than reading the index. */
  readonly byText: boolean
}

/**
 * Rows of the Outgoing view, which calls are none of; the words of the partial index `message_sent`, so that SQLite
 * takes it.
 */
const outgoing = `m.direction = 'outgoing' and m.folded = 0 and m.hidden_at is null and m.content_kind <> 'call'`

/** Left to itself SQLite reads every message of an instance instead. */
const bySent = 'message m indexed by message_sent'
const byAction = 'message m indexed by message_acted'

/** A message without a status reads as `none`. */
export const statusExpression = `coalesce(m.status, 'none')`

/** Time of its latest progress: of its status, else its place. Epoch ms. */
export const progressExpression = 'coalesce(m.status_at, m.at)'

/** Statuses in which a message can be stuck. */
const unfinished: readonly StatusKind[] = statusKinds.filter(
  (status) => !['delivered', 'read', 'failed', 'expired'].includes(status),
)

/** No filter at all. */
export const anything: OutgoingFilter = {
  scope: null,
  statuses: [],
  kinds: [],
  chats: [],
  text: '',
  minutes: null,
  lookBackBy: 'sent',
  sentByApi: null,
  quickReplies: [],
  olderThanMs: null,
  stuckLongerThanMs: null,
}

/** The time for the look-back and the chart, epoch ms. */
export const lookBackExpression = ({ minutes, lookBackBy }: OutgoingFilter): 'm.acted_at' | 'm.at' =>
  minutes !== null && lookBackBy === 'action' ? 'm.acted_at' : 'm.at'

/** Messages of colleagues' desks under a condition for their `team_send`; their outbox rows are at those desks. */
const ofColleagues = (condition: string): string =>
  `m.key in (select k.key from team_send s cross join message k on k.instance = s.instance and k.id_message = s.id_message
     where s.message is null and ${condition})`

/** Messages that people sent as a program proposed them, or edited; `p` is the proposal. */
const proposedBy = (condition: string): string =>
  `m.key in (select ${messageOfProposal} from proposal p indexed by proposal_sent where p.state = 'sent' and ${condition})`

/** Ranges (`> 0`, `> ''`) in place of `is not null`: SQLite searches an index by them, and else scans it. */
function sentBy(sender: NonNullable<OutgoingFilter['sender']>): [sql: string, params: readonly SqlValue[]] {
  switch (sender) {
    case 'people':
      return [
        `(m.sent_by_api = 0 or exists (select 1 from outbox o where o.message = m.key and o.program is null)
          or ${ofColleagues('s.program is null')})`,
        [],
      ]
    case 'programs':
      return [
        `(m.key in (select message from outbox where program > 0) or ${ofColleagues("s.program > ''")}
          or ${proposedBy('p.program >= 0')})`,
        [],
      ]
    case 'held':
      return [`m.key in (${heldMessages})`, []]
    default:
      return [
        `(m.key in (select message from outbox where program = ?)
          or ${ofColleagues('s.program = (select name from program where key = ?)')}
          or ${proposedBy('p.program = ?')})`,
        [sender, sender, sender],
      ]
  }
}

/** @param now epoch ms. `m` is the message. */
export function whereOutgoing(
  filter: OutgoingFilter,
  now: number,
  sortedBy: OutgoingSort['by'] = 'time',
): OutgoingCondition {
  const parts = [outgoing]
  const params: SqlValue[] = []
  const where = (sql: string, values: readonly SqlValue[] = []) => {
    parts.push(sql)
    params.push(...values)
  }
  if (filter.scope === null) where('m.instance in (select key from instance where detached_at is null)')
  else where('m.instance = ?', [filter.scope])
  if (filter.statuses.length > 0) where(`${statusExpression} in (${placeholders(filter.statuses)})`, filter.statuses)
  if (filter.kinds.length > 0) {
    where(`(m.content_kind in (${placeholders(filter.kinds)}) or m.type_message in (${placeholders(filter.kinds)}))`, [
      ...filter.kinds,
      ...filter.kinds,
    ])
  }
  if (filter.chats.length > 0) where(`m.chat in (${placeholders(filter.chats)})`, filter.chats)
  if (filter.minutes !== null) where(`${lookBackExpression(filter)} >= ?`, [now - filter.minutes * 60_000])
  if (filter.olderThanMs !== null) where('m.at < ?', [now - filter.olderThanMs])
  if (filter.sentByApi !== null) where('m.sent_by_api = ?', [filter.sentByApi])
  if (filter.quickReplies === 'any') where('m.key in (select message from outbox where quick_reply is not null)')
  else if (filter.quickReplies.length > 0) {
    where(
      `m.key in (select message from outbox where quick_reply in (${placeholders(filter.quickReplies)}))`,
      filter.quickReplies,
    )
  }
  if (filter.author !== null && filter.author !== undefined) {
    where(
      `(exists (select 1 from team_send s where s.instance = m.instance and s.id_message = m.id_message and s.author = ?)
        or exists (select 1 from outbox o where o.message = m.key and ? = (select value from meta where name = 'desk')))`,
      [filter.author, filter.author],
    )
  }
  if (filter.sender !== null && filter.sender !== undefined) {
    const [sql, values] = sentBy(filter.sender)
    where(sql, values)
  }
  if (filter.stuckLongerThanMs !== null) {
    where(`${statusExpression} in (${placeholders(unfinished)}) and ${progressExpression} < ?`, [
      ...unfinished,
      now - filter.stuckLongerThanMs,
    ])
  }
  const text = filter.text.trim()
  if (text !== '') {
    const query = readSearch(text)
    // In the text by the index; else the chat's title; else the very id.
    where(
      `(${query === null ? 'false' : 'm.fts in (select rowid from message_fts where message_fts match ?)'}
        or m.chat in (select key from chat where title_folded like ? escape '\\')
        or m.key in (select key from message where instance in (select key from instance) and id_message = ?))`,
      [...(query === null ? [] : [marked(query.match, ['out'])]), containsPattern(fold(text)), text],
    )
  }
  const table = sortedBy === 'action' || lookBackExpression(filter) === 'm.acted_at' ? byAction : bySent
  return { sql: parts.join(' and '), params, table, byText: text !== '' }
}

/** The order of a sending's life, for sorting by status. */
const statusRank = `case ${statusExpression} ${statusKinds.map((status, rank) => `when '${status}' then ${rank}`).join(' ')} end`

const sortExpressions: Readonly<Record<OutgoingSort['by'], string>> = {
  time: 'm.at',
  action: 'm.acted_at',
  status: statusRank,
  chat: '(select title_folded from chat where key = m.chat)',
  kind: 'm.content_kind',
  // The older the last progress, the greater the age.
  age: `-${progressExpression}`,
}

/** The column to sort by; equal ones stand newest first, then by key, so that it is one order. */
export const sortExpression = (sort: OutgoingSort): string => sortExpressions[sort.by]

/** The order of what was `found` with its `value` to sort by, its `at` and its `key`. */
export const orderFound = ({ by, direction }: OutgoingSort): string =>
  by === 'time' ? `at ${direction}, key ${direction}` : `value ${direction}, at desc, key desc`

/** The rows of a filter as the table `found`: a text is looked up once, however often the table is read. */
export const found = (where: OutgoingCondition, columns: string): string =>
  `found as ${where.byText ? 'materialized' : 'not materialized'}
     (select ${columns} from ${where.table} where ${where.sql})`
