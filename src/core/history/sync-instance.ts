import type { ChatKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { FoundMessages, LoadDeps } from './load-history.ts'
import { loadJournals } from './load-journals.ts'
import { syncChats } from './sync-chats.ts'
import type { SyncEnd } from './sync-chats.ts'

const minuteMs = 60_000
/** The service's own look-back (service 4.6): a first sync brings the chats of the last 24 hours. */
const firstSyncMinutes = 1440
/** Beyond the stretch that is looked for: clocks differ. */
const marginMinutes = 10
const againMs = 15_000

interface SyncOptions {
  readonly signal: AbortSignal
  readonly stopped: () => boolean
}

/**
 * The first sync of an instance: the chats of the last 24 hours, with their newest messages. Nothing of it becomes
 * unread (chat-summary.ts). Interrupted, it begins anew with the next run; stopped by the person, it stays stopped.
 */
export async function firstSync(run: InstanceRun, deps: LoadDeps, options: SyncOptions): Promise<void> {
  const chats = await journalsUntilRead(run, deps, firstSyncMinutes, options.signal)
  if (chats === null && !options.stopped()) return
  const plan = await deps.store.read('history.titles', { chats: chats ?? [] })
  const end = await syncChats(run, deps, { ...options, kind: 'firstSync', chats: plan, startedAt: deps.clock.now() })
  if (end !== 'interrupted') await deps.store.write('accounts.learn', { key: run.key, firstSyncedAt: deps.clock.now() })
}

/**
 * Closes the gaps of an absence that was longer than the queue keeps (architecture 8): the journals find new chats and
 * bring most messages at once, then each chat in which something may be missing is checked. Answers what it found.
 */
export async function closeAbsence(run: InstanceRun, loading: LoadDeps, options: SyncOptions): Promise<FoundMessages> {
  const found: FoundMessages = { messages: 0, chats: new Set() }
  const deps: LoadDeps = { ...loading, found }
  for (;;) {
    const absence = await deps.store.read('history.openAbsence', { instance: run.key })
    if (absence === null || options.signal.aborted) return found
    const minutes =
      Math.ceil((deps.clock.now() + run.instance.row().clockOffsetMs - absence.from) / minuteMs) + marginMinutes
    if ((await journalsUntilRead(run, deps, minutes, options.signal)) === null && !options.stopped()) return found
    const chats = await deps.store.read('history.chatsToCheck', { instance: run.key, within: absence })
    const end: SyncEnd = await syncChats(run, deps, { ...options, kind: 'absence', chats, startedAt: deps.clock.now() })
    if (end === 'interrupted') return found
    // Another absence may have begun meanwhile.
    await deps.store.write('history.endAbsence', { instance: run.key, until: absence.to })
  }
}

/** The chats that the journals speak of; null when the signal ended it before they could be read. */
async function journalsUntilRead(
  run: InstanceRun,
  deps: LoadDeps,
  minutes: number,
  signal: AbortSignal,
): Promise<readonly ChatKey[] | null> {
  const chats = new Set<ChatKey>()
  for (let attempt = 1; attempt <= 3 && !signal.aborted; attempt++) {
    const loaded = await loadJournals(run, deps, {
      minutes,
      withChats: true,
      priority: 'background',
      purpose: 'history.sync',
      signal,
    })
    for (const chat of loaded.chats) chats.add(chat)
    // A journal that stays out of reach only means that each chat tells its own part.
    if (loaded.error === null) break
    await run.pause(againMs * attempt)
  }
  return signal.aborted ? null : [...chats]
}
