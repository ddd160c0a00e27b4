import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { OperationOutput } from '../../../public-api/operations.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import type { Program } from '../../programs/identity/tx/program-row.ts'
import { listed, waitingOrder } from '../../reading/tx/listed-chats.ts'
import type { ReadTx, SqlParams, SqlValue } from '../../store/tx.ts'
import { isoTime, readCursor, writeCursor } from '../rules/public-values.ts'
import { directionsOf, scopeParams, seesChat, seesMessage } from '../../programs/identity/tx/program-scope.ts'
import { readPublicMessages, type PublicMessage } from './public-messages.ts'

type PublicChat = OperationOutput<'getChat'>
type WaitingChat = OperationOutput<'listWaiting'>['items'][number]

export interface PublicPage<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
}

/** A read of a program: who asks, and what its scope leaves of it. */
export interface Asked {
  readonly program: Pick<Program, 'scope'>
}

interface ChatColumns {
  readonly key: ChatKey
  readonly id_instance: string
  readonly chat_id: string
  readonly kind: PublicChat['kind']
  readonly title: string
  readonly phone: string | null
  readonly labels: string | null
  readonly last_at: number
  readonly unread: number
  readonly waiting_at: number | null
  readonly archived: number
  readonly direction: 'incoming' | 'outgoing' | null
  readonly content_kind: string | null
  readonly text: string | null
  readonly deleted: number | null
}

const previewLength = 200

const chatSelect = `select c.key, i.id_instance, c.chat_id, c.kind, c.title, c.phone, c.last_at, c.unread, c.waiting_at, c.archived,
    (select json_group_array(l.name) from chat_label cl join label l on l.key = cl.label where cl.chat = c.key) as labels,
    m.direction, m.content_kind, substr(m.text, 1, ${previewLength}) as text, m.deleted
  from chat c join instance i on i.key = c.instance left join message m on m.key = c.last_message`

function toPublicChat(row: ChatColumns, { program }: Asked): PublicChat {
  const sees = directionsOf(program.scope)
  const isSeen = row.direction !== null && sees[row.direction]
  return {
    instanceId: row.id_instance,
    chatId: row.chat_id,
    kind: row.kind,
    title: row.title,
    phone: row.phone,
    labels: JSON.parse(row.labels ?? '[]') as string[],
    at: row.last_at === 0 ? null : isoTime(row.last_at),
    unread: row.unread,
    waitingSince: row.waiting_at === null ? null : isoTime(row.waiting_at),
    archived: row.archived === 1,
    last:
      row.direction === null || row.content_kind === null || !isSeen
        ? null
        : { direction: row.direction, kind: row.content_kind, text: row.deleted === 1 ? '' : (row.text ?? '') },
  }
}

/** The chat with an id, or an alias of it, where the program may see it. */
function visibleChat(
  tx: ReadTx,
  asked: Asked,
  { instance, chatId }: { readonly instance: InstanceKey; readonly chatId: string },
): ChatKey | null {
  const found = findChat(tx, instance, chatId)
  if (found === null) return null
  const params = { ...scopeParams(asked.program), chat: found.chat }
  return tx.get(`select 1 from chat c where c.key = :chat and ${seesChat}`, params) === undefined ? null : found.chat
}

