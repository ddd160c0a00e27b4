import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { QueueHealth } from '../../contract/journal.ts'
import type { InspectionBase } from './inspection-base.ts'

type LoopHealth = Omit<QueueHealth, 'instance' | 'notApplied' | 'quarantined' | 'unknown' | 'queued'>

export interface EventsDeps extends Pick<InspectionBase, 'store' | 'instances' | 'clock' | 'emit'> {
  /** What an instance's loop is doing; undefined when it never ran. */
  readonly health: (instance: InstanceKey) => LoopHealth | undefined
}

/** The length of the queue is asked for only while somebody looks, and this seldom, ms. */
const countEveryMs = 60_000

const idle: LoopHealth = {
  loop: 'stopped',
  lastAnswerAt: null,
  lastAnswer: null,
  lastNotificationAt: null,
  perMinute: Array.from({ length: 30 }, () => 0),
  lagMedianMs: null,
  lagP95Ms: null,
  waits: 0,
}

type EventCalls = Pick<
  CoreHandlers,
  'events.list' | 'events.kinds' | 'events.details' | 'events.ofMessage' | 'events.health'
>

export function createEventsHandlers(deps: EventsDeps): EventCalls {
  const { store, instances, clock, emit, health } = deps
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
    'events.list': (input, { signal }) => store.read('events.list', input, { signal }),
    'events.kinds': (input, { signal }) => store.read('events.kinds', input, { signal }),
    'events.details': (input, { signal }) => store.read('events.details', input, { signal }),
    'events.ofMessage': (input, { signal }) => store.read('events.ofMessage', input, { signal }),
    async 'events.health'({ scope }, { signal }) {
      const countsOfStored = new Map(
        (await store.read('events.storedCounts', undefined, { signal })).map((row) => [row.instance, row]),
      )
      const waiting = new Map(
        (await store.read('receiving.waiting', undefined, { signal })).map(({ instance, count: n }) => [instance, n]),
      )
      const shown = instances.list().filter(({ key }) => scope === null || key === scope)
      for (const { key } of shown) void count(key).catch(() => undefined)
      return shown.map(({ key }) => ({
        instance: key,
        ...(health(key) ?? idle),
        notApplied: waiting.get(key) ?? 0,
        quarantined: countsOfStored.get(key)?.quarantined ?? 0,
        unknown: countsOfStored.get(key)?.unknown ?? 0,
        queued: counted.get(key)?.queued ?? null,
      }))
    },
  }
}
