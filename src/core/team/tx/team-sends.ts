import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { nextInLane } from '../../outbox/tx/lane.ts'
import { laneOf } from '../../outbox/tx/outbox-row.ts'
import { requestOf, rowsOf } from '../../sending/tx/take-due.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import type { OpenSend } from '../rules/settlement.ts'

/** A chat in which something of this desk waits. */
export interface TeamLane {
  readonly chat: ChatKey
  /** What may go as far as this desk knows; null: nothing may now. */
  readonly next: MessageKey | null
  /** In their order. */
  readonly waiting: readonly WaitingSend[]
}

interface WaitingSend {
  readonly message: MessageKey
  readonly queuedAt: number
  readonly chatId: string
  readonly operation: string
  /** The operation's input, JSON. */
  readonly request: string
  /** The team has it. */
  readonly isPut: boolean
}

export function lanesOf(
  tx: ReadTx,
  { instance, chats }: { readonly instance: InstanceKey; readonly chats: readonly ChatKey[] },
): readonly TeamLane[] {
  return chats.map((chat) => {
    const decision = nextInLane(rowsOf(tx, instance, chat), tx.now)
    const waiting = [...laneOf(tx, instance, chat)].flatMap((row): WaitingSend[] => {
      if (row.state !== 'queued' || row.parked) return []
      const { message, queuedAt, chatId } = row
      const { operation, input } = requestOf(row)
      const put = tx.get<{ queuedAt: number }>(
        `select queued_at as queuedAt from team_send
         where message = ? and state in ('queued', 'sending', 'uncertain') and queued_at = ?`,
        [message, queuedAt],
      )
      return [{ message, queuedAt, chatId, operation, request: JSON.stringify(input), isPut: put !== undefined }]
    })
    return { chat, next: decision.kind === 'send' ? (decision.message as MessageKey) : null, waiting }
  })
}

/** A send of this desk that the team has. */
export interface OwnSend {
  readonly id: string
  readonly instance: InstanceKey
  readonly message: MessageKey
  readonly queuedAt: number
  readonly author: string
}

/** The team has a send of this desk. What its journal says of it may have come before. */
export const notePut = (tx: Tx, send: OwnSend): void => noteOwn(tx, { ...send, state: 'queued', attempt: 0 })

/** The same in any state, of the attempt that led to it. */
export function noteOwn(tx: Tx, send: OwnSend & { readonly state: string; readonly attempt: number }): void {
  tx.run(
    `insert into team_send (id, instance, message, queued_at, author, desk, state, attempt)
     values (:id, :instance, :message, :queuedAt, :author, :author, :state, :attempt)
     on conflict (id) do update set message = :message, queued_at = :queuedAt`,
    { ...send },
  )
}

/** What the team holds open of this desk's, beside what the outbox says. */
export function openSends(tx: ReadTx): readonly OpenSend[] {
  return tx
    .all<Omit<OpenSend, 'isOver'> & { readonly isOver: number }>(
      `select s.id, s.message, s.state, s.attempt, o.state as local, coalesce(o.queued_at <> s.queued_at or o.parked = 1, 0) as isOver,
         o.reply_id as idMessage
       from team_send s indexed by team_send_open left join outbox o on o.message = s.message
       where s.message is not null and s.state in ('queued', 'sending', 'uncertain') order by s.message limit 1000`,
    )
    .map((row) => ({ ...row, isOver: row.isOver === 1 }))
}
