import type { InstanceKey, JournalKey, ProgramKey } from '../../../contract/ids.ts'
import type { DeadLetter, ProgramTrouble } from '../../../contract/programs.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { failuresBeforeFailing, isGivenUp, probeDelay, retryDelay } from '../rules/delivery-policy.ts'
import type { DeliveryOutcome } from '../rules/delivery-policy.ts'
import { acknowledge } from './cursors.ts'
import { programByKey, storedTrouble } from './program-row.ts'

/** An event that failed and is tried again; its lane waits for it. `nextTryAt`: epoch ms. */
export interface RetriedEvent {
  readonly event: JournalKey
  readonly position: number
  readonly lane: string
  readonly tries: number
  readonly nextTryAt: number
  /** A dead letter that a person sends once more. */
  readonly isReplay: boolean
}

export interface DeliveryInput {
  readonly program: ProgramKey
  readonly event: JournalKey
  /** Events of one lane are delivered in order. */
  readonly lane: string
  readonly outcome: DeliveryOutcome
  /** A probe of a failing endpoint, which does not count against its event. */
  readonly isProbe: boolean
  /**
   * All events up to this key are done, this one included if it was delivered. Null: the team's database says up to
   * where.
   */
  readonly readUpTo: number | null
  /** Uniform in [0, 1). */
  readonly random: number
}

/** Stores what became of one delivery, and what follows for the event, its lane and the endpoint. */
export function recordDelivery(tx: Tx, input: DeliveryInput): void {
  const program = programByKey(tx, input.program)
  if (program === undefined) return
  const { outcome } = input
  if (outcome.kind === 'delivered') return recordSuccess(tx, input, program.state === 'failing')
  const trouble = JSON.stringify(outcome.trouble)
  if (outcome.kind === 'gone') {
    tx.run(
      `update program set state = 'stopped', state_since = :now, next_probe_at = null, last_contact_at = :now, trouble_json = :trouble
       where key = :key and state <> 'paused'`,
      { key: program.key, now: tx.now, trouble },
    )
    return
  }
  const failures = program.failures + 1
  const isFailing = failures >= failuresBeforeFailing
  tx.run(
    `update program set failures = :failures, last_contact_at = :now, trouble_json = :trouble, next_probe_at = :probeAt,
       state_since = iif(state = 'active' and :isFailing, :now, state_since), state = iif(state = 'active' and :isFailing, 'failing', state)
     where key = :key`,
    {
      key: program.key,
      failures,
      now: tx.now,
      trouble,
      isFailing,
      probeAt: isFailing ? tx.now + probeDelay(failures, outcome.retryAfterMs, input.random) : null,
    },
  )
  if (!input.isProbe) recordFailure(tx, input, outcome, program.lastSuccessAt)
}

function recordSuccess(tx: Tx, input: DeliveryInput, wasFailing: boolean): void {
  const { program, event, lane, readUpTo } = input
  if (readUpTo !== null) acknowledge(tx, { program, instance: 0, after: readUpTo })
  if (readUpTo === null || event > readUpTo) {
    tx.run(
      `insert into program_delivery (program, event, lane, state) values (:program, :event, :lane, 'done')
       on conflict (program, event) do update set state = 'done', next_try_at = null, trouble_json = null`,
      { program, event, lane },
    )
  } else {
    tx.run('delete from program_delivery where program = ? and event = ?', [program, event])
  }
  tx.run(
    `update program set failures = 0, next_probe_at = null, last_success_at = :now, last_contact_at = :now,
       state_since = iif(state = 'failing', :now, state_since), state = iif(state = 'failing', 'active', state) where key = :program`,
    { program, now: tx.now },
  )
  if (wasFailing)
    tx.run(`update program_delivery set next_try_at = ? where program = ? and state = 'retrying'`, [tx.now, program])
  // A dead letter that is sent once more has not failed since: a success of others says nothing of it.
  const failed = tx.all<{ event: JournalKey; class: 'endpoint' | 'event'; tries: number; firstFailedAt: number }>(
    `select event, class, tries, first_failed_at as firstFailedAt from program_delivery
     where program = ? and state = 'retrying' and first_failed_at is not null`,
    [program],
  )
  for (const row of failed) {
    if (isGivenUp({ ...row, kind: row.class, lastSuccessAt: tx.now })) giveUp(tx, program, row.event)
  }
}

const giveUp = (tx: Tx, program: ProgramKey, event: JournalKey): void => {
  tx.run(`update program_delivery set state = 'deadLetter', next_try_at = null where program = ? and event = ?`, [
    program,
    event,
  ])
}

