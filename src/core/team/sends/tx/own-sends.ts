import type { InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { matchMovedMessages } from '../../../messages/outbox/tx/match-record.ts'
import { readOutbox, updateOutbox } from '../../../messages/outbox/tx/outbox-row.ts'
import { doubtQueued } from '../../../sending/tx/record-outcome.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { sendId } from '../rules/send-id.ts'
import { programOfSend } from './program-of-send.ts'

/** A send of this desk that the team has. */
export interface OwnSend {
  readonly id: string
  readonly instance: InstanceKey
  readonly message: MessageKey
  readonly queuedAt: number
  readonly author: string
}

/** The team has a send of this desk. Its entry in the journal may have come before. */
export const markPut = (tx: Tx, send: OwnSend): void => markOwn(tx, { ...send, state: 'queued', attempt: 0 })

/**
 * The same in any state, of the attempt that led to it. Another copy of this data directory may have sent it, and its
 * entry in the journal was taken for a colleague's: what the service showed of it is the message of this desk.
 */
export function markOwn(tx: Tx, send: OwnSend & { readonly state: string; readonly attempt: number }): void {
  const known = tx.get<{ message: MessageKey | null }>('select message from team_send where id = ?', [send.id])
  tx.run(
    `insert into team_send (id, instance, message, queued_at, author, desk, state, attempt)
     values (:id, :instance, :message, :queuedAt, :author, :author, :state, :attempt)
     on conflict (id) do update set message = :message, queued_at = :queuedAt`,
    { ...send },
  )
  if (known?.message === null) matchMovedMessages(tx, send.instance, readOutbox(tx, send.message).chat)
}

/**
 * Another run of this desk has sent a message that waits here, for its time or for the person too, or is uncertain: it
 * is looked for, and nobody sends it twice.
 */
export function markSentByOtherRun(
  tx: Tx,
  send: OwnSend & { readonly state: 'accepted' | 'uncertain'; readonly attempt: number },
): void {
  if (readOutbox(tx, send.message).state === 'queued') {
    updateOutbox(tx, send.message, { queued_at: send.queuedAt, due_at: null })
    doubtQueued(tx, send.message, 'otherRun')
  }
  markOwn(tx, send)
}

/**
 * The message that waits or is uncertain here, or was found by its text, and that another run of this desk has sent:
 * before a restored backup, or from a copy of its data directory. One that waits for its time had that in its name.
 */
export function findSentByOtherRun(
  tx: ReadTx,
  send: Pick<OwnSend, 'id' | 'instance' | 'author'> & { readonly chatId: string; readonly idMessage: string | null },
): Pick<OwnSend, 'message' | 'queuedAt'> | undefined {
  const { id, author, instance, chatId, idMessage } = send
  return tx
    .all<Pick<OwnSend, 'message' | 'queuedAt'>>(
      `select o.message, coalesce(o.due_at, o.queued_at) as queuedAt
       from chat_alias a join outbox o on o.instance = :instance and o.chat = a.chat
       where a.instance = :instance and a.alias = :chatId and o.state in ('uncertain', 'queued')
       union all select o.message, o.queued_at from message m join outbox o on o.message = m.key
       where m.instance = :instance and m.id_message = :idMessage and o.state = 'accepted'`,
      { instance, chatId, idMessage },
    )
    .find(
      ({ message, queuedAt }) =>
        sendId(author, { message, queuedAt, program: programOfSend(tx, message, queuedAt) }) === id,
    )
}
