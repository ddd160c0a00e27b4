import type { QueuedEntry, QueuesState } from '../../contract/administration.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { AdministrationBase } from './administration-base.ts'
import { learnQueue, readQueue } from '../sending/ask-queue.ts'
import type { SendingService } from '../sending/sending-service.ts'
import { replyOf, type createSingleFlight } from '../base/single-flight.ts'

export type QueueCalls = CallsOf<'queues'>

/** How long a count stays in the chart, ms. */
const hourMs = 3_600_000
/** The service shows no more entries (service 10.2). */
const longestList = 500
/** The counts at the service are so old at most (service 11.8): nearer reads bring nothing new, ms. */
const freshMs = 10_000
/** An id of so many digits is the time at which the service took it, in ms (service 10.1). */
const timeId = /^1\d{12}$/

type Deps = Pick<AdministrationBase, 'instances' | 'store' | 'clock' | 'emit'> & {
  readonly holdSends: SendingService['hold']
  readonly singleFlight: ReturnType<typeof createSingleFlight>
}

const nothingRead: QueuesState = { readAt: null, outgoing: null, notifications: null, entries: [], samples: [] }

/**
 * The two queues at the service: what waits to be sent, whose it is, and how many notifications nobody has received.
 */
export function createQueues({ instances, store, clock, emit, holdSends, singleFlight }: Deps): {
  readonly handlers: Pick<CoreHandlers, QueueCalls>
  readonly stateOf: (key: InstanceKey) => QueuesState
} {
  const states = new Map<InstanceKey, QueuesState>()
  /** When each was read, monotonic ms. */
  const readAt = new Map<InstanceKey, number>()
  /** When an entry of the outgoing queue was seen first, by its id. */
  const firstSeen = new Map<InstanceKey, Map<string, number>>()

  /** null where the service does not count it. Throws ContractError where it can't be asked. */
  const askCount = async (run: InstanceRun, operation: 'getMessagesCount' | 'getWebhooksCount') => {
    const answer = await run.optional.ask(
      operation,
      {},
      { priority: 'view', purpose: 'queues.read', signal: run.signal },
    )
    if (answer === 'absent') return null
    if (!answer.ok) throw contractErrorOf(answer.error)
    return answer.value.count
  }
  const countOf = (...of: Parameters<typeof askCount>) => askCount(...of).catch(() => null)

  /** Throws ContractError where the queue can't be read, unless the service does not show it. */
  const readEntries = async (
    run: InstanceRun,
  ): Promise<{ readonly entries: readonly QueuedEntry[]; readonly count: number } | null> => {
    const answer = await run.optional.ask(
      'showMessagesQueue',
      {},
      { priority: 'view', purpose: 'queues.read', signal: run.signal },
    )
    if (answer === 'absent') return null
    if (!answer.ok) throw contractErrorOf(answer.error)
    const items = readQueue(answer.value.items)
    const messages = await learnQueue(run, { store }, items)
    const places = await store.read('administration.queuePlaces', {
      instance: run.key,
      items: items.map(({ chatId }, index) => ({ chatId, message: messages[index] ?? null })),
    })
    const before = firstSeen.get(run.key)
    const now = clock.now()
    firstSeen.set(run.key, new Map(items.flatMap(({ id }) => (id === '' ? [] : [[id, before?.get(id) ?? now]]))))
    const entries = items.map(({ id, chatId, operation, text }, index) => {
      const place = places[index]
      const accepted = place?.acceptedAt ?? (timeId.test(id) ? Number(id) : null)
      return {
        id,
        place: index + 1,
        operation,
        chatId,
        chat: place?.chat ?? null,
        title: place?.title ?? chatId,
        text: text.slice(0, 500),
        message: messages[index] ?? null,
        ours: place?.ours ?? false,
        author: place?.author ?? null,
        since: accepted ?? firstSeen.get(run.key)?.get(id) ?? now,
        atLeast: accepted === null,
      }
    })
    // Broken entries wait in the queue too.
    return { entries, count: items.length + answer.value.broken.length }
  }

  const storeState = (key: InstanceKey, read: Omit<QueuesState, 'samples'>): QueuesState => {
    const at = read.readAt ?? clock.now()
    const samples = (states.get(key)?.samples ?? []).filter((sample) => sample.at > at - hourMs)
    const state = {
      ...read,
      samples: [...samples, { at, outgoing: read.outgoing, notifications: read.notifications }],
    }
    states.set(key, state)
    emit({ type: 'changed', change: { kind: 'administration', instance: key } })
    return state
  }

  const read = (key: InstanceKey, fresh: boolean): Promise<QueuesState> =>
    singleFlight(`${key} queues.read`, fresh, async () => {
      const known = states.get(key)
      const age = clock.monotonic() - (readAt.get(key) ?? -Infinity)
      if (!fresh && known !== undefined && age < freshMs) return known
      const run = runOf(instances, key)
      const shown = await readEntries(run)
      const [counted, notifications] = await Promise.all([
        // The list is newer than its count, which the service keeps for ten seconds.
        shown === null || shown.count >= longestList ? countOf(run, 'getMessagesCount') : shown.count,
        countOf(run, 'getWebhooksCount'),
      ])
      readAt.set(key, clock.monotonic())
      return storeState(key, { readAt: clock.now(), outgoing: counted, notifications, entries: shown?.entries ?? [] })
    })

  const stateOf = (key: InstanceKey): QueuesState => states.get(key) ?? nothingRead
  const handlers: Pick<CoreHandlers, QueueCalls> = {
    'queues.state': ({ instance }) => Promise.resolve(stateOf(instance)),
    'queues.read': ({ instance }) => read(instance, false),

    'queues.clearOutgoing': ({ instance: key, count }) =>
      // Messages accepted between the read and the clearing would be removed without anybody's knowledge.
      singleFlight(`${key} queues.clearOutgoing`, count, () =>
        holdSends(key, async () => {
          const before = await read(key, true)
          if (before.outgoing !== count)
            throw new ContractError('changedMeanwhile', { details: { count: before.outgoing ?? 0 } })
          const run = runOf(instances, key)
          const { isCleared } = replyOf(
            await run.optional.ask('clearMessagesQueue', {}, { priority: 'view', purpose: 'queues.clear' }),
          )
          if (!isCleared) throw new ContractError('serviceRefused', { details: { text: '200 isCleared: false' } })
          const messages = before.entries.flatMap(({ message }) => message ?? [])
          const cleared = await store.write('sending.recordCleared', { instance: key, messages }, { urgent: true })
          storeState(key, { ...before, readAt: clock.now(), outgoing: 0, entries: [] })
          return { ours: cleared }
        }),
      ),

    'queues.clearNotifications': ({ instance: key, count }) =>
      singleFlight(`${key} queues.clearNotifications`, count, async () => {
        const run = runOf(instances, key)
        // Without a count that can be compared nothing is cleared, unless the service has none at all.
        const now = await askCount(run, 'getWebhooksCount')
        // New ones come all the time, and whoever receives takes some away: only more than were agreed to are asked
        // about again.
        if (now !== null && now > count) throw new ContractError('changedMeanwhile', { details: { count: now } })
        const { isCleared, reason, leftTime } = replyOf(
          await run.optional.ask('clearWebhooksQueue', {}, { priority: 'view', purpose: 'queues.clear' }),
        )
        if (!isCleared) {
          const seconds = Number(leftTime)
          if (seconds > 0) throw new ContractError('tooSoon', { retryAfterMs: seconds * 1000 })
          throw new ContractError('serviceRefused', { details: { text: reason || '200 isCleared: false' } })
        }
        const known = states.get(key) ?? nothingRead
        storeState(key, { ...known, readAt: clock.now(), notifications: 0 })
      }),
  }
  return { handlers, stateOf }
}
