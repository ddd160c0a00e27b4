import { ContractError } from '../../../../contract/errors.ts'
import type { CardField, PersonCard } from '../../../../contract/people.ts'
import type { ChatKey, FieldKey, InstanceKey } from '../../../../contract/ids.ts'
import type { Input, Output } from '../../../../contract/index.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { phoneDigitsOf, spellingsOf } from '../rules/chat-id.ts'
import { titleOf, type ChatNames } from '../rules/chat-title.ts'
import { currentChat } from './chat-of.ts'
import { refreshTitle } from './people.ts'

/**
 * A card: knowledge of the people here about a person, unknown to the service. It belongs to a number, on every
 * instance, or to one chat whose number is hidden. Merged cards point to another one (`main`) and keep their own name
 * and fields, so that separating them gives back both as they were. `shown` of each is the name of all of them.
 */
type CardKey = number

/** UTF-16 code units, and counts. More chats or cards of one person than anybody reads are left out, or refused. */
const limits = { name: 300, fieldName: 100, value: 2_000, fields: 50, cards: 20, chats: 100 } as const

interface Card {
  readonly key: CardKey
  readonly digits: string | null
  readonly chat: ChatKey | null
  readonly name: string
  readonly main: CardKey | null
}

interface Subject {
  readonly chat: ChatKey
  /** Of the number; '' if it is hidden. */
  readonly digits: string
}

/** Null of a group or channel: that is no person. Throws `notFound`. */
function subjectOf(tx: ReadTx, given: ChatKey): Subject | null {
  const chat = currentChat(tx, given)
  const row =
    chat === undefined
      ? undefined
      : tx.get<{ kind: string; chatId: string; phone: string | null }>(
          'select kind, chat_id as chatId, phone from chat where key = ?',
          [chat],
        )
  if (chat === undefined || row === undefined) throw new ContractError('notFound')
  return row.kind === 'group' || row.kind === 'channel'
    ? null
    : { chat, digits: row.phone || phoneDigitsOf(row.chatId) }
}

/** All cards of a person, those first to which others were merged. */
const cardsOf = (tx: ReadTx, { chat, digits }: Subject): readonly Card[] =>
  tx.all<Card>(
    `with recursive
       up (key) as (
         select key from person_card where digits = :digits
         union select key from person_card where chat = :chat
         union select c.main from up join person_card c on c.key = up.key where c.main is not null),
       tree (key) as (select key from up union select c.key from tree join person_card c on c.main = tree.key)
     select key, digits, chat, name, main from person_card where key in (select key from tree)
     order by main is not null, key limit ${limits.cards * 2}`,
    { chat, digits },
  )

const nameOfCards = (cards: readonly Card[]): string => cards.find(({ name }) => name !== '')?.name ?? ''

/** The chats of a number, and a chat whose number is hidden, on every instance that is here. */
const chatsOf = (tx: ReadTx, numbers: readonly string[], chats: readonly ChatKey[]) =>
  tx.all<{ chat: ChatKey; instance: InstanceKey; phone: string | null }>(
    `select c.key as chat, c.instance, c.phone from chat c join instance i on i.key = c.instance
     where c.key in (
         select value from json_each(:chats)
         union select key from chat where phone in (select value from json_each(:numbers))
         union select a.chat from json_each(:numbers) n cross join instance
           cross join chat_alias a on a.instance = instance.key and a.alias = n.value || '@c.us')
       and c.kind not in ('group', 'channel') and i.detached_at is null
     order by c.list_at desc, c.key limit ${limits.chats}`,
    { numbers: JSON.stringify(numbers.filter((digits) => digits !== '')), chats: JSON.stringify(chats) },
  )

const chatsOfCards = (tx: ReadTx, subject: Subject, cards: readonly Card[]) =>
  chatsOf(
    tx,
    [subject.digits, ...cards.flatMap(({ digits }) => digits ?? [])],
    [subject.chat, ...cards.flatMap(({ chat }) => chat ?? [])],
  )

/** The chats of the person of a chat on every instance; of a group, the chat alone. Throws `notFound`. */
export function chatsOfPerson(tx: ReadTx, chat: ChatKey): readonly ChatKey[] {
  const subject = subjectOf(tx, chat)
  if (subject === null) return [chat]
  const others = chatsOfCards(tx, subject, cardsOf(tx, subject)).map((row) => row.chat)
  return [subject.chat, ...others.filter((other) => other !== subject.chat)]
}

