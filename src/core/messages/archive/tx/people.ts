import { visibleName } from '../../../../contract/values.ts'
import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { aliasesOf, phoneOfAliases } from './aliases.ts'
import { twinOf } from '../rules/chat-id.ts'
import { fold } from '../../../../contract/text/fold.ts'
import { titleOf } from '../rules/chat-title.ts'
import type { RecordSender } from '../rules/record.ts'

const dayMs = 86_400_000

/**
 * Whether a given name is newer than the stored one, or than the deletion of one. A time beyond `:latest` was stored
 * while a clock was wrong: until then no later name would count.
 */
const isNewer = (name: string): string =>
  `excluded.${name} is not null and (${name}_at > :latest
     or (excluded.${name}_at, excluded.${name}) > (${name}_at, coalesce(${name}, '')))`

const names = ['name', 'contact_name', 'phone']

const storeNames = `insert into person (instance, id, name, contact_name, phone, seen_at, name_at, contact_name_at, phone_at)
  values (:instance, :id, :name, :contactName, :phone, :at, iif(:name is null, 0, :at),
    iif(:contactName is null, 0, :at), iif(:phone is null, 0, :at))
  on conflict do update set seen_at = max(seen_at, excluded.seen_at),
    ${names
      .flatMap((name) => [name, `${name}_at`].map((column) => [name, column] as const))
      .map(([name, column]) => `${column} = case when ${isNewer(name)} then excluded.${column} else ${column} end`)
      .join(', ')}
  where ${names.map((name) => `(${isNewer(name)})`).join(' or ')}`

/**
 * Stores the newest names of a person; an empty name never replaces a known one. True if the person may be shown
 * otherwise than before: hardly ever, since each message has the name that the one before had.
 */
export function storePerson(tx: Tx, instance: InstanceKey, person: RecordSender, at: number): boolean {
  if (person.id === '') return false
  const given = { name: orNull(person.name), contactName: orNull(person.contactName), phone: orNull(person.phone) }
  // Of several ids of a person the newest names are shown: there a time changes what is shown, too.
  const known = tx.get<typeof given & { readonly hasOtherIds: number }>(
    `select name, contact_name as contactName, phone,
       exists (select 1 from chat_alias one join chat_alias other on other.chat = one.chat and other.alias <> one.alias
         where one.instance = :instance and one.alias = :id)
       or exists (select 1 from person where instance = :instance and id = :twin) as hasOtherIds
     from person where instance = :instance and id = :id`,
    { instance, id: person.id, twin: twinOf(person.id) },
  )
  const isStored = tx.run(storeNames, { instance, id: person.id, ...given, at, latest: tx.now + dayMs }).changes > 0
  const hasNews =
    known === undefined ||
    known.hasOtherIds === 1 ||
    (['name', 'contactName', 'phone'] as const).some((field) => given[field] !== null && given[field] !== known[field])
  return isStored && hasNews
}

/** In a personal chat every incoming message is from the other person, whatever sender id the source has. */
export function senderIdIn(tx: ReadTx, chat: ChatKey, chatId: string, sender: RecordSender): string {
  const kind = tx.get<{ kind: string }>('select kind from chat where key = ?', [chat])?.kind
  return kind === 'user' || kind === 'bot' ? chatId : sender.id
}

/** The more specific kind wins; the form of an id only distinguishes users and groups. */
export const kindOrder: readonly string[] = ['unknown', 'user', 'bot', 'group', 'channel']

/**
 * Stores the kind and subject that the service reports for a chat: the newest of the best source. True if something
 * changed.
 */
export function storeChatNames(
  tx: Tx,
  chat: ChatKey,
  given: {
    readonly chatType: string
    readonly subject: string
    readonly source: 'notification' | 'list'
    readonly at: number
  },
): boolean {
  let changed = false
  const rank = kindOrder.indexOf(given.chatType)
  if (rank > 0) {
    const known = tx.get<{ kind: string }>('select kind from chat where key = ?', [chat])
    if (known !== undefined && kindOrder.indexOf(known.kind) < rank) {
      tx.run('update chat set kind = ? where key = ?', [given.chatType, chat])
      changed = true
    }
  }
  if (given.subject !== '') {
    const { changes } = tx.run(
      `update chat set subject = :subject, subject_at = :at, subject_rank = :rank where key = :chat
       and (subject is null or (subject_rank = :rank and subject_at > :latest)
         or (:rank, :at, :subject) > (subject_rank, subject_at, subject))`,
      { chat, subject: given.subject, at: given.at, rank: given.source === 'list' ? 1 : 0, latest: tx.now + dayMs },
    )
    changed ||= changes > 0
  }
  return changed
}

