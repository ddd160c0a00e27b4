import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { FoundMessages, LoadDeps } from './load-history.ts'
import { loadJournals } from './load-journals.ts'
import { syncChats } from './sync-chats.ts'
import type { SyncEnd } from './sync-chats.ts'

const minuteMs = 60_000
/** Beyond the stretch that is looked for: clocks differ. */
const marginMinutes = 10
const againMs = 15_000
/** While the service answers nothing at all, ms. */
const awayMs = 300_000

/**
 * Closes the gaps of an absence that was longer than the queue keeps (architecture 8): the journals find new chats and
 * bring most messages at once, then each chat in which something may be missing is checked. Answers what it found.
 */
export async function closeAbsence(run: InstanceRun, loading: LoadDeps): Promise<FoundMessages> {
  const found: FoundMessages = { messages: 0, chats: new Set() }
  const deps: LoadDeps = { ...loading, found }
  for (;;) {
    const absence = await deps.store.read('history.openAbsence', { instance: run.key })
    if (absence === null || run.signal.aborted) return found
    const minutes =
      Math.ceil((deps.clock.now() + run.instance.row().clockOffsetMs - absence.from) / minuteMs) + marginMinutes
    if (!(await areJournalsRead(run, deps, minutes, run.signal))) return found
    const chats = await deps.store.read('history.chatsToCheck', { instance: run.key, within: absence })
    const end: SyncEnd = await syncChats(run, deps, {
      signal: run.signal,
      kind: 'absence',
      chats,
      startedAt: deps.clock.now(),
      before: 0,
      isLast: true,
      arriving: false,
    })
    if (end === 'interrupted') return found
    // Another absence may have begun meanwhile.
    await deps.store.write('history.endAbsence', { instance: run.key, until: absence.to })
  }
}

/**
 * Reads the journals; false when the signal ended it before anything could be read. A service that is away is waited
 * for: without journals and list of chats, new chats would never be found.
 */
async function areJournalsRead(
  run: InstanceRun,
  deps: LoadDeps,
  minutes: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    const { error, answered } = await loadJournals(run, deps, {
      minutes: () => minutes,
      withChats: true,
      priority: 'background',
      purpose: 'history.sync',
      signal,
    })
    // A journal that stays out of reach, or that may not be asked, only means that each chat tells its own part.
    if (error === null || error.kind === 'overBudget' || (answered && attempt >= 3)) return !signal.aborted
    await run.pause(Math.min(againMs * attempt, awayMs))
  }
  return false
}
