import { z } from 'zod'
import { readAs } from '../../api/schema/lenient.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { callUseSchema } from '../accounts/rules/call-use.ts'
import type { SharedInstanceId, SharedTeam } from '../sharing/shared-team.ts'
import type { TeamBase } from './team-base.ts'

/** By instance, as the team's database numbers it. */
const callsOfDesk = z.record(z.string(), z.unknown())

/**
 * Counts together what the desks of a team call at the service in a month: it counts by instance, not by desk. What can
 * not be read of a desk's counts is left out.
 */
export async function shareCalls({
  team,
  instances,
  shared,
}: {
  readonly team: Pick<SharedTeam, 'role' | 'shareCalls'>
  readonly instances: TeamBase['instances']
  readonly shared: ReadonlyMap<InstanceKey, SharedInstanceId>
}): Promise<void> {
  // A viewer has no tokens and calls nothing.
  if (team.role === 'viewer') return
  const budgets = [...shared].flatMap(([key, id]) => {
    const budget = instances.get(key)?.budget
    return budget === undefined ? [] : [{ id, budget }]
  })
  const own = Object.fromEntries(budgets.map(({ id, budget }) => [id, budget.published()]))
  const others = (await team.shareCalls(own)).map((row) => readAs(callsOfDesk, row) ?? {})
  for (const { id, budget } of budgets)
    budget.takeColleagues(
      others.flatMap((row) => (Object.hasOwn(row, id) ? (readAs(callUseSchema, row[id]) ?? []) : [])),
    )
}
