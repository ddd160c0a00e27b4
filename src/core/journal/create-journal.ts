import type { Service } from '../base/core-base.ts'
import { createRetentionClock } from '../storage/create-retention-clock.ts'
import type { InstanceKey, JournalKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { QueueHealth } from '../../contract/journal.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import { leastDays } from '../../contract/values.ts'
import type { erasingReads } from '../erasing/tx/erasing-intents.ts'
import type { programReads, programWrites } from '../programs/tx/programs-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { storageReads, storageWrites } from '../storage/tx/storage-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { journalReads, journalWrites } from './tx/journal-intents.ts'

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
      const { keepJournalBytes: maxBytes, keepUnreadDays, keepUnreadBytes } = settings
      const days = leastDays(settings.keepJournalDays, await store.read('erasing.shortestKeep', undefined))
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

type LoopHealth = Omit<QueueHealth, 'instance' | 'notApplied' | 'quarantined' | 'unknown' | 'queued'>

/** Functions of receiving that the journal needs. */
interface ReceivingPort {
  /** The state of an instance's loop; undefined when it never ran. */
  health(instance: InstanceKey): LoopHealth | undefined
  /** How many notifications are stored and wait to be applied, by instance. */
  countWaiting(signal: AbortSignal): Promise<ReadonlyMap<InstanceKey, number>>
  /** Tries events again that could not be applied. */
  applyAgain(
    events: readonly JournalKey[],
    options?: { readonly urgent?: boolean },
  ): Promise<{ readonly applied: number; readonly left: number }>
}

interface JournalDeps extends InstanceBase {
  readonly store: StoreOf<
    typeof journalWrites & typeof storageWrites & typeof programWrites,
    typeof journalReads & typeof erasingReads & typeof settingsReads & typeof storageReads & typeof programReads
  >
  readonly receiving: ReceivingPort
}

/** The length of the queue is asked for only while somebody looks, and this seldom, ms. */
const countEveryMs = 60_000

const idle: LoopHealth = {
  loop: 'stopped',
  lastAnswerAt: null,
  lastAnswer: null,
  perMinute: Array.from({ length: 30 }, () => 0),
  lagMedianMs: null,
  lagP95Ms: null,
  waits: 0,
}

type JournalCalls = Pick<CoreHandlers, CallsOf<'journal'>>

function createJournalHandlers({ store, instances, clock, emit, receiving }: JournalDeps): JournalCalls {
  const counted = new Map<InstanceKey, { readonly at: number; readonly queued: number | null }>()

  const count = async (instance: InstanceKey): Promise<void> => {
    const last = counted.get(instance)
    const run = instances.get(instance)?.run() ?? null
    if (run === null || (last !== undefined && clock.monotonic() - last.at < countEveryMs)) return
    counted.set(instance, { at: clock.monotonic(), queued: last?.queued ?? null })
    const options = { priority: 'background', purpose: 'queue.count', signal: run.signal } as const
    const asked = await run.optional.ask('getWebhooksCount', {}, options)
    const queued = asked !== 'absent' && asked.ok ? asked.value.count : null
    counted.set(instance, { at: clock.monotonic(), queued })
    if (queued !== (last?.queued ?? null)) emit({ type: 'changed', change: { kind: 'journal', instance } })
  }

  return {
    'journal.list': (input, { signal }) => store.read('journal.list', input, { signal }),
    'journal.kinds': (input, { signal }) => store.read('journal.kinds', input, { signal }),
    'journal.details': (input, { signal }) => store.read('journal.details', input, { signal }),
    'journal.ofMessage': (input, { signal }) => store.read('journal.ofMessage', input, { signal }),
    async 'journal.health'({ scope }, { signal }) {
      const countsOfStored = new Map(
        (await store.read('journal.storedCounts', undefined, { signal })).map((row) => [row.instance, row]),
      )
      const waiting = await receiving.countWaiting(signal)
      const shown = instances.list().filter(({ key }) => scope === null || key === scope)
      for (const { key } of shown) void count(key).catch(() => undefined)
      return shown.map(({ key }) => ({
        instance: key,
        ...(receiving.health(key) ?? idle),
        notApplied: waiting.get(key) ?? 0,
        quarantined: countsOfStored.get(key)?.quarantined ?? 0,
        unknown: countsOfStored.get(key)?.unknown ?? 0,
        queued: counted.get(key)?.queued ?? null,
      }))
    },
    /** An empty list means everything that waits, at most a thousand at a time. */
    async 'journal.applyAgain'({ events }) {
      const chosen = events.length > 0 ? events : await store.read('journal.untried', { version: '', limit: 1000 })
      return receiving.applyAgain(chosen, { urgent: true })
    },
    async 'journal.discard'({ events }) {
      await store.write('journal.discard', { events }, { urgent: true })
    },
  }
}

/** Clears the journals of all instances. */
async function clearJournal({ store, clock }: Pick<JournalDeps, 'store' | 'clock'>): Promise<void> {
  while (await store.write('journal.clear', { limit: 500 })) await clock.sleep(50)
}
