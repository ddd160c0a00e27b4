import type { ChatKey, MessageKey, InstanceKey } from '../../../../contract/ids.ts'
import type { SqlValue, Tx } from '../../../store/tx.ts'

/**
 * Recomputes a chat's row in the list: newest message, position, unread count and waiting time. Scheduled messages are
 * ignored. Call it in each transaction that changes a chat's messages, draft, open proposals, read mark or done mark.
 * `isNew`: a message came just now, which took the chat out of the messenger's archive (service 11.4.6).
 */
export function refreshSummary(tx: Tx, chat: ChatKey, isNew = false): void {
  const row = tx.get<ChatMarks>(
    `select read_at as readAt, read_seen_at as readSeenAt, done_at as doneAt, done_seen_at as doneSeenAt,
       snoozed_until is not null as isSnoozed, snoozed_key as snoozedKey, snoozed_last_at as snoozedLastAt
     from chat where key = ?`,
    [chat],
  )
  if (row === undefined) return
  const last = tx.get<{ key: number; at: number }>(
    `select key, at from message where chat = ? and folded = 0 and hidden_at is null and status is not 'scheduled'
     order by unsent desc, at desc, tie desc limit 1`,
    [chat],
  )
  const unread = countUnread(tx, chat, { at: row.readAt, seenAt: row.readSeenAt })
  const waitingAt = waitingSince(tx, chat, { at: row.doneAt, seenAt: row.doneSeenAt })
  tx.run(
    `update chat set last_message = :last, last_at = :at, unread = :unread, waiting_at = :waitingAt,
       service_archived = iif(:isNew and service_archived = 1, 0, service_archived),
       answer_due_at = :waitingAt + (select answer_target_ms from instance where key = chat.instance),
       list_at = max(:at, case when draft = '' then 0 else coalesce(draft_at, 0) end,
         coalesce((select max(created_at) from proposal indexed by proposal_chat where chat = :chat and state = 'open'), 0))
     where key = :chat`,
    { chat, last: last?.key, at: last?.at ?? 0, unread, waitingAt, isNew },
  )
  if (row.isSnoozed === 1) endSnooze(tx, chat, { key: row.snoozedKey, lastAt: row.snoozedLastAt })
}

/** Up to where a person read and answered a chat, and what they had before them when they snoozed it. */
interface ChatMarks {
  readonly readAt: number
  readonly readSeenAt: number
  readonly doneAt: number
  readonly doneSeenAt: number
  readonly isSnoozed: number
  readonly snoozedKey: number
  readonly snoozedLastAt: number
}

/** A notification that waited for longer tells nothing of where its chat is by now, ms. */
export const newForMs = 5 * 60_000

/** The service's queue holds a notification no longer (service 6), ms. */
export const queueHolds = 86_400_000

/**
 * A new message, which a reaction is not, unsnoozes the chat, whichever source brings it: one that was stored after the
 * decision, unless a history brings it and it is older than the newest message at that time. Keys grow with arrival,
 * whatever the clocks say.
 */
function endSnooze(tx: Tx, chat: ChatKey, snooze: { readonly key: number; readonly lastAt: number }): void {
  const written = tx.get(
    `select 1 from message m indexed by message_unread where m.chat = :chat and m.direction = 'incoming' and m.unsent = 0
       and m.folded = 0 and m.hidden_at is null and m.at >= :lastAt - ${queueHolds} and m.key > :key
       and m.content_kind <> 'reaction' and (m.live = 1 or m.at >= :lastAt) limit 1`,
    { chat, ...snooze },
  )
  if (written !== undefined)
    tx.run('update chat set snoozed_until = null, snoozed_key = null, snoozed_last_at = null where key = ?', [chat])
}

/** Up to where a person said that something is dealt with. */
interface Decision {
  /** By the service's time, epoch ms. */
  readonly at: number
  /** When that was seen here, by our clock; {@link always} when its time alone counts. */
  readonly seenAt: number
}

