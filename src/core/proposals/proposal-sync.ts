import { ContractError } from '../../contract/errors.ts'
import type { ProposalKey } from '../../contract/ids.ts'
import { createRerun } from '../base/create-rerun.ts'
import { createOneByOne } from '../base/one-by-one.ts'
import type { ActedProposal, ProposalAct, ProposalTeam, TeamProposals } from '../sharing/shared-proposals.ts'
import { teamCall } from '../sharing/team-call.ts'
import { isBadValue } from '../sharing/team-error.ts'
import type { CoreBase } from '../base/core-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { proposalReads, proposalWrites } from './tx/proposals-intents.ts'

export interface ProposalsBase extends CoreBase {
  /** The store, with the writes and reads that this room calls. */
  readonly store: StoreOf<typeof proposalWrites, typeof proposalReads>
}

/** Proposals that are read at once; each has a text of 20,000 characters at most. */
const pageLimit = 50

type PutOutcome = Awaited<ReturnType<ProposalTeam['putProposal']>>

/** Keeps proposals at this desk and at its team alike. */
export interface ProposalSync {
  /** Tells the team what it does not know, and takes what changed there. */
  run(): Promise<void>
  /**
   * While `work` adds and enters the proposal of this name at the team, nothing else enters it: the program is told
   * what the team says of it. Works of one name run one after another.
   */
  adding<Value>(id: string, work: () => Promise<Value>): Promise<Value>
  /**
   * Enters one proposal now. Null: its instance is this desk's alone, or another desk has its sendId. Rejects with
   * TeamError.
   */
  put(proposal: ProposalKey): Promise<PutOutcome | 'away' | null>
  /**
   * Performs a person's act on proposals at the team first. Those of this desk alone are left out. Rejects with
   * ContractError `teamMissing` and `teamTrouble` if the team does not answer: a colleague could have sent them.
   */
  act(
    proposals: readonly ProposalKey[],
    how: ProposalAct,
    isEdited?: boolean,
  ): Promise<readonly (ActedProposal & { readonly key: ProposalKey })[]>
  /** While `work` runs, the message of a proposal that this desk closed at the team may not be written yet. */
  approving<Value>(proposal: ProposalKey, work: () => Promise<Value>): Promise<Value>
}

export function createProposalSync({
  store,
  port,
  onTaken,
}: Pick<ProposalsBase, 'store'> & {
  readonly port: TeamProposals
  /** Proposals came from the team, and end at some time. */
  readonly onTaken: () => void
}): ProposalSync {
  const adding = createOneByOne()
  const approving = new Set<ProposalKey>()
  const idsOf = (proposals: readonly ProposalKey[]) => store.read('proposals.teamIds', { proposals })

  const putOpen = async (team: ProposalTeam, only: ProposalKey | null): Promise<PutOutcome | null> => {
    const { open } = await store.read('proposals.unsynced', { proposal: only })
    let last: PutOutcome | null = null
    for (const { key, instance, ...proposal } of open) {
      const shared = team.shared().get(instance)
      if (shared === undefined || (only === null && adding.isRunning(proposal.id))) continue
      last = await team.putProposal({ ...proposal, instance: shared }).catch((error: unknown) => {
        if (only !== null || !isBadValue(error)) throw error
        return null
      })
      if (last === 'done' || last === 'there')
        await store.write('proposals.uploaded', { proposals: [key], state: 'open' })
      else if (only === null) await store.write('proposals.uploaded', { proposals: [key], state: null })
    }
    return last
  }
  const uploadClosed = async (team: ProposalTeam) => {
    const { closed } = await store.read('proposals.unsynced', { proposal: null })
    for (const { key, id, state, edited } of closed) {
      const [acted] = await team.actOnProposals([id], state, edited === 1)
      if (acted !== undefined && acted.outcome !== 'claimed')
        await store.write('proposals.uploaded', { proposals: [key], state })
    }
  }
  const take = async (team: ProposalTeam) => {
    const reopened: string[] = []
    for (;;) {
      const instances = [...team.shared()].map(([key, shared]) => ({ key, shared }))
      const after = await store.read('proposals.sharedCursor', { instances: instances.map(({ shared }) => shared) })
      const rows = await team.proposals(after, pageLimit)
      if (rows.length === 0) return
      const inWork = (await idsOf([...approving])).map(({ id }) => id)
      const { toReopen, isHeld } = await store.write('proposals.takeShared', {
        ...{ rows, after, instances, desk: team.desk },
        ...{ approving: inWork, reopened },
      })
      onTaken()
      if (toReopen.length > 0) await team.actOnProposals(toReopen, 'reopen')
      else if (isHeld) return
      reopened.push(...toReopen)
    }
  }
  const once = async () => {
    const team = port.current()
    if (team === null) {
      if ((await store.read('proposals.sharedCursor', { instances: [] })) > 0)
        await store.write('proposals.leaveTeam', undefined)
      return
    }
    if (team.role !== 'viewer') {
      await putOpen(team, null)
      await uploadClosed(team)
    }
    await take(team)
  }
  return {
    run: createRerun(once),
    adding: adding.run,
    async put(proposal) {
      const [found] = await idsOf([proposal])
      if (found === undefined) return null
      const team = port.current()
      if (team === null) return 'away'
      const outcome = await putOpen(team, proposal)
      if (outcome === 'there') await take(team)
      if (outcome !== null) return outcome
      // The proposal came from the team meanwhile, or is gone because another desk was faster under its sendId.
      return (await idsOf([proposal])).length === 0 ? null : 'there'
    },
    async act(proposals, how, isEdited = false) {
      const found = await idsOf(proposals)
      if (found.length === 0) return []
      const team = port.current()
      if (team === null) throw new ContractError('teamMissing')
      for (const { key, isShared } of found) if (!isShared) await teamCall(putOpen(team, key))
      const acted = await teamCall(
        team.actOnProposals(
          found.map(({ id }) => id),
          how,
          isEdited,
        ),
      )
      const keys = new Map(found.map(({ id, key }) => [id, key]))
      return acted.flatMap((one) => {
        const key = keys.get(one.id)
        return key === undefined ? [] : [{ ...one, key }]
      })
    },
    async approving(proposal, work) {
      approving.add(proposal)
      try {
        return await work()
      } finally {
        approving.delete(proposal)
      }
    },
  }
}