/** All under which a person is known here. */
export interface KnownPerson {
  readonly chats: readonly ChatKey[]
  readonly cards: readonly CardKey[]
  /** By instance, in every spelling; a number on every instance. */
  readonly ids: readonly (readonly [InstanceKey, string])[]
}

/** SQL: groups `c` with the messages `m` that a person wrote in them. `:ids`: JSON of the person's ids. */
export const writtenInGroups = `chat c cross join message m on m.chat = c.key
  where c.key in (select chat from chat_name where sender <> '' and sender in (select value from json_each(:ids)))
    and c.kind = 'group' and m.sender_id in (select value from json_each(:ids)) and m.folded = 0`

/** Throws `notFound`, and `notPerson` of a group or channel. */
export function knownPerson(tx: ReadTx, given: ChatKey): KnownPerson {
  const subject = personOf(tx, given)
  const cards = cardsOf(tx, subject)
  const chats = chatsOfPerson(tx, subject.chat)
  const numbers = [subject.digits, ...cards.map(({ digits }) => digits ?? '')].filter((digits) => digits !== '')
  const ids = tx.all<{ instance: InstanceKey; id: string }>(
    `select instance, alias as id from chat_alias where chat in (select value from json_each(:chats))
     union select instance, chat_id from chat where key in (select value from json_each(:chats))
     union select instance, id from person where phone in (select value from json_each(:numbers))
     union select instance.key, n.value || '@c.us' from json_each(:numbers) n cross join instance where instance.detached_at is null`,
    { chats: JSON.stringify(chats), numbers: JSON.stringify(numbers) },
  )
  return {
    chats,
    cards: cards.map(({ key }) => key),
    ids: ids.flatMap(({ instance, id }) => spellingsOf(id).map((spelling) => [instance, spelling] as const)),
  }
}

/** The name that people here gave the person of an id; '' for none. */
export const givenName = (tx: ReadTx, instance: InstanceKey, id: string, phone: string): string =>
  tx.get<{ shown: string }>(
    `select shown from person_card where digits = :digits and shown <> ''
     union all
     select k.shown from chat_alias a join person_card k on k.chat = a.chat
       where a.instance = :instance and a.alias = :id and k.shown <> '' limit 1`,
    { instance, id, digits: phone || phoneDigitsOf(id) },
  )?.shown ?? ''

/** Two chats became one: so do their cards. */
export function joinCards(tx: Tx, keep: ChatKey, gone: ChatKey): void {
  const cardOf = (chat: ChatKey) =>
    tx.get<{ key: CardKey; main: CardKey | null }>('select key, main from person_card where chat = ?', [chat])
  const [into, from] = [cardOf(keep), cardOf(gone)]
  if (from === undefined) return
  if (into === undefined) tx.run('update person_card set chat = ? where key = ?', [keep, from.key])
  else absorb(tx, into.key, from.key)
}

/** A card and those to which it was merged, up to the topmost. */
function pathUp(tx: ReadTx, card: CardKey): readonly CardKey[] {
  const path: CardKey[] = []
  for (let next: CardKey | null = card; next !== null && !path.includes(next);) {
    path.push(next)
    const row: { readonly main: CardKey | null } | undefined = tx.get('select main from person_card where key = ?', [
      next,
    ])
    next = row?.main ?? null
  }
  return path
}

/** Makes one card of two of one person, with the fields and merged cards of both. */
function absorb(tx: Tx, into: CardKey, from: CardKey): void {
  tx.run('update person_field set card = ? where card = ?', [into, from])
  const [above, aboveFrom] = [pathUp(tx, into), pathUp(tx, from)]
  const fromParent = aboveFrom[1] ?? null
  const setMain = (card: CardKey, main: CardKey | null) =>
    tx.run('update person_card set main = ? where key = ?', [main === card ? null : main, card])
  // Where the two are in one tree, the lower one's place goes with it, or the tree would become a circle.
  if (above.includes(from) || above.length === 1) {
    if (!aboveFrom.includes(into)) setMain(into, fromParent)
  } else if (fromParent !== null && !aboveFrom.some((card) => above.includes(card))) {
    setMain(aboveFrom.at(-1) ?? fromParent, above.at(-1) ?? into)
  }
  tx.run('update person_card set main = :into where main = :from and key <> :into', { into, from })
  tx.run(
    `update person_card set name = coalesce(nullif(name, ''), (select name from person_card where key = :from))
     where key = :into`,
    { into, from },
  )
  tx.run('delete from person_card where key = ?', [from])
}

