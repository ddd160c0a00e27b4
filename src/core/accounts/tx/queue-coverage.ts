import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { joinSpans, queueRetentionMs, readSpans, writeSpans } from '../../messages/archive/rules/completeness.ts'
import type { Span } from '../../messages/archive/rules/completeness.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'
import { allSpans, readCoverage } from '../../messages/archive/tx/live-spans.ts'
import type { Tx } from '../../store/tx.ts'

/** Clocks differ, and the head must still be read: an absence counts as too long this much earlier. */
const marginMs = 15 * 60 * 1000

/** An absence in which the queue forgot; null when it did not. */
export type Absence = Span | null

/**
 * The queue was read. `isComplete`: everything that is written comes through it (all message kinds are on, no other
 * reader). Answers the time that it has left out since it was last read, if any.
 * @param receivedAt epoch ms by our clock; the spans are by the service's, as those of histories are
 */
export function extendCoverage(tx: Tx, instance: InstanceKey, receivedAt: number, isComplete: boolean): Absence {
  // Nearly always the span goes on: one statement, with each notification.
  const goesOn =
    isComplete &&
    tx.run(
      `update instance set last_answer_at = :receivedAt, live_to = max(live_to, :receivedAt + clock_offset_ms)
       where key = :instance and live_from is not null and :receivedAt + clock_offset_ms - live_to < :most`,
      { receivedAt, instance, most: queueRetentionMs - marginMs },
    ).changes > 0
  if (goesOn) return null
  const row = readCoverage(tx, instance)
  if (row === undefined) return null
  const at = receivedAt + row.offset
  tx.run('update instance set last_answer_at = ? where key = ?', [receivedAt, instance])
  if (!isComplete) {
    endCoverage(tx, instance)
    return null
  }
  endCoverage(tx, instance)
  tx.run('update instance set live_from = ?, live_to = ? where key = ?', [at, at, instance])
  const begun = readSpans(row.absence_json ?? '[]')[0] ?? null
  const last = joinSpans(allSpans(row)).at(-1)
  if (begun === null && last === undefined) return null
  const absence = { from: begun?.from ?? last?.to ?? at, to: at }
  tx.run('update instance set absence_json = ? where key = ?', [writeSpans([absence]), instance])
  return absence
}

/**
 * The queue goes elsewhere from now on, or did since `at`: what it brought until then, or until it was last read, stays
 * known.
 * @param at epoch ms by our clock
 */
export function endCoverage(tx: Tx, instance: InstanceKey, at = Infinity): void {
  const row = readCoverage(tx, instance)
  if (row === undefined || row.live_from === null || row.live_to === null) return
  const open = { from: row.live_from, to: Math.max(row.live_from, Math.min(row.live_to, at + row.offset)) }
  tx.run('update instance set live_from = null, live_to = null, live_past_json = ? where key = ?', [
    writeSpans(joinSpans(readSpans(row.live_past_json), [open])),
    instance,
  ])
}

/**
 * Something may be missing after `at`, and nothing counts as complete yet: an absence begins there.
 * @param at epoch ms by our clock
 */
export function beginAbsence(tx: Tx, instance: InstanceKey, at: number): void {
  const row = readCoverage(tx, instance)
  if (row === undefined || row.absence_json !== null || allSpans(row).length > 0) return
  const from = at + row.offset
  tx.run('update instance set absence_json = ? where key = ?', [writeSpans([{ from, to: from }]), instance])
}

/**
 * The substitute for an incomplete queue was not read from `from` until now: an absence, also where one goes on.
 * @param from epoch ms by our clock
 */
export function reopenAbsence(tx: Tx, instance: InstanceKey, from: number): void {
  const row = readCoverage(tx, instance)
  if (row === undefined) return
  const open = readSpans(row.absence_json ?? '[]')[0]
  const absence = { from: Math.min(from + row.offset, open?.from ?? Infinity), to: tx.now + row.offset }
  tx.run('update instance set absence_json = ? where key = ?', [writeSpans([absence]), instance])
}

/**
 * The offset of the clocks was just learnt again, and the one of before was wrong. A time after the present, of the
 * queue or of a history that was read meanwhile, is cut: messages that come until then, while this desk is off, would
 * be taken for known. A reading that began since `wrongSince` (epoch ms by our clock; null: the clock was not set)
 * began later where the offset was too low.
 */
export function correctCoverage(
  tx: Tx,
  instance: InstanceKey,
  { wrongBy, wrongSince }: { readonly wrongBy: number; readonly wrongSince: number | null },
): void {
  const row = readCoverage(tx, instance)
  if (row === undefined) return
  const now = tx.now + row.offset
  const begunWrong = wrongSince !== null && wrongBy > 0 ? wrongSince + row.offset - wrongBy : Infinity
  const correct = (at: number) => Math.min(at >= begunWrong ? at + wrongBy : at, now)
  const cut = (spans: readonly Span[]) =>
    spans.flatMap(({ from, to }) => (from > now ? [] : [{ from, to: Math.min(to, now) }]))
  const absence = readSpans(row.absence_json ?? '[]')[0]
  tx.run(
    `update instance set live_from = :from, live_to = :to, live_past_json = :past, absence_json = :absence
     where key = :instance`,
    {
      instance,
      from: row.live_from === null ? null : correct(row.live_from),
      to: row.live_to === null ? null : correct(row.live_to),
      past: writeSpans(cut(readSpans(row.live_past_json))),
      absence:
        absence === undefined ? null : writeSpans([{ from: Math.min(absence.from, now), to: correct(absence.to) }]),
    },
  )
  if (wrongBy > 0) return
  const chats = tx.all<{ key: ChatKey; spans: string }>(
    `select key, spans_json as spans from chat where instance = :instance and spans_json ->> '$[#-1][1]' > :now`,
    { instance, now },
  )
  for (const { key, spans } of chats) updateChat(tx, key, { spans_json: writeSpans(cut(readSpans(spans))) })
}

/** The gaps of an absence that ended by `until` are closed, or named as what can't be. */
export function endAbsence(
  tx: Tx,
  { instance, until }: { readonly instance: InstanceKey; readonly until: number },
): void {
  const absence = readSpans(readCoverage(tx, instance)?.absence_json ?? '[]')[0]
  if (absence !== undefined && absence.to <= until)
    tx.run('update instance set absence_json = null where key = ?', [instance])
}