/**
 * Recomputes the chat's title from its ids, its person and its subject. True if it changed. A person with several ids
 * has several rows; the newest value of each name is shown.
 */
export function refreshTitle(tx: Tx, chat: ChatKey): boolean {
  const row = tx.get<TitleRow>(
    `select instance, chat_id as chatId, subject, phone, username, title, contact_name as contactName,
       sender_name as senderName
     from chat where key = ?`,
    [chat],
  )
  if (row === undefined) return false
  const aliases = aliasesOf(tx, chat)
  const people = tx.all<PersonNames>(
    `select name, name_at as nameAt, contact_name as contactName, contact_name_at as contactNameAt, phone,
       phone_at as phoneAt, username
     from person where instance = ? and id in (select value from json_each(?))`,
    [row.instance, JSON.stringify(aliases.flatMap(({ alias }) => [alias, twinOf(alias) ?? alias]))],
  )
  const phone = newest(people, 'phone', 'phoneAt') ?? phoneOfAliases(aliases) ?? row.phone
  const contactName = newest(people, 'contactName', 'contactNameAt') ?? row.contactName
  const senderName = newest(people, 'name', 'nameAt') ?? row.senderName
  const given = nameGivenTo(tx, chat, phone)
  const username = people.find((person) => person.username !== null)?.username ?? null
  const title = titleOf({ chatId: row.chatId, given, contactName, senderName, subject: row.subject, username, phone })
  const next = { title, contactName, senderName, phone, username }
  if (Object.entries(next).every(([name, value]) => row[name as keyof typeof next] === value)) return false
  tx.run(
    `update chat set title = :title, title_folded = :folded, contact_name = :contactName, sender_name = :senderName,
       phone = :phone, username = :username
     where key = :chat`,
    { chat, folded: fold(title), ...next },
  )
  return title !== row.title
}

/** The name that people here gave the person of a chat (person-cards.ts); '' for none. */
const nameGivenTo = (tx: Tx, chat: ChatKey, phone: string | null): string =>
  tx.get<{ shown: string }>(
    `select shown from person_card where digits = ? and shown <> ''
     union all select shown from person_card where chat = ? and shown <> '' limit 1`,
    [phone, chat],
  )?.shown ?? ''

interface PersonNames {
  readonly name: string | null
  readonly nameAt: number
  readonly contactName: string | null
  readonly contactNameAt: number
  readonly phone: string | null
  readonly phoneAt: number
  readonly username: string | null
}

/** Of equally new values the larger text, as in `storePerson`. */
function newest(
  people: readonly PersonNames[],
  field: 'name' | 'contactName' | 'phone',
  at: 'nameAt' | 'contactNameAt' | 'phoneAt',
): string | null {
  let best: PersonNames | null = null
  for (const person of people) {
    const value = person[field]
    if (value === null) continue
    const known = best?.[field] ?? null
    if (best === null || known === null || person[at] > best[at] || (person[at] === best[at] && value > known))
      best = person
  }
  return best?.[field] ?? null
}

interface TitleRow {
  readonly instance: InstanceKey
  readonly chatId: string
  readonly subject: string | null
  readonly phone: string | null
  readonly username: string | null
  readonly title: string
  readonly contactName: string | null
  readonly senderName: string | null
}

const orNull = (text: string): string | null => visibleName(text) || null

/** The contact was deleted at the service. */
export function forgetContactName(tx: Tx, instance: InstanceKey, id: string): void {
  tx.run('update person set contact_name = null, contact_name_at = ? where instance = ? and id in (?, ?)', [
    tx.now,
    instance,
    id,
    twinOf(id) ?? id,
  ])
}
