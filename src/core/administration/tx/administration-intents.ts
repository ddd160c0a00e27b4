import { quotaEndsAt } from '../../accounts/rules/call-use.ts'
import { readStoredGroup, type StoredGroup } from '../../directory/rules/stored-group.ts'
import { quotaNotification } from '../../../api/schema/notification.ts'
import { parseJson } from '../../../api/answers/parse-json.ts'
import { readAs } from '../../../api/schema/lenient.ts'
import type { ContactFilter, ContactList, ContactRow, GroupRow } from '../../../contract/administration.ts'
import type { AccountQuota } from '../../../contract/values.ts'
import type { Input } from '../../../contract/index.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { Colleague } from '../../../contract/team.ts'
import { isOwnId, type OwnIds } from '../../messages/rules/own-ids.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { forgetContactName, storePerson, refreshTitle } from '../../messages/archive/tx/people.ts'
import { chatKindOf, phoneDigitsOf, twinOf } from '../../messages/archive/rules/chat-id.ts'
import { fold } from '../../../contract/text/fold.ts'
import { toAvatar } from '../../reading/rules/chat-rows.ts'
import { formatPhone, nameFromId } from '../../reading/rules/identity.ts'
import { changeChat } from '../../reading/tx/change-chat.ts'
import { authorExpression, colleagueOf } from '../../sharing/tx/team-chats.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'

/** More rows than this are not shown: whoever looks for one searches. */
const longestList = 2000
/** Notifications of used-up quotas that are looked at. */
const recentQuotas = 50

export const administrationWrites = {
  /**
   * Stores a chat's settings in the messenger as the service accepted or answered them. `lifetime`: seconds, 0 for
   * good.
   */
  'administration.putChatAtService'(
    tx: Tx,
    input: { readonly chat: ChatKey; readonly lifetime?: number; readonly archived?: boolean },
  ): void {
    const { chat, lifetime, archived } = input
    changeChat(tx, chat, {
      ...(lifetime === undefined ? {} : { lifetime }),
      ...(archived === undefined ? {} : { service_archived: archived }),
    })
  },

  /** Stores the result of a number's check in place of an earlier one. */
  'administration.storeCheck'(
    tx: Tx,
    input: { readonly instance: InstanceKey; readonly phone: string; readonly found: boolean; readonly chatId: string },
  ): void {
    const { instance, phone, found, chatId } = input
    tx.run(
      `insert into account_check (instance, phone, found, chat_id, checked_at) values (?, ?, ?, ?, ?)
       on conflict do update set found = excluded.found, chat_id = excluded.chat_id, checked_at = excluded.checked_at`,
      [instance, phone, found ? 1 : 0, chatId, tx.now],
    )
    tx.changed({ kind: 'administration', instance })
  },

  /** A contact was saved under this name at the service; '': it was deleted there. */
  'administration.nameContact'(
    tx: Tx,
    input: { readonly instance: InstanceKey; readonly chatId: string; readonly contactName: string },
  ): void {
    const { instance, chatId, contactName } = input
    // Somebody who is added by a number may be known under another id.
    const phone = phoneDigitsOf(chatId)
    const known = tx.all<{ id: string }>(
      `select id from person where phone = :phone and :phone <> '' and instance = :instance and id <> :chatId`,
      { phone, instance, chatId },
    )
    const ids = known.length === 0 ? [chatId] : known.map(({ id }) => id)
    for (const id of contactName === '' ? [chatId, ...ids] : ids) {
      const chat = findChat(tx, instance, id)?.chat
      if (contactName === '') {
        forgetContactName(tx, instance, id)
        if (chat !== undefined) updateChat(tx, chat, { contact_name: null })
      } else storePerson(tx, instance, { id, name: '', contactName, phone }, tx.now)
      if (chat === undefined) continue
      refreshTitle(tx, chat)
      tx.changed({ kind: 'chats', instance, chats: [chat] })
    }
    tx.changed({ kind: 'administration', instance })
  },
}

export interface QueuePlace {
  readonly chat: ChatKey | null
  readonly title: string
  readonly ours: boolean
  readonly author: Colleague | null
  readonly acceptedAt: number | null
}

