import type { InstanceKey, JournalKey, ProgramKey } from '../../../../contract/ids.ts'
import type { DeadLetter, ProgramTrouble } from '../../../../contract/programs.ts'
import { mostDeadLetters } from '../../../../contract/values.ts'
import { readStored } from '../../../base/rules/stored-json.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { waitUntil } from '../rules/delivery-policy.ts'
import { laneOf, type Place } from '../rules/delivery-lanes.ts'
import type { DeliveryRecord, Retried } from '../rules/delivery-state.ts'
import { acknowledge } from '../../feed/tx/cursors.ts'
import { cursorOf, isGiven, readFeedEvent, scopeParams } from '../../feed/tx/feed.ts'
import {
  programByKey,
  recordContact,
  recordTrouble,
  requireProgram,
  storedTrouble,
} from '../../identity/tx/program-row.ts'
import type { Program } from '../../identity/tx/program-row.ts'

/** Stores what became of one delivery, as the state machine decided. */
export function recordDelivery(
  tx: Tx,
  { program: key, record }: { readonly program: ProgramKey; readonly record: DeliveryRecord },
): void {
  const program = programByKey(tx, key)
  if (program === undefined) return
  recordHealth(tx, program, record)
  // A person began again elsewhere: what became of an event there counts no more.
  if (record.round !== program.round || record.became === 'left') return
  const { key: event, became, givenUp } = record
  const isOwn = program.team === null
  if (isOwn) acknowledge(tx, { program: key, instance: 0, after: record.readUpTo, round: program.round })
  if (became === 'dropped' || (became === 'done' && isOwn && event <= record.readUpTo))
    tx.run('delete from program_delivery where program = ? and event = ?', [key, event])
  else recordRow(tx, key, record)
  if (givenUp.length > 0)
    tx.run(
      `update program_delivery set state = 'deadLetter', next_try_at = null
       where program = ? and state = 'retrying' and event in (select value from json_each(?))`,
      [key, JSON.stringify(givenUp)],
    )
}

function recordRow(tx: Tx, program: ProgramKey, record: DeliveryRecord): void {
  const { key: event, lane, became, tries, isReplay, outcome, retryInMs } = record
  const isFailure = outcome?.kind === 'endpoint' || outcome?.kind === 'event'
  tx.run(
    `insert into program_delivery (program, event, lane, state, class, tries, replay, next_try_at, first_failed_at, trouble_json)
     values (:program, :event, :lane, :state, :class, :tries, :replay, :nextTryAt, :failedAt, :trouble)
     on conflict (program, event) do update set state = :state, class = :class, tries = :tries, replay = :replay,
       next_try_at = :nextTryAt, first_failed_at = coalesce(first_failed_at, :failedAt), trouble_json = :trouble`,
    {
      ...{ program, event, lane, tries, state: became },
      class: isFailure ? outcome.kind : null,
      replay: isReplay && became === 'retrying',
      nextTryAt: became === 'retrying' ? tx.now + retryInMs : null,
      failedAt: isFailure ? tx.now : null,
      trouble: isFailure ? JSON.stringify(outcome.trouble) : null,
    },
  )
}

/** A state that a person set meanwhile stays. */
function recordHealth(tx: Tx, program: Program, { health, outcome }: DeliveryRecord): void {
  const { key } = program
  if (outcome?.kind === 'delivered') recordContact(tx, { program: key, keyHash: program.keyHash, at: tx.now })
  else if (outcome !== null) recordTrouble(tx, { program: key, trouble: outcome.trouble })
  if (health === null || program.state === 'paused' || program.state === 'stopped') return
  const { state, failures, probeInMs } = health
  if (state === program.state && failures === program.failures && probeInMs === null) return
  tx.run(
    `update program set failures = :failures, next_probe_at = :probeAt, state = :state,
       state_since = iif(state = :state, state_since, :now) where key = :key`,
    { key, state, failures, now: tx.now, probeAt: probeInMs === null ? null : tx.now + probeInMs },
  )
  if (program.state === 'failing' && state === 'active')
    tx.run(`update program_delivery set next_try_at = ? where program = ? and state = 'retrying'`, [tx.now, key])
}

/** How the delivery of a webhook goes on, by what is stored. `instances`: those of a team's webhook; null: of all. */
export function readDelivery(
  tx: ReadTx,
  { program: key, instances }: { readonly program: ProgramKey; readonly instances: readonly InstanceKey[] | null },
) {
  const program = requireProgram(tx, key)
  const places: readonly Place[] = instances ?? [0]
  return {
    program,
    probeInMs: waitUntil(program.nextProbeAt, tx.now),
    places: places.map((place) => ({ place, cursor: cursorOf(tx, program, place === 0 ? null : place) })),
    retries: listRetries(tx, program, places),
  }
}

