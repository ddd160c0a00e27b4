import type { QueuedNotification } from '../../world/notification-queue.ts'
import { fail, type Call, type Handler } from '../call.ts'
import { json, nothing, type Reply } from '../reply.ts'

const webhookConflict = (idInstance: string): string =>
  `Message cannot be received because custom webhook url is set. Go to cabinet, clear webhook url for instance: ${idInstance} and wait for about 1 minute for another attempt`

/** Seconds from 5 to 60, default 5 (service 4.7); anything else falls to the nearest allowed value. */
const waitSeconds = (raw: string | null): number => {
  const seconds = raw === null || !/^\d+(\.\d+)?$/.test(raw) ? 5 : Number(raw)
  return Math.min(60, Math.max(5, seconds))
}

/**
 * Extra time of the late forms of an empty wait: 408 about 5 s after the wait, 504 after 195 s in any case (service
 * 10.3).
 */
const extraWaitMs = (form: string, seconds: number): number =>
  form === '408' ? 5000 : form === '504' ? Math.max(0, 195_000 - seconds * 1000) : 0

export const emptyWaitReply = (form: 'empty' | 'null' | '408' | '504'): Reply => {
  switch (form) {
    case 'empty':
      return nothing()
    case 'null':
      return json(null)
    case '408':
      return nothing(408)
    case '504':
      return { ...nothing(504), contentType: 'text/html' }
  }
}

const conflict = (call: Call): Reply => fail(call, 400, webhookConflict(call.instance.idInstance))

/** Service 4.7: the head of the queue, at once or as soon as it arrives; it stays queued. */
export const receiveNotification: Handler = async (call) => {
  const { instance, effects } = call
  if (instance.isPushed) return conflict(call)
  if (instance.isDeaf && instance.notifications.size === 0) return json(null)
  const seconds = waitSeconds(call.route.query.get('receiveTimeout'))
  const form = instance.behaviour.emptyWait
  const head: QueuedNotification | undefined = instance.notifications.head()
  if (!head) effects.add({ kind: 'waiting', idInstance: instance.idInstance })
  const got =
    head ?? (await instance.notifications.receive(seconds * 1000 + extraWaitMs(form, seconds), call.departure))
  if (got === 'closed' && instance.isPushed) return conflict(call)
  if (got === 'closed' || got === 'timeout') return emptyWaitReply(form)
  call.handedOut(got.receiptId)
  return json({ receiptId: got.receiptId, body: got.body })
}

/** Service 10.2: DELETE .../deleteNotification/<token>/<receiptId>. */
export const deleteNotification: Handler = (call) => {
  const raw = call.route.tail[0] ?? ''
  if (!/^\d+$/.test(raw)) return fail(call, 400, "Validation failed. Details: 'receiptId' must be a number")
  const gone = call.instance.notifications.delete(Number(raw)) === 'unknown'
  return json(gone ? { result: false, reason: 'Notification is not found' } : { result: true })
}

const clearAgainMs = 60_000

/** Service 11.8: once a minute; unread notifications are lost. Refused while a webhook URL is set. */
export const clearWebhooksQueue: Handler = (call) => {
  const { instance } = call
  if (instance.settings.webhookUrl !== '') return fail(call, 400, 'webhookUrl must be empty')
  const left = instance.notificationsClearedAt + clearAgainMs - instance.now()
  if (left > 0) return json({ isCleared: false, reason: 'too many requests', leftTime: Math.ceil(left / 1000) })
  instance.notificationsClearedAt = instance.now()
  instance.notifications.clear()
  return json({ isCleared: true, reason: '' })
}
