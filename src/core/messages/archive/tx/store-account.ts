import { visibleName } from '../../../../contract/values.ts'
import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { isLid, phoneDigitsOf } from '../rules/chat-id.ts'
import { refreshChatId } from './aliases.ts'
import { findChat } from './chat-of.ts'
import { updateChat } from './chat-row.ts'
import { joinChats } from './join-chats.ts'
import { refreshTitle, storePerson } from './people.ts'

/** The service's answer about the account behind an id. */
export interface CheckedAccount {
  /** The id that the person has now; '' where it says none. */
  readonly chatId: string
  /** Digits; '' where the person hides the number. */
  readonly phone: string
  readonly username: string
}

/**
 * The answer of a check by a chat's id (service 10.2): the ids and the number that it names are names of one person.
 * Null: the service knows no such account.
 */
export function storeAccount(
  tx: Tx,
  { chat, account }: { readonly chat: ChatKey; readonly account: CheckedAccount | null },
): void {
  const row = tx.get<{ instance: InstanceKey; chatId: string }>(
    'select instance, chat_id as chatId from chat where key = ?',
    [chat],
  )
  if (row === undefined) return
  updateChat(tx, chat, { account_checked_at: tx.now })
  if (account === null) return
  const { instance, chatId: asked } = row
  const { chatId: now, phone, username } = account
  storePerson(tx, instance, { id: asked, name: '', contactName: '', phone }, tx.now)
  storeUsername(tx, instance, asked, username)
  const joined = now !== '' && now !== asked ? joinChats(tx, instance, now, asked, 'history') : chat
  const number = `${phone}@c.us`
  if (phoneDigitsOf(number) !== '') {
    // A chat under which the service uses the number stays called by it.
    const isUsed = findChat(tx, instance, number)?.evidence === 'id'
    const [better, other] = isUsed ? [number, now || asked] : [now || asked, number]
    joinChats(tx, instance, better, other, 'checkAccount')
  }
  const remaining = findChat(tx, instance, asked)?.chat ?? joined
  if (isLid(now)) {
    // Messages go to the id that the person has now.
    tx.run(
      `update chat_alias set evidence = 'history' where chat = ? and alias like '%@lid' and alias <> ? and evidence = 'id'`,
      [remaining, now],
    )
    refreshChatId(tx, remaining)
  }
  if (refreshTitle(tx, remaining)) tx.changed({ kind: 'chats', instance, chats: [remaining] })
  tx.changed({ kind: 'people' })
}

/**
 * Stores the public name that the service says a person has now; '' for none. Nobody else has it any longer: a name may
 * change hands. It never joins two people.
 */
export function storeUsername(tx: Tx, instance: InstanceKey, id: string, username: string): void {
  const name = visibleName(username.replace(/^@/u, '')).slice(0, 100)
  const losers =
    name === ''
      ? []
      : tx.all<{ id: string }>('select id from person where instance = ? and username = ? and id <> ?', [
          ...[instance, name, id],
        ])
  for (const loser of losers) {
    tx.run('update person set username = null where instance = ? and id = ?', [instance, loser.id])
    const chat = findChat(tx, instance, loser.id)?.chat
    if (chat !== undefined && refreshTitle(tx, chat)) tx.changed({ kind: 'chats', instance, chats: [chat] })
  }
  tx.run(
    `insert into person (instance, id, username, seen_at) values (:instance, :id, :name, :now)
     on conflict do update set username = excluded.username`,
    { instance, id, name: name === '' ? null : name, now: tx.now },
  )
}
