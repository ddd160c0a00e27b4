import { programColumn, readProgram } from '../../messages/outbox/rules/program-column.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { Message, QuotedMessage, Reaction } from '../../../contract/messages.ts'
import type { Colleague } from '../../../contract/team.ts'
import { colleagueOf } from '../../sharing/tx/team-chats.ts'
import { isOwnId, ownIdOf, type OwnIds } from '../../messages/rules/own-ids.ts'
import { twinOf } from '../../messages/archive/rules/chat-id.ts'
import { aliasesOf } from '../../messages/archive/tx/aliases.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { givenName } from '../../messages/archive/tx/person-cards.ts'
import { readVotes } from '../../messages/archive/tx/poll-choices.ts'
import { textOf } from '../../messages/content/rules/content-kinds.ts'
import type { StoredContent } from '../../messages/content/rules/stored-content.ts'
import { readContentOf, readStoredQuote } from '../../messages/archive/tx/read-content.ts'
import type { ReadTx } from '../../store/tx.ts'
import { presentContent } from './present-content.ts'
import type { MediaColumns } from '../../media/rules/media-state.ts'
import { hueOf, type Person } from '../../../contract/values.ts'
import { formatPhone, nameFromId } from '../rules/identity.ts'
import { statusColumns, statusOf, type StatusColumns } from '../../messages/statuses/rules/status-of.ts'

export interface MessageColumns extends StatusColumns, MediaColumns {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly id_message: string | null
  readonly unsent: number
  readonly at: number
  readonly tie: string
  readonly type_message: string
  readonly content_json: string
  readonly sender_id: string
  readonly sender_name: string
  readonly sent_by_api: number | null
  readonly forwarded_score: number | null
  readonly quoted_id: string | null
  readonly quoted_json: string | null
  readonly edited: number
  readonly edit_failed: string | null
  readonly deleted: number
  readonly deleted_by: string | null
  readonly program_text: string | null
}

/** In a chat of two nobody but its writer deletes a message. */
const ownUnlessGroup =
  "case when m.direction = 'outgoing' and (select kind from chat where key = m.chat) <> 'group' then '' end"

/** All columns of a displayed message except those from other rows. */
export const messageSelect = `
  select m.key, m.instance, m.chat, m.id_message, m.unsent, m.at, m.tie, m.type_message, m.content_json, m.sender_id,
    m.sender_name, m.sent_by_api, m.forwarded_score, m.quoted_id, m.quoted_json, m.edited, m.deleted,
    case m.deleted when 1 then coalesce((select by_id from deletion d where d.chat = m.chat and d.target_id = m.id_message),
      ${ownUnlessGroup}) end as deleted_by,
    case m.direction when 'outgoing' then (select e.failed from edit e where e.chat = m.chat and e.target_id = m.id_message
      order by e.at desc, e.queue_order is not null desc, e.queue_order desc, e.list_order desc, e.tie desc limit 1) end as edit_failed,
    mm.ref as media_ref, mm.failed_code, mm.failed_text, f.bytes as file_bytes, f.mime_type as file_mime,
    ${programColumn},
    f.width as file_width, f.height as file_height, ${statusColumns}
  from message m left join outbox o on o.message = m.key left join message_media mm on mm.message = m.key
    left join media_file f on f.ref = mm.ref`

/**
 * Condition for a row of the conversation: not hidden by the person, and not folded into another message (a reaction).
 */
export const shownInChat = 'm.folded = 0 and m.hidden_at is null'

interface Account extends OwnIds {
  readonly name: string
}

