import type { MessageKey } from '../../../../contract/ids.ts'
import type { ReadTx } from '../../../store/tx.ts'

/** The program behind a message as it was queued first. Sent once more by a person, it is that person's. */
interface ProgramOfSend {
  /** The hash of program and sendId. */
  readonly key: string
  /** Null: it proposed the message, and a person sent it. */
  readonly name: string | null
}

/** A message that was written at this desk, as it was queued then. */
export interface OwnWrite {
  readonly message: MessageKey
  readonly queuedAt: number
  readonly program: ProgramOfSend | null
}

export const programOfSend = (tx: ReadTx, message: MessageKey, queuedAt: number): ProgramOfSend | null =>
  tx.get<ProgramOfSend>('select key, program_name as name from program_send where message = ? and at = ?', [
    message,
    queuedAt,
  ]) ??
  tx.get<ProgramOfSend>('select send_key as key, null as name from proposal where message = ? and closed_at = ?', [
    message,
    queuedAt,
  ]) ??
  null