export const publicReads = {
  /** Null: there is none, or the program may not see it. */
  'public.chat'(
    tx: ReadTx,
    input: Asked & { readonly instance: InstanceKey; readonly chatId: string },
  ): PublicChat | null {
    const chat = visibleChat(tx, input, input)
    const row = chat === null ? undefined : tx.get<ChatColumns>(`${chatSelect} where c.key = ?`, [chat])
    return row === undefined ? null : toPublicChat(row, input)
  },

  'public.chatKey': (
    tx: ReadTx,
    input: Asked & { readonly instance: InstanceKey; readonly chatId: string },
  ): ChatKey | null => visibleChat(tx, input, input),

  'public.chats'(
    tx: ReadTx,
    input: Asked & {
      readonly instance: InstanceKey | null
      readonly label: string | null
      readonly unread: boolean
      readonly archived: boolean
      readonly limit: number
      readonly cursor?: string | undefined
    },
  ): PublicPage<PublicChat> {
    const [at = Number.MAX_SAFE_INTEGER, key = 0] = readCursor('chats', 'nn', input.cursor) ?? []
    const { instance, unread, archived, limit } = input
    const params: Record<string, SqlValue> = { ...scopeParams(input.program), at, key, instance, unread, archived }
    const rows = tx.all<ChatColumns>(
      `${chatSelect} where c.archived = :archived and c.last_at > 0 and (c.last_at, c.key) < (:at, :key)
         and (:instance is null or c.instance = :instance) and (not :unread or c.unread > 0 or c.marked_unread = 1)
         and (:label is null or exists (select 1 from chat_label cl join label l on l.key = cl.label
           where cl.chat = c.key and l.name = :label))
         and ${seesChat} order by c.last_at desc, c.key desc limit :limit`,
      { ...params, label: input.label, limit: limit + 1 },
    )
    return pageOf(
      rows,
      limit,
      (row) => toPublicChat(row, input),
      ({ last_at, key: last }) => writeCursor('chats', [last_at, last]),
    )
  },

  /** Null: there is no such chat, or the program may not see it. */
  'public.messages'(
    tx: ReadTx,
    input: Asked & {
      readonly instance: InstanceKey
      readonly chatId: string
      readonly order: 'newest' | 'oldest'
      readonly limit: number
      readonly cursor?: string | undefined
    },
  ): PublicPage<PublicMessage> | null {
    const chat = visibleChat(tx, input, input)
    if (chat === null) return null
    const { order, limit } = input
    const place = readCursor(order, 'nnt', input.cursor)
    const [compare, way] = order === 'newest' ? ['<', 'desc'] : ['>', 'asc']
    const after = place === null ? '' : `and (m.unsent, m.at, m.tie) ${compare} (:unsent, :at, :tie)`
    const [unsent = 0, at = 0, tie = ''] = place ?? []
    const params: SqlParams = {
      ...directionsOf(input.program.scope),
      ...(place === null ? {} : { unsent, at, tie }),
      chat,
      limit: limit + 1,
    }
    const rows = readPublicMessages(
      tx,
      `m.chat = :chat ${after} and ${seesMessage} order by m.unsent ${way}, m.at ${way}, m.tie ${way} limit :limit`,
      params,
    )
    return pageOf(
      rows,
      limit,
      ({ message }) => message,
      (last) => writeCursor(order, last.place),
    )
  },

  /** Also what the program sent itself, whatever its scope leaves of other messages. */
  'public.message'(
    tx: ReadTx,
    input: { readonly program: Pick<Program, 'scope' | 'key'>; readonly message: MessageKey },
  ): PublicMessage | null {
    const { program, message } = input
    const own = 'exists (select 1 from program_send ps where ps.message = m.key and ps.program = :program)'
    const [row] = readPublicMessages(tx, `m.key = :message and ((${seesMessage} and ${seesChat}) or ${own})`, {
      ...scopeParams(program),
      program: program.key,
      message,
    })
    return row?.message ?? null
  },

  /** The message that a send of the team's program became, which another desk sent; null: it is not here yet. */
  'public.sharedMessage'(tx: ReadTx, input: { readonly send: string }): PublicMessage | null {
    const found = tx.get<{ key: MessageKey }>(
      `select m.key from team_send s cross join message m on m.instance = s.instance and m.id_message = s.id_message
       where s.id = ?`,
      [input.send],
    )
    if (found === undefined) return null
    return readPublicMessages(tx, 'm.key = :message', { message: found.key })[0]?.message ?? null
  },

  /** Of some messages those that the program may see, with the names that programs have for their chats. */
  'public.visible'(
    tx: ReadTx,
    input: Asked & { readonly messages: readonly MessageKey[] },
  ): readonly { readonly message: MessageKey; readonly instanceId: string; readonly chatId: string }[] {
    return tx.all(
      `select m.key as message, i.id_instance as instanceId, c.chat_id as chatId
       from message m join chat c on c.key = m.chat join instance i on i.key = c.instance
       where m.key in (select value from json_each(:messages)) and ${seesMessage} and ${seesChat}`,
      { ...scopeParams(input.program), messages: JSON.stringify(input.messages) },
    )
  },

  /** Whether a file belongs to a message that the program may see. */
  'public.seesFile'(tx: ReadTx, input: Asked & { readonly ref: string }): boolean {
    const found = tx.get(
      `select 1 from message_media mm join message m on m.key = mm.message join chat c on c.key = m.chat
       where mm.ref = :ref and m.deleted = 0 and ${seesMessage} and ${seesChat} limit 1`,
      { ...scopeParams(input.program), ref: input.ref },
    )
    return found !== undefined
  },

  'public.waiting'(
    tx: ReadTx,
    input: Asked & {
      readonly instance: InstanceKey | null
      readonly limit: number
      readonly cursor?: string | undefined
    },
  ): PublicPage<WaitingChat> {
    const place = readCursor('waiting', 'nnn', input.cursor) ?? [-1, 0, 0]
    const { from, sql, params } = listed(tx, { scope: input.instance, filter: 'waiting' })
    const rows = tx.all<{
      readonly key: ChatKey
      readonly is_group: number
      readonly due_at: number
      readonly id_instance: string
      readonly chat_id: string
      readonly title: string
      readonly waiting_at: number
    }>(
      `select c.key, c.kind = 'group' as is_group, c.answer_due_at as due_at, i.id_instance, c.chat_id, c.title, c.waiting_at
       from ${from} join instance i on i.key = c.instance
       where ${sql} and (${waitingOrder}) > (?, ?, ?) and ${positional(seesChat)} order by ${waitingOrder} limit ?`,
      [...params, ...place, ...positionalScope(input), input.limit + 1],
    )
    return pageOf(
      rows,
      input.limit,
      (row) => ({
        instanceId: row.id_instance,
        chatId: row.chat_id,
        title: row.title,
        waitingSince: isoTime(row.waiting_at),
        dueAt: isoTime(row.due_at),
      }),
      ({ is_group, due_at, key }) => writeCursor('waiting', [is_group, due_at, key]),
    )
  },

  /** Names of labels, for what a program is told of its scope. */
  'public.labelNames': (tx: ReadTx, { labels }: { readonly labels: readonly number[] }): readonly string[] =>
    tx
      .all<{ name: string }>('select name from label where key in (select value from json_each(?)) order by name_key', [
        JSON.stringify(labels),
      ])
      .map(({ name }) => name),
}

/** A condition with named parameters for a statement whose others have none. */
const positional = (sql: string): string => sql.replaceAll(/:\w+/g, '?')

const positionalScope = ({ program }: Asked): readonly SqlValue[] => {
  const params = scopeParams(program)
  return [...seesChat.matchAll(/:(\w+)/g)].map(([, name = '']) => params[name])
}

/** `rows`: one more than fit, where there are more. */
function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  cursorOf: (last: Row) => string,
): PublicPage<Item> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit).map(present), nextCursor: last === undefined ? null : cursorOf(last) }
}
