import type { Json } from '../../../api/json.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { SharedWindows } from '../../history/shared-windows.ts'
import { createSignal } from '../../base/create-signal.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { TeamBase, TeamSession } from '../ports.ts'
import type { TakenWindow } from './tx/take-window.ts'

/** A window counts for so long: what was written since came by the journal, ms. */
const freshMs = 24 * 60 * 60 * 1000
/** More chats of an instance are not noted: whoever enters nonsense must not fill this memory. */
const mostChats = 20_000
/** Polling interval while the journal is awaited, ms. */
const pollMs = 250
/** So long is awaited a database that does not answer, and a long journal, ms. */
const timeoutMs = { database: 10_000, journal: 300_000 }
/** Limits of the database, bytes and records. */
const largest = { bytes: 1_000_000, records: 100 }

export interface TeamWindows extends SharedWindows {
  /** These came by the journal. */
  taken(windows: readonly TakenWindow[]): void
}

export function createSharedWindows({
  store,
  clock,
  logger,
  keys,
  session,
}: Pick<TeamBase, 'store' | 'clock' | 'logger'> & {
  readonly keys: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  readonly session: () => TeamSession | null
}): TeamWindows {
  const came = createSignal<[InstanceKey, string]>()
  const newest = new Map<InstanceKey, Map<string, number>>()

  const isFollowed = async (instance: InstanceKey): Promise<boolean> => {
    const shared = keys().get(instance)
    if (shared === undefined) return true
    return session()?.isFollowed(shared) === true && !(await store.read('team.hasWaiting', { instance }))
  }
  return {
    isShared: (instance) => keys().has(instance),
    async untilFollowed(instance, signal) {
      const begunAt = clock.monotonic()
      while (!signal.aborted && !(await isFollowed(instance))) {
        const waited = clock.monotonic() - begunAt
        const isThere = session()?.status().state === 'live'
        if (waited >= (isThere ? timeoutMs.journal : timeoutMs.database)) return
        await clock.sleep(pollMs, signal)
      }
    },
    // oxlint-disable-next-line clocks/monotonic -- the database's times; the journal brings what came since, whatever the age
    has: (instance, chatId) => (newest.get(instance)?.get(chatId) ?? -Infinity) > clock.now() - freshMs,
    onWindow: came.listen,
    async share(instance, chatId, records: readonly Json[]) {
      const shared = keys().get(instance)
      const current = session()
      if (shared === undefined || current === null || records.length === 0 || records.length > largest.records) return
      if (Buffer.byteLength(JSON.stringify(records)) > largest.bytes) return
      await current.team.shareWindow(shared, chatId, records).catch((error: unknown) => {
        // The others ask the service themselves.
        logger.info({ instance, error: String(error) }, 'a history was not shared with the team')
      })
    },
    taken(windows) {
      for (const { instance, chatId, at } of windows) {
        const chats = newest.get(instance) ?? new Map<string, number>()
        newest.set(instance, chats)
        if (chats.size >= mostChats && !chats.has(chatId)) continue
        chats.set(chatId, Math.max(chats.get(chatId) ?? at, at))
        came.emit(instance, chatId)
      }
    },
  }
}
