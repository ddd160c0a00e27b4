import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, ProgramKey, ProposalKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import { undoDismissMs } from '../../../contract/values.ts'
import type { ProblemCode } from '../../../public-api/problems.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { messageOfProposal } from '../../messages/outbox/rules/program-column.ts'
import { requireProgram } from '../../programs/identity/tx/program-row.ts'
import { scopeParams, seesChat } from '../../programs/identity/tx/program-scope.ts'
import { checkedText, enqueue, quotedIdOf, targetOf, type Enqueued } from '../../sending/tx/enqueue.ts'
import { hashOf, programSendId, programSendKey } from '../../sharing/rules/shared-send-id.ts'
import { findProgramSend, quotedKey } from '../../sending/tx/program-sends.ts'
import { nextKey } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { teamProposalReads, teamProposalWrites } from './team-proposals.ts'
import { proposalListReads } from './proposal-list.ts'
import { announceProposals, closeProposal, findProposal, findProposalBySend, reopenProposal } from './proposal-row.ts'
import type { ProposalRow, ProposalState } from './proposal-row.ts'

/** Open proposals of one program: more than a person reads in a day. */
const mostOpen = 500
/** A person has one open for so long, as the team's database says (src/team/schema, act_on_proposals), ms. */
const claimedMs = 2 * 60_000
/** Retention of the outcome of a proposal that was not sent, ms. */
const rememberedMs = 30 * 86_400_000

export interface NewProposal {
  readonly program: ProgramKey
  readonly sendId: string
  readonly instance: InstanceKey
  readonly chatId: string
  readonly text: string
  readonly reason: string
  readonly quotedServiceId?: string | undefined
  /** For so long it can be approved, ms. */
  readonly lifetimeMs: number
}

export type ProposalResult =
  | { readonly kind: 'proposed'; readonly proposal: ProposalKey; readonly isNew: boolean }
  | { readonly kind: 'refused'; readonly code: ProblemCode }

/** A proposal as its program sees it. */
export interface OwnProposal extends Pick<
  ProposalRow,
  'key' | 'send_id' | 'text' | 'reason' | 'state' | 'created_at' | 'expires_at' | 'closed_at' | 'message' | 'edited'
> {
  readonly id_instance: string
  readonly chat_id: string
  /** The person of the team who closed it. */
  readonly closed_by_name: string | null
}

/** A person dismissed proposal `p` and can undo it. A proposal that expires meanwhile stays dismissed. */
const isUndoable = 'p.undo_until is not null and p.expires_at > :now'

const ownSelect = `select p.key, p.send_id, p.text, p.reason,
    case when p.state = 'open' and p.expires_at <= :now then 'expired' when ${isUndoable} then 'open' else p.state end as state,
    p.created_at, p.expires_at, iif(${isUndoable}, null, p.closed_at) as closed_at, ${messageOfProposal} as message,
    p.edited, i.id_instance, c.chat_id,
    (select name from team_member where desk = p.closed_by) as closed_by_name
  from proposal p join instance i on i.key = p.instance join chat c on c.key = p.chat`

/** Of a program alone: what is another program's does not exist for it. */
function requireOwn(tx: ReadTx, input: { readonly program: ProgramKey; readonly proposal: ProposalKey }): ProposalRow {
  const row = findProposal(tx, input.proposal)
  if (row?.program !== input.program) throw new ContractError('notFound')
  return row
}

const isClosedByColleague = (tx: ReadTx, proposal: ProposalKey): boolean =>
  tx.get(
    `select 1 as one from proposal where key = ? and message is null and closed_by is not null
       and closed_by is not (select value from meta where name = 'desk')`,
    [proposal],
  ) !== undefined

