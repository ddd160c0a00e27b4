import { visibleName } from '../../../../contract/values.ts'
import { readAs } from '../../../../api/schema/lenient.ts'
import { messageRecord } from '../../../../api/schema/message.ts'
import type { Json } from '../../../../api/json.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { troubleOfSqliteError } from '../../../store/store-error.ts'
import type { Tx } from '../../../store/tx.ts'
import { chatKindOf, isLid, isNobodysId, twinOf } from '../rules/chat-id.ts'
import { chatOf } from './chat-of.ts'
import { isErasedChat } from './erased-people.ts'
import { updateChat } from './chat-row.ts'
import { isCallSource } from '../rules/from-call.ts'
import { fromHistory } from '../rules/from-history.ts'
import { ingest } from './ingest.ts'
import type { Ingested, IngestedMessage } from './ingested.ts'
import { inSavepoint } from './in-savepoint.ts'
import { joinByNumber } from './join-by-record.ts'
import { joinChats } from './join-chats.ts'
import { storeOrderDetails } from './order-details.ts'
import { refreshTitle, storeChatNames, storePerson } from './people.ts'
import { clockOffset } from '../../outbox/tx/outbox-row.ts'
import type { ArchiveItem, RecordSource } from '../rules/record.ts'
import { parseJson } from '../../../../api/answers/parse-json.ts'
import { setMeta } from '../../../store/sql.ts'
import { knownTypes } from '../../content/rules/content-kinds.ts'
import { itemsOfRaw } from './items-of-raw.ts'

export interface IngestInput {
  readonly instance: InstanceKey
  readonly source: Exclude<RecordSource, 'notification' | 'echo'>
  /** The requested id; null for journals, whose records name their chats. */
  readonly chatId: string | null
  /** Records as received, a few hundred at most: a transaction delays all others. */
  readonly records: readonly Json[]
  /** Of each record its place in its second, where the list has an order (order-within-second.ts). */
  readonly orders?: readonly (number | null)[]
  /** Time of the answer, epoch ms. */
  readonly seenAt: number
}

export interface IngestOutput {
  readonly created: readonly IngestedMessage[]
  readonly chats: readonly ChatKey[]
  readonly messages: readonly MessageKey[]
  /** Records that could not be read. */
  readonly unreadable: number
  /** Oldest accepted time among the records, epoch ms. */
  readonly oldestAt: number | null
}

export interface KnownChat {
  readonly chatId: string
  readonly name: string
  readonly contactName: string
  /** Digits; '' when hidden. */
  readonly phone: string
  /** user, group, channel, bot, or ''. */
  readonly type: string
  /** In the messenger: seconds for which messages stay, and whether it is archived; absent: not said. */
  readonly lifetime?: number | undefined
  readonly archived?: boolean | undefined
  /** The id that the service uses for the same person from now on; absent: the same one. */
  readonly newChatId?: string | undefined
}

export const archiveWrites = {
  'archive.rereadUnknown': rereadUnknown,
  'archive.storeOrderDetails': storeOrderDetails,

  /** Merges records of a history or journal (architecture 8). */
  'archive.ingest'(tx: Tx, input: IngestInput): IngestOutput {
    const { instance, source, chatId, seenAt } = input
    const readAt = seenAt + clockOffset(tx, instance)
    const perRecord: (readonly ArchiveItem[])[] = []
    for (const [index, raw] of input.records.entries()) {
      const record = readAs(messageRecord, raw)
      if (record === undefined) continue
      perRecord.push(
        fromHistory(record, {
          ...{ source, chatId, seenAt, readAt, raw: JSON.stringify(raw), listOrder: input.orders?.[index] },
        }),
      )
    }
    // A call that is known by its id is taken first, so that no other one is taken for it.
    if (isCallSource(source)) knownFirst(tx, instance, perRecord)
    const items = perRecord.flat()
    joinOnEvidence(tx, input, items)
    const { created, chats, messages } = ingestEach(tx, instance, perRecord, seenAt)
    const unreadable = input.records.length - perRecord.length
    let oldestAt: number | null = null
    for (const item of items) {
      if (item.kind !== 'message' || item.record.facts.position.source !== 'accepted') continue
      oldestAt = Math.min(oldestAt ?? Infinity, item.record.facts.position.at)
    }
    return { created, chats, messages, unreadable, oldestAt }
  },

  /** Chats that the service lists, with or without messages (getChats, getContacts). Answers how many were new. */
  'archive.learnChats'(
    tx: Tx,
    input: {
      readonly instance: InstanceKey
      readonly chats: readonly KnownChat[]
      readonly at: number
      readonly create: boolean
    },
  ): number {
    const { instance, at } = input
    const changed: ChatKey[] = []
    let created = 0
    let isNamed = false
    for (const known of input.chats) {
      if (isNobodysId(known.chatId) || isErasedChat(tx, instance, known.chatId)) continue
      const { newChatId } = known
      // One person under two ids, in the service's own words.
      if (newChatId !== undefined && newChatId !== known.chatId && arePersons(known.chatId, newChatId))
        joinChats(tx, instance, newChatId, known.chatId, 'history')
      const isGroup = chatKindOf(known.chatId) === 'group' || known.type === 'group'
      const named = isGroup ? false : storePerson(tx, instance, { id: known.chatId, ...known }, at)
      isNamed ||= named
      if (!isGroup) joinByNumber(tx, instance, { id: known.chatId, phone: known.phone })
      const exists = tx.get('select 1 as one from chat_alias where instance = ? and alias in (?, ?)', [
        instance,
        known.chatId,
        twinOf(known.chatId) ?? known.chatId,
      ])
      if (exists === undefined && !input.create) continue
      if (exists === undefined) created += 1
      const chat = chatOf(tx, instance, known.chatId)
      const renamed = storeChatNames(tx, chat, {
        chatType: known.type,
        subject: isGroup ? visibleName(known.name) : '',
        source: 'list',
        at,
      })
      const placed = storePlace(tx, chat, known)
      if (!named && !renamed && !placed) continue
      refreshTitle(tx, chat)
      changed.push(chat)
    }
    if (changed.length > 0) tx.changed({ kind: 'chats', instance, chats: changed })
    // Groups show people who have no chat.
    if (isNamed) tx.changed({ kind: 'people' })
    return created
  },
}