function recordFailure(
  tx: Tx,
  { program, event, lane, random }: DeliveryInput,
  outcome: Exclude<DeliveryOutcome, { readonly kind: 'delivered' | 'gone' }>,
  lastSuccessAt: number | null,
): void {
  const before = tx.get<{ tries: number; firstFailedAt: number | null }>(
    'select tries, first_failed_at as firstFailedAt from program_delivery where program = ? and event = ?',
    [program, event],
  )
  const tries = (before?.tries ?? 0) + 1
  const firstFailedAt = before?.firstFailedAt ?? tx.now
  tx.run(
    `insert into program_delivery (program, event, lane, state, class, tries, next_try_at, first_failed_at, trouble_json)
     values (:program, :event, :lane, 'retrying', :class, :tries, :nextTryAt, :firstFailedAt, :trouble)
     on conflict (program, event) do update set state = 'retrying', class = :class, tries = :tries, next_try_at = :nextTryAt,
       first_failed_at = :firstFailedAt, trouble_json = :trouble`,
    {
      program,
      event,
      lane,
      class: outcome.kind,
      tries,
      nextTryAt: tx.now + retryDelay(tries, outcome.retryAfterMs, random),
      firstFailedAt,
      trouble: JSON.stringify(outcome.trouble),
    },
  )
  // A success at the very time of the first failure may have come before it.
  if (firstFailedAt < tx.now && isGivenUp({ kind: outcome.kind, tries, firstFailedAt, lastSuccessAt }))
    giveUp(tx, program, event)
}

/** `instance`: of a webhook of the team, whose instances are delivered apart; null: of all. */
export const listRetries = (tx: ReadTx, program: ProgramKey, instance: InstanceKey | null): readonly RetriedEvent[] =>
  tx
    .all<Omit<RetriedEvent, 'isReplay'> & { readonly isReplay: number }>(
      `select d.event, iif(:instance is null, d.event, coalesce(j.shared_n, d.event)) as position, d.lane, d.tries,
         d.next_try_at as nextTryAt, d.first_failed_at is null as isReplay
       from program_delivery d left join journal j on j.key = d.event
       where d.program = :program and d.state = 'retrying' and (:instance is null or j.key is null or j.instance = :instance)
       order by d.next_try_at`,
      { program, instance },
    )
    .map((row) => ({ ...row, isReplay: row.isReplay === 1 }))

export const countDeadLetters = (tx: ReadTx, program: ProgramKey): number =>
  tx.get<{ n: number }>(`select count(*) as n from program_delivery where program = ? and state = 'deadLetter'`, [
    program,
  ])?.n ?? 0

const unknownTrouble: ProgramTrouble = { at: 0, kind: 'unreachable', status: null, text: '' }

/** Oldest first, 100 at most. */
export const listDeadLetters = (tx: ReadTx, program: ProgramKey): readonly DeadLetter[] =>
  tx
    .all<Omit<DeadLetter, 'trouble'> & { instance: InstanceKey; trouble: string | null }>(
      `select d.event, coalesce(j.instance, 0) as instance, coalesce(j.type_webhook, '') as typeWebhook, c.title as chatTitle,
         coalesce(j.received_at, 0) as receivedAt, d.first_failed_at as firstFailedAt, d.tries, d.trouble_json as trouble
       from program_delivery d left join journal j on j.key = d.event left join chat c on c.key = j.chat
       where d.program = ? and d.state = 'deadLetter' order by d.event limit 100`,
      [program],
    )
    .map((row) => ({ ...row, trouble: readStored(row.trouble, storedTrouble, unknownTrouble) }))

/** Between two replayed dead letters, ms: an endpoint gets them beside new events. */
const replayEveryMs = 100

/** Dead letters go out once more, ten a second; an empty list means all. */
export function replayDeadLetters(tx: Tx, program: ProgramKey, events: readonly JournalKey[]): void {
  tx.run(
    `update program_delivery set state = 'retrying', tries = 0, first_failed_at = null, next_try_at = :now + place * :every
     from (
       select event as chosen, row_number() over (order by event) - 1 as place from program_delivery
       where program = :program and state = 'deadLetter' and (:all or event in (select value from json_each(:events))))
     where program = :program and event = chosen`,
    { program, now: tx.now, every: replayEveryMs, all: events.length === 0, events: JSON.stringify(events) },
  )
  tx.changed({ kind: 'programs', program })
}

export function skipDeadLetters(tx: Tx, program: ProgramKey, events: readonly JournalKey[]): void {
  tx.run(
    `delete from program_delivery
     where program = :program and state = 'deadLetter' and (:all or event in (select value from json_each(:events)))`,
    { program, all: events.length === 0, events: JSON.stringify(events) },
  )
  tx.changed({ kind: 'programs', program })
}

/** The event of a retry left the journal: nothing waits for it any more. */
export function dropDelivery(tx: Tx, input: { readonly program: ProgramKey; readonly event: JournalKey }): void {
  tx.run('delete from program_delivery where program = ? and event = ?', [input.program, input.event])
}
