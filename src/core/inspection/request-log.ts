import { leastDays } from '../../contract/values.ts'
import { createRetentionClock } from '../storage/create-retention-clock.ts'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AttemptRecord } from '../../api/call.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { Service } from '../base/core-base.ts'
import type { CoreEntries } from '../base/ports.ts'
import type { InspectionBase } from './inspection-base.ts'
import { databaseBytes } from '../store/engine/database.ts'
import { StoreError, type StoreErrorKind } from '../store/store-error.ts'
import { createWorkerChannel, type WorkerChannel } from '../store/client/worker-channel.ts'
import type { RequestLogIntents } from './tx/request-log-intents.ts'
import type { LoggedRequest } from './tx/request-log-writes.ts'
import { operations, type Operation } from '../../api/operations.ts'
import { operationUrl } from '../../api/path.ts'
import type { InstanceRow } from '../accounts/rules/instance-row.ts'

/** The log of every API call, in a file and a worker of its own. Losing it loses no message. */
export interface RequestLog extends Service {
  /** Reads from the log, including every earlier attempt. Rejects with StoreError or ContractError. */
  ask<Name extends keyof RequestLogIntents>(
    name: Name,
    input: Parameters<RequestLogIntents[Name]>[1],
    signal?: AbortSignal,
  ): Promise<ReturnType<RequestLogIntents[Name]>>
  clear(): Promise<void>
  /** Removes every request of an instance, and logs none that ends later: a send may be under way. */
  erase(instance: InstanceKey): Promise<void>
  /** Removes every request of which a part holds one of the ids. */
  eraseNaming(ids: readonly string[]): Promise<void>
}

/** Name of the log's file in the data directory. */
export const requestLogFileName = 'requests.db'

export const requestLogBytes = (dataDir: string): number => databaseBytes(join(dataDir, requestLogFileName))

/** Errors after which the log's file can't be used any more. */
const beginsAnew: ReadonlySet<StoreErrorKind> = new Set(['damaged', 'tooNew', 'unknownVersion', 'notOurs'])
/** How long an attempt may wait for its batch, ms. */
const batchEveryMs = 1000
/** How long empty waits may, of which only the number is kept, ms: many idle instances have several a second. */
const waitsEveryMs = 300_000
/** So many waiting attempts make a batch at once. */
const largeBatch = 500
/** Most waiting attempts; further ones are counted as lost, to bound memory. */
const mostWaiting = 5000
const retainEveryMs = 60_000
/** How often while nothing but empty waits comes: then only age removes anything, ms. */
const retainAtRestMs = 3_600_000
/** Between two pieces of what is erased, ms. */
const eraseEveryMs = 20
const minuteMs = 60_000

type Deps = Pick<InspectionBase, 'dataDir' | 'clock' | 'logger' | 'store' | 'instances' | 'emit'> & {
  readonly entries: Pick<CoreEntries, 'storeWorker' | 'startThread'>
}

