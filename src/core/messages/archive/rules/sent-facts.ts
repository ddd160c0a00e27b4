import { unordered } from './order-within-second.ts'
import type { MessageFacts } from './record.ts'

/**
 * The facts of a message that was sent from one of our desks, before the service reports its record.
 * @param sent `at`: by the service's clock, epoch ms; `seenAt` by this computer's
 */
export function sentFacts(
  sent: Pick<MessageFacts, 'typeMessage' | 'content' | 'quotedId' | 'seenAt' | 'texts'> & {
    readonly at: number
    readonly forwardedScore?: number | null
  },
): MessageFacts {
  const { at, forwardedScore = null, ...rest } = sent
  return {
    direction: 'outgoing',
    position: { at, source: 'sent' },
    order: unordered,
    actionAt: null,
    quote: null,
    senderId: '',
    senderName: '',
    sentByApi: true,
    forwardedScore,
    edited: false,
    deleted: false,
    raw: null,
    asOf: 0,
    stamps: {},
    reported: null,
    ...rest,
  }
}
