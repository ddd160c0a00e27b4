import type { ApiError } from '../../api/api-error.ts'
import type { CallOptions } from '../../api/call.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { Store } from '../intents.ts'
import { signatureOfQueued } from '../outbox/rules/signature.ts'
import type { QueueItem } from './tx/delivery-checks.ts'

/**
 * Asks for the service's own queue, where it shows it (service 10.2), and notes which of ours wait in it. Gives the
 * error, or null; null also where the service doesn't offer it.
 */
export async function askQueue(
  run: InstanceRun,
  ports: { readonly store: Store },
  options: CallOptions,
): Promise<ApiError | null> {
  const answer = await run.optional.ask('showMessagesQueue', {}, options)
  if (answer !== 'absent' && !answer.ok) return answer.error
  const items: readonly QueueItem[] | null =
    answer === 'absent'
      ? null
      : answer.value.items.flatMap(({ value: { messageID, messagesIDs, type = '', body } }) => {
          const id = messageID ?? messagesIDs?.[0]
          return id === undefined || body?.chatId === undefined
            ? []
            : [{ id, chatId: body.chatId, signature: signatureOfQueued(type, body), ...linkOf(body) }]
        })
  const interval = run.instance.row().settings?.['delaySendMessagesMilliseconds']
  await ports.store.write('sending.learnQueue', {
    instance: run.key,
    items,
    intervalMs: typeof interval === 'number' && interval > 0 ? interval : null,
  })
  return null
}

const linkOf = (body: Readonly<Record<string, unknown>>): Pick<QueueItem, 'link'> =>
  typeof body['urlFile'] === 'string' ? { link: body['urlFile'] } : {}
