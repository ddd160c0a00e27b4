import type { ChatKey, InstanceKey, MessageKey, ProgramKey, ProposalKey } from '../../../contract/ids.ts'
import { refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

export type ProposalState = 'open' | 'sent' | 'dismissed' | 'withdrawn' | 'expired'

/** A proposal as the store has it. Times are epoch ms. */
export interface ProposalRow {
  readonly key: ProposalKey
  readonly program: ProgramKey
  readonly send_id: string
  readonly input_hash: string
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly text: string
  readonly reason: string
  readonly quoted_id: string | null
  readonly state: ProposalState
  readonly created_at: number
  readonly expires_at: number
  readonly closed_at: number | null
  /** Until then a person can undo that it was dismissed, and its program sees it as open; null: not any more. */
  readonly undo_until: number | null
  readonly message: MessageKey | null
  readonly edited: number
}

/** A proposal counts as expired when its time is over, also before the store says so. */
const asItIs = (row: ProposalRow, now: number): ProposalRow =>
  row.state === 'open' && row.expires_at <= now ? { ...row, state: 'expired', closed_at: row.expires_at } : row

export function findProposal(tx: ReadTx, key: ProposalKey): ProposalRow | undefined {
  const row = tx.get<ProposalRow>('select * from proposal where key = ?', [key])
  return row === undefined ? undefined : asItIs(row, tx.now)
}

export function findProposalBySend(tx: ReadTx, sendKey: string): ProposalRow | undefined {
  const row = tx.get<ProposalRow>('select * from proposal where send_key = ?', [sendKey])
  return row === undefined ? undefined : asItIs(row, tx.now)
}

export function closeProposal(
  tx: Tx,
  { key, chat }: Pick<ProposalRow, 'key' | 'chat'>,
  state: Exclude<ProposalState, 'open'>,
  sent: { readonly message: MessageKey; readonly edited: boolean } | null = null,
): void {
  tx.run(
    `update proposal set state = ?, closed_at = ?, closed_by = null, message = ?, edited = ?, undo_until = null
     where key = ?`,
    [state, tx.now, sent?.message, sent?.edited === true, key],
  )
  announceProposals(tx, chat)
}

/** A person undoes that it was dismissed, or a colleague took it over meanwhile. */
export function reopenProposal(tx: Tx, { key, chat }: Pick<ProposalRow, 'key' | 'chat'>): void {
  tx.run(`update proposal set state = 'open', closed_at = null, undo_until = null where key = ?`, [key])
  announceProposals(tx, chat)
}

/** Call it after proposals of a chat were opened or closed: its place in the list depends on them. */
export function announceProposals(tx: Tx, chat: ChatKey): void {
  refreshSummary(tx, chat)
  tx.changed({ kind: 'proposals', chat })
}
