import type { LimitShare } from '../../../accounts/instance-registry.ts'
import type { TeamMember } from '../../../sharing/shared-team.ts'
import type { DeskId } from '../../../sharing/shared-ids.ts'

/**
 * This desk's part of the service's limits: of those that are here and have the tokens, in an order that all see. Null:
 * it is none of them.
 */
export function limitShare(members: readonly TeamMember[], desk: DeskId, now: () => number): LimitShare | null {
  const asking = members.flatMap(({ desk: id, isHere, role }) => (isHere && role !== 'viewer' ? [id] : [])).sort()
  const place = asking.indexOf(desk)
  return place === -1 ? null : { desks: asking.length, place, now }
}