/** Up to where something was answered. */
interface Mark extends Decision {
  /** When it was written, by the service's time, where we know: it may have waited long before it was sent. */
  readonly writtenAt: number
  /** The place in the queue before which everything is covered; null if it did not come from the queue. */
  readonly queue: number | null
  /**
   * In a team, in place of `seenAt`, of which each desk has its own: the rows stored before this key were on the
   * writer's screen; 0 at the other desks. Null: `seenAt` counts.
   */
  readonly stored: number | null
}

/** The person's last decision, and the last own messages: of this desk, of a colleague's, and of elsewhere. */
type Marks = readonly [person: Decision, here: Mark, colleague: Mark, elsewhere: Mark]

/** Later than any time. */
export const always = 9e15

/**
 * Unread messages: incoming ones that no mark covers, and that arrived as a notification or were written after the
 * instance was added, by the service's clock (in a team: after a desk of it added it first). So a first sync makes
 * nothing unread, and neither does a reaction, which is a row of its own where its message is not here. A mark covers a
 * message that is not newer than the mark and had arrived by then, or that came before it in the queue: a message may
 * arrive late, with a time before an answer or before messages that were read. Messages from a history are old,
 * whenever they arrive, unless they were written after the answer was. What a person decided has the time of a message
 * that they saw: where a colleague decided, it may arrive here afterwards, as the first of its second.
 * Two selects of key, at and tie: those after all marks, and the late ones, of which there are none before any mark.
 * The conditions that need more than an index come last, so that a row is read for calls and late messages alone.
 */
function uncovered(marks: Marks): {
  readonly parts: readonly string[]
  readonly input: Readonly<Record<string, SqlValue>>
} {
  const [person, ...own] = marks
  const upTo = own.reduce<Omit<Mark, 'queue'>>(
    (furthest, mark) => (mark.writtenAt > furthest.writtenAt ? mark : furthest),
    { ...person, writtenAt: person.at, stored: null },
  )
  const isAfter = (mark: string) =>
    `(m.at > :${mark}At or (iif(:${mark}Stored is null, m.seen_at > :${mark}SeenAt, m.key > :${mark}Stored)
      and coalesce(m.queue_order < :${mark}Queue, 0) = 0))`
  const isAfterDecision = `(m.at > :personAt or (m.seen_at > :personSeenAt and (m.at < :personAt
    or exists (select 1 from message e where e.chat = m.chat and e.unsent = 0 and e.at = m.at and e.key < m.key))))`
  const isOpen = `m.unsent = 0 and m.direction = 'incoming' and m.folded = 0 and m.hidden_at is null
    and ${isAfterDecision} and ${isAfter('here')} and ${isAfter('colleague')} and ${isAfter('elsewhere')}
    and m.content_kind <> 'reaction' and (m.content_kind <> 'call' or m.text like 'missed%')`
  const select = 'select m.key, m.at, m.tie from message m'
  const after = `${select} indexed by message_unread where m.chat = :chat and m.at >= :from and ${isOpen}
    and (m.live = 1 or m.at >= (
      select coalesce(i.counts_from, i.created_at + i.clock_offset_ms) from chat c join instance i on i.key = c.instance where c.key = :chat))`
  const late = `${select} indexed by message_late
    where m.chat = :chat and m.live = 1 and m.seen_at > :seenFrom and m.at < :from and ${isOpen}`
  // The queue may deliver a message that a history showed first, as long as it holds it.
  const seenFrom = upTo.stored === null ? upTo.seenAt : upTo.seenAt - queueHolds
  const [here, colleague, elsewhere] = own
  return {
    parts: upTo.writtenAt > 0 ? [after, late] : [after],
    input: {
      from: upTo.writtenAt,
      ...(upTo.writtenAt > 0 && { seenFrom }),
      ...{ personAt: person.at, personSeenAt: person.seenAt },
      ...{ hereAt: here.at, hereSeenAt: here.seenAt, hereQueue: here.queue, hereStored: here.stored },
      ...{ colleagueAt: colleague.at, colleagueSeenAt: colleague.seenAt },
      ...{ colleagueQueue: colleague.queue, colleagueStored: colleague.stored },
      ...{ elsewhereAt: elsewhere.at, elsewhereSeenAt: elsewhere.seenAt },
      ...{ elsewhereQueue: elsewhere.queue, elsewhereStored: elsewhere.stored },
    },
  }
}

