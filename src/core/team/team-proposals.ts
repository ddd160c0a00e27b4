import type { InstanceKey } from '../../contract/ids.ts'
import type { Signal } from '../base/create-signal.ts'
import type { ProposalTeam, TeamProposals } from '../sharing/shared-proposals.ts'
import type { DeskId, SharedInstanceId } from '../sharing/shared-team.ts'
import type { TeamSession } from './ports.ts'

/** Gives proposals what the session with the team's database has. */
export function createTeamProposals({
  session,
  shared,
  desk,
  changed,
  setBack,
}: {
  readonly session: () => TeamSession | null
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  readonly desk: () => DeskId
  readonly changed: Signal<[]>
  readonly setBack: Signal<[]>
}): TeamProposals {
  const ofSession = ({ team }: TeamSession): ProposalTeam => ({
    putProposal: team.putProposal,
    actOnProposals: team.actOnProposals,
    proposals: team.proposals,
    role: team.role,
    desk: desk(),
    shared,
  })
  return {
    current() {
      const own = session()
      return own === null ? null : ofSession(own)
    },
    onChange: changed.listen,
    onSetBack: setBack.listen,
  }
}
