import type { ChatFilter, ChatScheduled } from '../../../contract/chats.ts'
import type { ChatKey, LabelKey, Scope } from '../../../contract/ids.ts'
import { fold } from '../../../contract/text/fold.ts'
import { nameMatch, nameWords } from '../../messages/archive/rules/name-search.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import type { ReadTx, SqlValue } from '../../store/tx.ts'
import { previewLength } from '../rules/chat-rows.ts'

/**
 * Pinned first, then newest first. The service's times are whole seconds: of two chats of one second the one whose
 * message arrived last comes first. All statements use this text, so that the index serves them.
 */
const listOrder = '(c.pinned_at is null), c.list_at desc, c.last_message desc, c.key'

/**
 * People before groups, then by the time at which the answer is due, then the older chat.
 */
export const waitingOrder = "(c.kind = 'group'), c.answer_due_at, c.key"

/** In the order of waiting; pins do not count there. */
export const isWaiting = (filter: ChatFilter): boolean => filter === 'waiting' || filter === 'unassigned'

/** Drafts and scheduled messages are listed wherever their chat is. */
const isOfWriting = (filter: ChatFilter): boolean => filter === 'drafts' || filter === 'scheduled'

/** Scheduled messages that were not deleted here, for a `from`. */
const scheduledMessages =
  'outbox s indexed by outbox_due_chat join message sm on sm.key = s.message where s.due_at is not null and sm.hidden_at is null'

/** When the next scheduled message of chat `c` is due, as SQL. */
const scheduledAt = `(select min(s.due_at) from ${scheduledMessages} and s.chat = c.key)`

/** The next scheduled messages of some chats; the other columns are of the row that is due first. */
export const nextScheduled = (tx: ReadTx, chats: readonly ChatKey[]): ReadonlyMap<ChatKey, ChatScheduled> =>
  new Map(
    tx
      .all<ChatScheduled & { chat: ChatKey }>(
        `select s.chat, min(s.due_at) as at, sm.content_kind as kind, substr(sm.text, 1, ${previewLength}) as text
         from ${scheduledMessages} and s.chat in (select value from json_each(?)) group by s.chat`,
        [JSON.stringify(chats)],
      )
      .map(({ chat, ...next }) => [chat, next]),
  )

/** Chats with a name, number or id that matches, their own or one of who writes in them. */
const named = 'select n.chat from name_fts f join chat_name n on n.key = f.rowid where name_fts match ?'

export interface ChatCondition {
  /** `chat c`, with its index where the conditions alone might lead to another one. */
  readonly from: string
  readonly sql: string
  readonly params: readonly SqlValue[]
}

export interface Listing {
  readonly scope: Scope
  readonly filter: ChatFilter
  readonly text?: string | undefined
  readonly label?: LabelKey | undefined
  /** A desk of the team. */
  readonly assignee?: string | undefined
  readonly keep?: ChatKey | undefined
}

/** Keys of the labels whose names contain every word of a text. */
export function labelsNamed(tx: ReadTx, typed: string): readonly { readonly key: LabelKey; readonly name: string }[] {
  const words = nameWords(typed)
  if (words.length === 0) return []
  return tx
    .all<{ key: LabelKey; name: string }>('select key, name from label')
    .filter(({ name }) => words.every((word) => fold(name).includes(word)))
}

/**
 * Conditions of a list. Chats of removed instances, whose history remains, are in no list. `isPage`: for rows in the
 * order of the list; else for a count, which has no order.
 */
