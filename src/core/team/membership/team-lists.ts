import { createPollLoop } from '../../base/create-poll-loop.ts'
import type { TeamBase } from '../ports.ts'
import type { SharedTeam, TeamMember } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { distinctNames } from './rules/shown-name.ts'
import { z } from 'zod'
import { readAs } from '../../../api/schema/lenient.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import { callUseSchema } from '../../accounts/rules/call-use.ts'

/** Members and instances change seldom: a lost wake-up costs this much, ms. */
const listsEveryMs = 30_000
/** Partitions of the journal are made this often, ms: months before the first entry needs one. */
const monthsEveryMs = 6 * 3_600_000

/** Polls the members and instances of a team, and does the rare tasks at its database. */
export interface TeamLists {
  members(): readonly TeamMember[]
  /** Reads them at once. */
  refresh(): void
  /** Runs until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

export function createTeamLists(
  options: Pick<TeamBase, 'store' | 'clock' | 'logger' | 'instances'> & {
    readonly team: Pick<SharedTeam, 'members' | 'role' | 'doubtSends' | 'makeMonths' | 'shareCalls'>
    readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
    /** The team's instances may have changed. */
    readonly sync: () => Promise<void>
    /** Uploads and reads quick replies. */
    readonly syncReplies: () => Promise<void>
    /** Checks that the database still has this desk's entries. */
    readonly checkEntered: () => Promise<void>
    readonly onMembers: () => void
    /** The lists were read, whether they changed or not. */
    readonly onRead: () => void
    readonly onError: (error: unknown) => void
  },
): TeamLists {
  const { team, store, clock, logger, instances, shared, sync, syncReplies, checkEntered, onMembers, onRead, onError } =
    options
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
    await shareCalls({ team, instances, shared: shared() })
    await checkEntered()
    await syncReplies()
  }
  /** Runs first, so that colleagues have names whatever else fails or takes long. */
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

/** By instance, as the team's database numbers it. */
const callsOfDesk = z.record(z.string(), z.unknown())

/**
 * Adds up the monthly calls of a team's desks, because the service counts by instance. Unreadable counts of a desk are
 * left out.
 */
async function shareCalls({
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