/** The oldest message that no mark covers. */
function oldestUncovered(
  tx: Pick<Tx, 'get'>,
  chat: ChatKey,
  marks: Marks,
): { readonly key: MessageKey; readonly at: number } | undefined {
  const { parts, input } = uncovered(marks)
  const oldest = parts.map((part) => `select * from (${part} order by m.at, m.tie limit 1)`)
  return tx.get(`select key, at from (${oldest.join(' union all ')}) order by at, tie limit 1`, { chat, ...input })
}

const noMark: Mark = { at: 0, writtenAt: 0, seenAt: 0, queue: null, stored: null }

/** Of the latest answers of colleagues the one whose writer had seen most counts; so many are looked at. */
const latestOfColleagues = 20

/**
 * The account's own last messages. One written at a desk covers the messages that the desk had: what was on the screen
 * at that desk, and in a team at all desks what the journal had brought to its writer. One written elsewhere covers the
 * messages before it in the queue. None stands for another: a later message from here covers nothing that the phone
 * answered, and that arrived afterwards. A history may contain an answer long before the queue delivers the message
 * that it answers. What a program writes answers nobody.
 */
function ownMarks(
  tx: Pick<Tx, 'all'>,
  chat: ChatKey,
  isAnswer: string,
): readonly [here: Mark, colleague: Mark, elsewhere: Mark] {
  const newest = (
    writer: string,
    {
      seenAt,
      queue,
      writtenAt = 'm.at',
      stored = 'null',
      join = '',
    }: Record<'seenAt' | 'queue', string> & { writtenAt?: string; stored?: string; join?: string },
  ) =>
    `select '${writer}' as writer, m.at, ${writtenAt} as writtenAt, ${seenAt} as seenAt, ${queue} as queue, ${stored} as stored
     from message m indexed by message_own left join outbox o on o.message = m.key ${join}
     where m.chat = :chat and m.direction = 'outgoing' and m.writer = '${writer}' and m.status is not 'scheduled'
       and m.content_kind <> 'reaction' and (m.content_kind <> 'call' or m.text like 'answered%') ${isAnswer}
     order by m.at desc, m.seen_at desc limit ${writer === 'colleague' ? latestOfColleagues : 1}`
  const here = newest('here', {
    writtenAt: 'min(m.at, m.seen_at + (select clock_offset_ms from instance i where i.key = m.instance))',
    seenAt: 'm.seen_at',
    queue: 'o.seen_key + 1',
    stored: 'iif(o.seen_key is null, null, m.key)',
  })
  const elsewhere = newest('elsewhere', {
    seenAt: `case when m.live = 0 then ${always} else m.seen_at end`,
    queue: 'm.queue_order',
  })
  const colleagues = newest('colleague', {
    seenAt: `coalesce((select received_at from journal where key = s.seen_key), (select received_at from inbox where key = s.seen_key),
      case when m.live = 0 and s.seen_key is null then ${always} else m.seen_at end)`,
    queue: 'coalesce(s.seen_key + 1, m.queue_order)',
    stored: 'iif(s.seen_key is null, null, 0)',
    join: 'left join team_send s on s.instance = m.instance and s.id_message = m.id_message and s.message is null',
  })
  const rows = tx.all<Mark & { readonly writer: string }>(
    `select * from (${here}) union all select * from (${elsewhere})
     union all select * from (select * from (${colleagues}) order by coalesce(queue, ${always}) desc, at desc limit 1)`,
    { chat },
  )
  const markOf = (writer: string) => rows.find((row) => row.writer === writer) ?? noMark
  return [markOf('here'), markOf('colleague'), markOf('elsewhere')]
}

