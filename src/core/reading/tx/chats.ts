import type { ChatChange, ChatFilter, ChatMarks, ChatPage, ChatRow, WaitingChat } from '../../../contract/chats.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, Scope } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import { forever } from '../../accounts/rules/instance-row.ts'
import { endInstanceMutes } from '../../accounts/tx/accounts-intents.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import type { ReadTx, SqlValue, Tx } from '../../store/tx.ts'
import { chatRowSelect, toChatRow, type ChatColumns } from '../rules/chat-rows.ts'
import { changeChat, changeUndoably, undoChange } from './change-chat.ts'
import { chatDetails } from './chat-details.ts'
import { foundNames } from './found-names.ts'
import { isWaiting, listed, nextScheduled, orderOf, waitingOrder } from './listed-chats.ts'
import type { Listing, ChatCondition } from './listed-chats.ts'
import { countProposals, newestProposals } from './open-proposals.ts'
import { saveDraft } from './save-draft.ts'
import { markForTeam, seenUpTo } from '../../sharing/tx/team-chats.ts'

const isTeams = (tx: ReadTx, scope: Scope): boolean =>
  tx.get('select 1 from team_instance where ? is null or instance = ? limit 1', [scope, scope]) !== undefined

const count = (tx: ReadTx, { from, sql, params }: ChatCondition): number =>
  tx.get<{ n: number }>(`select count(*) as n from ${from} where ${sql}`, params)?.n ?? 0

/** Chats that wait for longer than their instance's target. */
function countOverdue(tx: ReadTx, scope: Scope): number {
  const { from, sql, params } = listed(tx, { scope, filter: 'waiting' })
  return count(tx, { from, sql: `${sql} and c.answer_due_at <= ?`, params: [...params, tx.now] })
}

/** Numbers of chats behind the filters of the list, each counted independently of the others. */
export function countChats(tx: ReadTx, scope: Scope): ChatPage['counts'] {
  const countOf = (filter: ChatFilter): number => count(tx, listed(tx, { scope, filter }))
  return {
    unread: countOf('unread'),
    waiting: countOf('waiting'),
    overdue: countOverdue(tx, scope),
    drafts: countOf('drafts'),
    scheduled: countOf('scheduled'),
    proposals: countProposals(tx, scope),
    snoozed: countOf('snoozed'),
    archived: countOf('archived'),
    team: isTeams(tx, scope) ? { mine: countOf('mine'), unassigned: countOf('unassigned') } : null,
  }
}

/** The page is cut before anything is joined, or each skipped row would cost its newest message too. */
function pageOf(
  tx: ReadTx,
  where: ChatCondition,
  input: Listing & { readonly limit: number; readonly offset: number },
): readonly ChatRow[] {
  const order = orderOf(input)
  const rows = tx.all<ChatColumns>(
    `${chatRowSelect} where c.key in (
       select c.key from ${where.from} where ${where.sql} order by ${order.sql} limit ? offset ?) order by ${order.sql}`,
    [...where.params, ...order.params, input.limit, input.offset, ...order.params],
  )
  const found = foundNames(
    tx,
    rows.map((row) => toChatRow(row, tx.now)),
    input.text ?? '',
  )
  const keys = found.map(({ key }) => key)
  const proposals = newestProposals(tx, keys)
  const scheduled = input.filter === 'scheduled' ? nextScheduled(tx, keys) : null
  return found.map((row) => ({
    ...row,
    proposal: proposals.get(row.key) ?? null,
    scheduled: scheduled?.get(row.key) ?? null,
  }))
}

/** Chats with these keys, as rows of the list; in no order. */
export const chatRowsOf = (tx: ReadTx, keys: readonly ChatKey[]): readonly ChatRow[] =>
  tx
    .all<ChatColumns>(`${chatRowSelect} where c.key in (select value from json_each(?))`, [JSON.stringify(keys)])
    .map((row) => toChatRow(row, tx.now))