/** The card of a chat's person, made on first use; its number's one, if the number is known by now. */
function ensureCard(tx: Tx, { chat, digits }: Subject): CardKey {
  const byNumber = digits === '' ? undefined : tx.get<Card>('select * from person_card where digits = ?', [digits])
  const byChat = tx.get<Card>('select * from person_card where chat = ?', [chat])
  if (byNumber !== undefined) {
    if (byChat !== undefined) absorb(tx, byNumber.key, byChat.key)
    return byNumber.key
  }
  if (byChat !== undefined) {
    if (digits !== '') tx.run('update person_card set digits = ?, chat = null where key = ?', [digits, byChat.key])
    return byChat.key
  }
  return tx.run('insert into person_card (digits, chat) values (?, ?)', [
    digits === '' ? null : digits,
    digits === '' ? chat : null,
  ]).rowid
}

/** After a change: the name of all cards of a person, in every chat of theirs. */
function refresh(tx: Tx, subject: Subject): void {
  const cards = cardsOf(tx, subject)
  const shown = nameOfCards(cards)
  for (const { key } of cards) tx.run('update person_card set shown = ? where key = ?', [shown, key])
  for (const { chat, instance } of chatsOfCards(tx, subject, cards)) {
    if (refreshTitle(tx, chat)) tx.changed({ kind: 'chats', instance, chats: [chat] })
  }
  tx.changed({ kind: 'people' })
}

function personOf(tx: ReadTx, chat: ChatKey): Subject {
  const subject = subjectOf(tx, chat)
  if (subject === null) throw new ContractError('notPerson')
  return subject
}

function checked(given: string, limit: number): string {
  const text = given.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (!text.isWellFormed()) throw new ContractError('textBroken')
  if (text.length > limit) throw new ContractError('personTextTooLong', { details: { length: text.length, limit } })
  return text
}

/** The topmost card, to which the others were merged. */
const topOf = (cards: readonly Card[]): CardKey | undefined => cards[0]?.key

/** The subject of a card, to find all of its person. */
const anySubject = (card: Card): Subject => ({ chat: card.chat ?? (0 as ChatKey), digits: card.digits ?? '' })

