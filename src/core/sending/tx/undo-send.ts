import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { noWaitReason } from '../../messages/outbox/rules/wait-reason.ts'
import { findOutbox, updateOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import { announceMessage } from '../../messages/statuses/tx/refresh-status.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { cancel } from './person-acts.ts'
import type { Lane } from './person-acts.ts'

/** Undoes a submission: see messages.undoSend. Messages that have left, or are gone, are not changed. */
export function undoSend(
  tx: Tx,
  input: { readonly messages: readonly MessageKey[] },
): { readonly undone: readonly MessageKey[]; readonly lanes: readonly Lane[]; readonly text: string } {
  const undone: MessageKey[] = []
  const lanes: Lane[] = []
  const texts: string[] = []
  for (const message of input.messages) {
    if (findOutbox(tx, message)?.state !== 'queued') continue
    const { instance, chat, text } = cancel(tx, { message })
    if (text !== '') texts.push(text)
    undone.push(message)
    lanes.push({ instance, chat })
  }
  if (undone.length === 0) throw new ContractError('notCancellable')
  return { undone, lanes, text: texts.join('\n') }
}

interface HeldSend extends Lane {
  readonly message: MessageKey
}

interface OfInstances {
  readonly instances: readonly InstanceKey[]
}

const heldSends = (tx: ReadTx, { instances }: OfInstances): readonly HeldSend[] =>
  instances.flatMap((instance) =>
    tx.all<HeldSend>(
      `select message, instance, chat from outbox
       where instance = ? and state = 'queued' and parked = 0 and due_at is null and wait_kind = 'undoable'`,
      [instance],
    ),
  )

/** Whether a message of these instances still waits because its send can be undone. */
export const hasUndoable = (tx: ReadTx, input: OfInstances): boolean => heldSends(tx, input).length > 0

/** The program ends: messages that wait only because their sends could be undone may go now. */
export function endUndo(tx: Tx, input: OfInstances): readonly Lane[] {
  return heldSends(tx, input).map(({ message, instance, chat }) => {
    updateOutbox(tx, message, { ...noWaitReason, next_try_at: 0 })
    announceMessage(tx, message, { instance, chat })
    return { instance, chat }
  })
}
