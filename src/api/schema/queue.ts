import { z } from 'zod'
import { count, flag, id, lenient, lenientList, text } from './lenient.ts'

/** An item of showMessagesQueue: a queued message (service 10.2). `body` is the original request. */
export const queuedMessage = z.looseObject({
  messageID: lenient(id),
  /** The name in the Telegram family's documentation. */
  idMessage: lenient(id),
  /** A forward has a list of them (service 11.3.8). */
  messagesIDs: lenientList(id),
  /** The operation that queued it, such as sendMessage. */
  type: lenient(text),
  body: lenient(z.looseObject({ chatId: lenient(id), message: lenient(text) })),
})

export const clearQueueResult = z.looseObject({ isCleared: flag })

/** clearWebhooksQueue: once a minute; `leftTime` is the remaining time, unchanged (service 11.8). */
export const clearNotificationsResult = z.looseObject({
  isCleared: flag,
  reason: lenient(text),
  leftTime: lenient(text),
})

export const countResult = z.looseObject({ count })
