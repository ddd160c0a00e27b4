import type { InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { ReadTx } from '../../store/tx.ts'

/** A message that a person wants to know of as it is at the service now. */
export interface Recheck {
  readonly message: MessageKey
  readonly instance: InstanceKey
  readonly chatId: string
  readonly idMessage: string | null
  readonly direction: 'incoming' | 'outgoing'
  /** Epoch ms. */
  readonly at: number
}

export function readRecheck(tx: ReadTx, input: { readonly messages: readonly MessageKey[] }): readonly Recheck[] {
  return input.messages.flatMap((message) => {
    const row = tx.get<Omit<Recheck, 'message'>>(
      `select m.instance, c.chat_id as chatId, m.id_message as idMessage, m.direction, m.at from message m join chat c on c.key = m.chat
       where m.key = ? and m.unsent = 0`,
      [message],
    )
    return row === undefined ? [] : [{ message, ...row }]
  })
}
