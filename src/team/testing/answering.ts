import type { OpenTeam, SharedTeam } from '../../core/sharing/shared-team.ts'
import { openTeamBy } from '../open-team.ts'

/**
 * A team's database for a desk that does all that a desk does, over half as many connections: each is a process of the
 * server, and what its first statements read of the catalogues costs more than all later ones. Two are enough for the
 * statements of one desk to overtake each other.
 */
export const openSparingly: OpenTeam = (options) => openTeamBy(options, { max: 2 })

/** A team's database some of whose answers are led elsewhere. */
export const answering =
  (led: (team: SharedTeam) => Partial<SharedTeam>): OpenTeam =>
  async (options) => {
    const team = await openSparingly(options)
    const own = led(team)
    return new Proxy(team, { get: (target, name) => Reflect.get(name in own ? own : target, name) })
  }
