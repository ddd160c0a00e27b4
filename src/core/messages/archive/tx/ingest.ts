import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { adopt, findByText, isColleagues, matchOutboxRow } from '../../outbox/tx/match-record.ts'
import { signatureOf } from '../../content/rules/content-kinds.ts'
import { giveUpId } from '../../outbox/tx/give-up-id.ts'
import { keepLaneOrder } from '../../outbox/tx/keep-lane-order.ts'
import { outboxByReply } from '../../outbox/tx/outbox-row.ts'
import { observe, observeById, observeEarly, takeEarlyStatuses } from '../../statuses/tx/observe.ts'
import { refreshStatus } from '../../statuses/tx/refresh-status.ts'
import type { Tx } from '../../../store/tx.ts'
import { absorbMessage } from './absorb-message.ts'
import { chatOf, findChat } from './chat-of.ts'
import { newForMs, refreshSummary } from './chat-summary.ts'
import { erasedSalt, erasedUntil } from './erased-people.ts'
import { isChangeEvent, storeChangeEvent, storeDeletion, storeEdit, takeEditStatus, withEffects } from './effects.ts'
import type { Ingested, IngestedMessage } from './ingested.ts'
import { isCustomers, mergeRows, sameFacts } from '../rules/merge.ts'
import type { MessageFacts } from '../rules/record.ts'
import { bareId, chatKindOf } from '../rules/chat-id.ts'
import { normaliseItem, type ItemContext } from '../rules/normalise-item.ts'
import { numbersIn, takeOutOfFacts, takeOutOfText } from '../rules/take-out.ts'
import type { OwnIds } from '../../rules/own-ids.ts'
import { joinByRecord } from './join-by-record.ts'
import { isUniqueId } from './join-by-unique-id.ts'
import { findMessage, insertMessage, readMessage, updateMessage, type MessageRow } from './message-row.ts'
import { matchCall } from './same-call.ts'
import { orderSecond } from './order-seconds.ts'
import { refreshTitle, senderIdIn, storeChatNames, storePerson } from './people.ts'
import { storeVotes, pollOf } from './poll-choices.ts'
import { foldReactionsOf, isFolded, reactorOf, refreshReaction } from './reactions.ts'
import type { ArchiveItem, ArchiveRecord, RecordSender } from '../rules/record.ts'
import { indexText } from './search-index.ts'
import { messageSearchText } from './order-details.ts'
import { readSpans, writeSpans } from '../rules/completeness.ts'

export interface IngestOptions {
  /** The items are from a live notification: their messages count as unread. */
  readonly live: boolean
  /** Epoch ms, by this computer's clock. */
  readonly seenAt: number
  /** The items are from the team's journal. */
  readonly isShared?: boolean
}

/**
 * Merges the items of one source into the archive. Idempotent and independent of order: the same items in any order,
 * any number of times, give the same archive. Updates chats, their summaries and the search index, and announces the
 * changes.
 */
export function ingest(tx: Tx, instance: InstanceKey, items: readonly ArchiveItem[], options: IngestOptions): Ingested {
  const work = new Ingestion(tx, instance, options)
  for (const item of items) work.take(item)
  return work.finish()
}

/**
 * Applies every known edit, deletion and status of an instance's messages again. Only a salvage needs it: a message may
 * come from an older page than what changed it, and what changes it no more by coming again.
 */
export function applyChangesAgain(tx: Tx, instance: InstanceKey): void {
  const work = new Ingestion(tx, instance, { live: false, seenAt: tx.now })
  const targets = tx.all<{ chat: ChatKey; id: string }>(
    `select t.chat, t.target_id as id from (select chat, target_id from edit union select chat, target_id from deletion) t
     join chat on chat.key = t.chat where chat.instance = ?`,
    [instance],
  )
  for (const { chat, id } of targets) work.reapply(chat, id)
  const sent = tx.all<{ key: MessageKey }>(
    `select distinct m.key from observation o join message m on m.key = o.message where m.instance = ? order by m.key`,
    [instance],
  )
  for (const { key } of sent) refreshStatus(tx, key)
  const waitedFor = tx.all<{ key: MessageKey }>(
    `select distinct m.key from early_status e join message m on m.instance = e.instance and m.id_message = e.id_message
     where e.instance = ? and m.direction = 'outgoing' order by m.key`,
    [instance],
  )
  for (const { key } of waitedFor) takeEarlyStatuses(tx, key)
  work.finish()
}