const arePersons = (...ids: readonly string[]): boolean =>
  ids.every((id) => chatKindOf(id) === 'user' && !isNobodysId(id))

function knownFirst(tx: Tx, instance: InstanceKey, perRecord: (readonly ArchiveItem[])[]): void {
  const isKnown = ([item]: readonly ArchiveItem[]): boolean =>
    item?.kind === 'message' &&
    tx.get('select 1 as one from message where instance = ? and id_message = ? limit 1', [
      instance,
      item.record.idMessage,
    ]) !== undefined
  const { known = [], others = [] } = Object.groupBy(perRecord, (items) => (isKnown(items) ? 'known' : 'others'))
  perRecord.splice(0, perRecord.length, ...known, ...others)
}

/** Stores a chat's state in the messenger as the service reports it; true if that is new. */
function storePlace(tx: Tx, chat: ChatKey, { lifetime, archived }: KnownChat): boolean {
  if (lifetime === undefined && archived === undefined) return false
  const row = tx.get<{ lifetime: number | null; archived: number | null }>(
    'select lifetime, service_archived as archived from chat where key = ?',
    [chat],
  )
  const next = {
    lifetime: lifetime ?? row?.lifetime ?? null,
    service_archived: archived === undefined ? (row?.archived ?? null) : Number(archived),
  }
  if (row?.lifetime === next.lifetime && row.archived === next.service_archived) return false
  updateChat(tx, chat, next)
  return true
}

/** All at once; where one record can't be merged, one by one, so that it costs only itself. */
function ingestEach(
  tx: Tx,
  instance: InstanceKey,
  perRecord: readonly (readonly ArchiveItem[])[],
  seenAt: number,
): Omit<Ingested, 'arrived' | 'isErased'> {
  const options = { live: false, seenAt }
  try {
    return inSavepoint(tx, () => ingest(tx, instance, perRecord.flat(), options))
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    const all = perRecord.flatMap((items) => {
      try {
        return [inSavepoint(tx, () => ingest(tx, instance, items, options))]
      } catch (failure) {
        if (troubleOfSqliteError(failure) !== null) throw failure
        return []
      }
    })
    return {
      created: all.flatMap(({ created }) => created),
      chats: [...new Set(all.flatMap(({ chats }) => chats))],
      messages: [...new Set(all.flatMap(({ messages }) => messages))],
    }
  }
}

/**
 * If all records of a history name another id than the requested one, both ids are one chat (architecture 5). Only for
 * ids of persons; groups have one id.
 */
function joinOnEvidence(tx: Tx, { instance, chatId }: IngestInput, items: readonly ArchiveItem[]): void {
  if (chatId === null || chatKindOf(chatId) !== 'user') return
  const ids = new Set(items.flatMap((item) => (item.kind === 'message' ? [item.record.chatId] : [])))
  const [named] = ids
  if (ids.size !== 1 || named === undefined || named === chatId || twinOf(named) === chatId) return
  if (chatKindOf(named) !== 'user') return
  // A number stays what the chat is called by: sends to a @lid can go wrong (service 11.1).
  const [better, other] = isLid(named) ? [chatId, named] : [named, chatId]
  joinChats(tx, instance, better, other, 'history')
}

/** The types that the program knew when it last read the archive again. */
const metaName = 'messages:knownTypes'

interface Row {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chatId: string
  readonly raw: string
  readonly source: RecordSource
  readonly at: number
}

/**
 * Parses a batch of messages of unknown kinds again from their raw records, after a key, because a new version may know
 * more types. So a new kind needs no migration. Returns the last key; null: all were parsed.
 */
function rereadUnknown(tx: Tx, { after, limit }: { readonly after: number; readonly limit: number }): number | null {
  const known = tx.get<{ value: string }>('select value from meta where name = ?', [metaName])?.value
  if (known === knownTypes) return null
  const rows = tx.all<Row>(
    `select m.key, m.instance, m.chat, c.chat_id as chatId, m.raw, m.raw_source as source, coalesce(m.raw_at, m.seen_at) as at
     from message m indexed by message_unsupported join chat c on c.key = m.chat
     where m.content_kind = 'unsupported' and m.key > ? and m.raw is not null order by m.key limit ?`,
    [after, limit],
  )
  for (const row of rows) reread(tx, row)
  const last = rows.at(-1)
  if (last !== undefined && rows.length === limit) return last.key
  setMeta(tx, metaName, knownTypes)
  return null
}

function reread(tx: Tx, { instance, chatId, raw, source, at }: Row): void {
  const reading = parseJson(raw)
  if (reading.kind === 'notJson') return
  const items = itemsOfRaw(reading.value, { source, chatId, seenAt: at, raw })
  if (items === null) return
  try {
    inSavepoint(tx, () => ingest(tx, instance, items, { live: false, seenAt: at }))
  } catch (error) {
    // A record that can't be merged stays as it is, and does not block the others.
    if (troubleOfSqliteError(error) !== null) throw error
  }
}
