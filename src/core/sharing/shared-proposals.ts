import type { InstanceKey } from '../../contract/ids.ts'
import type { DeskId, SharedInstanceId, TeamRole } from './shared-ids.ts'

type SharedProposalState = 'open' | 'sent' | 'dismissed' | 'withdrawn' | 'expired'

/** A proposal as the team has it. */
export interface SharedProposal {
  /** A UUID from the program and its own id of the proposal. */
  readonly id: string
  readonly instance: SharedInstanceId
  readonly chatId: string
  /** JSON of `ProposalBody`. */
  readonly body: string
  readonly inputHash: string
  readonly state: SharedProposalState
  readonly edited: boolean
  /** The desk that has it open; null: none. */
  readonly claimedBy: DeskId | null
  readonly claimedForMs: number
  readonly closedBy: DeskId | null
  readonly ageMs: number
  /** Until it expires; less than 0: it has. */
  readonly leftMs: number
  /** Since it was closed; null: it is open. */
  readonly closedMs: number | null
  /** Orders the changes of all of them. */
  readonly n: number
}

export type ProposalAct = 'claim' | 'take' | 'release' | 'sent' | 'dismissed' | 'withdrawn' | 'expired' | 'reopen'

export interface ActedProposal {
  readonly id: string
  /** `claimed`: a colleague has it open; else the state in which it was closed. */
  readonly outcome: 'done' | 'claimed' | Exclude<SharedProposalState, 'open'>
  /** Name of the person who has claimed or closed it. */
  readonly byName: string | null
}

/** The calls of a team's database for proposals. `src/team/schema` documents each. */
export interface SharedProposals {
  putProposal(
    proposal: Pick<SharedProposal, 'id' | 'instance' | 'chatId' | 'body' | 'inputHash'> & {
      readonly lifetimeMs: number
    },
  ): Promise<'done' | 'there' | 'reused' | 'full'>
  /** 1,000 ids at most. Those that the team does not have are left out. */
  actOnProposals(ids: readonly string[], how: ProposalAct, isEdited?: boolean): Promise<readonly ActedProposal[]>
  /** Proposals that changed above a number, in the order of their changes. */
  proposals(after: number, limit: number): Promise<readonly SharedProposal[]>
}

/** A session with the team's database, as proposals see it. */
export interface ProposalTeam extends SharedProposals {
  readonly role: TeamRole
  readonly desk: DeskId
  /** The instances that this desk shares. */
  shared(): ReadonlyMap<InstanceKey, SharedInstanceId>
}

/** The way to the team, which the team fills. */
export interface TeamProposals {
  /** Null: this desk is in no team, or its database was not reached since the start. */
  current(): ProposalTeam | null
  /** The session may be another one, or a proposal of the team has changed. */
  onChange(listener: () => void): () => void
  /** The database goes on from another history. */
  onSetBack(listener: () => void): () => void
}
