import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, MessageKey } from '../../../contract/ids.ts'
import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import type { Tx } from '../../store/tx.ts'
import { announced, findBySendId, findSource, insertOutgoing, readSource, targetOf } from './enqueue.ts'
import type { Enqueued, SendId, Source } from './enqueue.ts'
import { undoWait } from './undo-wait.ts'

/**
 * A message of its own for each chat and forwarded message, in the order of the list: of several ids in one call the
 * service forwards one (service 11.3.8). Throws ContractError `notFound` and `forwardNotPossible`, and then writes
 * nothing.
 */
export function enqueueForwards(
  tx: Tx,
  input: { readonly messages: readonly MessageKey[]; readonly chats: readonly ChatKey[]; readonly sendId?: SendId },
): readonly Enqueued[] {
  const sources = input.messages.map((key) => {
    const source = readSource(tx, key)
    const form = forwardForm(tx, key, source)
    if (form === null) throw new ContractError('forwardNotPossible')
    return { key, instance: source.instance, form }
  })
  const targets = input.chats.map((chat) => targetOf(tx, chat))
  return targets.flatMap((target) =>
    sources.map((source) => {
      if (source.instance !== target.instance) throw new ContractError('forwardNotPossible')
      // By what is forwarded and where to, and not by its place: a repeated submission may go to other chats as well.
      const sendId = input.sendId === undefined ? undefined : `${input.sendId} ${target.chat} ${source.key}`
      const earlier = findBySendId(tx, target, sendId)
      if (earlier !== undefined) return earlier
      return announced(tx, insertOutgoing(tx, target, { ...source.form, quotedId: '', sendId, wait: undoWait(tx) }))
    }),
  )
}

type ForwardForm = Pick<
  Parameters<typeof insertOutgoing>[2],
  'content' | 'typeMessage' | 'operation' | 'request' | 'forwardedScore'
>

/** How a message is forwarded; null: the service has none that could be. */
function forwardForm(tx: Tx, key: MessageKey, source: Source): ForwardForm | null {
  const { chat_id: chatIdFrom, id_message: idMessage, deleted, content_json: json } = source
  if (idMessage === null || deleted === 1) return null
  return {
    content: readContentOf(tx, key, json),
    typeMessage: source.type_message,
    operation: 'forwardMessages',
    request: { chatIdFrom, messages: [idMessage] },
    forwardedScore: (source.forwarded_score ?? 0) + 1,
  }
}

export function findForwardable(tx: Tx, key: MessageKey): ForwardForm | null {
  const source = findSource(tx, key)
  return source === undefined ? null : forwardForm(tx, key, source)
}
