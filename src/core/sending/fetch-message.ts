import { limits } from '../../api/schema/limits.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { FetchResult } from '../../contract/messages.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { SendingBase } from './sending-base.ts'
import { askRecords } from './ask-records.ts'
import { historyCount } from './recheck.ts'

/** A message that is not in the archive, by the service's id: one that another message quotes. */
export interface Missing {
  readonly chat: ChatKey
  readonly chatId: string
  readonly idMessage: string
}

/**
 * Reads one message from the service into the archive: getMessage where the id is long enough for it (service 4.2),
 * else the chat's newest history. Throws ContractError where the service gave no answer.
 */
export async function fetchMessage(
  run: InstanceRun,
  ports: Pick<SendingBase, 'store' | 'clock'>,
  { chat, chatId, idMessage }: Missing,
  signal: AbortSignal,
): Promise<FetchResult> {
  const ask = {
    priority: 'view',
    purpose: 'messages.fetch',
    signal: AbortSignal.any([run.signal, signal]),
    chatId,
  } as const
  const error =
    idMessage.length < limits.messageIdLength
      ? await askRecords(run, ports, { ...ask, name: 'getChatHistory', input: { chatId, count: historyCount } })
      : await askRecords(run, ports, { ...ask, name: 'getMessage', input: { chatId, idMessage } })
  if (error !== null) {
    if (error.kind !== 'chatNotFound' && error.kind !== 'messageNotFound') throw contractErrorOf(error)
    return { kind: 'notFound', why: error.kind, text: error.text }
  }
  const message = await ports.store.read('messages.find', { chat, idMessage })
  return message === null ? { kind: 'notFound', why: 'notInHistory', text: '' } : { kind: 'found', message }
}
