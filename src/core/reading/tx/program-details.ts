import type { MessageKey } from '../../../contract/ids.ts'
import type { MessageProgramDetails } from '../../../contract/messages.ts'
import type { ReadTx } from '../../store/tx.ts'

interface ProposalColumns {
  readonly sendId: string
  readonly text: string
  readonly reason: string
  readonly isEdited: number
  readonly proposedAt: number
  readonly approvedAt: number
}

const proposalSelect = `select p.send_id as sendId, p.text, p.reason, p.edited as isEdited, p.created_at as proposedAt,
    coalesce(p.closed_at, p.created_at) as approvedAt`

/** What a program did for an own message: it sent it, or proposed what a person sent, here or at a colleague's desk. */
export function programDetails(tx: ReadTx, message: MessageKey): MessageProgramDetails | null {
  const sent = tx.get<{ sendId: string }>('select send_id as sendId from program_send where message = ?', [message])
  if (sent !== undefined) return { ...sent, proposal: null }
  const proposed =
    tx.get<ProposalColumns>(`${proposalSelect} from proposal p where p.message = ?`, [message]) ??
    tx.get<ProposalColumns>(
      `${proposalSelect} from message m
         cross join team_send s on s.instance = m.instance and s.id_message = m.id_message
         cross join proposal p on p.team_id = s.id and p.state = 'sent'
       where m.key = ?`,
      [message],
    )
  if (proposed === undefined) return null
  const { sendId, isEdited, ...proposal } = proposed
  return { sendId, proposal: { ...proposal, isEdited: isEdited === 1 } }
}
