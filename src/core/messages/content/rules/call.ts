import { z } from 'zod'
import { callCode, type CallOutcome } from '../../../../contract/values.ts'
import { callOutcomes } from '../../../../contract/values.ts'
import type { ContentKind } from './content-kind.ts'
import type { StoredContent } from './stored-content.ts'

type StoredCall = Extract<StoredContent, { kind: 'call' }>

/** Longest duration that is believed, seconds. */
const longest = 7 * 86_400

/**
 * A status of the service, older spellings included (service 10.9); null for an offer, and for what nobody described.
 */
function outcomeOf(direction: 'incoming' | 'outgoing', status: string): CallOutcome | null {
  switch (status.trim().toLowerCase()) {
    case 'pickup':
      return 'answered'
    case 'hungup':
    case 'hangup':
      return direction === 'incoming' ? 'rejected' : 'unanswered'
    case 'declined':
    case 'missed':
      return direction === 'incoming' ? 'missed' : 'unanswered'
    case 'invalid':
      return direction === 'incoming' ? null : 'unanswered'
    default:
      return null
  }
}

/** The content of a call from a notification or a journal. */
export function callOf(
  direction: 'incoming' | 'outgoing',
  source: {
    readonly status?: string | undefined
    readonly isVideo?: boolean | undefined
    readonly isGroup?: boolean | undefined
    readonly duration?: number | undefined
    readonly participants?: readonly unknown[] | undefined
  },
): StoredCall {
  const { duration = 0, participants = [] } = source
  return {
    kind: 'call',
    outcome: outcomeOf(direction, source.status ?? ''),
    video: source.isVideo ?? null,
    group: source.isGroup ?? (participants.length > 1 ? true : null),
    duration: duration > 0 && duration <= longest ? duration : null,
    people: participants.length > 0 ? participants.length : null,
  }
}

/** Calls come as notifications and in journals of their own, never as a type of message. */
export const call: ContentKind<'call'> = {
  types: [],
  schema: z.object({
    kind: z.literal('call'),
    outcome: z.enum(callOutcomes).nullable().catch(null),
    video: z.boolean().nullable().catch(null),
    group: z.boolean().nullable().catch(null),
    duration: z.number().nullable().catch(null),
    people: z.number().nullable().catch(null),
    endedAt: z.number().nullish().catch(null),
    otherId: z.string().optional().catch(undefined),
  }) as unknown as z.ZodType<StoredCall>,
  parse: () => ({ kind: 'unsupported' }),
  precedence: 18,
  listText: (content) => callCode(content),
  searchParts: () => [],
  signature: () => '',
  editable: null,
  exportLines: ({ outcome, video, duration }) => [
    `[${[outcome ?? 'unknown', video ? 'video call' : 'call'].join(' ')}]`,
    duration === null ? '' : `${duration} s`,
  ],
}
