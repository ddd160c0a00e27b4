import { readStored } from '../../base/rules/stored-json.ts'
import { z } from 'zod'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { Colleague } from '../../../contract/team.ts'
import { chatOf, findChat } from '../../messages/archive/tx/chat-of.ts'
import { isErasedChat } from '../../messages/archive/tx/erased-people.ts'
import { always, refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import type { Entry } from '../shared-team.ts'
import type { DeskId, SharedInstanceId } from '../shared-ids.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'

/** A chat's entry in the journal (src/team/schema, note_chat). */
const chatSchema = z.object({
  chatId: z.string().min(1).max(200),
  assignee: z.string().max(100).nullable(),
  doneUntil: z.int().min(0).max(8_640_000_000_000_000).nullable(),
})

/**
 * Takes who answers for a chat and what of it is done. What this person marked since, and the team was not told yet,
 * stays.
 * @param isAhead it was read before the messages that were closed: it covers them until the entry itself comes
 */
export function takeChat(tx: Tx, instance: InstanceKey, entry: Pick<Entry, 'raw'>, isAhead = false): void {
  const { data: payload } = chatSchema.safeParse(JSON.parse(entry.raw))
  if (payload === undefined || isErasedChat(tx, instance, payload.chatId)) return
  const chat = chatOf(tx, instance, payload.chatId, { fromService: false })
  updateChat(tx, chat, { assignee: payload.assignee })
  if (tx.get(`select 1 from team_mark where chat = ? and kind = 'done'`, [chat]) === undefined) {
    const at = payload.doneUntil ?? 0
    const isNew = 'select 1 from chat where key = ? and (done_at <> ? or done_seen_at = ?)'
    if (tx.get(isNew, [chat, at, always]) !== undefined)
      updateChat(tx, chat, {
        done_at: at,
        done_seen_at: isAhead ? always : Math.max(seenUpTo(tx, chat, at, null), newestInInbox(tx, instance)),
      })
    refreshSummary(tx, chat)
  }
  tx.changed({ kind: 'chats', instance, chats: [chat] })
}

/**
 * When the newest that waits to be applied came, epoch ms; 0 for none. An entry of a chat is taken at once, and the
 * notifications before it only into the inbox.
 */
const newestInInbox = (tx: ReadTx, instance: InstanceKey): number =>
  tx.get<{ at: number | null }>('select max(received_at) as at from inbox where instance = ?', [instance])?.at ?? 0

/**
 * When the last of the incoming messages up to `at` came, epoch ms; 0 for none. `upTo`: only of those that were stored
 * no later than this one.
 */
export const seenUpTo = (tx: ReadTx, chat: ChatKey, at: number, upTo: MessageKey | null): number =>
  tx.get<{ seenAt: number }>(
    `select max(
       coalesce((select max(seen_at) from message indexed by message_unread where chat = :chat and direction = 'incoming'
         and unsent = 0 and folded = 0 and hidden_at is null and at = :at and (:upTo is null or key <= :upTo)), 0),
       coalesce((select seen_at from message indexed by message_late where chat = :chat and direction = 'incoming'
         and live = 1 and at <= :at and (:upTo is null or key <= :upTo) order by seen_at desc limit 1), 0)) as seenAt`,
    { chat, at, upTo },
  )?.seenAt ?? 0

/** Records a mark for upload to the team, also while its database is unreachable. */
export function markForTeam(tx: Tx, chat: ChatKey, kind: 'done' | 'read', at: number): void {
  tx.run(
    `insert or replace into team_mark (chat, kind, at)
     select c.key, :kind, :at from chat c join team_instance t on t.instance = c.instance where c.key = :chat`,
    { chat, kind, at },
  )
}

/** A mark that the team is to be told of. `at`: up to this time of the service, epoch ms; 0 takes a done mark back. */
export interface TeamMark {
  readonly chat: ChatKey
  readonly shared: SharedInstanceId
  readonly chatId: string
  readonly kind: 'done' | 'read'
  readonly at: number
}

/** A chat of a shared instance. */
export interface TeamChatPlace {
  readonly instance: InstanceKey
  readonly shared: SharedInstanceId
  readonly chatId: string
  readonly assignee: DeskId | null
}

export const teamChatWrites = {
  /**
   * Takes the chats' states of the team's database, which may be newer than the journal's entries. Gives the id of the
   * last chat; '' for none.
   */
  'team.takeChatStates'(
    tx: Tx,
    { instance, raws }: { readonly instance: InstanceKey; readonly raws: readonly string[] },
  ): string {
    for (const raw of raws) takeChat(tx, instance, { raw }, true)
    return readStored(raws.at(-1) ?? '{}', z.object({ chatId: z.string() }), { chatId: '' }).chatId
  },
  /** Names of the desks; those that left keep theirs. */
  'team.storeMembers'(
    tx: Tx,
    { members }: { readonly members: readonly { readonly desk: string; readonly name: string }[] },
  ): void {
    let changed = false
    for (const { desk, name } of members) {
      const put = tx.run(
        `insert into team_member (desk, name) values (:desk, :name)
         on conflict (desk) do update set name = :name where name <> :name`,
        { desk, name },
      )
      changed ||= put.changes > 0
    }
    if (!changed) return
    for (const { instance } of tx.all<{ instance: InstanceKey }>('select instance from team_instance'))
      tx.changed({ kind: 'chats', instance })
    tx.changed({ kind: 'people' })
  },
  /** The team has taken an assignment; its journal tells it too. */
  'team.storeAssignee'(tx: Tx, input: { readonly chat: ChatKey; readonly assignee: DeskId | null }): void {
    const { instance } = placeOf(tx, input.chat)
    updateChat(tx, input.chat, { assignee: input.assignee })
    tx.changed({ kind: 'chats', instance, chats: [input.chat] })
  },
  /** The team knows a mark, or is never to be told of it. */
  'team.markUploaded'(tx: Tx, { chat, kind, at }: Pick<TeamMark, 'chat' | 'kind' | 'at'>): void {
    tx.run('delete from team_mark where chat = :chat and kind = :kind and at = :at', { chat, kind, at })
  },
}

function findPlace(tx: ReadTx, chat: ChatKey): TeamChatPlace | null {
  const row = tx.get<TeamChatPlace>(
    `select c.instance, t.shared, c.chat_id as chatId, c.assignee from chat c join team_instance t on t.instance = c.instance
     where c.key = ?`,
    [chat],
  )
  return row ?? null
}

function placeOf(tx: ReadTx, chat: ChatKey): TeamChatPlace {
  const place = findPlace(tx, chat)
  if (place === null) throw new ContractError('notFound')
  return place
}

export const teamChatReads = {
  'team.place': (tx: ReadTx, { chat }: { readonly chat: ChatKey }): TeamChatPlace | null => findPlace(tx, chat),
  'team.marks': (tx: ReadTx): readonly TeamMark[] =>
    tx.all(
      `select team_mark.chat, t.shared, c.chat_id as chatId, team_mark.kind, team_mark.at from team_mark cross join chat c on c.key = team_mark.chat
         cross join team_instance t on t.instance = c.instance order by team_mark.chat, team_mark.kind limit 200`,
    ),
  /** Where colleagues are, as this desk calls the chats; null for a chat that is not here. */
  'team.findChats': (
    tx: ReadTx,
    { places }: { readonly places: readonly { readonly instance: InstanceKey; readonly chatId: string }[] },
  ): readonly ({ readonly chat: ChatKey; readonly title: string } | null)[] =>
    places.map(({ instance, chatId }) => {
      const found = findChat(tx, instance, chatId)
      if (found === null) return null
      const title = tx.get<{ title: string }>('select title from chat where key = ?', [found.chat])?.title ?? ''
      return { chat: found.chat, title }
    }),
  'team.names': (tx: ReadTx, { desks }: { readonly desks: readonly string[] }): readonly Colleague[] =>
    desks.map((desk) => colleagueOf(tx, desk)),
}

/**
 * The desk of the team where message `m` with its outbox row `o` was written, its own included; null where no team
 * shares the instance.
 */
export const authorExpression = `coalesce(
  (select s.author from team_send s where s.instance = m.instance and s.id_message = m.id_message),
  (select value from meta where name = 'desk' and o.message is not null
     and exists (select 1 from team_instance t where t.instance = m.instance)))`

/** Somebody of the team by their desk. */
export function colleagueOf(tx: ReadTx, desk: string): Colleague {
  const row = tx.get<{ name: string | null; own: number }>(
    `select (select name from team_member where desk = :desk) as name,
       coalesce((select value = :desk from meta where name = 'desk'), 0) as own`,
    { desk },
  )
  return { desk, name: row?.name ?? '', isThis: row?.own === 1 }
}