export const chatReads = {
  'chats.list'(tx: ReadTx, input: Input<'chats.list'>): ChatPage {
    const where = listed(tx, input)
    const pinned =
      isWaiting(input.filter) || input.filter === 'scheduled'
        ? 0
        : count(tx, { ...where, sql: `${where.sql} and (c.pinned_at is null) = 0` })
    return {
      rows: pageOf(tx, listed(tx, input, { isPage: true }), input),
      total: count(tx, where),
      pinned,
      counts: countChats(tx, input.scope),
    }
  },

  'chats.search'(tx: ReadTx, input: Input<'search.chats'>): readonly ChatRow[] {
    const listing = { ...input, filter: 'all', offset: 0 } as const
    return pageOf(tx, listed(tx, listing), listing)
  },

  'chats.indexOf'(tx: ReadTx, input: Input<'chats.indexOf'>): number | null {
    const where = listed(tx, { scope: input.scope, filter: input.filter })
    const { sql, params } = where
    if (isWaiting(input.filter)) return indexOfWaiting(tx, where, input.chat)
    if (input.filter === 'scheduled') {
      const order = orderOf({ filter: input.filter })
      const keys = tx.all<{ key: ChatKey }>(`select c.key from chat c where ${sql} order by ${order.sql} limit 10001`, [
        ...params,
        ...order.params,
      ])
      const at = keys.findIndex(({ key }) => key === input.chat)
      return at === -1 ? null : at
    }
    const own = tx.get<{ unpinned: number; list_at: number; last_message: number | null }>(
      `select (c.pinned_at is null) as unpinned, c.list_at, c.last_message from chat c where c.key = ? and ${sql}`,
      [input.chat, ...params],
    )
    if (own === undefined) return null
    const before = tx.get<{ n: number }>(
      `select count(*) as n from chat c where ${sql} and ((c.pinned_at is null) < ? or ((c.pinned_at is null) = ?
         and (c.list_at > ? or (c.list_at = ? and (coalesce(c.last_message, 0) > ?
           or (coalesce(c.last_message, 0) = ? and c.key < ?))))))`,
      [
        ...params,
        own.unpinned,
        own.unpinned,
        own.list_at,
        own.list_at,
        own.last_message ?? 0,
        own.last_message ?? 0,
        input.chat,
      ],
    )
    return before?.n ?? 0
  },

  'chats.nextUnread'(tx: ReadTx, input: Input<'chats.nextUnread'>): ChatKey | null {
    const { from, sql, params } = listed(tx, { scope: input.scope, filter: 'unread' }, { isPage: true })
    const keys = tx
      .all<{ key: ChatKey }>(
        `select c.key from ${from} where ${sql} order by ${orderOf({ filter: 'unread' }).sql} limit 10001`,
        params,
      )
      .map((row) => row.key)
    const at = input.after === null ? -1 : keys.indexOf(input.after)
    // The chat that is open may have been read meanwhile, so that it is in the list no longer: then the first one.
    const next = keys[at + 1] ?? keys[0]
    return next === undefined || next === input.after ? null : next
  },

  'chats.nextWaiting'(tx: ReadTx, { scope, after }: Input<'chats.nextWaiting'>): WaitingChat | null {
    const { from, sql, params } = listed(tx, { scope, filter: 'waiting' })
    const chat = after?.chat ?? 0
    const place = waitingPlace(tx, chat, after?.at ?? null)
    const first = (more: string, values: readonly SqlValue[]): WaitingChat | undefined =>
      tx.get(
        `select c.key as chat, c.instance, c.title, c.waiting_at as waitingSince from ${from}
         where ${sql} and ${more} order by ${waitingOrder} limit 1`,
        [...params, ...values],
      )
    const others = 'c.key <> ?'
    return first(`${others} and (${waitingOrder}) > (?, ?, ?)`, [chat, ...place]) ?? first(others, [chat]) ?? null
  },

  'chats.find'(
    tx: ReadTx,
    input: Input<'chats.find'>,
  ): { readonly instance: InstanceKey; readonly chat: ChatKey } | null {
    const instances = tx.all<{ key: InstanceKey }>(
      `select key from instance where detached_at is null and (key = ? or id_instance = ?) order by key`,
      typeof input.instance === 'number' ? [input.instance, null] : [null, input.instance],
    )
    for (const { key } of instances) {
      const found = findChat(tx, key, input.chatId)
      if (found !== null) return { instance: key, chat: found.chat }
    }
    return null
  },

  'chats.details': chatDetails,
}

