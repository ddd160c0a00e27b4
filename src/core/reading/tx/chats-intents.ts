import type { ChatDetails, ChatFilter, ChatPage, ChatRow, WaitingChat } from '../../../contract/chats.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, Scope } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import { forever } from '../../accounts/tx/instance-row.ts'
import { findChat } from '../../archive/tx/chat-of.ts'
import { readTime } from '../../archive/rules/position.ts'
import { refreshSummary } from '../../archive/tx/chat-summary.ts'
import { nameMatch } from '../../archive/tx/name-search.ts'
import type { ReadTx, SqlValue, Tx } from '../../store/tx.ts'
import { chatRowSelect, toChatRow } from './chat-rows.ts'
import type { ChatColumns } from './chat-rows.ts'
import { foundNames } from './found-names.ts'
import { readQuoted } from './message-rows.ts'

/**
 * Pinned first, then newest first. The service's times are whole seconds: of two chats of one second the one whose
 * message came last goes first. The same words everywhere, so that indexes serve it.
 */
const listOrder = '(c.pinned_at is null), c.list_at desc, c.last_message desc, c.key'

/** Who waits longest first; of two that came within a second the one whose chat is older. */
const waitingOrder = 'c.waiting_at, c.key'

const orderOf = (filter: ChatFilter): string => (filter === 'waiting' ? waitingOrder : listOrder)

/** Chats with a name, number or id that matches, their own or one of who writes in them. */
const named = 'select n.chat from name_fts f join chat_name n on n.key = f.rowid where name_fts match ?'

