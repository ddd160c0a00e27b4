import { z } from 'zod'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, ProgramKey, ProposalKey } from '../../../contract/ids.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { isErasedChat } from '../../messages/archive/tx/erased-people.ts'
import { openChat } from '../../sending/tx/open-chat.ts'
import { programSendId, programSendKey } from '../../sharing/rules/shared-send-id.ts'
import type { SharedProposal } from '../../sharing/shared-proposals.ts'
import { nextKey, setMeta } from '../../store/sql.ts'
import type { ReadTx, SqlValue, Tx } from '../../store/tx.ts'
import { announceProposals, reopenProposal, type ProposalRow, type ProposalState } from './proposal-row.ts'

/** A proposal's content and program, as desks exchange them. */
const bodySchema = z.object({
  /** The eight letters of its key, and its name. */
  programId: z.string().max(8),
  programName: z.string().min(1).max(64),
  sendId: z.string().max(64),
  text: z.string().min(1).max(20_000),
  reason: z.string().max(500),
  quotedId: z.string().max(256).nullable(),
})

/** So many go to the team, or come from it, at once. */
const proposalPage = 100

const cursorName = 'team_proposals'
/** The shared instances whose proposals were taken up to the cursor. */
const takenOfName = 'team_proposals_of'
const instanceIds = z.array(z.number())

/** A proposal that the team's database does not have yet. */
export interface UnsharedProposal {
  readonly key: ProposalKey
  readonly id: string
  readonly instance: InstanceKey
  readonly chatId: string
  readonly body: string
  readonly inputHash: string
  readonly lifetimeMs: number
}

/** `shared_state` null: the team's database does not have it. */
type StoredProposal = ProposalRow & { readonly shared_state: ProposalState | null }

/** A proposal that was closed here and is open at the team. */
export interface ClosedProposal {
  readonly key: ProposalKey
  readonly id: string
  readonly state: Exclude<ProposalState, 'open'>
  readonly edited: number
}

export const teamProposalReads = {
  /** Changes to upload to the team: of one proposal, or of all, a page of each. */
  'proposals.unsynced'(
    tx: ReadTx,
    { proposal }: { readonly proposal: ProposalKey | null },
  ): { readonly open: readonly UnsharedProposal[]; readonly closed: readonly ClosedProposal[] } {
    const rows = tx.all<
      Omit<UnsharedProposal, 'body'> & { [Field in keyof z.infer<typeof bodySchema>]: string | null }
    >(
      `select p.key, p.team_id as id, p.instance, c.chat_id as chatId, p.input_hash as inputHash,
         p.expires_at - :now as lifetimeMs, coalesce(g.id, '') as programId, p.program_name as programName,
         p.send_id as sendId, p.text, p.reason, p.quoted_id as quotedId
       from team_instance cross join proposal p indexed by proposal_unshared on p.instance = team_instance.instance
       join chat c on c.key = p.chat join program g on g.key = p.program
       where p.state = 'open' and p.shared_state is null and p.team_id is not null and p.expires_at > :now
         and (:proposal is null or p.key = :proposal) limit ${proposalPage}`,
      { now: tx.now, proposal },
    )
    return {
      open: rows.map(({ programId, programName, sendId, text, reason, quotedId, ...row }) => ({
        ...row,
        body: JSON.stringify({ programId, programName, sendId, text, reason, quotedId }),
      })),
      closed: tx.all<ClosedProposal>(
        `select key, team_id as id, state, edited from proposal indexed by proposal_closed_here
         where state <> 'open' and shared_state = 'open' and undo_until is null limit ${proposalPage}`,
      ),
    }
  },
  /**
   * What the desk has of these shared instances reaches up to here: 0 where one of them came since, because its
   * proposals were left out.
   */
  'proposals.sharedCursor'(tx: ReadTx, { instances }: { readonly instances: readonly number[] }): number {
    const read = (name: string) => tx.get<{ value: string }>('select value from meta where name = ?', [name])?.value
    const taken = new Set<number>(readStored(read(takenOfName), instanceIds, []))
    return instances.every((shared) => taken.has(shared)) ? Number(read(cursorName) ?? 0) : 0
  },
  /** The team's names of proposals that the team has. */
  'proposals.teamIds': (
    tx: ReadTx,
    { proposals }: { readonly proposals: readonly ProposalKey[] },
  ): readonly { readonly key: ProposalKey; readonly id: string; readonly isShared: boolean }[] =>
    tx
      .all<{ key: ProposalKey; id: string; shared: number; known: number }>(
        `select p.key, p.team_id as id, exists (select 1 from team_instance t where t.instance = p.instance) as shared,
           p.shared_state is not null as known
         from proposal p where p.key in (select value from json_each(?)) and p.team_id is not null`,
        [JSON.stringify(proposals)],
      )
      .filter(({ shared, known }) => shared === 1 || known === 1)
      .map(({ key, id, known }) => ({ key, id, isShared: known === 1 })),
}

