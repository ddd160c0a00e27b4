import { createPollLoop } from '../base/create-poll-loop.ts'
import type { TeamBase } from './team-base.ts'
import type { SharedTeam, TeamMember } from '../sharing/shared-team.ts'
import { distinctNames } from './rules/shown-name.ts'

/** Members and instances change seldom: a lost wake-up costs this much, ms. */
const listsEveryMs = 30_000
/** Partitions of the journal are made this often, ms: months before the first entry needs one. */
const monthsEveryMs = 6 * 3_600_000

/** Members and instances of a team, read again and again, and what else is seldom due at its database. */
export interface TeamLists {
  members(): readonly TeamMember[]
  /** Reads them at once. */
  refresh(): void
  /** Runs until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

export function createTeamLists(
  options: Pick<TeamBase, 'store' | 'clock' | 'logger'> & {
    readonly team: Pick<SharedTeam, 'members' | 'role' | 'doubtSends' | 'makeMonths'>
    /** The team's instances may have changed. */
    readonly sync: () => Promise<void>
    /** Uploads and reads quick replies. */
    readonly syncReplies: () => Promise<void>
    /** Counts together what the desks call at the service. */
    readonly syncCalls: () => Promise<void>
    /** Checks what this desk gave the database. */
    readonly checkEntered: () => Promise<void>
    readonly onMembers: () => void
    /** The lists were read, whether they changed or not. */
    readonly onRead: () => void
    readonly onError: (error: unknown) => void
  },
): TeamLists {
  const { team, store, clock, logger, sync, syncReplies, syncCalls, checkEntered, onMembers, onRead, onError } = options
  let members: readonly TeamMember[] = []
  const loop = createPollLoop(clock)
  /** Monotonic ms. */
  let monthsMadeAt = -Infinity

  const read = async () => {
    await readMembers()
    await sync()
    if (team.role !== 'viewer') {
      await team.doubtSends()
      if (clock.monotonic() - monthsMadeAt >= monthsEveryMs) {
        await team.makeMonths()
        monthsMadeAt = clock.monotonic()
      }
    }
    await syncCalls()
    await checkEntered()
    await syncReplies()
  }
  /** Comes first: colleagues have their names whatever else fails or takes long. */
  const readMembers = async () => {
    const now = distinctNames(await team.members())
    if (JSON.stringify(now) === JSON.stringify(members)) return
    await store.write('team.storeMembers', {
      members: now.map(({ desk: id, name: own }) => ({ desk: id, name: own })),
    })
    members = now
    onMembers()
  }
  return {
    members: () => members,
    refresh: loop.wake,
    run: (signal) =>
      loop.run(signal, async () => {
        try {
          await read()
          onRead()
        } catch (error) {
          onError(error)
          logger.warn({ error: String(error) }, "the team's lists were not read")
        }
        return listsEveryMs
      }),
  }
}
