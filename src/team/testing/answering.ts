import type { OpenTeam, SharedTeam } from '../../core/sharing/shared-team.ts'
import { openTeamByLine } from './line.ts'

/** A team's database some of whose answers are led elsewhere. */
export const answering =
  (led: (team: SharedTeam) => Partial<SharedTeam>): OpenTeam =>
  async (options) => {
    const team = await openTeamByLine(options)
    const own = led(team)
    return new Proxy(team, { get: (target, name) => Reflect.get(name in own ? own : target, name) })
  }