export const proposalWrites = {
  /** Throws ContractError `notFound`, `quoteNotPossible` and those of a text. */
  'proposals.add'(tx: Tx, input: NewProposal): ProposalResult {
    const program = requireProgram(tx, input.program)
    const { sendId, instance, chatId, text, reason, quotedServiceId = null, lifetimeMs } = input
    const sendKey = programSendKey(program, sendId)
    const own = tx.get<{ id: string }>('select id_instance as id from instance where key = ?', [instance])
    // In the terms of every desk.
    const inputHash = hashOf([own?.id, chatId, text, reason, quotedServiceId, lifetimeMs])
    const before = findProposalBySend(tx, sendKey)
    if (before !== undefined) {
      return before.input_hash === inputHash
        ? { kind: 'proposed', proposal: before.key, isNew: false }
        : { kind: 'refused', code: 'sendIdReused' }
    }
    if (findProgramSend(tx, { program: program.key, sendId }) !== null) return { kind: 'refused', code: 'sendIdReused' }
    const chat = findChat(tx, instance, chatId)?.chat
    const seen =
      chat === undefined
        ? undefined
        : tx.get(`select 1 from chat c where c.key = :chat and ${seesChat}`, { ...scopeParams(program), chat })
    if (chat === undefined || seen === undefined) throw new ContractError('notFound')
    tx.run(`delete from proposal where closed_at < ? and message is null and state <> 'sent'`, [tx.now - rememberedMs])
    const open = tx.get<{ count: number }>(
      `select count(*) as count from proposal where program = ? and state = 'open'`,
      [program.key],
    )
    if ((open?.count ?? 0) >= mostOpen) return { kind: 'refused', code: 'tooManyProposals' }
    const target = targetOf(tx, chat)
    const body = checkedText(target.chatId, text)
    if (!reason.isWellFormed()) throw new ContractError('textBroken')
    quotedIdOf(tx, target, quotedKey(tx, chat, quotedServiceId))
    const { rowid } = tx.run(
      `insert into proposal (key, program, program_name, send_key, send_id, input_hash, instance, chat, text, reason,
         quoted_id, created_at, expires_at, team_id)
       values (${nextKey('proposal')}, :program, :name, :sendKey, :sendId, :inputHash, :instance, :chat, :body, :reason,
         :quotedServiceId, :now, :expiresAt, :teamId)`,
      {
        ...{ program: program.key, name: program.name, sendKey, sendId, inputHash, instance, chat, body, reason },
        ...{ quotedServiceId, now: tx.now, expiresAt: tx.now + lifetimeMs, teamId: programSendId(sendKey) },
      },
    )
    announceProposals(tx, chat)
    return { kind: 'proposed', proposal: rowid as ProposalKey, isNew: true }
  },

  /** The program takes it back. Throws `notFound`; a closed one stays as it is. */
  /** False: it is sent, dismissed or expired, and stays so. */
  'proposals.withdraw'(tx: Tx, input: { readonly program: ProgramKey; readonly proposal: ProposalKey }): boolean {
    const row = requireOwn(tx, input)
    if (row.state === 'open' || row.undo_until !== null) closeProposal(tx, row, 'withdrawn')
    else return row.state === 'withdrawn'
    return true
  },

  /**
   * `isGranted`: the team has just given it to this desk, whatever the desk read before of what a colleague did. Throws
   * ContractError `proposalClosed`, `notFound`, `quoteNotPossible` and those of a text.
   */
  'proposals.approve'(tx: Tx, input: Input<'proposals.approve'> & { readonly isGranted: boolean }): Enqueued {
    const row = findProposal(tx, input.proposal)
    if (row === undefined) throw new ContractError('notFound')
    if (row.state !== 'open' && !(input.isGranted && isClosedByColleague(tx, row.key))) throw closedHere(row.state)
    const text = input.text ?? row.text
    const quote = quotedKey(tx, row.chat, row.quoted_id)
    const sent = enqueue(tx, { chat: row.chat, text, quote, sendId: `proposal ${row.key}` })
    closeProposal(tx, row, 'sent', { message: sent.message, edited: text !== row.text })
    return sent
  },

  /** Throws ContractError `proposalClosed` and `notFound`. */
  'proposals.dismiss'(tx: Tx, { proposal }: Input<'proposals.dismiss'>): void {
    const row = findProposal(tx, proposal)
    if (row === undefined) throw new ContractError('notFound')
    if (row.state !== 'open') throw closedHere(row.state)
    closeProposal(tx, row, 'dismissed')
    tx.run('update proposal set undo_until = ? where key = ?', [tx.now + undoDismissMs, proposal])
  },

  /** Throws ContractError `proposalClosed` and `notFound`. */
  'proposals.undoDismiss'(tx: Tx, { proposal }: Input<'proposals.undoDismiss'>): void {
    const row = findProposal(tx, proposal)
    if (row === undefined) throw new ContractError('notFound')
    if (row.undo_until === null) throw closedHere(row.state)
    // oxlint-disable-next-line clocks/monotonic -- a stored time; the window shows the same one
    if (row.expires_at <= tx.now) throw closedHere('expired')
    reopenProposal(tx, row)
  },

  /**
   * Closes those whose time is over. `dismissed`: of so many the dismissal can not be undone any more. `nextAt` of the
   * others, epoch ms, null: there is none.
   */
  'proposals.expire'(tx: Tx): { readonly dismissed: number; readonly nextAt: number | null } {
    const due = tx.all<{ key: ProposalKey; chat: ChatKey }>(
      `select key, chat from proposal where state = 'open' and expires_at <= ? limit 1000`,
      [tx.now],
    )
    for (const row of due) closeProposal(tx, row, 'expired')
    // A clock that was set back makes neither of the two longer than it can be.
    const isOver = (until: string, most: number) => `(${until} <= :now or ${until} > :now + ${most})`
    const dismissed = tx.run(
      `update proposal set undo_until = null, closed_at = :now where ${isOver('undo_until', undoDismissMs)}`,
      { now: tx.now },
    ).changes
    const { changes } = tx.run(
      `update proposal set claimed_by = null, claimed_until = null where ${isOver('claimed_until', claimedMs)}`,
      { now: tx.now },
    )
    if (changes > 0) tx.changed({ kind: 'proposals' })
    const next = tx.get<{ at: number | null }>(
      `select min(at) as at from (select min(expires_at) as at from proposal where state = 'open'
         union all select min(claimed_until) from proposal where claimed_until is not null
         union all select min(undo_until) from proposal where undo_until is not null)`,
    )
    return { dismissed, nextAt: next?.at ?? null }
  },

  ...teamProposalWrites,
}