/**
 * The values of {@link waitingOrder} for a chat; `at`: since when it waited when it was visited, null: its present
 * ones. A chat that does not wait and was not visited comes before all others.
 */
function waitingPlace(tx: ReadTx, chat: number, at: number | null): readonly [number, number, number] {
  const row = tx.get<{ isGroup: number; dueAt: number | null; targetMs: number }>(
    `select c.kind = 'group' as isGroup, c.answer_due_at as dueAt, i.answer_target_ms as targetMs
     from chat c join instance i on i.key = c.instance where c.key = ?`,
    [chat],
  )
  const dueAt = row === undefined ? null : at === null ? row.dueAt : at + row.targetMs
  return row === undefined || dueAt === null ? [0, 0, 0] : [row.isGroup, dueAt, chat]
}

function indexOfWaiting(tx: ReadTx, { from, sql, params }: ChatCondition, chat: ChatKey): number | null {
  if (count(tx, { from: 'chat c', sql: `${sql} and c.key = ?`, params: [...params, chat] }) === 0) return null
  return count(tx, {
    from,
    sql: `${sql} and (${waitingOrder}) < (?, ?, ?)`,
    params: [...params, ...waitingPlace(tx, chat, null)],
  })
}

/** Arguments of readChat, for the read receipt. */
export interface MarkedRead {
  readonly instance: InstanceKey
  readonly chatId: string
  /** The newest incoming message up to the mark; null when there is none. */
  readonly idMessage: string | null
  /** The mark moved, or the chat is no longer marked as unread. */
  readonly moved: boolean
  readonly change: ChatChange
}

/** The read mark that covers all present messages at or before `at` (epoch ms); null: it is there or further. */
function readMarkAt(tx: Tx, chat: ChatKey, at: number, upTo: MessageKey | null): ChatMarks | null {
  const mark = { read_at: at, read_seen_at: seenUpTo(tx, chat, at, upTo) }
  const isFurther = tx.get(
    'select 1 from chat where key = :chat and (read_at < :read_at or (read_at = :read_at and read_seen_at < :read_seen_at))',
    { chat, ...mark },
  )
  return isFurther === undefined ? null : mark
}

const notSnoozed = { snoozed_until: null, snoozed_key: null, snoozed_last_at: null }