/** Of an event that left the journal nobody knows the place; it is dropped when its turn comes. */
const listRetries = (tx: ReadTx, program: Program, places: readonly Place[]): readonly Retried[] =>
  tx
    .all<Omit<Retried, 'isReplay' | 'waitMs'> & { readonly replay: number; readonly nextTryAt: number | null }>(
      `select d.event as key, iif(:isTeam, coalesce(j.shared_n, d.event), d.event) as position, d.lane, d.tries,
         d.class as failure, d.replay, d.next_try_at as nextTryAt, iif(:isTeam, coalesce(j.instance, :first), 0) as place
       from program_delivery d left join journal j on j.key = d.event
       where d.program = :program and d.state = 'retrying'
         and (not :isTeam or j.key is null or j.instance in (select value from json_each(:places)))`,
      {
        program: program.key,
        isTeam: program.team !== null,
        first: places[0] ?? 0,
        places: JSON.stringify(places),
      },
    )
    .map(({ replay, nextTryAt, ...row }) => ({
      ...row,
      isReplay: replay === 1,
      waitMs: waitUntil(nextTryAt, tx.now),
    }))

/** Dead letters `d` of events that the program is still given. */
const deadLetters = `program_delivery d cross join journal j on j.key = d.event left join chat c on c.key = j.chat
  where d.program = :program and d.state = 'deadLetter' and ${isGiven}`
const letterParams = (program: Program) => ({ ...scopeParams(program), program: program.key })

export const countDeadLetters = (tx: ReadTx, program: Program): number =>
  tx.get<{ n: number }>(`select count(*) as n from ${deadLetters}`, letterParams(program))?.n ?? 0

const unknownTrouble: ProgramTrouble = { at: 0, kind: 'unreachable', status: null, text: '' }

/** Oldest first, 100 at most. */
export const listDeadLetters = (tx: ReadTx, program: Program): readonly DeadLetter[] =>
  tx
    .all<Omit<DeadLetter, 'trouble'> & { instance: InstanceKey; trouble: string | null }>(
      `select d.event, j.instance, j.type_webhook as typeWebhook, c.title as chatTitle, j.received_at as receivedAt,
         d.first_failed_at as firstFailedAt, d.tries, d.trouble_json as trouble
       from ${deadLetters} order by d.event limit 100`,
      letterParams(program),
    )
    .map((row) => ({ ...row, trouble: readStored(row.trouble, storedTrouble, unknownTrouble) }))

/** Oldest first, as many as one call takes. */
export const listDeadLetterEvents = (tx: ReadTx, program: Program): readonly JournalKey[] =>
  tx
    .all<{ event: JournalKey }>(
      `select d.event from ${deadLetters} order by d.event limit ${mostDeadLetters}`,
      letterParams(program),
    )
    .map(({ event }) => event)

const chosen = `program = :program and event in (select d.event from ${deadLetters})
  and event in (select value from json_each(:events))`
const chosenParams = (program: Program, events: readonly JournalKey[]) => ({
  ...letterParams(program),
  events: JSON.stringify(events),
})

/** Dead letters go out once more. Answers how many. */
export function replayDeadLetters(tx: Tx, program: Program, events: readonly JournalKey[]): number {
  tx.changed({ kind: 'programs', program: program.key })
  return tx.run(
    `update program_delivery set state = 'retrying', replay = 1, tries = 0, class = null, next_try_at = :now where ${chosen}`,
    { ...chosenParams(program, events), now: tx.now },
  ).changes
}

/** Delivers an event once more, whatever its outcome was. False: it is not one of the program's events. */
export function deliverAgain(tx: Tx, program: Program, event: JournalKey): boolean {
  const given = readFeedEvent(tx, program, event)
  if (given === null) return false
  // An event above the cursor comes in its turn: sooner, it would pass the events before it in its chat.
  if (event > cursorOf(tx, program, null)) return true
  tx.changed({ kind: 'programs', program: program.key })
  tx.run(
    `insert into program_delivery (program, event, lane, state, replay, next_try_at)
     values (:program, :event, :lane, 'retrying', 1, :now)
     on conflict (program, event) do update
       set state = 'retrying', replay = 1, tries = 0, class = null, next_try_at = :now`,
    { program: program.key, event, lane: laneOf(given), now: tx.now },
  )
  return true
}

/** Answers how many there were. */
export function skipDeadLetters(tx: Tx, program: Program, events: readonly JournalKey[]): number {
  tx.changed({ kind: 'programs', program: program.key })
  return tx.run(`delete from program_delivery where ${chosen}`, chosenParams(program, events)).changes
}