/** Another person, its program or the time was faster. */
const closedHere = (state: ProposalState): ContractError =>
  new ContractError('proposalClosed', { details: { state, by: '', from: 'here' } })

export const proposalReads = {
  /** Throws what approving it would throw because of its text. */
  'proposals.checkApproval'(
    tx: ReadTx,
    { proposal, text }: { readonly proposal: ProposalKey; readonly text: string | undefined },
  ): { readonly isEdited: boolean; readonly isShared: boolean } {
    const row = findProposal(tx, proposal)
    if (row === undefined) throw new ContractError('notFound')
    const target = tx.get<{ chatId: string }>('select chat_id as chatId from chat where key = ?', [row.chat])
    checkedText(target?.chatId ?? '', text ?? row.text)
    quotedKey(tx, row.chat, row.quoted_id)
    const shared = tx.get(
      'select 1 from proposal p join team_instance t on t.instance = p.instance where p.key = ? and p.team_id is not null',
      [row.key],
    )
    return { isEdited: text !== undefined && text !== row.text, isShared: shared !== undefined }
  },

  /** Whether a person dismissed it and can undo that. */
  'proposals.isUndoable': (tx: ReadTx, { proposal }: { readonly proposal: ProposalKey }): boolean =>
    findProposal(tx, proposal)?.undo_until != null,

  ...teamProposalReads,

  ...proposalListReads,

  'proposals.own'(
    tx: ReadTx,
    input: { readonly program: ProgramKey; readonly proposal: ProposalKey },
  ): OwnProposal | null {
    const row = tx.get<OwnProposal>(`${ownSelect} where p.key = :proposal and p.program = :program`, {
      ...input,
      now: tx.now,
    })
    return row ?? null
  },
}
