import type { InstanceKey } from '../../contract/ids.ts'
import type { Tx } from '../store/tx.ts'
import { applyNotification } from './apply-notification.ts'
import type { Applied, ReceivedBody } from './apply-notification.ts'
import { markDeleted } from './journal.ts'
import type { DeleteMark } from './journal.ts'
import { endLive, extendLive } from './live-span.ts'
import type { Absence } from './live-span.ts'

export interface ApplyInput extends ReceivedBody {
  /** Deletes that the service has answered since, to share this commit. */
  readonly deleted: readonly DeleteMark[]
  /** Everything that is written comes through the queue (live-span.ts). */
  readonly whole: boolean
}

export const receivingWrites = {
  /** A notification: raw, effects and marks in one transaction. After it is answered, and not before, it may be deleted. */
  'receiving.apply'(tx: Tx, input: ApplyInput): Applied & { readonly absence: Absence } {
    markDeleted(tx, input.instance, input.deleted)
    const applied = applyNotification(tx, input)
    return { ...applied, absence: extendLive(tx, input.instance, input.receivedAt, input.whole) }
  },

  'receiving.markDeleted'(
    tx: Tx,
    input: { readonly instance: InstanceKey; readonly deleted: readonly DeleteMark[] },
  ): void {
    markDeleted(tx, input.instance, input.deleted)
  },

  /** The queue was empty, and was read. */
  'receiving.alive'(
    tx: Tx,
    input: {
      readonly instance: InstanceKey
      readonly at: number
      readonly whole: boolean
      readonly deleted: readonly DeleteMark[]
    },
  ): { readonly absence: Absence } {
    markDeleted(tx, input.instance, input.deleted)
    return { absence: extendLive(tx, input.instance, input.at, input.whole) }
  },

  /** The queue goes elsewhere: a webhook, another program, notifications switched off. `at`: since when, epoch ms. */
  'receiving.endLive'(tx: Tx, input: { readonly instance: InstanceKey; readonly at?: number }): void {
    endLive(tx, input.instance, input.at)
  },
}
