import { z } from 'zod'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, JournalKey, MessageKey } from '../../../contract/ids.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { bareId } from '../../messages/archive/rules/chat-id.ts'
import { takeOutNames, takeOutOfJson, takeOutOfText } from '../../messages/archive/rules/take-out.ts'
import { queueHolds, refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import {
  eraseRequestsPrefix,
  rememberErased,
  rememberErasedBody,
  withoutContent,
} from '../../messages/archive/tx/erased-people.ts'
import { messageSearchText } from '../../messages/archive/tx/order-details.ts'
import { knownPerson, type KnownPerson } from '../../messages/archive/tx/person-cards.ts'
import { readContentOf, readStoredQuote } from '../../messages/archive/tx/read-content.ts'
import { indexText } from '../../messages/archive/tx/search-index.ts'
import { indexedText } from '../../messages/content/rules/search-text.ts'
import { isOwnId, type OwnIds } from '../../messages/rules/own-ids.ts'
import { recordGaps } from '../../programs/feed/tx/gaps.ts'
import { nextKey, setMeta, deleteMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { eraseMessage, eraseMessagesOf, markForErasing, notePreviews, openStates } from './erase-rows.ts'

/** Rows that one piece looks through. */
const lookedThrough = 500

/** A shorter name is a part of too many words, UTF-16 units. */
const shortestName = 3

/** In their order. */
const passes = ['messages', 'groups', 'events'] as const

/**
 * What is left to do for a person, in `meta` under `erasePerson:` and the key of the instance that took the person's
 * chats. Each pass looks through its rows by key; `from`: the last one. `newest`: the last that were there when the
 * person was erased: what came since stays.
 */
const work = z.object({
  ids: z.array(z.tuple([z.number(), z.string()])),
  names: z.array(z.string()).default([]),
  pass: z.enum(passes),
  from: z.number(),
  newest: z.object({ messages: z.number(), groups: z.number(), events: z.number() }),
})
type Work = z.infer<typeof work>

const metaPrefix = 'erasePerson:'

/** Copies of a person outside the store. */
export interface ErasedElsewhere {
  /** Names it to `recordPersonErased`. */
  readonly name: string
  /** Numbers and ids, without suffixes. */
  readonly ids: readonly string[]
}

export function erasedElsewhere(tx: ReadTx): ErasedElsewhere | null {
  const row = tx.get<{ name: string; value: string }>(
    `select name, value from meta where name >= '${eraseRequestsPrefix}' and name < 'eraseRequests;' limit 1`,
  )
  return row === undefined ? null : { name: row.name, ids: readStored(row.value, z.array(z.string()), []) }
}

/** Nothing outside the store names this person any more. */
export function recordPersonErased(tx: Tx, { name }: { readonly name: string }): void {
  deleteMeta(tx, name)
  // A notification that came late was in the log before it was erased.
  tx.cutLog()
}

/** Sends of a person's chats that are not over: a person has to decide about them first. */
export const waitingOf = (tx: ReadTx, { chats, ids }: KnownPerson): number =>
  tx.get<{ count: number }>(
    `select (select count(*) from outbox where chat in (select value from json_each(:chats)) and state in ${openStates})
       + (select count(*) from json_each(:ids) i join team_send s on s.instance = i.value ->> 0 and s.chat_id = i.value ->> 1
          where s.message is null and s.state in ${openStates}) as count`,
    { chats: JSON.stringify(chats), ids: JSON.stringify(ids) },
  )?.count ?? 0

/** Throws notFound, notPerson, and `personIsAccount` where the account itself is meant: its number is in everything. */
export function personToErase(tx: ReadTx, chat: ChatKey): KnownPerson {
  const person = knownPerson(tx, chat)
  const own = new Map(
    tx
      .all<OwnIds & { readonly key: InstanceKey }>(
        'select key, wid, own_id as ownId from instance where detached_at is null',
      )
      .map((row) => [row.key, row]),
  )
  const isOwn = person.ids.some(([instance, id]) => isOwnId(own.get(instance) ?? { wid: null, ownId: null }, id))
  if (isOwn) throw new ContractError('personIsAccount')
  return person
}

/**
 * Takes a person out of sight at once, and out of the store in pieces afterwards (`erasePersonSome`). The chats move to
 * an instance that nobody sees, whose history is erased as that of a removed one. `salt`: random text. Errors:
 * notFound, notPerson, personIsAccount, personHasWaiting.
 */
export function erasePerson(tx: Tx, { chat, salt }: { readonly chat: ChatKey; readonly salt: string }): void {
  const person = personToErase(tx, chat)
  const waiting = waitingOf(tx, person)
  if (waiting > 0) throw new ContractError('personHasWaiting', { details: { count: waiting } })
  const chats = JSON.stringify(person.chats)
  const places = tx.all<{ key: ChatKey; instance: InstanceKey; messages: number }>(
    'select key, instance, messages from chat where key in (select value from json_each(?))',
    [chats],
  )
  const ids = person.ids.map(([instance, id]): [InstanceKey, string] => [instance, id])
  const serviceNames = namesByService(tx, chats, JSON.stringify(ids))
  const hidden = tx.run(
    `insert into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at, detached_at)
     values (${nextKey('instance')}, '#person ' || :salt, '', 'v3', '', '', '', 'full', 0, :now, :now)`,
    { salt, now: tx.now },
  ).rowid as InstanceKey
  // At once: a copy that comes before their events go would be taken for a new message.
  const returning = tx.all<ErasedEvent>(
    `select key, instance, raw_hash as hash from journal
     where chat in (select value from json_each(:chats)) and (deleted_at is null or received_at > :since)`,
    { chats, since: tx.now - queueHolds },
  )
  for (const event of returning) rememberErasedEvent(tx, event)
  tx.run('update chat set instance = ? where key in (select value from json_each(?))', [hidden, chats])
  tx.run('delete from chat_alias where chat in (select value from json_each(?))', [chats])
  tx.run('delete from person_card where key in (select value from json_each(?))', [JSON.stringify(person.cards)])
  for (const [instance, id] of person.ids) {
    tx.run('delete from chat_apart where instance = :instance and (one = :id or other = :id)', { instance, id })
    tx.run('delete from person where instance = ? and id = ?', [instance, id])
    tx.run('delete from account_check where instance = ? and phone = ?', [instance, bareId(id)])
    tx.run('delete from team_send where instance = ? and chat_id = ? and message is null', [instance, id])
  }
  rememberErased(tx, person.ids, { salt, until: (instance) => serviceNow(tx, instance) })
  const newest = tx.get<Work['newest']>(
    `select coalesce((select max(key) from message), 0) as messages, coalesce((select max(key) from chat), 0) as groups,
       max(coalesce((select max(key) from journal), 0), coalesce((select max(key) from inbox), 0)) as events`,
  ) ?? { messages: 0, groups: 0, events: 0 }
  const todo: Work = { ids, names: serviceNames, pass: 'messages', from: 0, newest }
  setMeta(tx, metaPrefix + hidden, JSON.stringify(todo))
  setMeta(tx, `${eraseRequestsPrefix}${hidden}`, JSON.stringify([...new Set(person.ids.map(([, id]) => bareId(id)))]))
  markForErasing(tx, hidden)
  recordErasure(tx, places)
  for (const { instance } of places) tx.changed({ kind: 'chats', instance })
  tx.changed({ kind: 'people' })
}

/** Names under which the service's notifications speak of the person. */
const namesByService = (tx: ReadTx, chats: string, ids: string): string[] =>
  tx
    .all<{ name: string | null }>(
      `select contact_name as name from chat where key in (select value from json_each(:chats))
       union select sender_name from chat where key in (select value from json_each(:chats))
       union select name from person p join json_each(:ids) i on p.instance = i.value ->> 0 and p.id = i.value ->> 1
       union select contact_name from person p join json_each(:ids) i on p.instance = i.value ->> 0 and p.id = i.value ->> 1`,
      { chats, ids },
    )
    .flatMap(({ name }) => (name !== null && name.length >= shortestName ? [name] : []))

const serviceNow = (tx: ReadTx, instance: InstanceKey): number =>
  tx.now +
  (tx.get<{ offset: number }>('select clock_offset_ms as offset from instance where key = ?', [instance])?.offset ?? 0)

/** Most records of erasures that are kept. */
const mostRecords = 200

const erasures = z.array(z.object({ at: z.number(), chats: z.number(), messages: z.number() }))

/** When persons were erased, newest first, and how much that was; nothing names them. */
export const readErasures = (tx: ReadTx): z.infer<typeof erasures> =>
  readStored(tx.get<{ value: string }>(`select value from meta where name = 'erasures'`)?.value ?? '[]', erasures, [])

function recordErasure(tx: Tx, chats: readonly { readonly messages: number }[]): void {
  const messages = chats.reduce((sum, chat) => sum + chat.messages, 0)
  const records = [{ at: tx.now, chats: chats.length, messages }, ...readErasures(tx)].slice(0, mostRecords)
  setMeta(tx, 'erasures', JSON.stringify(records))
}

/** One piece of what is left of erased persons outside of their chats. False: nothing is left. */
export function erasePersonSome(tx: Tx): boolean {
  const row = tx.get<{ name: string; value: string }>(
    `select name, value from meta where name >= '${metaPrefix}' and name < 'erasePerson;' limit 1`,
  )
  if (row === undefined) return false
  const todo = readStored(row.value, work, null)
  const hidden = Number(row.name.slice(metaPrefix.length)) as InstanceKey
  const next = todo === null ? null : advance(tx, todo, hidden)
  if (next === null) deleteMeta(tx, row.name)
  else setMeta(tx, row.name, JSON.stringify(next))
  return true
}

function advance(tx: Tx, todo: Work, hidden: InstanceKey): Work | null {
  const person = personOf(tx, todo, hidden)
  if (todo.from === 0 && todo.pass === 'messages' && eraseMessagesOf(tx, person.chats)) return todo
  const { table, takeOut } = steps[todo.pass]
  const last = endOfPiece(tx, table, todo.from, todo.newest[todo.pass])
  if (last !== null) {
    takeOut(tx, person, { from: todo.from, last })
    return { ...todo, from: last }
  }
  const pass = passes[passes.indexOf(todo.pass) + 1]
  if (pass !== undefined) return { ...todo, pass, from: 0 }
  cutUnreadable(tx, person, 'inbox', `is_json = 0`, { from: 0, last: todo.newest.events })
  tx.run(`delete from team_unapplied where ${names(['raw'])}`, { bare: person.bareJson })
  // An endpoint may answer with what it was sent.
  const withNumber = `set trouble_json = null where ${names(['trouble_json'])}`
  tx.run(`update program ${withNumber}`, { bare: person.bareJson })
  tx.run(
    `update program_delivery ${withNumber} and state in ('retrying', 'deadLetter') and program in (select key from program)`,
    { bare: person.bareJson },
  )
  return null
}

/** Rows of a piece: above `from`, up to `last`. */
interface Piece {
  readonly from: number
  readonly last: number
}

interface ErasedPerson {
  readonly chats: readonly ChatKey[]
  /** All spellings of all ids, as JSON; an instance's alone are judged by `isPersons`. */
  readonly ids: string
  readonly bare: readonly string[]
  readonly bareJson: string
  readonly names: readonly string[]
  readonly isPersons: (instance: InstanceKey, id: string) => boolean
}

function personOf(tx: ReadTx, { ids, names }: Work, hidden: InstanceKey): ErasedPerson {
  const known = new Set(ids.map(([instance, id]) => `${instance} ${bareId(id)}`))
  const bare = [...new Set(ids.map(([, id]) => bareId(id)))]
  return {
    chats: tx.all<{ key: ChatKey }>('select key from chat where instance = ?', [hidden]).map(({ key }) => key),
    ids: JSON.stringify([...new Set(ids.map(([, id]) => id))]),
    bare,
    bareJson: JSON.stringify(bare),
    names,
    isPersons: (instance, id) => known.has(`${instance} ${bareId(id)}`),
  }
}

/** The last key of the next rows of a table up to the newest; null: there are none. */
const endOfPiece = (tx: ReadTx, table: 'message' | 'journal' | 'chat', from: number, newest: number): number | null =>
  tx.get<{ last: number | null }>(
    `select max(key) as last
     from (select key from ${table} where key > ? and key <= ? order by key limit ${lookedThrough})`,
    [from, newest],
  )?.last ?? null

/** SQL: whether one of the texts names the person. */
const names = (columns: readonly string[]): string =>
  `exists (select 1 from json_each(:bare) w where ${columns.map((column) => `instr(${column}, w.value) > 0`).join(' or ')})`

const textColumns = ['text', 'texts_json', 'reported_json', 'content_json', 'quoted_json', 'raw'] as const

type FoundMessage = Readonly<Record<(typeof textColumns)[number], string | null>> & {
  readonly key: MessageKey
  readonly chat: ChatKey
  readonly instance: InstanceKey
  readonly id_message: string | null
  readonly sender_id: string
  readonly fts: number | null
  readonly at: number
}

/**
 * Messages in groups go; what others wrote stays, without the person's words and numbers in it. What still waits to be
 * sent to somebody else leaves as it was written.
 */
function takeOutOfMessages(tx: Tx, person: ErasedPerson, { from, last }: Piece): void {
  const rows = tx.all<FoundMessage>(
    `select key, chat, instance, id_message, sender_id, fts, at, ${textColumns.join(', ')} from message m
     where key > :from and key <= :last and (sender_id in (select value from json_each(:ids)) or ${names(textColumns)})
       and not exists (select 1 from outbox where message = m.key and state in ${openStates})`,
    { from, last, ids: person.ids, bare: person.bareJson },
  )
  for (const row of rows) {
    if (person.isPersons(row.instance, row.sender_id)) eraseMessage(tx, row)
    else takeOutOfMessage(tx, person, row)
    tx.changed({ kind: 'messages', instance: row.instance, chat: row.chat, messages: [row.key] })
  }
  for (const chat of new Set(rows.map((row) => row.chat))) refreshSummary(tx, chat)
}

function takeOutOfMessage(tx: Tx, { bare, isPersons }: ErasedPerson, row: FoundMessage): void {
  const { key, instance, fts, at } = row
  const quote = readStoredQuote(row.quoted_json)
  const isQuoted = quote !== null && isPersons(instance, quote.participant)
  if (isQuoted) notePreviews(tx, row.quoted_json ?? '')
  const json = (value: string | null) => value && takeOutOfJson(value, bare)
  const values = {
    text: takeOutOfText(row.text ?? '', bare),
    texts_json: json(row.texts_json),
    reported_json: json(row.reported_json),
    content_json: json(row.content_json),
    quoted_json: isQuoted ? null : json(row.quoted_json),
    raw: json(row.raw),
  }
  tx.run(`update message set ${textColumns.map((column) => `${column} = :${column}`).join(', ')} where key = :key`, {
    ...values,
    key,
  })
  const sent = tx.get<{ request: string }>(
    'select request_json as request from outbox where message = ? and request_json is not null',
    [key],
  )
  if (sent !== undefined)
    tx.run('update outbox set request_json = ? where message = ?', [takeOutOfJson(sent.request, bare), key])
  if (fts === null) return
  const content = readContentOf(tx, key, values.content_json ?? '')
  indexText(tx, { key, fts, at }, messageSearchText(tx, key, content))
}

/** Facts of groups about their members, and notes and closed proposals of other chats. */
function takeOutOfChats(tx: Tx, person: ErasedPerson, { from, last }: Piece): void {
  const groups = tx.all<{ key: ChatKey }>(`select key from chat where key > ? and key <= ? and kind = 'group'`, [
    from,
    last,
  ])
  for (const { key: chat } of groups) {
    const given = { chat, ids: person.ids }
    const those = 'in (select value from json_each(:ids))'
    tx.run(`delete from reaction where chat = :chat and sender_id ${those}`, given)
    tx.run(`delete from poll_choice where chat = :chat and voter ${those}`, given)
    tx.run(`delete from chat_name where chat = :chat and sender ${those}`, given)
    tx.run(`update deletion set by_id = null where chat = :chat and by_id ${those}`, given)
    tx.run(`delete from group_data where chat = :chat and ${names(['record_json'])}`, { chat, bare: person.bareJson })
  }
  takeOutOfNotes(tx, person, { from, last })
}

/**
 * What people and programs wrote about somebody else's chat. A proposal that is open leaves as it was written, as a
 * message does that waits.
 */
function takeOutOfNotes(tx: Tx, { bare, bareJson }: ErasedPerson, { from, last }: Piece): void {
  const given = { from, last, bare: bareJson }
  for (const { key, chat, text } of tx.all<{ key: number; chat: ChatKey; text: string }>(
    `select key, chat, text from note where chat > :from and chat <= :last and ${names(['text'])}`,
    given,
  )) {
    const left = takeOutOfText(text, bare)
    tx.run('update note set text = ? where key = ?', [left, key])
    tx.run('delete from note_fts where rowid = ?', [key])
    tx.run('insert into note_fts (rowid, body) values (?, ?)', [key, indexedText(left)])
    tx.changed({ kind: 'notes', chat })
  }
  for (const { key, text, reason } of tx.all<{ key: number; text: string; reason: string }>(
    `select key, text, reason from proposal
     where chat > :from and chat <= :last and state <> 'open' and ${names(['text', 'reason'])}`,
    given,
  ))
    tx.run('update proposal set text = ?, reason = ? where key = ?', [
      takeOutOfText(text, bare),
      takeOutOfText(reason, bare),
      key,
    ])
}

interface ErasedEvent {
  readonly key: JournalKey
  readonly instance: InstanceKey
  readonly hash: string
}

/** The service may hand it out again, and a copy of it may wait in the inbox. */
function rememberErasedEvent(tx: Tx, { key, instance, hash }: ErasedEvent): void {
  rememberErasedBody(tx, instance, hash, key)
  tx.run('update inbox set raw = ? where instance = ? and raw_hash = ?', [withoutContent, instance, hash])
}

/**
 * Notifications of the person's chats, and those that name the person. One that the service may hand out again is
 * remembered: its delete is not confirmed, or a copy may still wait in the queue.
 */
function takeOutOfEvents(tx: Tx, person: ErasedPerson, { from, last }: Piece): void {
  const events = tx.all<ErasedEvent & { readonly mayReturn: number }>(
    `select key, instance, raw_hash as hash, deleted_at is null or received_at > :since as mayReturn
     from journal where key > :from and key <= :last
       and (chat in (select value from json_each(:chats)) or ${names(['raw', 'summary'])})`,
    { from, last, chats: JSON.stringify(person.chats), bare: person.bareJson, since: tx.now - queueHolds },
  )
  const keys = events.map(({ key }) => key)
  recordGaps(tx, keys)
  for (const { key, instance, hash, mayReturn } of events) {
    if (mayReturn === 1) rememberErasedEvent(tx, { key, instance, hash })
    tx.run('delete from journal where key = ?', [key])
  }
  for (const instance of new Set(events.map((event) => event.instance))) tx.changed({ kind: 'journal', instance })
  cutUnreadable(tx, person, 'journal', `state = 'quarantined'`, { from, last })
}

/**
 * A body that could not be read is of no chat, and may be of somebody else with the same name: it stays, without the
 * person's names and numbers. `which`: SQL.
 */
function cutUnreadable(
  tx: Tx,
  { bare, names: own }: ErasedPerson,
  table: 'journal' | 'inbox',
  which: string,
  { from, last }: Piece,
): void {
  const rows = tx.all<{ key: JournalKey; instance: InstanceKey; raw: string }>(
    `select key, instance, raw from ${table} where key > :from and key <= :last and ${which} and ${names(['raw'])}`,
    { from, last, bare: JSON.stringify([...bare, ...own]) },
  )
  for (const { key, instance, raw } of rows) {
    tx.run(`update ${table} set raw = ? where key = ?`, [takeOutNames(takeOutOfText(raw, bare), own), key])
    tx.changed({ kind: 'journal', instance })
  }
}

const steps = {
  messages: { table: 'message', takeOut: takeOutOfMessages },
  groups: { table: 'chat', takeOut: takeOutOfChats },
  events: { table: 'journal', takeOut: takeOutOfEvents },
} as const
