import { unifyText } from '../../archive/rules/text-versions.ts'

/** An outbox row that no message of the service was found for. Times are epoch ms by the service's clock. */
export interface OutboxCandidate {
  readonly message: number
  readonly seq: number
  /** Its text, or what else it is recognised by (rules/signature.ts). */
  readonly signature: string
  /** Of a file that the service keeps: its link. */
  readonly link?: string | null
  /** When its request began, by what was known of the clocks at that moment. */
  readonly sentAt: number
  /** The same by what is known now; absent or null: nothing else. Either of the two clocks may have been wrong then. */
  readonly sentAtNow?: number | null
  /** When its request ended, as far as that is known. */
  readonly endedAt: number | null
}

/** An outgoing message that the service shows. Times are epoch ms by the service's clock. */
export interface ShownMessage {
  /** '' where nothing but its id tells which one it is. */
  readonly signature: string
  /** Of a file, what the service says of it; '' where it says nothing. */
  readonly file?: ShownFile
  /** When the service accepted it; whole seconds, cut off. */
  readonly acceptedAt: number | null
  /** The last action on it: at or after its acceptance (service 2.5). */
  readonly actionAt: number | null
  readonly sentByApi: boolean | null
}

interface ShownFile {
  readonly url: string
  readonly name: string
  /** The link as it was requested: another link is another send. */
  readonly asAsked: boolean
}

/** A message stays in the service's queue for so long before it may get its place in the journals, ms (service 8). */
export const queueRetentionMs = 86_400_000

/**
 * The row that a shown message is (architecture 6): same signature with ends trimmed and line breaks unified, not
 * before the row's request began, within a day of it, and not sent from the phone. Of several the one whose request it
 * fits best; of equals the first in the lane, so that equal texts sent on purpose each find their own. A file's link is
 * nobody else's: the row that has it is the one, whatever its caption says.
 * @param slackMs how far the clocks may be apart.
 */
export function matchOutbox(
  shown: ShownMessage,
  candidates: readonly OutboxCandidate[],
  slackMs: number,
): OutboxCandidate | null {
  if (shown.sentByApi === false) return null
  const signature = unifyText(shown.signature)
  const at = shown.acceptedAt ?? shown.actionAt
  const linked = candidates.filter((candidate) => hasLink(candidate, shown.file))
  if (signature === '' && linked.length === 0) return null
  let best: { readonly candidate: OutboxCandidate; readonly distance: number } | null = null
  for (const candidate of linked.length > 0 ? linked : candidates) {
    if (linked.length === 0 && unifyText(candidate.signature) !== signature) continue
    if (linked.length === 0 && shown.file?.asAsked === true && candidate.link) continue
    const distance = at === null ? 0 : distanceTo(candidate, at, slackMs)
    if (distance === null) continue
    if (
      best === null ||
      distance < best.distance ||
      (distance === best.distance && candidate.seq < best.candidate.seq)
    ) {
      best = { candidate, distance }
    }
  }
  return best?.candidate ?? null
}

/** Ms between a time and a request; null: the message can't be of that request. */
function distanceTo({ sentAt, sentAtNow, endedAt }: OutboxCandidate, at: number, slackMs: number): number | null {
  const durationMs = Math.max(0, (endedAt ?? sentAt) - sentAt)
  const distances = [sentAt, sentAtNow ?? sentAt].flatMap((begin) => {
    const end = begin + durationMs
    return at < begin - slackMs || at > end + queueRetentionMs + slackMs ? [] : [Math.max(begin - at, at - end, 0)]
  })
  return distances.length === 0 ? null : Math.min(...distances)
}

/** Some families show a file under the link it was sent with, others under the last part of it (service 11.9). */
function hasLink({ link }: OutboxCandidate, file: ShownFile | undefined): boolean {
  if (!link || file === undefined) return false
  if (file.url === link) return true
  const [last = ''] = link.slice(link.lastIndexOf('/') + 1).split(/[?#]/u, 1)
  return last.length >= shortestUnique && file.name === last
}

/** A last part of a link that is shorter may be a name that many files have. */
const shortestUnique = 20