export function createRequestLog(deps: Deps): RequestLog {
  const { clock, logger, store, instances, emit } = deps
  const path = join(deps.dataDir, requestLogFileName)
  let channel: WorkerChannel | null = null
  let requests: LoggedRequest[] = []
  let waits = new Map<string, { instance: InstanceKey; minute: number; count: number }>()
  let lost = 0
  let cancelTimer: (() => void) | null = null
  let flushAt = Number.POSITIVE_INFINITY
  let hasGrown = true
  let lastRetained = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()
  let mending: Promise<void> | null = null
  let closed = false
  /** Their histories were erased in this run. Keys are never given again. */
  const erased = new Set<InstanceKey>()
  const ages = createRetentionClock({ clock, store })

  const open = (): WorkerChannel =>
    createWorkerChannel({
      entry: deps.entries.storeWorker,
      startThread: deps.entries.startThread,
      setup: { path, faults: null, file: 'requests' },
      clock,
      onExit: () => {
        channel = null
      },
    })

  /** An unreadable log is deleted and created again: it is for diagnosis only. */
  const startAnew = (broken: WorkerChannel, reason: unknown): Promise<void> => {
    mending ??= (async () => {
      logger.warn({ error: reason }, 'the request log could not be used and begins anew')
      await broken.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
      channel = open()
      mending = null
    })()
    return mending
  }

  const call = async (name: string, input: unknown, signal?: AbortSignal): Promise<unknown> => {
    if (closed) throw new StoreError('closed', name)
    const options = signal === undefined ? {} : { signal }
    const current = (channel ??= open())
    try {
      await current.ready
      return await current.call(name, input, options)
    } catch (error) {
      if (!(error instanceof StoreError) || !beginsAnew.has(error.kind)) throw error
      // Several calls may find it broken at once; only one recreates it.
      if (channel === current || channel === null) await startAnew(current, error)
      return await (channel ?? open()).call(name, input, options)
    }
  }

  const flush = (): Promise<void> => {
    cancelTimer?.()
    cancelTimer = null
    flushAt = Number.POSITIVE_INFINITY
    if (requests.length === 0 && waits.size === 0) return writing
    const batch = { requests, waits: [...waits.values()] }
    hasGrown ||= requests.length > 0
    requests = []
    waits = new Map()
    if (lost > 0) logger.warn({ lost }, 'the request log was behind')
    lost = 0
    writing = writing
      .then(() => call('log.add', batch))
      .then(() => emit({ type: 'changed', change: { kind: 'requests' } }))
      .catch((error: unknown) => logger.warn({ error }, 'attempts were not logged'))
      .then(retain)
    return writing
  }

  const flushIn = (ms: number): void => {
    const at = clock.monotonic() + ms
    if (at >= flushAt) return
    cancelTimer?.()
    flushAt = at
    cancelTimer = clock.setTimer(ms, () => void flush())
  }

  const retain = async (): Promise<void> => {
    if (closed || clock.monotonic() - lastRetained < (hasGrown ? retainEveryMs : retainAtRestMs)) return
    hasGrown = false
    lastRetained = clock.monotonic()
    try {
      const { keepRequestsDays, keepRequestsBytes: maxBytes } = await store.read('settings.get', undefined)
      const days = leastDays(keepRequestsDays, await store.read('erasing.shortestKeep', undefined))
      const now = await ages.now()
      const olderThan = days === null || now === null ? null : now - days * 24 * 60 * minuteMs
      while ((await call('log.retain', { olderThan, maxBytes })) === true) if (closed) return
    } catch (error) {
      if (!closed) logger.warn({ error }, 'the request log was not shortened')
    }
  }

  const recordAttempt = (instance: InstanceKey, record: AttemptRecord): void => {
    if (closed || erased.has(instance)) return
    if (isEmptyWait(record)) {
      const minute = Math.floor(record.startedAt / minuteMs) * minuteMs
      const id = `${instance} ${minute}`
      const known = waits.get(id) ?? { instance, minute, count: 0 }
      known.count += 1
      waits.set(id, known)
    } else if (requests.length >= mostWaiting) lost += 1
    else requests.push(toLoggedRequest(instance, instances.get(instance)?.row(), record))
    if (requests.length >= largeBatch) void flush()
    else flushIn(isEmptyWait(record) ? waitsEveryMs : batchEveryMs)
  }

  // From the first attempt on: nothing is asked of the service before `start`.
  const unsubscribe = instances.onAttempt(recordAttempt)

  return {
    start() {},
    async stop() {
      unsubscribe()
      await flush()
      closed = true
      await channel?.close()
    },
    async ask(name, input, signal) {
      await flush()
      // Types flow by name from request-log-intents.ts; the worker looks the function up by the same name.
      return (await call(name, input, signal)) as never
    },
    async erase(instance) {
      erased.add(instance)
      await flush()
      while ((await call('log.erase', { instance })) === true) await clock.sleep(eraseEveryMs)
      emit({ type: 'changed', change: { kind: 'requests' } })
    },
    async eraseNaming(ids) {
      await flush()
      for (let after: unknown = 0; after !== null;) {
        after = await call('log.eraseNaming', { ids, after })
        await clock.sleep(eraseEveryMs)
      }
      emit({ type: 'changed', change: { kind: 'requests' } })
    },
    async clear() {
      await flush()
      await call('log.clear', undefined)
      emit({ type: 'changed', change: { kind: 'requests' } })
    },
  }
}

/** Placeholder of the token in paths, cURL lines and exports. */
const tokenPlaceholder = 'API_TOKEN'

/** Bodies are kept up to this many characters. */
const longestBody = 32_768

/**
 * A wait of receiveNotification that brought nothing (service 10.3): those are counted, not kept. A reply with a
 * notification always has a body with its receipt.
 */
function isEmptyWait(record: AttemptRecord): boolean {
  if (record.operation !== 'receiveNotification' || record.outcome !== 'reply') return false
  const body = record.response.trim()
  return record.status === 408 || record.status === 504 || body === '' || body === 'null'
}

function toLoggedRequest(instance: InstanceKey, row: InstanceRow | undefined, record: AttemptRecord): LoggedRequest {
  const operation: Operation = operations[record.operation]
  const { error } = record
  const connectMs = record.connectMs ?? null
  return {
    instance,
    operation: record.operation,
    method: record.method,
    startedAt: record.startedAt,
    endedAt: record.endedAt,
    status: record.status ?? null,
    errorKind: record.outcome === 'reply' ? null : record.outcome,
    limiterMs: record.limiterWaitMs,
    connectMs,
    answerMs: Math.max(0, record.totalMs - (connectMs ?? 0)),
    totalMs: record.limiterWaitMs + record.totalMs,
    bytesOut: record.bytesOut,
    bytesIn: record.bytesIn,
    call: record.call,
    attempt: record.attempt,
    purpose: record.purpose ?? '',
    subject: record.subject ?? null,
    priority: record.priority,
    path: pathOf(row, record),
    requestBody: operation.location.kind === 'body' ? record.request.slice(0, longestBody) : '',
    responseBody: record.response.slice(0, longestBody),
    responseTruncated: record.responseTruncated || record.response.length > longestBody,
    serviceText: error !== undefined && 'text' in error && error.text !== '' ? error.text : null,
    responseHeaders: record.responseHeaders,
  }
}

function pathOf(row: InstanceRow | undefined, record: AttemptRecord): string {
  if (row === undefined) return ''
  const { prefix, family, idInstance } = row
  const target = { baseUrl: '', prefix, family, idInstance, token: tokenPlaceholder }
  const input: unknown = JSON.parse(record.request)
  return operationUrl(target, record.operation, isRecord(input) ? input : {})
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
