import type { SendingStore } from './sending-base.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import type { CallOptions } from '../../api/call.ts'
import type { ReplyOf } from '../../api/operations.ts'
import type { MessageKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { signatureOfQueued } from '../messages/content/rules/signature.ts'
import type { QueueItem } from './tx/delivery-checks.ts'

/**
 * Reads the service's outgoing queue, if it has showMessagesQueue (service 10.2), and stores which of our messages wait
 * there. Returns them (none if the service lacks the operation), or the error. `isWhole`: false if there may be more
 * than the first 500.
 */
export async function askQueue(
  run: InstanceRun,
  ports: { readonly store: SendingStore },
  options: CallOptions,
): Promise<{ readonly messages: readonly MessageKey[]; readonly isWhole: boolean } | { readonly error: ApiError }> {
  const answer = await run.optional.ask('showMessagesQueue', {}, options)
  if (answer !== 'absent' && !answer.ok) return { error: answer.error }
  const items = answer === 'absent' ? null : readQueue(answer.value.items)
  const messages = await learnQueue(run, ports, items)
  return { messages: messages.filter((message) => message !== null), isWhole: (items?.length ?? 0) < shownAtMost }
}

/** The service shows so many of its queue (service 10.2). */
const shownAtMost = 500

/** An entry of the service's queue. */
export interface ReadQueueItem {
  /** '' where it has none; so `chatId`, where it goes to no chat. */
  readonly id: string
  readonly chatId: string
  readonly operation: string
  readonly text: string
  /** Its signature; null: it can't be one of our messages, an edit for example. */
  readonly sends: QueueItem | null
}

/** Types of queued messages as the queue names them, in lower case (service 11.8); '' where it has no type. */
const sendTypes: ReadonlySet<string> = new Set([
  '',
  'sendmessage',
  'sendlink',
  'sendlocation',
  'sendcontact',
  'sendpoll',
  'sendfilebyurl',
  'sendfilebyupload',
  'forwardmessages',
])

export function readQueue(items: ReplyOf<'showMessagesQueue'>['items']): readonly ReadQueueItem[] {
  return items.map(({ value: { messageID, messagesIDs, idMessage, type = '', body = {} } }) => {
    const id = messageID ?? messagesIDs?.[0] ?? idMessage ?? ''
    const { chatId = '', message: text = '' } = body
    const mayBeOurs = id !== '' && chatId !== '' && sendTypes.has(type.toLowerCase())
    return {
      id,
      chatId,
      operation: type,
      text,
      sends: mayBeOurs ? { id, chatId, signature: signatureOfQueued(type, body), ...linkOf(body) } : null,
    }
  })
}

/** Notes which of ours wait in the service's queue; null: it does not show it. Gives our message behind each. */
export function learnQueue(
  run: InstanceRun,
  { store }: { readonly store: SendingStore },
  items: readonly ReadQueueItem[] | null,
): Promise<readonly (MessageKey | null)[]> {
  const interval = run.instance.row().settings?.['delaySendMessagesMilliseconds']
  return store.write('sending.learnQueue', {
    instance: run.key,
    items: items && items.map(({ sends }) => sends),
    intervalMs: typeof interval === 'number' && interval > 0 ? interval : null,
  })
}

const linkOf = (body: Readonly<Record<string, unknown>>): Pick<QueueItem, 'link'> =>
  typeof body['urlFile'] === 'string' ? { link: body['urlFile'] } : {}