/**
 * More unread messages are not counted. The window shows "999+", and the count is made again with each message: in a
 * group of a hundred thousand unread ones a full count would take longer than everything else.
 */
const countedUnread = 1000

/** Unread messages: not read here, and not answered since from anywhere. {@link countedUnread} at most. */
function countUnread(tx: Pick<Tx, 'get' | 'all'>, chat: ChatKey, read: Decision): number {
  const { parts, input } = uncovered([read, ...ownMarks(tx, chat, '')])
  const counted = `select count(*) as unread from (${parts.join(' union all ')} limit ${countedUnread})`
  return tx.get<{ unread: number }>(counted, { chat, ...input })?.unread ?? 0
}

/**
 * The first of the unread messages of a chat, and its time.
 *
 * @param elsewhereBefore what was written elsewhere counts from before this time alone, epoch ms: newer, it may prove
 *   to be a program's, which answers nobody
 */
export function firstUnread(
  tx: Pick<Tx, 'get' | 'all'>,
  chat: ChatKey,
  elsewhereBefore?: number,
): { readonly key: MessageKey; readonly at: number } | null {
  const read =
    tx.get<Decision>('select read_at as at, read_seen_at as seenAt from chat where key = ?', [chat]) ?? noMark
  return oldestUncovered(tx, chat, [read, ...ownMarks(tx, chat, countsElsewhere(elsewhereBefore))]) ?? null
}

const countsElsewhere = (before: number | undefined): string =>
  before === undefined ? '' : `and (m.writer <> 'elsewhere' or m.at < ${Math.floor(before)})`

/**
 * Epoch ms of the first unanswered incoming message: after the account's own last message and after the done mark.
 * Incoming means the same as for unread messages, so a first sync makes no chat wait. A reaction, a failed message and
 * one that may never have arrived are not answers, unless the person closed that question. Null: the chat is not
 * waiting.
 */
function waitingSince(
  tx: Pick<Tx, 'get' | 'all'>,
  chat: ChatKey,
  done: Decision,
  elsewhereBefore?: number,
): number | null {
  const own = ownMarks(
    tx,
    chat,
    `and m.status is not 'failed' and (m.status is not 'uncertain' or o.state = 'dismissed') and m.folded = 0 and m.hidden_at is null
       ${countsElsewhere(elsewhereBefore)}`,
  )
  return oldestUncovered(tx, chat, [done, ...own])?.at ?? null
}

/** Whether a chat has an unanswered message. @param elsewhereBefore as of {@link firstUnread} */
export function isUnanswered(tx: Pick<Tx, 'get' | 'all'>, chat: ChatKey, elsewhereBefore: number): boolean {
  const done =
    tx.get<Decision>('select done_at as at, done_seen_at as seenAt from chat where key = ?', [chat]) ?? noMark
  return waitingSince(tx, chat, done, elsewhereBefore) !== null
}

/** Recomputes chats whose messages may count otherwise from a time on: the service's, epoch ms. */
export function refreshFrom(tx: Tx, instance: InstanceKey, from: number): void {
  const chats = tx.all<{ key: ChatKey }>('select key from chat where instance = ? and last_at >= ?', [instance, from])
  for (const { key } of chats) refreshSummary(tx, key)
}

/**
 * Call it after messages of a chat were added, removed or moved: recomputes the chat's row in the list and announces
 * both.
 */
export function announceMoved(
  tx: Tx,
  { instance, chat }: { readonly instance: InstanceKey; readonly chat: ChatKey },
  messages: readonly MessageKey[],
): void {
  refreshSummary(tx, chat)
  tx.changed({ kind: 'messages', instance, chat, messages })
  tx.changed({ kind: 'chats', instance, chats: [chat] })
}