export const administrationReads = {
  /** The chats of entries of the service's queue, and when the service took our own, in their order. */
  'administration.queuePlaces'(
    tx: ReadTx,
    input: {
      readonly instance: InstanceKey
      readonly items: readonly { readonly chatId: string; readonly message: MessageKey | null }[]
    },
  ): readonly QueuePlace[] {
    return input.items.map(({ chatId, message }) => {
      const chat = findChat(tx, input.instance, chatId)?.chat ?? null
      const title =
        chat === null ? undefined : tx.get<{ title: string }>('select title from chat where key = ?', [chat])?.title
      const row =
        message === null
          ? undefined
          : tx.get<{ ours: 0 | 1; at: number | null; author: string | null }>(
              `select o.message is not null as ours, o.accepted_at as at, ${authorExpression} as author
               from message m left join outbox o on o.message = m.key where m.key = ?`,
              [message],
            )
      const author = row?.author ?? null
      return {
        chat,
        title: title ?? nameFromId(chatId),
        ours: row?.ours === 1,
        author: author === null ? null : colleagueOf(tx, author),
        acceptedAt: row?.at ?? null,
      }
    })
  },

  /** Quotas that notifications reported, the newest of each method. */
  'administration.quotas'(tx: ReadTx, input: { readonly instance: InstanceKey }): readonly AccountQuota[] {
    return quotasOf(tx, input.instance)
  },

  /** The same of several instances, in their order. */
  'administration.quotasOfAll'(
    tx: ReadTx,
    input: { readonly instances: readonly InstanceKey[] },
  ): readonly (readonly AccountQuota[])[] {
    return input.instances.map((instance) => quotasOf(tx, instance))
  },

  /** The account's groups, the latest first. */
  'administration.groups'(tx: ReadTx, input: { readonly instance: InstanceKey }): readonly GroupRow[] {
    const own = tx.get<OwnIds>('select wid, own_id as ownId from instance where key = ?', [input.instance])
    return tx
      .all<GroupColumns>(
        `select c.key, c.chat_id, c.title, c.avatar_kind, c.avatar_ref, c.last_at, g.state, g.fetched_at, g.record_json
         from chat c left join group_data g on g.chat = c.key
         where c.instance = ? and (c.kind = 'group' or g.state is not null) order by c.last_at desc, c.key`,
        [input.instance],
      )
      .map((row) => {
        const stored: StoredGroup | null = readStoredGroup(row.record_json)
        const me = stored?.participants.find(({ chatId }) => own !== undefined && isOwnId(own, chatId))
        return {
          chat: row.key,
          chatId: row.chat_id,
          title: row.title,
          avatar: toAvatar(row.avatar_kind, row.avatar_ref),
          state: row.state ?? 'unknown',
          people: stored?.size ?? null,
          role: row.state === 'known' ? (me?.role ?? 'unknown') : 'unknown',
          lastAt: row.last_at,
          readAt: row.fetched_at,
        }
      })
  },

  /** Everybody the account knows, by name. A search finds names, numbers and ids. */
  'administration.contacts'(tx: ReadTx, input: Input<'contacts.list'>): Omit<ContactList, 'readAt'> {
    const { instance, text, only, limit = longestList } = input
    const all = tx
      .all<PersonColumns>(
        `select p.id, p.name, p.contact_name, p.phone, d.shown as given, c.key as chat, c.title, c.avatar_kind, c.avatar_ref, c.last_at, k.found, k.checked_at
         from person p
         left join chat_alias a on a.instance = p.instance and a.alias = p.id
         left join chat c on c.key = a.chat
         left join person_card d on d.digits = coalesce(nullif(p.phone, ''), replace(p.id, '@c.us', ''))
         left join account_check k on k.instance = p.instance and k.phone = p.phone
         where p.instance = ?`,
        [instance],
      )
      .filter(({ id }) => chatKindOf(id) !== 'group')
    const people = onePerPerson(all)
    const wanted = fold(text.trim())
    const digits = text.replaceAll(/\D/g, '')
    const fitting = people
      .filter(filters[only])
      .map(toContact)
      .filter(
        (row) =>
          wanted === '' ||
          fold(row.name).includes(wanted) ||
          row.id.includes(text.trim()) ||
          (digits.length > 2 && row.phone.replaceAll(/\D/g, '').includes(digits)),
      )
      .sort((a, b) => collator.compare(a.name, b.name))
    return {
      total: people.length,
      inContacts: people.filter(filters.contacts).length,
      missing: people.filter(filters.missing).length,
      fitting: fitting.length,
      rows: fitting.slice(0, limit),
    }
  },
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

const filters: Readonly<Record<ContactFilter, (row: PersonColumns) => boolean>> = {
  all: () => true,
  contacts: ({ contact_name: name }) => name !== null,
  chats: ({ contact_name: name }) => name === null,
  missing: ({ found }) => found === 0,
}

/**
 * A person has a row for each id that the service used: those of one chat, of one number, and both spellings of an id,
 * are one.
 */
function onePerPerson(rows: readonly PersonColumns[]): readonly PersonColumns[] {
  const people = new Map<string, PersonColumns>()
  const idOfChat = new Map<ChatKey, string>()
  const idOfPhone = new Map<string, string>()
  // One with a chat first: its id is the service's own.
  for (const row of rows.toSorted((a, b) => Number(a.chat === null) - Number(b.chat === null))) {
    const id =
      (row.chat === null ? undefined : idOfChat.get(row.chat)) ??
      idOfPhone.get(row.phone ?? '') ??
      twinOf(row.id) ??
      row.id
    const known = people.get(id)
    const [more, less] = known === undefined || weight(row) > weight(known) ? [row, known] : [known, row]
    const values = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null))
    const person = { ...more, ...less, ...values }
    people.delete(id)
    people.set(person.id, person)
    if (person.chat !== null) idOfChat.set(person.chat, person.id)
    if (person.phone) idOfPhone.set(person.phone, person.id)
  }
  return [...people.values()]
}

