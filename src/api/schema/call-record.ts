import { z } from 'zod'
import { count, flag, id, lenient, lenientList, number, text } from './lenient.ts'

/**
 * A call in lastIncomingCalls or lastOutgoingCalls (service 10.9). `timestamp` is its end, UNIX seconds; `duration` is
 * in seconds. Notifications of the same call mostly have the same id.
 */
export const callRecord = z.looseObject({
  idMessage: id,
  timestamp: lenient(number),
  /** `incoming` or `outgoing`. */
  type: lenient(text),
  typeMessage: lenient(text),
  /** The called or calling chat, which may be a `@lid`. */
  chatId: lenient(id),
  status: lenient(text),
  isVideo: lenient(flag),
  isGroup: lenient(flag),
  duration: lenient(count),
  participants: lenientList(z.looseObject({ id: lenient(id), status: lenient(text) })),
})

export type CallRecord = z.output<typeof callRecord>
