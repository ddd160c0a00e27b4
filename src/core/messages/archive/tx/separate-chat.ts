import { ContractError } from '../../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { nextKey } from '../../../store/sql.ts'
import { canonicalId, chatKindOf, twinOf } from '../rules/chat-id.ts'
import { aliasesOf, refreshChatId } from './aliases.ts'
import { currentChat } from './chat-of.ts'
import { updateChat } from './chat-row.ts'
import { refreshSummary } from './chat-summary.ts'
import { readMessage } from './message-row.ts'
import { messageSearchText } from './order-details.ts'
import { orderSeconds } from './order-seconds.ts'
import { refreshTitle } from './people.ts'
import { reapplyEffects } from './reapply-effects.ts'
import { indexText } from './search-index.ts'

/** Tables that refer to a message by its id within a chat. */
const byTarget = ['reaction', 'poll_choice', 'edit', 'deletion'] as const
/** Tables that refer to a message by its key. */
const byMessage = ['outbox', 'journal', 'proposal'] as const

/**
 * A person says that one id of a chat is somebody else: its messages become a chat of their own, and the ids are never
 * joined again. A message belongs to the id under which the service reported it last; one that names none stays, as do
 * notes, labels and the draft. Answers the new chat. Throws `notFound` where the chat has no such id, or no other one.
 */
export function separateChat(
  tx: Tx,
  input: { readonly chat: ChatKey; readonly alias: string },
): { readonly chat: ChatKey } {
  const from = currentChat(tx, input.chat)
  const ids = from === undefined ? [] : aliasesOf(tx, from).map(({ alias }) => alias)
  const going = ids.filter((id) => id === input.alias || twinOf(id) === input.alias)
  const staying = ids.filter((id) => !going.includes(id))
  if (from === undefined || going.length === 0 || staying.length === 0) throw new ContractError('notFound')
  const { instance } = tx.get<{ instance: InstanceKey }>('select instance from chat where key = ?', [from]) ?? {}
  if (instance === undefined) throw new ContractError('notFound')

  const chat = tx.run(
    `insert into chat (key, instance, chat_id, kind, read_at, read_seen_at, done_at, done_seen_at)
     select ${nextKey('chat')}, instance, :id, :kind, read_at, read_seen_at, done_at, done_seen_at from chat where key = :from`,
    { id: input.alias, kind: chatKindOf(input.alias), from },
  ).rowid as ChatKey
  tx.run(
    `update chat_alias set chat = :chat, evidence = 'id'
     where instance = :instance and alias in (select value from json_each(:going))`,
    { chat, instance, going: JSON.stringify(going) },
  )
  for (const one of going) {
    for (const other of staying)
      for (const pair of [
        [one, other],
        [other, one],
      ])
        tx.run('insert or ignore into chat_apart (instance, one, other) values (?, ?, ?)', [instance, ...pair])
  }
  moveMessages(tx, from, chat, new Set(going))
  // The names and facts that only the other person gave are not this one's.
  tx.run('update chat set contact_name = null, sender_name = null, phone = null, username = null where key = ?', [from])
  updateChat(tx, from, { business_json: null, names_checked_at: null })
  // The known spans were those of both chats together.
  updateChat(tx, from, { spans_json: '[]', reached_start: 0, history_checked_at: null })
  for (const one of [from, chat]) {
    orderSeconds(tx, one)
    reapplyEffects(tx, one, [])
    refreshSummary(tx, one)
    refreshChatId(tx, one)
    refreshTitle(tx, one)
    tx.changed({ kind: 'messages', instance, chat: one })
    tx.changed({ kind: 'lane', instance, chat: one })
  }
  tx.changed({ kind: 'chats', instance })
  tx.changed({ kind: 'people' })
  return { chat }
}

function moveMessages(tx: Tx, from: ChatKey, chat: ChatKey, going: ReadonlySet<string>): void {
  const moved = tx
    .all<{ key: MessageKey; idMessage: string | null; named: string | null }>(
      `select key, id_message as idMessage, case when json_valid(raw)
         then coalesce(json_extract(raw, '$.chatId'), json_extract(raw, '$.senderData.chatId')) end as named
       from message where chat = ?`,
      [from],
    )
    .filter(
      ({ named }) =>
        named !== null && (going.has(canonicalId(String(named))) || going.has(twinOf(String(named)) ?? '')),
    )
  const keys = JSON.stringify(moved.map(({ key }) => key))
  const targets = JSON.stringify(moved.flatMap(({ idMessage }) => idMessage ?? []))
  tx.run('update message set chat = ? where key in (select value from json_each(?))', [chat, keys])
  for (const table of byMessage)
    tx.run(`update ${table} set chat = ? where message in (select value from json_each(?))`, [chat, keys])
  for (const table of byTarget) {
    tx.run(`update ${table} set chat = ? where chat = ? and target_id in (select value from json_each(?))`, [
      ...[chat, from, targets],
    ])
  }
  // A search within the chat goes by a mark of its key.
  for (const { key } of moved) {
    const row = readMessage(tx, key)
    if (row !== null && row.fts !== null)
      indexText(tx, { key, fts: row.fts, at: row.facts.position.at }, messageSearchText(tx, key, row.facts.content))
  }
}

/** Whether a person said that ids of these two chats are two people. */
export const areApart = (tx: Pick<Tx, 'get'>, one: ChatKey, other: ChatKey): boolean =>
  tx.get(
    `select 1 as one from chat_alias a join chat_apart p on p.instance = a.instance and p.one = a.alias
       join chat_alias b on b.instance = p.instance and b.alias = p.other
     where a.chat = :one and b.chat = :other limit 1`,
    { one, other },
  ) !== undefined
