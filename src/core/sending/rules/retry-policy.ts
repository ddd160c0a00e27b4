import { undoSendMs } from '../../../contract/values.ts'
import type { Pace } from '../../../api/limits/back-off.ts'
import { longestLinkMs } from '../../messages/outbox/rules/file-link.ts'

/**
 * Every time after which sending waits, retries or gives up, ms (architecture 6). The api layer adds two: the deadline
 * of each operation (`api/operations.ts`), and the longest Retry-After that is obeyed (`api/limits/retry-after.ts`).
 */
export const retryPolicy = {
  /** After a 429, or while the instance starts, where the answer names no time. */
  refused: { baseMs: 1_000, capMs: 60_000 },
  /** Without a connection: pauses between two tries, each with one message. */
  offline: { baseMs: 1_000, capMs: 30_000 },
  /** After an upload failed for a transient reason. */
  upload: { baseMs: 2_000, capMs: 60_000 },
  /** After an answer of lastOutgoingMessages that could not be used. */
  tracking: { baseMs: 15_000, capMs: 600_000 },
  /** Where the store refuses a write. */
  store: 1_000,
  /** A chat whose next message another desk, or nobody, has claimed. */
  claim: 1_000,
  /**
   * Searches for an uncertain message, from when it became uncertain: first at these times, then in this interval, at
   * last at the end.
   */
  uncertain: { firstAt: [2_000, 10_000, 60_000, 300_000], everyMs: 600_000, untilMs: 86_400_000 },
  /** An uncertain message holds back the later ones of its chat. */
  laneHold: 60_000,
  /** Queued for longer without a connection, or while the instance starts, a message waits for the person. */
  stale: 3_600_000,
  /** A send can be undone for so long, where Settings say so; the message waits meanwhile. */
  undo: undoSendMs,
  /** A scheduled message that is later than this waits for the person, unless the settings say otherwise. */
  late: 60_000,
  /** Scheduled messages: a changed clock and a computer's sleep are noticed within this time. */
  scheduleCheck: 60_000,
  /** A message can be scheduled at most so far ahead. */
  scheduleAhead: 366 * 86_400_000,
  /** Delivery tracking sleeps for this long where nothing is to be tracked. */
  trackingRest: 3_600_000,
  /** A record that no answer contained for longer counts as new when it appears again. */
  knownRecord: 1_800_000,
  /** A message of a program whose status does not come counts as sent. */
  programStatus: 300_000,
  /** A program writes to chats in which somebody wrote so lately, unless a person lets it write first. */
  programChat: 30 * 86_400_000,
  /** A cancelled send of a program is known under its sendId. */
  programCancelled: 30 * 86_400_000,
  /** The longest wait before the limiter is asked again. */
  limiterCheck: 60_000,
  /** The program's end waits for answers to requests that were made. */
  answerGrace: 3_000,
  /** A send can be submitted again under its idempotency key. */
  resubmission: 7 * 86_400_000,
  /** Clocks of two desks, and of the service, may differ by so much. */
  clockDifference: 60_000,
  /** A change of a sent message shows in the history after this time. */
  changeShown: 2_000,
  /**
   * A file's link is not used in its last hour: the service fetches the file when it takes the message from its queue.
   */
  linkMargin: 3_600_000,
  /** The service keeps an uploaded file for this time (service 11.3.2). */
  fileRetention: { whatsapp: longestLinkMs, v3: longestLinkMs, telegram: 86_400_000 },
  /** The service has all of a file and passes it on before it answers, at 1 MB a second or more. */
  uploadAnswer: { baseMs: 60_000, bytesPerMs: 1_000 },
  /** Two reports of an upload's progress. */
  uploadProgress: 250,
} as const satisfies Record<string, number | Pace | Readonly<Record<string, number | readonly number[]>>>

/** How long the service may be silent once it has all of a file, ms. */
export function uploadTimeoutMs(bytes: number): number {
  const { baseMs, bytesPerMs } = retryPolicy.uploadAnswer
  return baseMs + Math.ceil(bytes / bytesPerMs)
}