export const teamProposalWrites = {
  /** The team has these in this state. Null: it refuses them, and they end here. */
  'proposals.uploaded'(
    tx: Tx,
    { proposals, state }: { readonly proposals: readonly ProposalKey[]; readonly state: ProposalState | null },
  ): void {
    for (const key of proposals) {
      if (state !== null) tx.run('update proposal set shared_state = ? where key = ?', [state, key])
      else {
        tx.run(`update proposal set state = 'withdrawn', shared_state = 'withdrawn', closed_at = ? where key = ?`, [
          tx.now,
          key,
        ])
        announceChats(tx, chatsOf(tx, 'key = ?', [key]))
      }
    }
    tx.changed({ kind: 'proposals' })
  },

  /** Removes a proposal that another desk has under its sendId, or for which the team has no room. */
  'proposals.forget'(tx: Tx, { proposal }: { readonly proposal: ProposalKey }): void {
    const chats = chatsOf(tx, 'key = ?', [proposal])
    tx.run('delete from proposal where key = ? and shared_state is null', [proposal])
    announceChats(tx, chats)
  },

  /**
   * Takes what changed at the team after a cursor, in its order. `approving`: those that this desk sends just now.
   * `toReopen`: those that this desk closed as sent and whose message it did not write before it ended; the team is to
   * open them again. `reopened`: those that the team was asked to open before. `isHeld`: some are to be read again.
   */
  'proposals.takeShared'(
    tx: Tx,
    input: {
      readonly rows: readonly SharedProposal[]
      readonly after: number
      readonly instances: readonly { readonly key: InstanceKey; readonly shared: number }[]
      readonly desk: string
      readonly approving: readonly string[]
      readonly reopened: readonly string[]
    },
  ): { readonly toReopen: readonly string[]; readonly isHeld: boolean } {
    const instances = new Map(input.instances.map(({ key, shared }) => [shared, key]))
    const toReopen: string[] = []
    let heldAt = Infinity
    for (const row of input.rows) {
      const instance = instances.get(row.instance)
      const known = tx.get<StoredProposal>('select * from proposal where team_id = ?', [row.id])
      const isOwn = row.closedBy === input.desk
      if (row.state === 'sent' && isOwn && known !== undefined && input.approving.includes(row.id)) {
        // Its message is about to be written.
        heldAt = Math.min(heldAt, row.n)
      } else if (row.state === 'sent' && isOwn && known?.state === 'open') {
        // Its message never will be written. The cursor stays before it until the team has answered.
        if (input.reopened.includes(row.id)) continue
        toReopen.push(row.id)
        heldAt = Math.min(heldAt, row.n)
      } else if (known !== undefined && known.input_hash === row.inputHash) {
        takeKnown(tx, known, row, input.desk)
      } else if (known?.message == null && instance !== undefined) {
        // Another desk was faster under this sendId.
        if (known !== undefined) {
          tx.run('delete from proposal where key = ?', [known.key])
          announceProposals(tx, known.chat)
        }
        addShared(tx, instance, row)
      }
    }
    setMeta(tx, cursorName, String(input.rows.findLast(({ n }) => n < heldAt)?.n ?? input.after))
    setMeta(tx, takenOfName, JSON.stringify(input.instances.map(({ shared }) => shared)))
    tx.changed({ kind: 'proposals' })
    return { toReopen, isHeld: heldAt < Infinity }
  },

  /** The database goes on from another history: everything is compared again. */
  'proposals.recheckShared': forgetSharing,
  'proposals.leaveTeam': leaveTeam,
}

/** The team's database knows nothing of what is here, as far as is known. */
function forgetSharing(tx: Tx): void {
  tx.run(
    'update proposal set shared_state = null, claimed_by = null, claimed_until = null where shared_state is not null',
  )
  setMeta(tx, cursorName, '0')
}

