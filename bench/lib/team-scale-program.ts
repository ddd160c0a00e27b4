import { createInterface } from 'node:readline'
import { createSilentLogger } from '../../src/core/testing/silent-logger.ts'
import { createSystemClock } from '../../src/core/base/system-clock.ts'
import type { Entry, TeamAddress } from '../../src/core/sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../../src/core/sharing/shared-ids.ts'
import { openTeam } from '../../src/team/open-team.ts'

/**
 * Some desks of a team in one program, as far as the database is concerned: each listens, reads pages of the journal
 * above its own cursors when it is woken, and says every 5 s that it is here. `report` on stdin is answered by
 * `{entries, late, workMs}`: how many entries each desk has on the average, how long after their commit they came, ms,
 * and what processor time all of it took, since the last report. Ends with its stdin.
 */
interface Orders {
  readonly address: TeamAddress
  readonly desks: number
  readonly instances: readonly SharedInstanceId[]
}
const orders: Orders = JSON.parse(process.argv[2] ?? '{}')
/** Entries of each instance in a page, and bytes of a page: a desk's own limits for twenty instances. */
const mostOfEach = 100
const mostBytes = 1_000_000

/** As a desk decides (journal-follower.ts): only a page that may have been cut is read on at once. */
function mayBeCut(page: readonly Entry[]): boolean {
  const counts = Map.groupBy(page, ({ instance }) => instance)
  const characters = page.reduce((sum, { raw }) => sum + raw.length, 0)
  return 6 * characters >= mostBytes || [...counts.values()].some((of) => of.length >= mostOfEach)
}

let entries = 0
let late: number[] = []
let worked = process.cpuUsage()

async function follow(): Promise<() => Promise<void>> {
  const desk = crypto.randomUUID() as DeskId
  const clock = createSystemClock()
  const logger = createSilentLogger()
  const team = await openTeam({
    address: orders.address,
    desk,
    run: crypto.randomUUID(),
    joined: null,
    clock,
    logger,
    random: Math.random,
  })
  await team.beHere('A desk of the bench')
  const cursors = new Map(orders.instances.map((instance) => [instance, 0]))
  let woken = true
  let running = false
  const read = async () => {
    if (running) return
    running = true
    while (woken) {
      woken = false
      const page = await team.page(
        [...cursors].map(([instance, n]) => ({ instance, n })),
        mostOfEach,
        mostBytes,
      )
      const now = Date.now()
      for (const { instance, n, at } of page) {
        cursors.set(instance, n)
        late.push(now - at)
      }
      entries += page.length
      if (mayBeCut(page)) woken = true
    }
    running = false
  }
  team.onWake((wake) => {
    if (wake !== 'journal' && wake !== 'everything') return
    woken = true
    void read()
  })
  // One that is under way at the end is cut.
  const beat = setInterval(() => void team.beHere('A desk of the bench').catch(() => undefined), 5_000)
  await read()
  return async () => {
    clearInterval(beat)
    // A team takes some dozen members from one login.
    await team.removeMember(desk)
    await team.close()
  }
}

const ends = await Promise.all(Array.from({ length: orders.desks }, follow))
process.stdout.write('{"ready":true}\n')
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== 'report') continue
  const { user, system } = process.cpuUsage(worked)
  process.stdout.write(`${JSON.stringify({ entries: entries / orders.desks, late, workMs: (user + system) / 1000 })}\n`)
  late = []
  worked = process.cpuUsage()
}
for (const end of ends) await end()