export const chatWrites = {
  'chats.setPinned'(tx: Tx, input: Input<'chats.setPinned'>): void {
    changeChat(tx, input.chat, { pinned_at: input.pinned ? tx.now : null })
  },
  'chats.setMuted'(tx: Tx, input: Input<'chats.setMuted'>): void {
    changeChat(tx, input.chat, { muted_until: input.mutedUntil === 'forever' ? forever : input.mutedUntil })
  },
  'chats.setArchived'(tx: Tx, { chat, archived }: Input<'chats.setArchived'>): ChatChange {
    return changeUndoably(tx, chat, { archived: Number(archived) })
  },

  /**
   * Read up to and including `at`, and of what came up to `upTo`; by default all that is there. Read marks only move
   * forward, and never past what is here: a message that is still on its way has not been seen.
   */
  'chats.markRead'(tx: Tx, input: Input<'chats.markRead'>): MarkedRead {
    const upTo = input.upTo ?? null
    const chat = tx.get<{ instance: InstanceKey; chat_id: string; marked_unread: number }>(
      'select instance, chat_id, marked_unread from chat where key = ?',
      [input.chat],
    )
    if (chat === undefined) throw new ContractError('notFound')
    const newest = tx.get<{ id_message: string | null; at: number }>(
      `select id_message, at from message indexed by message_unread where chat = :chat and direction = 'incoming'
         and unsent = 0 and folded = 0 and hidden_at is null and at <= :at and (:upTo is null or key <= :upTo)
         order by at desc, tie desc limit 1`,
      { chat: input.chat, at: input.at ?? Number.MAX_SAFE_INTEGER, upTo },
    )
    const mark = newest === undefined ? null : readMarkAt(tx, input.chat, newest.at, upTo)
    const moved = mark !== null || chat.marked_unread === 1
    const change = moved
      ? changeUndoably(tx, input.chat, { ...mark, marked_unread: 0 })
      : { chat: input.chat, before: {}, after: {} }
    if (moved) {
      if (newest !== undefined) markForTeam(tx, input.chat, 'read', newest.at)
      refreshSummary(tx, input.chat)
    }
    return { instance: chat.instance, chatId: chat.chat_id, idMessage: newest?.id_message ?? null, moved, change }
  },
  'chats.setDone'(tx: Tx, { chat, upTo }: Input<'chats.setDone'>): ChatChange {
    const at =
      tx.get<{ at: number }>(
        `select at from message indexed by message_unread where chat = :chat and direction = 'incoming' and unsent = 0
           and folded = 0 and hidden_at is null and (:upTo is null or key <= :upTo) order by at desc limit 1`,
        { chat, upTo },
      )?.at ?? 0
    const change = changeUndoably(tx, chat, { done_at: at, done_seen_at: seenUpTo(tx, chat, at, upTo) })
    markForTeam(tx, chat, 'done', at)
    refreshSummary(tx, chat)
    return change
  },
  'chats.snooze'(tx: Tx, { chat, until }: Input<'chats.snooze'>): ChatChange {
    // oxlint-disable-next-line clocks/monotonic -- a person chose the time by the wall clock
    if (typeof until === 'number' && until <= tx.now) throw new ContractError('schedulePast')
    const here = tx.get<{ key: number | null; lastAt: number | null }>(
      `select (select max(key) from message) as key,
         (select at from message where chat = ? and unsent = 0 order by at desc limit 1) as lastAt`,
      [chat],
    )
    return changeUndoably(tx, chat, {
      snoozed_until: until === 'message' ? forever : until,
      snoozed_key: until === null ? null : (here?.key ?? 0),
      snoozed_last_at: until === null ? null : (here?.lastAt ?? 0),
    })
  },
  'chats.undo'(tx: Tx, { changes }: Input<'chats.undo'>): void {
    for (const change of changes) {
      if (!undoChange(tx, change)) continue
      if (change.before.done_at !== undefined) markForTeam(tx, change.chat, 'done', change.before.done_at ?? 0)
      refreshSummary(tx, change.chat)
    }
  },
  /**
   * Ends snoozes of chats, and mutes of chats and instances, whose time has come. `nextAt`: the time of the next one,
   * epoch ms; null: none has one.
   */
  'chats.endTimedMarks'(tx: Tx): { readonly nextAt: number | null } {
    const snoozed = tx.all<{ key: ChatKey }>('select key from chat where snoozed_until <= ? limit 1000', [tx.now])
    for (const { key } of snoozed) changeChat(tx, key, { ...notSnoozed, marked_unread: 1 })
    const muted = tx.all<{ key: ChatKey }>('select key from chat where muted_until <= ? limit 1000', [tx.now])
    for (const { key } of muted) changeChat(tx, key, { muted_until: null })
    if (endInstanceMutes(tx) > 0) tx.changed({ kind: 'instances' })
    const next = tx.get<{ at: number | null }>(
      `select min(at) as at from (
         select min(snoozed_until) as at from chat where snoozed_until < :forever
         union all select min(muted_until) from chat where muted_until < :forever
         union all select min(muted_until) from instance where muted_until < :forever)`,
      { forever },
    )
    return { nextAt: next?.at ?? null }
  },
  'chats.markUnread'(tx: Tx, { chat }: Input<'chats.markUnread'>): ChatChange {
    return changeUndoably(tx, chat, { marked_unread: 1 })
  },

  'chats.saveDraft': saveDraft,
}
