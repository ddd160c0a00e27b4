import type { InstanceKey, JournalKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { QueueHealth } from '../../contract/journal.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { programReads, programWrites } from '../programs/tx/programs-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { storageReads, storageWrites } from '../storage/tx/storage-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { journalReads, journalWrites } from './tx/journal-intents.ts'

type LoopHealth = Omit<QueueHealth, 'instance' | 'notApplied' | 'quarantined' | 'unknown' | 'queued'>

/** Functions of receiving that the journal needs. */
interface ReceivingPort {
  /** What an instance's loop is doing; undefined when it never ran. */
  health(instance: InstanceKey): LoopHealth | undefined
  /** How many notifications are stored and wait to be applied, by instance. */
  countWaiting(signal: AbortSignal): Promise<ReadonlyMap<InstanceKey, number>>
  /** Tries events again that could not be applied. */
  applyAgain(
    events: readonly JournalKey[],
    options?: { readonly urgent?: boolean },
  ): Promise<{ readonly applied: number; readonly left: number }>
}

export interface JournalDeps extends InstanceBase {
  readonly store: StoreOf<
    typeof journalWrites & typeof storageWrites & typeof programWrites,
    typeof journalReads & typeof settingsReads & typeof storageReads & typeof programReads
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

export function createJournalHandlers({ store, instances, clock, emit, receiving }: JournalDeps): JournalCalls {
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
export async function clearJournal({ store, clock }: Pick<JournalDeps, 'store' | 'clock'>): Promise<void> {
  while (await store.write('journal.clear', { limit: 500 })) await clock.sleep(50)
}
