import { z } from 'zod'
import { count, flag, id, lenient, lenientList, text } from './lenient.ts'

/** An item of showMessagesQueue: what waits to be sent (service 10.2). `body` is the request as it was made. */
export const queuedMessage = z.looseObject({
  messageID: lenient(id),
  /** The Telegram family's pages call it so. */
  idMessage: lenient(id),
  /** A forward has a list of them (service 11.3.8). */
  messagesIDs: lenientList(id),
  /** The operation that queued it, such as sendMessage. */
  type: lenient(text),
  body: lenient(z.looseObject({ chatId: lenient(id), message: lenient(text) })),
})

export const clearQueueResult = z.looseObject({ isCleared: flag })

/** clearWebhooksQueue: once a minute; `leftTime` is what is left of it, as the service wrote it (service 11.8). */
export const clearNotificationsResult = z.looseObject({
  isCleared: flag,
  reason: lenient(text),
  leftTime: lenient(text),
})

export const countResult = z.looseObject({ count })
