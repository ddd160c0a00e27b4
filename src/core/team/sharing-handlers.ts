import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { DeskId, SharedInstanceId } from '../sharing/shared-team.ts'
import type { SharedInstances } from './shared-instances.ts'
import { teamCall } from '../sharing/team-call.ts'
import { sealKeyOf } from './team-membership.ts'
import type { Membership } from './team-membership.ts'
import type { TeamSession } from './team-session.ts'

export type SharingCalls = 'team.share' | 'team.unshare' | 'team.receiveHere' | 'team.handOver'

/** Which instances the team has, and which desk receives for each. */
export function createSharingHandlers(options: {
  readonly shared: SharedInstances
  readonly membership: () => Membership | null
  /** Throws ContractError `teamMissing`. */
  readonly session: () => TeamSession
  readonly onChange: () => void
}): Pick<CoreHandlers, SharingCalls> {
  const { shared, membership, session, onChange } = options
  /** Throws ContractError `notFound`. */
  const numberOf = (instance: InstanceKey): SharedInstanceId => {
    const id = shared.keys().get(instance)
    if (id === undefined) throw new ContractError('notFound')
    return id
  }
  return {
    async 'team.share'({ instance }) {
      const { team } = session()
      const stored = membership()
      if (stored === null) throw new ContractError('teamMissing')
      await shared.share(team, sealKeyOf(stored), instance)
      onChange()
    },

    async 'team.unshare'({ instance }) {
      await shared.unshare(session().team, instance)
      onChange()
    },

    async 'team.receiveHere'({ instance }) {
      await teamCall(session().team.wantLease(numberOf(instance)))
    },

    async 'team.handOver'({ instance, desk: next }) {
      const given = await teamCall(session().handOver(numberOf(instance), next as DeskId))
      if (!given) throw new ContractError('notFound')
    },
  }
}
