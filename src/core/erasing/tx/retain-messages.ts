import { z } from 'zod'
import { instanceKey, labelKey } from '../../../contract/ids.ts'
import type { ChatKey, InstanceKey, JournalKey, LabelKey, MessageKey } from '../../../contract/ids.ts'
import type { KeepMessages } from '../../../contract/settings.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { announceMoved, firstUnread, isUnanswered } from '../../messages/archive/tx/chat-summary.ts'
import { readFloor, recordGaps } from '../../programs/feed/tx/gaps.ts'
import { readSetting, settingsWrites } from '../../settings/tx/settings-intents.ts'
import { deleteMeta, setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { eraseMessage, markLeftovers, openStates, piece } from './erase-rows.ts'
import { readKeeps } from './keep-days.ts'

const dayMs = 86_400_000

/** How far the messages of an instance were looked through, oldest first: the last one that was looked at. */
interface Place {
  readonly at: number
  readonly key: number
}

const scanStart: Place = { at: -1, key: 0 }

/** The messages to look through: those from before a time, except in chats with one of the labels. */
interface Old {
  readonly instance: InstanceKey
  /** By the service's clock, epoch ms. */
  readonly before: number
  readonly labels: readonly LabelKey[]
}

interface OldMessage {
  readonly key: MessageKey
  readonly chat: ChatKey
  readonly id_message: string | null
  readonly at: number
}

/** SQL: chat `c` would be in the list of those that wait for an answer. */
const canWait = `(c.archived = 0 and c.snoozed_until is null and c.kind <> 'channel'
  and (c.kind <> 'group' or (:groupsWait = 1 and coalesce(c.muted_until, 0) <= :now)))`

/** SQL: chat `c` is in that list. */
const waits = `(coalesce(c.answer_due_at, 0) > 0 and ${canWait})`

/** SQL: chat `c` is kept whole, whatever its age. */
const isChatRetained = `(c.snoozed_until is not null or c.marked_unread = 1 or ${waits}
  or exists (select 1 from chat_label l where l.chat = c.key and l.label in (select value from json_each(:labels))))`

/** Parameters of {@link isChatRetained}. */
const chatInput = (tx: ReadTx, { labels }: Pick<Old, 'labels'>) => ({
  labels: JSON.stringify(labels),
  groupsWait: readSetting(tx, 'waitingGroups') === false ? 0 : 1,
  now: tx.now,
})

/**
 * SQL: message `m` is still needed: it waits, is uncertain, needs a person or is held by the service; a draft quotes
 * it; or a program has not read what was received of it.
 */
const isNeeded = `(m.key is c.draft_quote
  or exists (select 1 from outbox o where o.message = m.key
    and (o.state in ${openStates} or o.needs_person = 1 or o.wait_kind is not null))
  or exists (select 1 from team_send s where s.message = m.key and (s.state in ${openStates} or s.unsynced = 1))
  or exists (select 1 from journal j where j.message = m.key and (j.key > :floor
    or exists (select 1 from program_delivery d where d.event = j.key and d.state <> 'done'))))`

interface OldRow extends OldMessage {
  readonly isIncoming: number
  readonly waits: number
  readonly canWait: number
  readonly isChatRetained: number
  readonly isNeeded: number
}

interface Scanned {
  readonly gone: readonly OldMessage[]
  readonly waiting: ReadonlySet<ChatKey>
  /** Where to go on; null: nothing is left. */
  readonly next: Place | null
}

/**
 * Whether a chat is kept whole. What was written elsewhere within the last day may prove to be a program's, which
 * answers nobody: a chat that waits but for that is kept too.
 */
function createRetained(tx: ReadTx) {
  const unanswered = new Map<ChatKey, boolean>()
  return ({
    chat,
    canWait: isListed,
    isChatRetained: isWhole,
  }: Pick<OldRow, 'chat' | 'canWait' | 'isChatRetained'>) => {
    if (isWhole === 1 || isListed === 0) return isWhole === 1
    const mayWait = unanswered.get(chat) ?? isUnanswered(tx, chat, tx.now - dayMs)
    unanswered.set(chat, mayWait)
    return mayWait
  }
}

/**
 * Goes on with a scan for `limit` rows, or until `most` of them would go. An answer stays with what it answers, or the
 * chat would wait again.
 * @param isHeld whether a received message of the chat stays that was looked at before
 */
function scanOld(
  tx: ReadTx,
  { instance, before, labels }: Old,
  from: Place,
  isHeld: (chat: ChatKey) => boolean,
  { limit, most }: { readonly limit: number; readonly most: number },
): Scanned & { readonly held: ReadonlySet<ChatKey> } {
  const rows = tx.all<OldRow>(
    `select m.key, m.chat, m.id_message, m.at, m.direction = 'incoming' as isIncoming,
       ${waits} as waits, ${canWait} as canWait, ${isChatRetained} as isChatRetained, ${isNeeded} as isNeeded
     from message m indexed by message_instance cross join chat c on c.key = m.chat
     where m.instance = :instance and m.at >= :at and m.at < :before and (m.at > :at or m.key > :key)
     order by m.at, m.key limit :limit`,
    {
      ...{ instance, before, limit, at: from.at, key: from.key, ...chatInput(tx, { labels }) },
      floor: Math.min(readFloor(tx), Number.MAX_SAFE_INTEGER),
    },
  )
  const unreadFrom = new Map<ChatKey, number>()
  const isUnread = ({ chat, at }: OldRow): boolean => {
    const from = unreadFrom.get(chat) ?? firstUnread(tx, chat, tx.now - dayMs)?.at ?? Infinity
    unreadFrom.set(chat, from)
    return at >= from
  }
  const isRetained = createRetained(tx)
  const stays = (row: OldRow): boolean =>
    isRetained(row) || row.isNeeded === 1 || (row.isIncoming === 1 && isUnread(row))
  const momentOf = ({ chat, at }: OldRow): string => `${chat} ${at}`
  const held = new Set<ChatKey>()
  /** Rows of one moment have no order that says what answers what. */
  const heldMoments = new Set(rows.filter((row) => row.isIncoming === 1 && stays(row)).map(momentOf))
  const waiting = new Set<ChatKey>()
  const gone: OldMessage[] = []
  let last: OldRow | undefined
  for (const row of rows) {
    last = row
    const { chat, isIncoming } = row
    if (row.waits === 1) waiting.add(chat)
    const isStaying = stays(row)
    if (isStaying && isIncoming === 1 && !isRetained(row)) held.add(chat)
    const answersWhatStays = isIncoming === 0 && (held.has(chat) || heldMoments.has(momentOf(row)) || isHeld(chat))
    if (isStaying || answersWhatStays) continue
    gone.push(row)
    if (gone.length === most) break
  }
  const isEnd = last === rows.at(-1) && rows.length < limit
  return { gone, waiting, held, next: last === undefined || isEnd ? null : { at: last.at, key: last.key } }
}

/** Rows of a preview's piece: such a read holds up nothing but its own worker. */
const counted = 2000

/** A piece of a count of the messages that would be removed. */
export interface CountedPiece {
  readonly messages: number
  readonly oldestAt: number | null
  /** Files on this disk that only these messages show. */
  readonly files: readonly { readonly ref: string; readonly bytes: number }[]
  readonly waiting: readonly ChatKey[]
  readonly next: CountPlace | null
}

/** A count removes nothing, so it remembers in which chats a received message stays. */
interface CountPlace extends Place {
  readonly held: readonly ChatKey[]
}

export function countOld(tx: ReadTx, { scan, ...old }: Old & { readonly scan: CountPlace | null }): CountedPiece {
  const heldBefore = new Set(scan?.held)
  const isHeld = (chat: ChatKey) => heldBefore.has(chat)
  const { gone, waiting, held, next } = scanOld(tx, old, scan ?? scanStart, isHeld, { limit: counted, most: counted })
  return {
    messages: gone.length,
    oldestAt: gone[0]?.at ?? null,
    files: tx.all(
      `select f.ref, f.bytes from media_file f
       where f.ref in (
         select o.ref from json_each(:keys) k cross join message_media o on o.message = k.value
         union select u.ref from json_each(:keys) k cross join upload u on u.message = k.value)
       and not exists (select 1 from message_media s join message m on m.key = s.message
         where s.ref = f.ref and m.at >= :before)`,
      { keys: JSON.stringify(gone.map(({ key }) => key)), before: old.before },
    ),
    waiting: [...waiting],
    next: next && { ...next, held: [...new Set([...heldBefore, ...held])] },
  }
}

/**
 * What is left to do of a removal, in `meta` under `retain`: instance by instance, then what waits for messages that
 * never came.
 */
const work = z.object({
  old: z.array(z.object({ instance: instanceKey, before: z.number(), labels: z.array(labelKey) })),
  /** Of `old`, the one that is looked through. */
  place: z.number(),
  scan: z.object({ at: z.number(), key: z.number() }),
  /** The last chat of which the rest was looked at. */
  chat: z.number(),
})
type Work = z.output<typeof work>

/** Stores how long messages are kept. A removal under way ends: what it was to remove may stay now. */
export function setKeep(tx: Tx, keep: KeepMessages): void {
  settingsWrites['settings.update'](tx, { keepMessages: keep })
  deleteMeta(tx, 'retain')
}

/**
 * Begins to remove what is too old; `eraseSome` does it. From now on no source brings older messages. That mark never
 * goes back, so a longer time brings none back either.
 * @param now the service's clock, epoch ms
 */
export function retain(tx: Tx, { now }: { readonly now: number }): void {
  const old = readKeeps(tx).flatMap(({ instance, days, labels }) =>
    days === null ? [] : [{ instance, before: now - days * dayMs, labels: [...labels] }],
  )
  for (const { instance, before } of old)
    tx.run('update instance set retained_from = max(retained_from, ?) where key = ?', [before, instance])
  const todo: Work = { old, place: 0, scan: scanStart, chat: 0 }
  if (old.length > 0) setMeta(tx, 'retain', JSON.stringify(todo))
}

/** One piece of a removal. False: nothing is left. */
export function retainSome(tx: Tx): boolean {
  const stored = tx.get<{ value: string }>(`select value from meta where name = 'retain'`)?.value
  if (stored === undefined) return false
  const todo = readStored(stored, work, null)
  const next = todo && (removeMessages(tx, todo) ?? removeRest(tx, todo))
  if (next === null) deleteMeta(tx, 'retain')
  else setMeta(tx, 'retain', JSON.stringify(next))
  return true
}

/** Each may be of another chat, whose row in the list is worked out again. */
const removedPerPiece = 20

/** Tells of a chat whether a received message is left in it that a removal has looked at, and so let stay. */
function holdsUpTo(tx: ReadTx, { at, key }: Place): (chat: ChatKey) => boolean {
  const known = new Map<ChatKey, boolean>()
  return (chat) => {
    const isKnown = known.get(chat)
    if (isKnown !== undefined) return isKnown
    const isHeld =
      tx.get(
        `select 1 from message indexed by message_place
         where chat = :chat and unsent = 0 and at <= :at and (at < :at or key <= :key) and direction = 'incoming' limit 1`,
        { chat, at, key },
      ) !== undefined
    known.set(chat, isHeld)
    return isHeld
  }
}

/** Null: there are none left. */
function removeMessages(tx: Tx, todo: Work): Work | null {
  const old = todo.old[todo.place]
  if (old === undefined) return null
  const { instance } = old
  const { gone, next } = scanOld(tx, old, todo.scan, holdsUpTo(tx, todo.scan), { limit: piece, most: removedPerPiece })
  const chats = new Map<ChatKey, MessageKey[]>()
  const events: JournalKey[] = []
  for (const message of gone) {
    const { key, chat } = message
    chats.set(chat, [...(chats.get(chat) ?? []), key])
    events.push(
      ...tx.all<{ key: JournalKey }>('select key from journal where message = ?', [key]).map((row) => row.key),
    )
    eraseMessage(tx, message)
  }
  recordGaps(tx, events)
  for (const key of events) tx.run('delete from journal where key = ?', [key])
  if (events.length > 0) tx.changed({ kind: 'journal', instance })
  for (const [chat, messages] of chats) announceMoved(tx, { instance, chat }, messages)
  if (gone.length > 0) markLeftovers(tx)
  return next === null ? { ...todo, place: todo.place + 1, scan: scanStart } : { ...todo, scan: next }
}

/** Chats of which one piece removes what waits for messages. */
const chatsPerPiece = 50

/** Edits, votes and the like whose message is not here: it will not come any more. Null: there are none left. */
function removeRest(tx: Tx, todo: Work): Work | null {
  const chats = tx.all<{ key: ChatKey; instance: InstanceKey }>(
    'select key, instance from chat where key > ? order by key limit ?',
    [todo.chat, chatsPerPiece],
  )
  const isRetained = createRetained(tx)
  for (const { key: chat, instance } of chats) {
    const old = todo.old.find((one) => one.instance === instance)
    if (old === undefined) continue
    const { before } = old
    const row = tx.get<Pick<OldRow, 'chat' | 'canWait' | 'isChatRetained'>>(
      `select c.key as chat, ${canWait} as canWait, ${isChatRetained} as isChatRetained from chat c where c.key = :chat`,
      { chat, ...chatInput(tx, old) },
    )
    if (row !== undefined && isRetained(row)) continue
    for (const table of ['reaction', 'poll_choice', 'edit', 'deletion'])
      tx.run(
        `delete from ${table} where chat = :chat and at < :before
           and not exists (select 1 from message m where m.chat = :chat and m.id_message = ${table}.target_id)`,
        { chat, before },
      )
  }
  const last = chats.at(-1)
  return last === undefined ? null : { ...todo, chat: last.key }
}
