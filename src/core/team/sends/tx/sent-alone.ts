import { ContractError } from '../../../../contract/errors.ts'
import type { InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { announceMessage } from '../../../messages/statuses/tx/refresh-status.ts'
import { requestOf } from '../../../sending/tx/take-due.ts'
import { isFoundByText, readOutbox, releaseUpTo, updateOutbox } from '../../../messages/outbox/tx/outbox-row.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { programOfSend, type OwnWrite } from './program-of-send.ts'
import { markOwn, type OwnSend } from './own-sends.ts'

/**
 * A message may go without the team's database, and with it what waits before it in its chat, whose order holds. Throws
 * ContractError `notFound`, `notEditable` where it does not wait here any more.
 */
export function releaseAlone(tx: Tx, { message }: { readonly message: MessageKey }): void {
  const row = readOutbox(tx, message)
  const { instance, chat } = row
  if (row.state !== 'queued') throw new ContractError('notEditable')
  releaseUpTo(tx, row)
  announceMessage(tx, message, { instance, chat })
  tx.changed({ kind: 'lane', instance, chat })
}

/** A message that was sent without the team's database and has to be entered there. */
export interface SentAlone extends OwnWrite {
  readonly instance: InstanceKey
  readonly chatId: string
  readonly operation: string
  /** The operation's input, JSON. */
  readonly request: string
  /** See NewSend. */
  readonly seenN: number | null
  readonly state: 'accepted' | 'failed' | 'uncertain' | 'dismissed'
  readonly idMessage: string | null
}

const states = {
  accepted: 'accepted',
  failed: 'failed',
  expired: 'failed',
  uncertain: 'uncertain',
  dismissed: 'dismissed',
} as const

export function sentAlone(tx: ReadTx): readonly SentAlone[] {
  const rows = tx.all<{ message: MessageKey }>(
    'select message from outbox indexed by outbox_alone where alone = 1 order by instance, chat limit 100',
  )
  return rows.flatMap(({ message }) => {
    const row = readOutbox(tx, message)
    if (row.state === 'queued' || row.state === 'sending') return []
    const { instance, queuedAt, chatId, replyId, seenN } = row
    const { operation, input } = requestOf(row)
    const request = JSON.stringify(input)
    const program = programOfSend(tx, message, queuedAt)
    const send = { instance, message, queuedAt, program, chatId, operation, request, seenN }
    // Once it has the send, the database decides whose an id is that was found by text.
    if (row.state === 'accepted' && isFoundByText(tx, row)) return [{ ...send, state: 'uncertain', idMessage: null }]
    return [{ ...send, state: states[row.state], idMessage: replyId }]
  })
}

/** The team has it now; what became of it since is told like that of any other. */
export function markEntered(tx: Tx, send: OwnSend & { readonly state: SentAlone['state'] }): void {
  markOwn(tx, { ...send, attempt: 1 })
  updateOutbox(tx, send.message, { alone: 0 })
}
