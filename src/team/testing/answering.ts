import type { OpenTeam, SharedTeam } from '../../core/sharing/shared-team.ts'
import { openTeam } from '../open-team.ts'

/** A team's database some of whose answers are led elsewhere. */
export const answering =
  (led: (team: SharedTeam) => Partial<SharedTeam>): OpenTeam =>
  async (options) => {
    const team = await openTeam(options)
    const own = led(team)
    return new Proxy(team, { get: (target, name) => Reflect.get(name in own ? own : target, name) })
  }