/** Converts rows of one chat into messages, with one query per kind of addition for all of them. */
export function toMessages(tx: ReadTx, rows: readonly MessageColumns[]): Message[] {
  const people = createPeople(tx)
  const reactions = readReactions(tx, rows, people.of)
  const authors = readAuthors(tx, rows)
  return rows.map((row) => {
    const content = readContentOf(tx, row.key, row.content_json)
    const votes =
      content.kind === 'poll' && row.id_message !== null
        ? readVotes(tx, row.chat, { idMessage: row.id_message, question: content.question, at: row.at })
        : []
    return {
      key: row.key,
      instance: row.instance,
      chat: row.chat,
      idMessage: row.id_message,
      direction: row.direction === 'incoming' ? 'incoming' : 'outgoing',
      at: row.at,
      sender:
        row.direction === 'outgoing'
          ? people.own(row.instance)
          : people.of(row.instance, row.sender_id, row.sender_name),
      content: presentContent(tx, row, content, votes, (id) => people.of(row.instance, id)),
      typeMessage: row.type_message,
      // A call is not delivered.
      status: content.kind === 'call' ? null : statusOf(row),
      sentByApi: row.sent_by_api === null ? null : row.sent_by_api === 1,
      author: (row.direction === 'outgoing' ? authors.get(row.id_message ?? '') : undefined) ?? null,
      program: readProgram(row.program_text),
      forwarded: row.forwarded_score === null ? null : { score: row.forwarded_score },
      quoted: readQuote(tx, row, people),
      edited: row.edited === 1,
      editFailed: row.edit_failed,
      deleted: row.deleted === 1,
      deletedBy: deletedBy(row, people),
      reactions: reactions.get(row.id_message ?? '') ?? [],
    }
  })
}

function deletedBy({ instance, deleted_by: id }: MessageColumns, people: People): Person | null {
  if (id === null) return null
  return id === '' ? people.own(instance) : people.of(instance, id)
}

export interface People {
  own(instance: InstanceKey): Person
  /** `senderName`: the name in the record; a contact's name takes precedence. */
  of(instance: InstanceKey, id: string, senderName?: string): Person
}

/** Finds people's names by the account's contacts; cached during one read. */
export function createPeople(tx: ReadTx): People {
  const accounts = new Map<InstanceKey, Account>()
  const owners = new Map<InstanceKey, Person>()
  const known = new Map<string, Person>()
  const account = (instance: InstanceKey): Account => {
    const cached = accounts.get(instance)
    if (cached !== undefined) return cached
    const row = tx.get<Account>('select name, wid, own_id as ownId from instance where key = ?', [instance])
    const found = row ?? { name: '', wid: null, ownId: null }
    accounts.set(instance, found)
    return found
  }
  return {
    own(instance) {
      const cached = owners.get(instance)
      if (cached !== undefined) return cached
      const found = account(instance)
      const id = ownIdOf(found) ?? ''
      const person = { id, name: found.name, own: true, hue: hueOf(id) }
      owners.set(instance, person)
      return person
    },
    of(instance, id, senderName = '') {
      const cacheKey = `${instance} ${id} ${senderName}`
      const cached = known.get(cacheKey)
      if (cached !== undefined) return cached
      const names = namesOf(tx, instance, id)
      const given = givenName(tx, instance, id, names.phone)
      const name = given || names.contactName || senderName || nameWithoutContact(id, names)
      const person = { id, name, own: isOwnId(account(instance), id), hue: hueOf(id) }
      known.set(cacheKey, person)
      return person
    },
  }
}

export interface PersonNames {
  readonly name: string
  readonly contactName: string
  /** Digits. */
  readonly phone: string
  readonly username: string
}

/**
 * The names of the person with an id, under any id that is known to be the same person's: the newest own name, contact
 * name, number and username; '' for none.
 */
export function namesOf(tx: ReadTx, instance: InstanceKey, id: string): PersonNames {
  const chat = findChat(tx, instance, id)?.chat
  const ids = [id, ...(chat === undefined ? [] : aliasesOf(tx, chat).map(({ alias }) => alias))]
  const rows = tx.all<Readonly<Record<keyof PersonNames, string | null>>>(
    `select name, contact_name as contactName, phone, username from person
     where instance = ? and id in (select value from json_each(?)) order by seen_at desc, id`,
    [instance, JSON.stringify(ids.flatMap((one) => [one, twinOf(one) ?? one]))],
  )
  const newest = (field: keyof PersonNames) => rows.find((row) => row[field])?.[field] ?? ''
  return {
    name: newest('name'),
    contactName: newest('contactName'),
    phone: newest('phone'),
    username: newest('username'),
  }
}

/** The display name of a person whom neither people here nor the account's contacts name. */
export const nameWithoutContact = (id: string, { name, username, phone }: PersonNames): string =>
  name || (username === '' ? '' : `@${username}`) || formatPhone(phone) || nameFromId(id)