/** Where this desk is in no team any more, what colleagues' programs proposed goes. */
function leaveTeam(tx: Tx): void {
  if (tx.get(`select 1 from meta where name = 'team'`) !== undefined) return
  const isColleagues = 'message is null and not exists (select 1 from program g where g.key = proposal.program)'
  const chats = chatsOf(tx, isColleagues, [])
  tx.run(`delete from proposal where ${isColleagues}`)
  forgetSharing(tx)
  announceChats(tx, chats)
  tx.changed({ kind: 'proposals' })
}

/** Chats of the proposals that meet a condition. */
const chatsOf = (tx: Tx, condition: string, params: readonly SqlValue[]): readonly ChatKey[] =>
  tx.all<{ chat: ChatKey }>(`select distinct chat from proposal where ${condition}`, params).map(({ chat }) => chat)

function announceChats(tx: Tx, chats: readonly ChatKey[]): void {
  for (const chat of chats) announceProposals(tx, chat)
}

function takeKnown(tx: Tx, known: StoredProposal, row: SharedProposal, desk: string): void {
  const { state, edited, closedBy } = row
  // A proposal that became a message here, or was closed here and not uploaded yet, is uploaded whatever the team's
  // state is.
  const isSettled =
    known.message !== null || (state === 'open' && known.state !== 'open' && known.shared_state !== known.state)
  // A colleague took it over while its dismissal could be undone here: it is the colleague's to answer.
  if (known.undo_until !== null && state === 'open' && row.claimedBy !== null && row.claimedBy !== desk)
    reopenProposal(tx, known)
  tx.run(
    `update proposal set shared_state = :state, claimed_by = :claimedBy, claimed_until = :claimedUntil,
       state = iif(:isSettled, state, :state), edited = iif(:isSettled, edited, :edited),
       closed_at = iif(:isSettled, closed_at, :closedAt), closed_by = iif(:isSettled, closed_by, :closedBy),
       undo_until = iif(:isSettled, undo_until, null)
     where key = :key`,
    { key: known.key, state, edited, closedBy, isSettled, ...timesOf(tx, row) },
  )
  if (!isSettled && state !== known.state) announceProposals(tx, known.chat)
}

const timesOf = (tx: Tx, { claimedBy, claimedForMs, closedMs }: SharedProposal) => ({
  claimedBy,
  claimedUntil: claimedBy === null ? null : tx.now + claimedForMs,
  closedAt: closedMs === null ? null : tx.now - closedMs,
})

/** Left out where nobody here could show it: no chat of this messenger, or a body that somebody made up. */
function addShared(tx: Tx, instance: InstanceKey, row: SharedProposal): void {
  const body = readStored(row.body, bodySchema.nullable(), null)
  if (body === null) return
  const sendKey = programSendKey({ id: body.programId }, body.sendId)
  if (programSendId(sendKey) !== row.id) return
  const program = tx.get<{ key: ProgramKey }>('select key from program where id = ? and team_id is not null', [
    body.programId,
  ])?.key
  // A closed proposal is of use only to its program, or beside the message that came of it.
  if (row.state !== 'open' && row.state !== 'sent' && program === undefined) return
  // A person who was erased here is not brought back by what the team still has.
  const chat = isErasedChat(tx, instance, row.chatId) ? null : chatOfProposal(tx, instance, row.chatId)
  if (chat === null) return
  tx.run(
    `insert into proposal (key, program, program_name, send_key, send_id, input_hash, instance, chat, text, reason, quoted_id,
       state, created_at, expires_at, closed_at, edited, team_id, shared_state, claimed_by, claimed_until, closed_by)
     values (${nextKey('proposal')}, :program, :name, :sendKey, :sendId, :inputHash, :instance, :chat, :text, :reason,
       :quotedId, :state, :createdAt, :expiresAt, :closedAt, :edited, :id, :state, :claimedBy, :claimedUntil, :closedBy)
     on conflict (send_key) do nothing`,
    {
      ...{ program: program ?? 0, name: body.programName, sendKey, sendId: body.sendId, inputHash: row.inputHash },
      ...{
        instance,
        chat,
        text: body.text,
        reason: body.reason,
        quotedId: body.quotedId,
        state: row.state,
        id: row.id,
      },
      ...{ createdAt: tx.now - row.ageMs, expiresAt: tx.now + row.leftMs, edited: row.edited, closedBy: row.closedBy },
      ...timesOf(tx, row),
    },
  )
  announceProposals(tx, chat)
}

function chatOfProposal(tx: Tx, instance: InstanceKey, chatId: string): ChatKey | null {
  try {
    return openChat(tx, { instance, chatId }).chat
  } catch (error) {
    if (error instanceof ContractError) return null
    throw error
  }
}