export function listed(
  tx: ReadTx,
  { scope, filter, text = '', label, assignee, keep }: Listing,
  { isPage }: { readonly isPage: boolean } = { isPage: false },
): ChatCondition {
  const match = nameMatch(text)
  // Lists of few chats have an index of their own, and what was found, labelled or assigned is looked up by key: the
  // plus signs keep SQLite from walking an index of the whole list.
  const isFew =
    match !== null || label !== undefined || assignee !== undefined || isOfWriting(filter) || filter === 'snoozed'
  const [archived, instance] = isFew ? ['+c.archived', '+c.instance'] : ['c.archived', 'c.instance']
  const index = isFew ? null : indexOf({ scope, filter, keep }, isPage)
  const parts: string[] = []
  const params: SqlValue[] = []
  // A search by name includes archived chats.
  if (!isOfWriting(filter) && (filter !== 'all' || match === null))
    parts.push(filter === 'archived' ? `${archived} = 1` : `${archived} = 0`)
  // Of all instances, those who wait have an index with their order, and so has the list: a page of it is its
  // beginning, without sorting all chats. One instance has indexes of its own.
  if (scope === null)
    parts.push(
      `${index === allInstances || isWaiting(filter) || filter === 'mine' ? '+c.instance' : instance} in (select key from instance where detached_at is null)`,
    )
  else {
    parts.push(`${filter === 'mine' ? '+c.instance' : instance} = ?`)
    params.push(scope)
  }
  if (filter === 'unread' && keep === undefined) parts.push('(c.unread > 0 or c.marked_unread = 1)')
  if (filter === 'unread' && keep !== undefined) {
    parts.push('(c.unread > 0 or c.marked_unread = 1 or c.key = ?)')
    params.push(keep)
  }
  if (isWaiting(filter)) {
    parts.push(`c.answer_due_at > 0 and c.kind <> 'channel' and (c.kind <> 'group' or coalesce(c.muted_until, 0) <= ?)`)
    params.push(tx.now)
    if (readSetting(tx, 'waitingGroups') === false) parts.push(`(c.kind = 'group') = 0`)
  }
  if (filter === 'drafts') parts.push(`c.draft <> ''`)
  if (filter === 'scheduled') parts.push(`c.key in (select s.chat from ${scheduledMessages})`)
  if (filter === 'snoozed') parts.push('c.snoozed_until is not null')
  else if (filter === 'unread' || isWaiting(filter)) parts.push('c.snoozed_until is null')
  if (filter === 'unassigned') parts.push('c.assignee is null and c.instance in (select instance from team_instance)')
  if (filter === 'mine') parts.push(`c.assignee = (select value from meta where name = 'desk')`)
  if (filter === 'groups') parts.push(`c.kind = 'group'`)
  // A chat that was opened but is empty appears in the list after something was written in it.
  if (filter !== 'archived' && filter !== 'scheduled' && match === null && label === undefined)
    parts.push(`${index === allInstances ? '+' : ''}c.list_at > 0`)
  if (label !== undefined) {
    parts.push('c.key in (select chat from chat_label where label = ?)')
    params.push(label)
  }
  if (assignee !== undefined) {
    parts.push('c.assignee = ?')
    params.push(assignee)
  }
  if (match !== null) {
    const labels = labelsNamed(tx, text).map(({ key }) => key)
    const labelled = ' union select chat from chat_label where label in (select value from json_each(?))'
    parts.push(`c.key in (${named}${labels.length === 0 ? '' : labelled})`)
    params.push(match, ...(labels.length === 0 ? [] : [JSON.stringify(labels)]))
  }
  return { from: index === null ? 'chat c' : `chat c indexed by ${index}`, sql: parts.join(' and '), params }
}

const allInstances = 'chat_by_place'

/**
 * The index of a list, named where SQLite would guess without statistics, which a store has not. Null: the conditions
 * leave no choice.
 */
function indexOf({ scope, filter, keep }: Pick<Listing, 'scope' | 'filter' | 'keep'>, isPage: boolean): string | null {
  if (filter === 'mine') return null
  if (isWaiting(filter)) return scope === null ? 'chat_answer_due' : 'chat_answer_due_instance'
  if (isPage) return scope === null ? allInstances : 'chat_by_instance'
  return filter === 'unread' && keep === undefined ? 'chat_unread' : null
}

/** The order of a list, as SQL for `order by`, with its own parameters. */
export function orderOf({
  filter,
  text = '',
}: Pick<Listing, 'filter' | 'text'>): Pick<ChatCondition, 'sql' | 'params'> {
  const match = nameMatch(text)
  if (isWaiting(filter)) return { sql: waitingOrder, params: [] }
  if (filter === 'scheduled') return { sql: `${scheduledAt}, c.key`, params: [] }
  if (match === null) return { sql: listOrder, params: [] }
  // Archived chats come after the others, and groups found by a sender after people and groups found by their own
  // names.
  return { sql: `c.archived, c.key not in (${named} and n.sender = ''), ${listOrder}`, params: [match] }
}
