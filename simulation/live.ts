import type { Plan } from './plan/steps.ts'
import { simulate, type Outcome, type SimulateOptions } from './simulate.ts'

/** Lives the plan of one desk or of a team, whose database is loaded only then. */
export async function live(plan: Plan, options: SimulateOptions): Promise<Outcome> {
  if (plan.setting.desks === 1) return simulate(plan, options)
  const { simulateTeam } = await import('./simulate-team.ts')
  return simulateTeam(plan, options)
}