interface Where {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** What is in a list. Chats of instances that were removed (their history kept) are in none of them. */
function listed({ now }: ReadTx, scope: Scope, filter: ChatFilter, text = '', keep?: ChatKey): Where {
  const match = nameMatch(text)
  // What was found leads to its chats: with the plus signs no index of the list is walked for them.
  const [archived, instance] = match === null ? ['c.archived', 'c.instance'] : ['+c.archived', '+c.instance']
  const parts = [filter === 'archived' ? `${archived} = 1` : `${archived} = 0`]
  const params: SqlValue[] = []
  // The index of those who wait in all instances has their order; one instance has an index of its own.
  if (scope === null)
    parts.push(
      `${filter === 'waiting' ? '+c.instance' : instance} in (select key from instance where detached_at is null)`,
    )
  else {
    parts.push(`${instance} = ?`)
    params.push(scope)
  }
  if (filter === 'unread' && keep === undefined) parts.push('(c.unread > 0 or c.marked_unread = 1)')
  if (filter === 'unread' && keep !== undefined) {
    parts.push('(c.unread > 0 or c.marked_unread = 1 or c.key = ?)')
    params.push(keep)
  }
  if (filter === 'waiting') {
    parts.push(`c.waiting_at > 0 and c.kind <> 'channel' and (c.kind <> 'group' or coalesce(c.muted_until, 0) <= ?)`)
    params.push(now)
  }
  if (filter === 'groups') parts.push(`c.kind = 'group'`)
  // A chat that was opened but holds nothing yet is in the list only once something was written in it.
  if (filter !== 'archived' && text === '') parts.push('c.list_at > 0')
  if (match !== null) {
    parts.push(`c.key in (${named})`)
    params.push(match)
  }
  return { sql: parts.join(' and '), params }
}

const count = (tx: ReadTx, { sql, params }: Where): number =>
  tx.get<{ n: number }>(`select count(*) as n from chat c where ${sql}`, params)?.n ?? 0

export const chatReads = {
  'chats.list'(tx: ReadTx, input: Input<'chats.list'>): ChatPage {
    const where = listed(tx, input.scope, input.filter, input.text, input.keep)
    const order = orderOf(input.filter)
    // The page is cut before anything is joined, or each skipped row would cost its newest message too.
    const rows = tx.all<ChatColumns>(
      `${chatRowSelect} where c.key in (
         select c.key from chat c where ${where.sql} order by ${order} limit ? offset ?) order by ${order}`,
      [...where.params, input.limit, input.offset],
    )
    const pinned =
      input.filter === 'waiting'
        ? 0
        : count(tx, { sql: `${where.sql} and c.pinned_at is not null`, params: where.params })
    return {
      rows: foundNames(
        tx,
        rows.map((row) => toChatRow(row, tx.now)),
        input.text ?? '',
      ),
      total: count(tx, where),
      pinned,
      counts: {
        unread: count(tx, listed(tx, input.scope, 'unread')),
        waiting: count(tx, listed(tx, input.scope, 'waiting')),
        archived: count(tx, listed(tx, input.scope, 'archived')),
      },
    }
  },

  'chats.search'(tx: ReadTx, input: Input<'search.chats'>): readonly ChatRow[] {
    const open = listed(tx, input.scope, 'all', input.text)
    // Archived chats are found too, behind the others, and groups in which somebody writes behind who is named so.
    const sql = open.sql.replace(/\+?c\.archived = 0/u, 'true')
    const match = nameMatch(input.text)
    const order = match === null ? '' : `c.key not in (${named} and n.sender = ''),`
    const rows = tx.all<ChatColumns>(
      `${chatRowSelect} where ${sql} order by c.archived, ${order} ${listOrder} limit ?`,
      [...open.params, ...(match === null ? [] : [match]), input.limit],
    )
    return foundNames(
      tx,
      rows.map((row) => toChatRow(row, tx.now)),
      input.text,
    )
  },

  'chats.indexOf'(tx: ReadTx, input: Input<'chats.indexOf'>): number | null {
    const { sql, params } = listed(tx, input.scope, input.filter)
    if (input.filter === 'waiting') return indexOfWaiting(tx, { sql, params }, input.chat)
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
    const { sql, params } = listed(tx, input.scope, 'unread')
    const keys = tx
      .all<{ key: ChatKey }>(`select c.key from chat c where ${sql} order by ${listOrder} limit 10001`, params)
      .map((row) => row.key)
    const at = input.after === null ? -1 : keys.indexOf(input.after)
    // The chat that is open may have been read meanwhile, so that it is in the list no longer: then the first one.
    const next = keys[at + 1] ?? keys[0]
    return next === undefined || next === input.after ? null : next
  },

  'chats.nextWaiting'(tx: ReadTx, { scope, after }: Input<'chats.nextWaiting'>): WaitingChat | null {
    const { sql, params } = listed(tx, scope, 'waiting')
    const chat = after?.chat ?? 0
    const at = after?.at ?? waitingAt(tx, chat) ?? 0
    const first = (more: string, values: readonly SqlValue[]): WaitingChat | undefined =>
      tx.get(
        `select c.key as chat, c.instance, c.title, c.waiting_at as waitingSince from chat c
         where ${sql} and ${more} order by ${waitingOrder} limit 1`,
        [...params, ...values],
      )
    const others = 'c.key <> ?'
    return first(`${others} and (c.waiting_at, c.key) > (?, ?)`, [chat, at, chat]) ?? first(others, [chat]) ?? null
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

  'chats.details'(tx: ReadTx, input: Input<'chats.details'>): ChatDetails {
    const row = tx.get<ChatColumns>(`${chatRowSelect} where c.key = ?`, [input.chat])
    const more = tx.get<{
      contact_name: string | null
      name: string | null
      last_seen: string | null
      names_checked_at: number | null
      avatar_checked_at: number | null
      messages: number
      draft: string
      draft_send: string | null
      draft_quote: MessageKey | null
      first_at: number | null
    }>(
      `select contact_name, sender_name as name, last_seen, names_checked_at, avatar_checked_at, messages, draft,
         draft_send, draft_quote,
         (select at from message where chat = chat.key and unsent = 0 order by at, tie limit 1) as first_at
       from chat where key = ?`,
      [input.chat],
    )
    if (row === undefined || more === undefined) throw new ContractError('notFound')
    return {
      ...toChatRow(row, tx.now),
      aliases: tx
        .all<{ alias: string }>('select alias from chat_alias where chat = ? order by alias', [input.chat])
        .map(({ alias }) => alias)
        .filter((alias) => alias !== row.chat_id),
      senderName: more.name,
      contactName: more.contact_name,
      lastSeen:
        more.last_seen === null || more.names_checked_at === null
          ? null
          : { text: more.last_seen, at: readTime(more.last_seen), checkedAt: more.names_checked_at },
      avatarCheckedAt: more.avatar_checked_at,
      messages: more.messages,
      firstAt: more.first_at,
      draftText: more.draft,
      draftSend: more.draft_send,
      draftQuote: more.draft_quote === null ? null : readQuoted(tx, input.chat, more.draft_quote),
    }
  },
}

const waitingAt = (tx: ReadTx, chat: number): number | null =>
  tx.get<{ at: number | null }>('select waiting_at as at from chat where key = ?', [chat])?.at ?? null

function indexOfWaiting(tx: ReadTx, { sql, params }: Where, chat: ChatKey): number | null {
  if (count(tx, { sql: `${sql} and c.key = ?`, params: [...params, chat] }) === 0) return null
  return count(tx, { sql: `${sql} and (c.waiting_at, c.key) < (?, ?)`, params: [...params, waitingAt(tx, chat), chat] })
}

/** What readChat needs, should the person want the service to be told. */
export interface MarkedRead {
  readonly instance: InstanceKey
  readonly chatId: string
  /** The newest incoming message up to the mark; null when there is none. */
  readonly idMessage: string | null
  /** The mark moved, or the chat is no longer marked as unread. */
  readonly moved: boolean
}

/**
 * Counts what stands at or before `at` (epoch ms) and has come by now as read; false when it all was. Service times are
 * whole seconds: what comes later within the second of the mark has not been seen.
 */
function moveReadMark(tx: Tx, chat: ChatKey, at: number): boolean {
  const seen = tx.get<{ seenAt: number }>(
    `select max(seen_at) as seenAt from message where chat = ? and at = ? and unsent = 0 and direction = 'incoming'`,
    [chat, at],
  )
  const moved = tx.run(
    `update chat set read_at = :at, read_seen_at = :seenAt
     where key = :chat and (read_at < :at or (read_at = :at and read_seen_at < :seenAt))`,
    { chat, at, seenAt: seen?.seenAt ?? 0 },
  )
  return moved.changes > 0
}

/** Runs an update of one chat and announces it. Throws ContractError `notFound`. */
function change(tx: Tx, chat: ChatKey, set: string, params: readonly SqlValue[]): InstanceKey {
  const row = tx.get<{ instance: InstanceKey }>('select instance from chat where key = ?', [chat])
  if (row === undefined) throw new ContractError('notFound')
  tx.run(`update chat set ${set} where key = ?`, [...params, chat])
  tx.changed({ kind: 'chats', instance: row.instance, chats: [chat] })
  return row.instance
}

export const chatWrites = {
  'chats.setPinned'(tx: Tx, input: Input<'chats.setPinned'>): void {
    change(tx, input.chat, 'pinned_at = ?', [input.pinned ? tx.now : null])
  },
  'chats.setMuted'(tx: Tx, input: Input<'chats.setMuted'>): void {
    change(tx, input.chat, 'muted_until = ?', [input.mutedUntil === 'forever' ? forever : input.mutedUntil])
    tx.changed({ kind: 'instances' })
  },
  'chats.setArchived'(tx: Tx, input: Input<'chats.setArchived'>): void {
    change(tx, input.chat, 'archived = ?', [input.archived])
  },

  /**
   * Read up to and including `at`; by default all that is there. Read marks only move forward, and never past what is
   * here: a message that is still on its way has not been seen.
   */
  'chats.markRead'(tx: Tx, input: Input<'chats.markRead'>): MarkedRead {
    const chat = tx.get<{ instance: InstanceKey; chat_id: string; marked_unread: number }>(
      'select instance, chat_id, marked_unread from chat where key = ?',
      [input.chat],
    )
    if (chat === undefined) throw new ContractError('notFound')
    const newest = tx.get<{ id_message: string | null; at: number }>(
      `select id_message, at from message where chat = ? and unsent = 0 and at <= ? and direction = 'incoming'
       order by at desc, tie desc limit 1`,
      [input.chat, input.at ?? Number.MAX_SAFE_INTEGER],
    )
    const readFurther = newest !== undefined && moveReadMark(tx, input.chat, newest.at)
    const moved = readFurther || chat.marked_unread === 1
    if (moved) {
      tx.run('update chat set marked_unread = 0 where key = ?', [input.chat])
      refreshSummary(tx, input.chat)
      tx.changed({ kind: 'chats', instance: chat.instance, chats: [input.chat] })
      tx.changed({ kind: 'instances' })
    }
    return { instance: chat.instance, chatId: chat.chat_id, idMessage: newest?.id_message ?? null, moved }
  },
  'chats.setDone'(tx: Tx, { chat, done }: Input<'chats.setDone'>): void {
    const upTo = done
      ? tx.get<{ at: number | null; seenAt: number | null }>(
          `select max(at) as at, max(seen_at) as seenAt from message
           where chat = ? and unsent = 0 and direction = 'incoming'`,
          [chat],
        )
      : undefined
    change(tx, chat, 'done_at = ?, done_seen_at = ?', [upTo?.at ?? 0, upTo?.seenAt ?? 0])
    refreshSummary(tx, chat)
  },
  'chats.markUnread'(tx: Tx, input: Input<'chats.markUnread'>): void {
    change(tx, input.chat, 'marked_unread = 1', [])
    tx.changed({ kind: 'instances' })
  },

  /** A draft moves its chat up the list; an emptied one lets it fall back to its newest message. */
  'chats.saveDraft'(tx: Tx, input: Input<'chats.saveDraft'>): void {
    const { chat, sendId, quote = null } = input
    // The send that was told with the text arrived after all, and took the draft with it.
    if (sendId !== undefined && tx.get('select 1 from outbox where send_id = ?', [sendId]) !== undefined) return
    const text = input.text.trim() === '' ? '' : input.text
    const send = text === '' ? null : (sendId ?? null)
    const before = tx.get<{ draft: string; draft_send: string | null; draft_quote: MessageKey | null }>(
      'select draft, draft_send, draft_quote from chat where key = ?',
      [chat],
    )
    if (before?.draft === text && before.draft_send === send && before.draft_quote === quote) return
    change(tx, chat, 'draft = ?, draft_at = ?, draft_send = ?, draft_quote = ?', [
      text,
      text === '' ? null : tx.now,
      send,
      quote,
    ])
    refreshSummary(tx, chat)
  },
}
