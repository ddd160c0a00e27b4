import type { Service } from '../base/core-base.ts'
import { clearJournal, createJournalHandlers } from './journal-handlers.ts'
import type { JournalDeps } from './journal-handlers.ts'
import { createRetentionClock } from '../storage/create-retention-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Rows in one transaction, and the pause between two of them (ms): receiving goes first. */
const piece = 500
const betweenMs = 200

/** After this time a run counts as stable: nothing that it applied ended it, ms. */
const settledMs = 60_000

/**
 * Maintenance of the journal: retries once what an earlier version could not apply, or what ended a run; removes rows
 * beyond the limits of age and size.
 */
export async function keepJournal(
  {
    clock,
    store,
    logger,
    stopping,
    receiving,
  }: Pick<JournalDeps, 'clock' | 'store' | 'logger' | 'stopping'> & {
    readonly receiving: Pick<JournalDeps['receiving'], 'applyAgain'>
  },
  version: string,
  signal: AbortSignal,
): Promise<void> {
  const ended = AbortSignal.any([stopping, signal])
  const guarded = async (work: () => Promise<void>) => {
    try {
      if (store.state() === 'ok') await work()
    } catch (error) {
      if (!ended.aborted) logger.warn({ error }, 'the journal was not kept')
    }
  }

  const retry = async () => {
    while (!ended.aborted) {
      const events = await store.read('journal.untried', { version, limit: 50 })
      if (events.length === 0) return
      await store.write('journal.recordRetry', { events, version })
      const { applied, left } = await receiving.applyAgain(events)
      logger.info({ applied, left }, 'events that could not be applied before were tried again')
      await clock.sleep(betweenMs, ended)
    }
  }
  /** Programs that read all there is for them hold nothing back, even where their last event is long ago. */
  const passIdleCursors = async () => {
    // Most desks have no program, and the thread of the searches would begin for nothing.
    if ((await store.read('programs.floor', undefined)) === null) return
    const idle = await store.search('programs.idleCursors', undefined)
    if (idle.length > 0) await store.write('programs.acknowledge', idle, { deferred: true })
  }
  await clock.sleep(settledMs, ended)
  const ages = createRetentionClock({ clock, store })
  while (!ended.aborted) {
    await guarded(retry)
    await guarded(async () => {
      const settings = await store.read('settings.get', undefined)
      const { keepJournalDays: days, keepJournalBytes: maxBytes, keepUnreadDays, keepUnreadBytes } = settings
      const now = await ages.now()
      const olderThan = days === null || now === null ? null : now - days * dayMs
      const unreadOlderThan = now === null ? null : now - Math.max(days ?? 0, keepUnreadDays) * dayMs
      await passIdleCursors()
      let bytes = await store.read('journal.appliedBytes', undefined)
      while (!ended.aborted) {
        const excess = bytes - maxBytes
        const unreadExcess = bytes - Math.max(maxBytes, keepUnreadBytes)
        const { freed, more } = await store.write('journal.retain', {
          ...{ olderThan, unreadOlderThan, now: now ?? 0, excess, unreadExcess, limit: piece },
        })
        if (!more) break
        bytes -= freed
        await clock.sleep(betweenMs, ended)
      }
    })
    await clock.sleep(hourMs, ended)
  }
}

interface JournalOptions extends JournalDeps {
  /** Of this program. */
  readonly version: string
}

interface Journal {
  readonly handlers: ReturnType<typeof createJournalHandlers>
  readonly service: Service & { clear(): Promise<void> }
}

/** The journal: every raw notification, its state, and its retention. */
export function createJournal(options: JournalOptions): Journal {
  const stopping = new AbortController()
  let keeping: Promise<void> = Promise.resolve()
  return {
    handlers: createJournalHandlers(options),
    service: {
      clear: () => clearJournal(options),
      start() {
        keeping = keepJournal(options, options.version, stopping.signal)
      },
      async stop() {
        stopping.abort()
        await keeping
      },
    },
  }
}