/** Colleagues who wrote own messages, by the messages' ids. Without a team one look at an empty index. */
function readAuthors(tx: ReadTx, rows: readonly MessageColumns[]): ReadonlyMap<string, Colleague> {
  const [first] = rows
  if (
    first === undefined ||
    tx.get('select 1 from team_send where instance = ? limit 1', [first.instance]) === undefined
  )
    return new Map()
  const ids = rows.flatMap((row) => (row.direction === 'outgoing' && row.id_message !== null ? [row.id_message] : []))
  const found = tx.all<{ id: string; author: string }>(
    `select id_message as id, author from team_send
     where instance = ? and id_message in (select value from json_each(?)) and author is not (select value from meta where name = 'desk')`,
    [first.instance, JSON.stringify(ids)],
  )
  return new Map(found.map(({ id, author }) => [id, colleagueOf(tx, author)]))
}

function readReactions(
  tx: ReadTx,
  rows: readonly MessageColumns[],
  person: People['of'],
): ReadonlyMap<string, readonly Reaction[]> {
  const ids = rows.flatMap((row) => (row.id_message === null ? [] : [row.id_message]))
  const [first] = rows
  if (first === undefined || ids.length === 0) return new Map()
  const found = tx.all<{ target_id: string; sender_id: string; emoji: string }>(
    `select target_id, sender_id, emoji from reaction
     where chat = ? and emoji <> '' and target_id in (select value from json_each(?)) order by at, tie`,
    [first.chat, JSON.stringify(ids)],
  )
  const byTarget = new Map<string, Map<string, Person[]>>()
  for (const row of found) {
    const byEmoji = byTarget.get(row.target_id) ?? new Map<string, Person[]>()
    byTarget.set(row.target_id, byEmoji)
    const list = byEmoji.get(row.emoji) ?? []
    byEmoji.set(row.emoji, list)
    // The account's own reactions are stored without a sender.
    list.push(
      row.sender_id === '' ? { ...person(first.instance, ''), own: true } : person(first.instance, row.sender_id),
    )
  }
  return new Map(
    [...byTarget].map(([target, byEmoji]) => [
      target,
      [...byEmoji].map(([emoji, persons]) => ({
        emoji,
        count: persons.length,
        own: persons.some(({ own }) => own),
        people: persons,
      })),
    ]),
  )
}

function readQuote(tx: ReadTx, row: MessageColumns, people: People): QuotedMessage | null {
  if (row.quoted_id === null && row.quoted_json === null) return null
  if (readContentOf(tx, row.key, row.content_json).kind === 'reaction') return null
  const quote = readStoredQuote(row.quoted_json)
  const idMessage = row.quoted_id ?? ''
  const target =
    idMessage === ''
      ? undefined
      : tx.get<MessageColumns>(`${messageSelect} where m.chat = ? and m.id_message = ?`, [row.chat, idMessage])
  // The archive's message is complete; a quote's own content may be cut or empty (service 10.5).
  if (target !== undefined) return quotedMessage(tx, target, people)
  const sender = quote !== null && quote.participant !== '' ? people.of(row.instance, quote.participant) : null
  return { idMessage, key: null, sender, ...quotedContent(quote?.content ?? null, false) }
}

/** The message of the archive that is answered, as it is quoted; null where it is not there, or hidden. */
export function readQuoted(tx: ReadTx, chat: ChatKey, key: MessageKey): QuotedMessage | null {
  const target = tx.get<MessageColumns>(`${messageSelect} where m.key = ? and m.chat = ? and m.hidden_at is null`, [
    key,
    chat,
  ])
  return target === undefined ? null : quotedMessage(tx, target, createPeople(tx))
}

function quotedMessage(tx: ReadTx, target: MessageColumns, people: People): QuotedMessage {
  const sender =
    target.direction === 'outgoing'
      ? people.own(target.instance)
      : people.of(target.instance, target.sender_id, target.sender_name)
  return {
    idMessage: target.id_message ?? '',
    key: target.key,
    sender,
    ...quotedContent(readContentOf(tx, target.key, target.content_json), target.deleted === 1),
  }
}

const quotedContent = (
  content: StoredContent | null,
  deleted: boolean,
): Pick<QuotedMessage, 'kind' | 'text' | 'thumbnail'> => ({
  kind: content?.kind ?? 'unsupported',
  text: content === null || deleted ? '' : textOf(content).slice(0, 500),
  thumbnail: content !== null && 'thumbnail' in content ? content.thumbnail : null,
})