class Ingestion {
  readonly #tx: Tx
  readonly #instance: InstanceKey
  readonly #options: IngestOptions
  readonly #context: ItemContext
  readonly #created: IngestedMessage[] = []
  readonly #arrived: IngestedMessage[] = []
  readonly #messages = new Set<MessageKey>()
  /** Chats whose messages changed, and which. */
  readonly #touched = new Map<ChatKey, Set<MessageKey>>()
  readonly #renamed = new Set<ChatKey>()
  /** Groups in which somebody got a name. */
  readonly #named = new Set<ChatKey>()
  /** Moments at which something was written, by chat: their order is worked out at the end. */
  readonly #moments = new Map<ChatKey, Set<number>>()
  /** Chats in which the service dated a message that was sent here. */
  readonly #dated = new Set<ChatKey>()
  readonly #seen = new Set<ChatKey>()
  #isErased = false

  /** null: nobody was ever erased. */
  readonly #erasedSalt: string | null
  /** The service's time before which retention removes messages, epoch ms. */
  readonly #retainedFrom: number

  constructor(tx: Tx, instance: InstanceKey, options: IngestOptions) {
    this.#tx = tx
    this.#instance = instance
    this.#options = options
    const row = tx.get<
      OwnIds & { readonly offset: number; readonly retainedFrom: number; readonly salt: string | null }
    >(
      `select wid, own_id as ownId, clock_offset_ms as offset, retained_from as retainedFrom, ${erasedSalt} as salt
       from instance where key = ?`,
      [instance],
    ) ?? { wid: null, ownId: null, offset: 0, retainedFrom: 0, salt: null }
    this.#erasedSalt = row.salt
    this.#retainedFrom = row.retainedFrom
    // The clock of the team's database may be wrong alone.
    const receivedAt = Math.max(options.seenAt, tx.now) + row.offset
    // After this clock was set the offset is wrong until the service answers, which a desk of a team rarely asks.
    const latestNow = options.isShared === true ? Math.max(receivedAt, options.seenAt) : receivedAt
    this.#context = { own: row, receivedAt, latestNow }
  }