const weight = ({ contact_name: saved, phone }: PersonColumns): number =>
  (saved === null ? 0 : 2) + (phone === null ? 0 : 1)

function toContact(row: PersonColumns): ContactRow {
  const phone = row.phone || phoneDigitsOf(row.id)
  return {
    id: row.id,
    name: row.given || row.contact_name || row.name || row.title || formatPhone(phone) || nameFromId(row.id),
    phone: phone === '' ? '' : (formatPhone(phone) ?? phone),
    inContacts: row.contact_name !== null,
    chat: row.chat,
    avatar: toAvatar(row.avatar_kind ?? '', row.avatar_ref),
    lastAt: row.last_at === 0 ? null : row.last_at,
    check: row.checked_at === null ? null : { exists: row.found === 1, at: row.checked_at },
  }
}

interface GroupColumns {
  readonly key: ChatKey
  readonly chat_id: string
  readonly title: string
  readonly avatar_kind: string
  readonly avatar_ref: string | null
  readonly last_at: number
  readonly state: GroupRow['state'] | null
  readonly fetched_at: number | null
  readonly record_json: string | null
}

interface PersonColumns {
  readonly id: string
  readonly given: string | null
  readonly name: string | null
  readonly contact_name: string | null
  readonly phone: string | null
  readonly chat: ChatKey | null
  readonly title: string | null
  readonly avatar_kind: string | null
  readonly avatar_ref: string | null
  readonly last_at: number | null
  readonly found: number | null
  readonly checked_at: number | null
}

function quotasOf(tx: ReadTx, instance: InstanceKey): readonly AccountQuota[] {
  const rows = tx.all<{ raw: string; received_at: number }>(
    `select raw, received_at from journal where instance = ? and type_webhook = 'quotaExceeded' order by key desc limit ?`,
    [instance, recentQuotas],
  )
  const byMethod = new Map<string, AccountQuota>()
  for (const { raw, received_at: at } of rows) {
    const reading = parseJson(raw)
    const data = reading.kind === 'notJson' ? undefined : readAs(quotaNotification, reading.value)?.quotaData
    const method = data?.method
    if (data === undefined || method === undefined || byMethod.has(method)) continue
    const { used = null, total = null, description = '' } = data
    const usedUpUntil = used !== null && total !== null && used < total ? null : quotaEndsAt(at)
    byMethod.set(method, { method, used, total, text: description, at, usedUpUntil, own: null, colleagues: 0 })
  }
  return [...byMethod.values()]
}
