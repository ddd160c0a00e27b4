import type { Instance } from '../world/instance.ts'
import { html, json, nothing, refusal, text, type Reply } from './reply.ts'

/** A send is refused for its chat: the operation itself stands beside it as allowed (service 10.7). */
const chatsLimit = {
  invokeStatus: { method: 'sendmessage', used: '67', total: 0, status: 'QUOTE_ALLOWED' },
  correspondentsStatus: {
    method: 'correspondents',
    used: 3,
    total: '3',
    status: 'QUOTE_EXCEEDED',
    description: 'Chats per month limit has been exceeded. Allowed chats: 79990000001@c.us',
  },
}

/** Other operations are refused in the form of the notification (service 10.7). */
const operationLimit = {
  quotaData: {
    method: 'getmessage',
    used: 1000,
    total: '1000',
    status: 'QUOTE_EXCEEDED',
    description: 'Requests per month limit has been exceeded',
  },
}

/** The answer that the field gives with a status (service 10.7), for faults that name no body of their own. */
export const fieldReply = (status: number, instance: Instance | undefined, path: string, nowMs: number): Reply => {
  switch (status) {
    case 400:
      return refusal(instance, 400, 'Bad Request / Validation failed', path, nowMs)
    case 401:
      return nothing(401)
    case 403:
      return html(403, 'Forbidden')
    case 404:
      return html(404, 'Not Found')
    case 408:
      return nothing(408)
    case 429:
      return refusal(instance, 429, 'Too Many Requests', path, nowMs)
    case 466:
      return json(/\/send[A-Z]/.test(path) ? chatsLimit : operationLimit, 466)
    case 469:
      return refusal(instance, 469, 'checkAccount limit is exceeded', path, nowMs)
    case 499:
      return text('', 499)
    case 500:
      return refusal(instance, 500, 'Internal Server Error', path, nowMs)
    case 502:
      return html(502, 'Bad Gateway')
    case 503:
      return html(503, 'Service Temporarily Unavailable')
    case 504:
      return html(504, 'Gateway Time-out')
    default:
      return refusal(instance, status, `Status ${status}`, path, nowMs)
  }
}
