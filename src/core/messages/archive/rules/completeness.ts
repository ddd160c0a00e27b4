import { z } from 'zod'
import { readStored } from '../../../base/rules/stored-json.ts'
/**
 * Completeness as spans of time: all messages that the service accepted in a span are stored. Windows of history add
 * spans; the notification queue adds one that grows while it is read without a break. Times are epoch ms, both ends
 * included; the service counts in whole seconds.
 */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The service's times are whole seconds: spans whose ends are one second apart are adjacent. */
const second = 1000

/** Sorted, disjoint, joined where they touch. Union: idempotent, commutative, associative. */
export function joinSpans(...lists: readonly (readonly Span[])[]): readonly Span[] {
  const sorted = lists
    .flat()
    .filter((span) => span.to >= span.from)
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
  const joined: Span[] = []
  for (const span of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && span.from <= last.to + second) {
      if (span.to > last.to) joined[joined.length - 1] = { from: last.from, to: span.to }
    } else joined.push(span)
  }
  return joined
}

/** Journals may show a message so much later than it was written (service 10.2), ms. */
const journalLagMs = 120_000

/**
 * The window's oldest moment is only partly in it: more messages of that second may lie before. The last two minutes
 * are not covered: the service may still add to them.
 */
export function windowSpan(window: {
  /** Time of acceptance of its oldest record; null if it is empty. */
  readonly oldestAt: number | null
  /** Time of the request, by the service's clock. */
  readonly askedAt: number
  /** The service gave everything that it has. */
  readonly reachedStart: boolean
}): Span | null {
  const to = window.askedAt - journalLagMs
  const from = window.reachedStart
    ? 0
    : window.oldestAt === null
      ? null
      : Math.floor(window.oldestAt / second) * second + second
  return from === null || from > to ? null : { from, to }
}

/** Subtracts spans from spans. Shared end points remain. */
export function withoutSpans(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  return others.reduce<readonly Span[]>(
    (left, { from, to }) =>
      left.flatMap((span) =>
        span.to <= from || span.from >= to
          ? [span]
          : [
              { from: span.from, to: from },
              { from: to, to: span.to },
            ].filter((part) => part.to > part.from),
      ),
    spans,
  )
}

/** The end of a span that is still open. */
const openEnd = Number.MAX_SAFE_INTEGER

/**
 * The spans in which settings kept messages out of the service's journals (service 10.2), updated by one more reading
 * of the settings.
 * @param recordedAt when the settings last recorded all messages, epoch ms; null: never
 */
export function unrecordedAfter(
  unrecorded: readonly Span[],
  reading: { readonly isRecorded: boolean; readonly at: number; readonly recordedAt: number | null },
): readonly Span[] {
  const open = unrecorded.find(({ to }) => to === openEnd)
  if (reading.isRecorded) return unrecorded.map((span) => (span === open ? { from: span.from, to: reading.at } : span))
  return open === undefined ? joinSpans(unrecorded, [{ from: reading.recordedAt ?? 0, to: openEnd }]) : unrecorded
}

export interface Completeness {
  /** Complete from this time to the newest known one; null if nothing is known. */
  readonly completeFrom: number | null
  /** Known holes above the oldest span, newest first. */
  readonly gaps: readonly Span[]
}

/**
 * The completeness of a chat. The time after the newest span is not a gap: the connection's state shows whether
 * messages may be missing there.
 */
export function completenessOf(all: readonly Span[]): Completeness {
  const newest = all.at(-1)
  if (newest === undefined) return { completeFrom: null, gaps: [] }
  const gaps: Span[] = []
  for (let index = all.length - 1; index > 0; index -= 1) {
    const [below, above] = [all[index - 1], all[index]]
    if (below !== undefined && above !== undefined) gaps.push({ from: below.to, to: above.from })
  }
  return { completeFrom: newest.from, gaps }
}

/** True when nothing can be missing between `from` and `to`. */
export function covers(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some((span) => span.from <= from && span.to >= to)
}

/**
 * The end of the newest span below `from`; null if there is none. A window that starts at or before it leaves no gap.
 */
export function knownBelow(spans: readonly Span[], from: number): number | null {
  return spans.findLast((span) => span.to < from)?.to ?? null
}

const spansSchema = z.array(z.tuple([z.number(), z.number()]).nullable().catch(null))

/** Unreadable spans count as incomplete. */
export function readSpans(json: string): readonly Span[] {
  return readStored(json, spansSchema, []).flatMap((pair) => (pair === null ? [] : [{ from: pair[0], to: pair[1] }]))
}

export function writeSpans(spans: readonly Span[]): string {
  return JSON.stringify(spans.map(({ from, to }) => [from, to]))
}

/**
 * Updates the spans in which the queue delivered everything. The queue retains notifications for 24 hours (service 8),
 * so a span continues if the queue is read again within that time. After a longer absence, or while another program
 * read the queue, a new span begins.
 */
export const queueRetentionMs = 24 * 60 * 60 * 1000
