import { forwardingPart } from '../../../../api/schema/message-parts.ts'
import { readAs } from '../../../../api/schema/lenient.ts'
import type { ContentParts } from './content-parts.ts'

/** Objects in a body that are about another message. */
const ofOthers: ReadonlySet<string> = new Set(['quotedMessage', 'editedMessageData', 'deletedMessageData'])

/**
 * How often a message was forwarded; null when it was not, or nobody said. It is said in the body or in the object of
 * the kind, whichever that is.
 */
export function forwardedScore({ body }: Pick<ContentParts, 'body'>): number | null {
  let score: number | null = null
  for (const part of [body, ...Object.keys(body).map((key) => (ofOthers.has(key) ? undefined : body[key]))]) {
    if (typeof part !== 'object' || part === null) continue
    const { isForwarded, forwardingScore = 0 } = readAs(forwardingPart, part) ?? {}
    const times = Math.max(forwardingScore, isForwarded === true ? 1 : 0)
    if (times > 0 && Number.isFinite(times)) score = Math.max(score ?? 0, times)
  }
  return score
}