  take(given: ArchiveItem): void {
    const tx = this.#tx
    const known = normaliseItem(given, this.#context)
    const item = this.#erasedSalt === null ? known : this.#withoutErased(known, this.#erasedSalt)
    this.#isErased ||= item === null && known.kind !== 'chat' && known.kind !== 'person'
    if (item === null || this.#isLeftOut(item)) return
    if (item.kind === 'message') joinByRecord(tx, this.#instance, item.record)
    if (item.kind === 'status' && (this.#takeStatusById(item) || this.#takeForeignStatus(item))) return
    const chat = this.#chat(item.kind === 'message' ? item.record.chatId : item.chatId)
    switch (item.kind) {
      case 'message':
        this.#takeRecord(chat, item.record)
        return
      case 'edit':
        if (storeEdit(tx, chat, item)) {
          this.reapply(chat, item.targetId)
          this.#touchTarget(chat, item.targetId)
        }
        return
      case 'deletion':
        if (storeDeletion(tx, chat, item.targetId, item)) this.reapply(chat, item.targetId)
        return
      case 'changeEvent':
        if (storeChangeEvent(tx, chat, item.idMessage)) this.reapply(chat, item.idMessage)
        return
      case 'votes':
        if (storeVotes(tx, chat, item)) {
          const poll = pollOf(tx, chat, item)
          if (poll !== undefined) this.#touch(chat, poll)
        }
        return
      case 'person':
        this.#takePerson(chat, item.chatId, item.sender, item.at)
        return
      case 'status':
        this.#takeStatus(chat, item)
        return
      case 'chat':
        if (storeChatNames(tx, chat, item)) this.#renamed.add(chat)
        return
    }
  }

  finish(): Ingested {
    const tx = this.#tx
    const instance = this.#instance
    this.#order()
    for (const chat of this.#dated) for (const key of keepLaneOrder(tx, chat)) this.#touch(chat, key)
    const oldest = new Map<ChatKey, number>()
    for (const { chat, at } of this.#created) oldest.set(chat, Math.min(oldest.get(chat) ?? Infinity, at))
    for (const [chat, at] of oldest) reopenStart(tx, chat, at)
    for (const chat of this.#renamed) refreshTitle(tx, chat)
    const isNew = ({ at }: IngestedMessage) => this.#context.receivedAt - at < newForMs
    const chatsWithNew = new Set(this.#arrived.filter(isNew).map(({ chat }) => chat))
    for (const [chat, messages] of this.#touched) {
      refreshSummary(tx, chat, chatsWithNew.has(chat))
      tx.changed({ kind: 'messages', instance, chat, messages: [...messages] })
    }
    const chats = [...new Set([...this.#touched.keys(), ...this.#renamed])]
    if (chats.length > 0) tx.changed({ kind: 'chats', instance, chats })
    for (const chat of this.#named) tx.changed({ kind: 'group', chat })
    return {
      created: this.#created,
      arrived: this.#arrived,
      chats: [...this.#seen],
      messages: [...this.#messages],
      isErased: this.#isErased,
    }
  }

  /** A customer's message that the queue brings only now was in nobody's sight, whatever its time. */
  #isNews({ direction }: MessageFacts): boolean {
    return this.#options.live && this.#options.isShared !== true && direction === 'incoming'
  }

  /**
   * Retention has removed the message, or would: no source brings it. What is here may change, and what is sent is
   * looked for, whatever its time.
   */
  #isTooOld(facts: MessageFacts, row: MessageRow | null): boolean {
    return row === null && facts.position.at < this.#retainedFrom && !this.#isNews(facts)
  }

  /** An item that retention keeps out before it makes a chat, or waits for a message that will not come. */
  #isLeftOut(item: ArchiveItem): boolean {
    if (item.kind !== 'message' && item.kind !== 'edit' && item.kind !== 'deletion') return false
    const { chatId } = item.kind === 'message' ? item.record : item
    const at = item.kind === 'message' ? item.record.facts.position.at : item.at
    if (at >= this.#retainedFrom) return false
    const chat = findChat(this.#tx, this.#instance, chatId)?.chat
    if (item.kind === 'message') return chat === undefined && this.#isTooOld(item.record.facts, null)
    return chat === undefined || findMessage(this.#tx, chat, item.targetId) === null
  }

  /**
   * Without what is from before the erasing of a person: all of it (null), or what quotes and names the person.
   * What a customer wrote and the queue brings only now was in nobody's sight: that comes.
   */
  #withoutErased(item: ArchiveItem, salt: string): ArchiveItem | null {
    const until = (id: string) => erasedUntil(this.#tx, salt, this.#instance, id)
    const isBefore = (at: number, id: string) => until(id) > 0 && at <= until(id)
    if (item.kind === 'message') {
      const { chatId, sender, facts } = item.record
      const { at } = facts.position
      if (!this.#isNews(facts) && at <= Math.max(until(chatId), until(sender?.id ?? ''))) return null
      const own = [bareId(chatId), bareId(sender?.id ?? '')]
      const quoted = bareId(facts.quote?.participant ?? '')
      const named = [...new Set([quoted, ...numbersIn(facts.raw?.text ?? '')])]
      const bare = named.filter((id) => isBefore(at, id) && (id === quoted || !own.includes(id)))
      if (bare.length === 0) return item
      return { ...item, record: { ...item.record, facts: takeOutOfFacts(facts, bare) } }
    }
    if (item.kind === 'person' && item.at <= until(item.sender.id)) return null
    const chat = until(item.chatId) > 0 ? findChat(this.#tx, this.#instance, item.chatId)?.chat : null
    if (chat === undefined) return null
    if (item.kind !== 'edit') return item
    // The queue brings a message before its edits: one that is not here was erased.
    const isOld = chat !== null && item.at <= until(item.chatId)
    if (isOld && findMessage(this.#tx, chat, item.targetId) === null) return null
    const bare = numbersIn(item.text).filter((id) => isBefore(item.at, id))
    return bare.length === 0 ? item : { ...item, text: takeOutOfText(item.text, bare) }
  }

  #chat(chatId: string): ChatKey {
    const chat = chatOf(this.#tx, this.#instance, chatId)
    this.#seen.add(chat)
    return chat
  }

  #takeRecord(chat: ChatKey, given: ArchiveRecord): void {
    const tx = this.#tx
    const { record, row: call } = matchCall(tx, chat, given)
    const row = call ?? this.#rowOf(chat, record)
    if (this.#isTooOld(record.facts, row)) return
    for (const thumbnail of given.thumbnails) {
      tx.run(
        'insert into thumbnail (ref, mime_type, width, height, bytes) values (:ref, :mimeType, :width, :height, :bytes) on conflict do nothing',
        { ...thumbnail },
      )
    }
    const facts = this.#withSender(chat, record)
    const idMessage = call?.idMessage ?? record.idMessage
    const own =
      row !== null && facts.direction === 'outgoing' && isCustomers(row) ? outboxByReply(tx, chat, idMessage) : null
    // An own message that shares its id with a customer's message: only the status of its record is new.
    if (own !== null) return this.#observe(own.message, record)
    const key =
      row === null ? this.#insert(chat, idMessage, facts) : this.#merge(row, idMessage, facts, this.#options.live)
    if (row?.idMessage !== idMessage) takeEarlyStatuses(tx, key)
    this.#observe(key, record)
  }

  /** Observes the status of a record; other sources than these have none. */
  #observe(message: MessageKey, { source, status, statusAt, idMessage }: ArchiveRecord): void {
    this.#messages.add(message)
    const isListed = source === 'lastOutgoingMessages' || source === 'getChatHistory' || source === 'getMessage'
    if (status === null || !isListed) return
    observe(this.#tx, message, { source, raw: status, serviceAt: statusAt, seenAt: this.#options.seenAt, idMessage })
  }

  /** The message's row, if known: by its id, or matched with one of our sends (architecture 6). */
  #rowOf(chat: ChatKey, record: ArchiveRecord): MessageRow | null {
    const tx = this.#tx
    const known = findMessage(tx, chat, record.idMessage)
    if (record.facts.direction !== 'outgoing') {
      const { live } = this.#options
      return known !== null && isCustomers({ live, facts: record.facts }) ? giveUpId(tx, known) : known
    }
    if (known === null) {
      const own = matchOutboxRow(tx, this.#instance, chat, record)
      return own === null ? null : readMessage(tx, own)
    }
    // An echo may lack its content (service 10.4), so its message can be identified only now.
    const signature = signatureOf(record.facts.content)
    if (signature === '' || known.text !== '' || known.facts.content.kind !== 'unsupported') return known
    const { position, actionAt, sentByApi } = record.facts
    const acceptedAt = position.source === 'accepted' ? position.at : null
    const own = findByText(tx, this.#instance, chat, { signature, acceptedAt, actionAt, sentByApi })
    if (own === null || own.message === known.key || isColleagues(tx, this.#instance, record.idMessage)) return known
    absorbMessage(tx, own.message, known.key)
    adopt(tx, own)
    return readMessage(tx, own.message)
  }

  #insert(chat: ChatKey, idMessage: string, facts: MessageFacts): MessageKey {
    const tx = this.#tx
    const known = withEffects(tx, chat, idMessage, facts)
    const folded = isFolded(tx, chat, known) || isChangeEvent(tx, chat, idMessage, known)
    const live = this.#options.live
    const key = insertMessage(tx, { instance: this.#instance, chat, idMessage, folded, live, facts: known })
    foldReactionsOf(tx, chat, idMessage)
    if (!folded) indexText(tx, { key, fts: null, at: known.position.at }, messageSearchText(tx, key, known.content))
    const message = { chat, message: key, direction: known.direction, at: known.position.at }
    this.#created.push(message)
    if (live) this.#arrived.push(message)
    this.#afterWrite(chat, key, known)
    return key
  }

  #merge(row: MessageRow, idMessage: string, facts: MessageFacts, seenLive: boolean): MessageKey {
    const tx = this.#tx
    const { chat, key } = row
    const live = row.live || seenLive
    const merged = withEffects(tx, chat, idMessage, mergeRows(row, { live: seenLive, facts }))
    const folded = isFolded(tx, chat, merged) || isChangeEvent(tx, chat, idMessage, merged)
    if (
      row.idMessage === idMessage &&
      !row.unsent &&
      live === row.live &&
      folded === row.folded &&
      sameFacts(row.facts, merged)
    ) {
      return key
    }
    updateMessage(tx, key, { idMessage, folded, live, facts: merged })
    if (!row.live && live)
      this.#arrived.push({ chat, message: key, direction: merged.direction, at: merged.position.at })
    if (row.facts.direction !== merged.direction) refreshStatus(tx, key)
    if (row.facts.position.source === 'sent') this.#dated.add(chat)
    // A message of its former second may now be alone in it.
    this.#addMoment(chat, row.facts.position.at)
    // If a record's kind, target or sender differs from what was known, its earlier effect is undone.
    this.#refreshReaction(chat, row.facts)
    foldReactionsOf(tx, chat, idMessage)
    const text = folded ? '' : messageSearchText(tx, key, merged.content)
    if (row.fts === null || text !== (row.folded ? '' : messageSearchText(tx, key, row.facts.content)))
      indexText(tx, { key, fts: row.fts, at: merged.position.at }, text)
    this.#afterWrite(chat, key, merged)
    return key
  }

  #afterWrite(chat: ChatKey, key: MessageKey, facts: MessageFacts): void {
    this.#touch(chat, key)
    this.#addMoment(chat, facts.position.at)
    this.#refreshReaction(chat, facts)
  }

  #addMoment(chat: ChatKey, at: number): void {
    const moments = this.#moments.get(chat)
    if (moments === undefined) this.#moments.set(chat, new Set([at]))
    else moments.add(at)
  }

  /** Messages of one second in their order; of several reactions of a person the latest shows. */
  #order(): void {
    for (const [chat, moments] of this.#moments) {
      for (const at of moments) {
        for (const moved of orderSecond(this.#tx, chat, at)) {
          this.#touch(chat, moved.key)
          const row = moved.isReaction ? readMessage(this.#tx, moved.key) : null
          if (row !== null) this.#refreshReaction(chat, row.facts)
        }
      }
    }
  }

  #refreshReaction(chat: ChatKey, facts: MessageFacts): void {
    if (facts.content.kind !== 'reaction' || facts.quotedId === '') return
    refreshReaction(this.#tx, chat, facts.quotedId, reactorOf(facts.direction, facts.senderId))
    this.#touchTarget(chat, facts.quotedId)
  }

  /** An edit or deletion of a message that may be here already. */
  reapply(chat: ChatKey, targetId: string): void {
    const row = findMessage(this.#tx, chat, targetId)
    if (row !== null) this.#merge(row, targetId, row.facts, false)
  }

  #takeStatus(chat: ChatKey, status: Extract<ArchiveItem, { kind: 'status' }>): void {
    const { idMessage, raw, text, serviceAt } = status
    const edited = takeEditStatus(this.#tx, chat, status)
    if (edited !== null) {
      this.reapply(chat, edited)
      this.#touchTarget(chat, edited)
      return
    }
    const message = observeById(
      this.#tx,
      { instance: this.#instance, chat, idMessage },
      { source: 'notification', raw, text, serviceAt, seenAt: this.#options.seenAt, idMessage },
    )
    if (message === null) return
    this.#messages.add(message)
    this.#touch(chat, message)
  }

  /** A status that names no chat belongs to the one message of the instance with its id, or waits for it. */
  #takeStatusById(status: Extract<ArchiveItem, { kind: 'status' }>): boolean {
    if (status.chatId !== '') return false
    const { idMessage, raw, text, serviceAt } = status
    const [only, another] = this.#tx.all<{ chat: ChatKey }>(
      "select chat from message where instance = ? and id_message = ? and direction = 'outgoing' limit 2",
      [this.#instance, idMessage],
    )
    if (only !== undefined && another === undefined) {
      this.#seen.add(only.chat)
      this.#takeStatus(only.chat, status)
    } else if (only === undefined) {
      observeEarly(
        this.#tx,
        { instance: this.#instance, chat: null, idMessage },
        { source: 'notification', raw, text, serviceAt, seenAt: this.#options.seenAt, idMessage },
      )
    }
    return true
  }

  /** A status may have another form of the chat's id (service 10.4), so a unique message id identifies its message. */
  #takeForeignStatus(status: Extract<ArchiveItem, { kind: 'status' }>): boolean {
    if (!isUniqueId(status.idMessage)) return false
    const named = findChat(this.#tx, this.#instance, status.chatId)?.chat ?? null
    const own = this.#tx.all<{ chat: ChatKey }>(
      "select chat from message where instance = ? and id_message = ? and direction = 'outgoing' limit 2",
      [this.#instance, status.idMessage],
    )
    const [only] = own
    if (only === undefined || own.length > 1 || only.chat === named || chatKindOf(status.chatId) === 'group')
      return false
    // Statuses of a known chat with messages stay there.
    if (named !== null && this.#tx.get('select 1 as one from message where chat = ? limit 1', [named]) !== undefined)
      return false
    this.#seen.add(only.chat)
    this.#takeStatus(only.chat, status)
    return true
  }

  #touch(chat: ChatKey, message: MessageKey): void {
    const known = this.#touched.get(chat)
    if (known === undefined) this.#touched.set(chat, new Set([message]))
    else known.add(message)
  }

  #touchTarget(chat: ChatKey, targetId: string): void {
    const target = this.#tx.get<{ key: MessageKey }>('select key from message where chat = ? and id_message = ?', [
      chat,
      targetId,
    ])
    if (target !== undefined) this.#touch(chat, target.key)
  }

  #withSender(chat: ChatKey, { facts, sender, chatId }: ArchiveRecord): MessageFacts {
    if (sender === null) return facts
    return { ...facts, senderId: this.#takePerson(chat, chatId, sender, facts.asOf) }
  }

  #takePerson(chat: ChatKey, chatId: string, sender: RecordSender, at: number): string {
    const id = senderIdIn(this.#tx, chat, chatId, sender)
    if (storePerson(this.#tx, this.#instance, { ...sender, id }, at)) {
      if (id !== chatId) this.#named.add(chat)
      // A sender in a group may also have a personal chat.
      const own = findChat(this.#tx, this.#instance, id)
      if (own !== null) this.#renamed.add(own.chat)
    }
    return id
  }
}

/**
 * A message from before the known start of a chat: the service got more of the history since a window last showed its
 * start (service 10.2), so what lies before that is unknown again.
 * @param at of the new message, epoch ms
 */
function reopenStart(tx: Tx, chat: ChatKey, at: number): void {
  const row = tx.get<{ start: number; spans: string }>(
    'select start_at as start, spans_json as spans from chat where key = ? and reached_start = 1 and start_at > ?',
    [chat, at],
  )
  if (row === undefined) return
  const spans = readSpans(row.spans).flatMap(({ from, to }) =>
    to < row.start ? [] : [{ from: Math.max(from, row.start), to }],
  )
  tx.run('update chat set reached_start = 0, start_at = null, spans_json = ? where key = ?', [writeSpans(spans), chat])
}
