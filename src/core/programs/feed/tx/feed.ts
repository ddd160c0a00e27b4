import { hideOrderToken } from '../../../../api/redact.ts'
import type { ChatKey, InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import type { ProgramBacklog, ProgramGap } from '../../../../contract/programs.ts'
import type { ReadTx, SqlValue } from '../../../store/tx.ts'
import type { Program } from '../../identity/tx/program-row.ts'
import { isOfPresentTeam } from './cursors.ts'

/** An event of the journal as a program is given it. */
export interface FeedEvent {
  readonly key: JournalKey
  /**
   * The position that the program's cursor counts: the key, or for a webhook of the team the number in the shared
   * journal.
   */
  readonly position: number
  readonly instance: InstanceKey
  readonly idInstance: string
  readonly typeWebhook: string
  /** Its permanent id in the team's journal; null for what this desk received alone. */
  readonly sharedId: string | null
  readonly chat: ChatKey | null
  readonly chatTitle: string | null
  /** Epoch ms. */
  readonly receivedAt: number
  /** The body's source text, as the service sent it, but for the token of an order. */
  readonly raw: string
}

/** Journal rows `j`, with their instance `i` and chat `c`. */
const source = 'journal j join instance i on i.key = j.instance left join chat c on c.key = j.chat'

/**
 * Condition for events that a program gets: bodies that are JSON and of the right instance, once each, within its
 * scope. One text, so that every statement of it is prepared once.
 */
export const isGiven = `j.repeat_of is null and (j.reason is null or j.reason not in ('notJson', 'noBody', 'otherInstance'))
  and (:instances is null or j.instance in (select value from json_each(:instances)))
  and (:kinds is null or j.type_webhook in (select value from json_each(:kinds)))
  and (:groups or c.kind is null or c.kind <> 'group')
  and (:labels is null or exists (
    select 1 from chat_label l where l.chat = j.chat and l.label in (select value from json_each(:labels))))`

/** A program's cursor for a row: one for each instance of a queue or of the team, one for all instances otherwise. */
const cursorOfRow = `coalesce((select after from program_cursor
  where program = :program and instance = iif(:isEach, j.instance, 0)), :startsAfter)`

/** An event that a webhook has had, or that was given up. */
const isDone = `exists (select 1 from program_delivery d
  where d.program = :program and d.event = j.key and d.state in ('done', 'deadLetter'))`

const unread = `${isGiven} and iif(:isTeam, iif(${isOfPresentTeam('j')}, coalesce(j.shared_n, 0), 0), j.key) > ${cursorOfRow}
  and not ${isDone}`

const json = (list: readonly unknown[] | null): string | null => (list === null ? null : JSON.stringify(list))

export const scopeParams = ({ scope }: Program): Record<string, SqlValue> => ({
  instances: json(scope.instances),
  kinds: json(scope.kinds),
  labels: json(scope.labels),
  groups: scope.groups,
})

const unreadParams = (program: Program): Record<string, SqlValue> => ({
  ...scopeParams(program),
  program: program.key,
  isEach: hasCursorOfEach(program),
  isTeam: program.team !== null,
  startsAfter: program.startsAfter,
})

/** While an instance is erased its id is free for another one (`markErased`); events keep the one that they had. */
const givenId = `substr(i.id_instance, 1, instr(i.id_instance || '#', '#') - 1)`

const columnsBy = (position: 'j.key' | 'j.shared_n') =>
  `j.key, ${position} as position, j.instance, ${givenId} as idInstance, j.type_webhook as typeWebhook, j.shared_id as sharedId, j.chat, c.title as chatTitle,
  j.received_at as receivedAt, j.raw`

const hasCursorOfEach = ({ protocol, team }: Program): boolean => protocol === 'queue' || team !== null

/** Journal keys that one statement looks through, and the statements of one read. */
const span = 5000
const mostSpans = 4

/** The newest event that is applied, of an instance or of all; 0: there is none. Nothing below it appears later. */
const newestKey = (tx: ReadTx, instance: InstanceKey | null = null): number =>
  (instance === null
    ? tx.get<{ key: number | null }>('select max(key) as key from journal')
    : tx.get<{ key: number | null }>('select max(key) as key from journal where instance = ?', [instance])
  )?.key ?? 0

/** The newest key that was ever given: what is in the inbox now counts as new. */
export const lastKey = (tx: ReadTx): number =>
  Math.max(
    newestKey(tx),
    Number(tx.get<{ value: string }>(`select value from meta where name = 'lastKey:journal'`)?.value ?? 0),
  )

/**
 * The number in the shared journal up to which everything of an instance is applied here. Nothing up to it appears
 * later.
 */
export const appliedN = (tx: ReadTx, instance: InstanceKey): number =>
  tx.get<{ n: number }>(
    `select coalesce((select min(b.shared_n) - 1 from inbox b where b.instance = :instance and b.shared_n is not null
       and ${isOfPresentTeam('b')}), n) as n
     from team_instance where instance = :instance`,
    { instance },
  )?.n ?? 0

/** No program can ask for an order, so none gets what opens it. */
const withoutOrderToken = (event: FeedEvent): FeedEvent => ({ ...event, raw: hideOrderToken(event.raw) })

export interface FeedInput {
  readonly after: number
  /** One instance; null: all of the scope. */
  readonly instance: InstanceKey | null
  readonly limit: number
  /** Bytes of bodies that are enough; one event comes even if it is larger. */
  readonly maxBytes: number
}

export interface FeedPage {
  readonly events: readonly FeedEvent[]
  /** No event of the program is between `after` and this key but those that are here. */
  readonly scannedTo: number
  /** There may be more beyond `scannedTo`. */
  readonly more: boolean
}

/**
 * The next events after a key, oldest first. Looks through a bounded part of the journal: where the scope fits few
 * events, a page may be empty and not the last.
 */
export function readFeed(tx: ReadTx, program: Program, { after, instance, limit, maxBytes }: FeedInput): FeedPage {
  // Of the team, one instance is read at a time.
  const column = program.team === null ? 'j.key' : 'j.shared_n'
  const newest = program.team === null ? newestKey(tx) : instance === null ? 0 : appliedN(tx, instance)
  const events: FeedEvent[] = []
  let bytes = 0
  let from = after
  for (let spans = 0; spans < mostSpans && from < newest; spans++) {
    const to = Math.min(from + span, newest)
    const rows = tx.iterate<FeedEvent>(
      `select ${columnsBy(column)} from ${source} where ${column} > :from and ${column} <= :to
         and ${program.team === null ? '(:instance is null or j.instance = :instance)' : `j.instance = :instance and ${isOfPresentTeam('j')}`}
         and ${isGiven} and not exists (select 1 from program_delivery d where d.program = :program and d.event = j.key)
       order by ${column}`,
      { ...scopeParams(program), program: program.key, from, to, instance },
    )
    for (const row of rows) {
      events.push(withoutOrderToken(row))
      bytes += row.raw.length
      if (events.length >= limit || bytes >= maxBytes)
        return { events, scannedTo: row.position, more: row.position < newest }
    }
    from = to
  }
  return { events, scannedTo: Math.max(after, from), more: from < newest }
}

/** Reads an event to retry it. Null: it left the journal, or the program does not get it any more. */
export function readFeedEvent(tx: ReadTx, program: Program, event: JournalKey): FeedEvent | null {
  const row = tx.get<FeedEvent>(`select ${columnsBy('j.key')} from ${source} where j.key = :event and ${isGiven}`, {
    ...scopeParams(program),
    event,
  })
  return row === undefined ? null : withoutOrderToken(row)
}

/** Where a program continues: for each instance of a queue or of the team, or once for all. */
export function cursorOf(tx: ReadTx, program: Program, instance: InstanceKey | null): number {
  const row = tx.get<{ after: number }>('select after from program_cursor where program = ? and instance = ?', [
    program.key,
    hasCursorOfEach(program) ? (instance ?? 0) : 0,
  ])
  return row?.after ?? program.startsAfter
}

/** Journal keys that are counted beyond a cursor: a backlog may be the whole journal. */
const countedKeys = 50_000

/** Counts unread events of a program for each instance that has some, in a bounded part of the journal. */
export function readBacklogs(
  tx: ReadTx,
  program: Program,
): readonly (ProgramBacklog & { readonly instance: InstanceKey })[] {
  return (program.protocol === 'queue' ? instancesOf(tx, program) : [null]).flatMap((instance) => {
    const after = instance === null ? lowestCursor(tx, program) : cursorOf(tx, program, instance)
    const to = after + countedKeys
    return tx
      .all<{ instance: InstanceKey; events: number; oldestAt: number }>(
        `select j.instance, count(*) as events, min(j.received_at) as oldestAt from ${source}
         where j.key > :after and j.key <= :to and ${instance === null ? unread : `j.instance = :instance and ${unread}`}
         group by j.instance`,
        { ...unreadParams(program), ...(instance === null ? {} : { instance }), after, to },
      )
      .map((row) => ({ ...row, more: newestKey(tx, instance) > to }))
  })
}

/** Those of a program's scope. */
export const instancesOf = (tx: ReadTx, { scope }: Program): readonly InstanceKey[] =>
  scope.instances ?? tx.all<{ key: InstanceKey }>('select key from instance').map(({ key }) => key)

/** All events up to this key are read. */
export function lowestCursor(tx: ReadTx, program: Program): number {
  if (program.team !== null) return lowestOfTeam(tx, program)
  if (program.protocol !== 'queue') return cursorOf(tx, program, null)
  return Math.min(...instancesOf(tx, program).map((instance) => cursorOf(tx, program, instance)), newestKey(tx))
}

/** The key before the oldest event that the team's cursors have not passed. */
const lowestOfTeam = (tx: ReadTx, program: Program): number =>
  Math.min(
    newestKey(tx),
    ...(program.scope.instances ?? []).map(
      (instance) =>
        (tx.get<{ key: number }>(
          `select j.key from journal j where j.instance = :instance and j.shared_n > :after and ${isOfPresentTeam('j')}
           order by j.shared_n limit 1`,
          { instance, after: cursorOf(tx, program, instance) },
        )?.key ?? Infinity) - 1,
    ),
  )

/** An event that is tried again, or waits as a dead letter for a person. */
const isOpenDelivery = `exists (select 1 from program_delivery d
  where d.program = :program and d.event = j.key and d.state <> 'done')`

/** Of these events, those that a program has not had: their first and last key, and how many there are. */
export const unreadOf = (
  tx: ReadTx,
  program: Program,
  keys: readonly JournalKey[],
): Omit<ProgramGap, 'at'> | undefined => {
  const row = tx.get<{ first: JournalKey | null; last: JournalKey | null; events: number }>(
    `select min(j.key) as first, max(j.key) as last, count(*) as events from ${source}
     where j.key in (select value from json_each(:keys)) and ((${unread}) or (${isGiven} and ${isOpenDelivery}))`,
    { ...unreadParams(program), keys: JSON.stringify(keys) },
  )
  return row === undefined || row.first === null || row.last === null
    ? undefined
    : { first: row.first, last: row.last, events: row.events }
}

/** The number of the oldest unread event of an instance; null: there is none up to `to`. */
export const firstUnreadN = (
  tx: ReadTx,
  program: Program,
  instance: InstanceKey,
  after: number,
  to: number,
): number | null =>
  tx.get<{ n: number }>(
    `select j.shared_n as n from ${source} where j.instance = :instance and j.shared_n > :after and j.shared_n <= :to and ${unread}
     order by j.shared_n limit 1`,
    { ...unreadParams(program), instance, after, to },
  )?.n ?? null

/** The first unread event of the program between two keys, both excluded. */
export const unreadBetween = (tx: ReadTx, program: Program, first: number, last: number): number | undefined =>
  tx.get<{ key: number }>(
    `select j.key from ${source} where j.key > :first and j.key < :last and ${unread} order by j.key limit 1`,
    { ...unreadParams(program), first, last },
  )?.key

/** Unread events of an instance, or of all, up to 10,000. */
export const countUnread = (tx: ReadTx, program: Program, instance: InstanceKey | null): number =>
  readBacklogs(tx, program).reduce(
    (sum, row) => (instance === null || row.instance === instance ? sum + row.events : sum),
    0,
  )

/** Events of the scope's instances that no program is given. */
export const countNotServed = (tx: ReadTx, { scope }: Program): number =>
  tx.get<{ n: number }>(
    `select count(*) as n from journal indexed by journal_unapplied
     where state <> 'applied' and reason in ('notJson', 'noBody', 'otherInstance')
       and (:instances is null or instance in (select value from json_each(:instances)))`,
    { instances: json(scope.instances) },
  )?.n ?? 0

/** The last key that was received before a time, epoch ms. */
export const keyBefore = (tx: ReadTx, at: number): number =>
  tx.get<{ key: number }>('select key from journal where received_at < ? order by received_at desc limit 1', [at])
    ?.key ?? 0