export const cardWrites = {
  /** An empty name takes it back. */
  'people.setName'(tx: Tx, { chat, name: given }: Input<'people.setName'>): void {
    const subject = personOf(tx, chat)
    const name = checked(given, limits.name)
    const own = ensureCard(tx, subject)
    const cards = cardsOf(tx, subject)
    // The name that is shown is the one that changes, whichever of the merged cards it is of.
    const target = cards.find((card) => card.name !== '')?.key ?? topOf(cards) ?? own
    tx.run('update person_card set name = ? where key = ?', [name, target])
    refresh(tx, subject)
  },

  'people.setField'(
    tx: Tx,
    { chat, key, name: givenName_, value: givenValue }: Input<'people.setField'>,
  ): Output<'people.setField'> {
    const subject = personOf(tx, chat)
    const [name, value] = [checked(givenName_, limits.fieldName), checked(givenValue, limits.value)]
    if (name === '') throw new ContractError('fieldNameEmpty')
    const own = ensureCard(tx, subject)
    const cards = cardsOf(tx, subject).map((card) => card.key)
    if (key !== undefined) {
      const { changes } = tx.run(
        'update person_field set name = ?, value = ? where key = ? and card in (select value from json_each(?))',
        [name, value, key, JSON.stringify(cards)],
      )
      if (changes === 0) throw new ContractError('notFound')
      tx.changed({ kind: 'people' })
      return { key }
    }
    const fields = fieldsOf(tx, cards)
    // Its answer was lost, and the person saved it once more.
    const known = fields.find((field) => field.name === name && field.value === value)
    if (known !== undefined) return { key: known.key }
    if (fields.length >= limits.fields) throw new ContractError('fieldTooMany', { details: { limit: limits.fields } })
    const { rowid } = tx.run('insert into person_field (card, name, value) values (?, ?, ?)', [own, name, value])
    tx.changed({ kind: 'people' })
    return { key: rowid as FieldKey }
  },

  'people.removeField'(tx: Tx, { key }: Input<'people.removeField'>): void {
    if (tx.run('delete from person_field where key = ?', [key]).changes > 0) tx.changed({ kind: 'people' })
  },

  /** The cards of the other person are merged to this one's, with all that were merged to them before. */
  'people.merge'(tx: Tx, { chat, other }: Input<'people.merge'>): void {
    const [subject, added] = [personOf(tx, chat), personOf(tx, other)]
    ensureCard(tx, subject)
    ensureCard(tx, added)
    const [into, from] = [cardsOf(tx, subject), cardsOf(tx, added)]
    const [top, moved] = [topOf(into), topOf(from)]
    if (top === undefined || moved === undefined || into.some(({ key }) => key === moved)) return
    if (into.length + from.length > limits.cards)
      throw new ContractError('personTooManyChats', { details: { limit: limits.cards } })
    tx.run('update person_card set main = ? where key = ?', [top, moved])
    refresh(tx, subject)
  },

  /** Cuts the merge that lies between two chats of a person, so that each side is again what it was. */
  'people.separate'(tx: Tx, { chat, other }: Input<'people.separate'>): void {
    const [subject, removed] = [personOf(tx, chat), personOf(tx, other)]
    // Two chats that proved to be one may have a card each until now.
    ensureCard(tx, subject)
    ensureCard(tx, removed)
    const cards = cardsOf(tx, subject)
    const own = cards.find((card) => isOf(card, subject))
    const theirs = cards.find((card) => isOf(card, removed))
    if (own === undefined || theirs === undefined || own.key === theirs.key) return
    const above = (from: Card): readonly Card[] => {
      const path = [from]
      for (let card = from; card.main !== null && path.length <= cards.length;) {
        const next = cards.find(({ key }) => key === card.main)
        if (next === undefined) break
        path.push(next)
        card = next
      }
      return path
    }
    const ownPath = above(own)
    const isAbove = ownPath.some(({ key }) => key === theirs.key)
    // Theirs above: what is cut is the last card below it on the way up from this one.
    const cut = isAbove ? ownPath[ownPath.findIndex(({ key }) => key === theirs.key) - 1] : theirs
    if (cut === undefined) return
    tx.run('update person_card set main = null where key = ?', [cut.key])
    refresh(tx, subject)
    refresh(tx, anySubject(isAbove ? theirs : cut))
  },
}

const isOf = (card: Card, { chat, digits }: Subject): boolean =>
  card.chat === chat || (digits !== '' && card.digits === digits)

const fieldsOf = (tx: ReadTx, cards: readonly CardKey[]): readonly CardField[] =>
  tx.all<CardField & { readonly key: FieldKey }>(
    'select key, name, value from person_field where card in (select value from json_each(?)) order by key',
    [JSON.stringify(cards)],
  )

export const cardReads = {
  'people.card'(tx: ReadTx, { chat }: Input<'people.card'>): PersonCard | null {
    const subject = subjectOf(tx, chat)
    if (subject === null) return null
    const cards = cardsOf(tx, subject)
    const others = chatsOfCards(tx, subject, cards).filter((row) => row.chat !== subject.chat)
    const shown = new Map(
      tx
        .all<Omit<ChatNames, 'given'> & { readonly key: ChatKey; readonly at: number; readonly notes: number }>(
          `select key, chat_id as chatId, contact_name as contactName, sender_name as senderName, subject, phone, username,
             list_at as at, (select count(*) from note where chat = c.key) as notes
           from chat c where key in (select value from json_each(?))`,
          [JSON.stringify(others.map((row) => row.chat))],
        )
        .map((row) => [row.key, row]),
    )
    return {
      name: nameOfCards(cards),
      fields: fieldsOf(
        tx,
        cards.map(({ key }) => key),
      ),
      chats: others.flatMap(({ chat: key, instance, phone }) => {
        const row = shown.get(key)
        if (row === undefined) return []
        const { at, notes } = row
        // The name that was given here is above all of them, and tells none from another.
        const title = titleOf({ ...row, given: '' })
        return [{ chat: key, instance, title, at, notes, byHand: subject.digits === '' || phone !== subject.digits }]
      }),
    }
  },
}
