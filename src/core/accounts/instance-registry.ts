import { capabilities, serviceKind } from '../../api/families.ts'
import type { AccountsStore } from './tx/accounts-intents.ts'
import { createInstanceApi, type InstanceApi } from '../../api/client.ts'
import type { AttemptRecord } from '../../api/call.ts'
import { mediaUrlOf, type Prefix, type Target } from '../../api/path.ts'
import { operationNames, operations } from '../../api/operations.ts'
import { limitOf, createRateLimiter, type Limits, type RateLimiter } from '../../api/limits/rate-limiter.ts'
import type { TimeSlot } from '../../api/limits/token-bucket.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { ConnectionState, InstanceMode } from '../../contract/instances.ts'
import { createSignal, type Signal } from '../base/create-signal.ts'
import type { Clock, Http, Ids, Logger } from '../base/ports.ts'
import { createCallBudget } from './create-call-budget.ts'
import { createOptionalCalls } from './optional-calls.ts'
import { createConnectionTracker } from './connection-tracker.ts'
import type { InstanceRun, InstanceRuntime } from './instance-runtime.ts'
import { isSameAddress, type InstanceRow, type UsedQuota } from './rules/instance-row.ts'
import type { ApiClock } from '../../api/clock.ts'

/** All instances of this data directory, and their runs. */
export interface InstanceRegistry {
  /** In the person's order. */
  list(): readonly InstanceRuntime[]
  get(key: InstanceKey): InstanceRuntime | undefined
  /** Called for each run that starts, and at once for running ones. `run.signal` aborts at its end. */
  onRun(listener: (run: InstanceRun) => void): () => void
  onConnection(listener: (key: InstanceKey, state: ConnectionState, before: ConnectionState) => void): () => void
  /** Called when a quota's state changes. */
  onQuota(listener: (key: InstanceKey, quota: UsedQuota | null) => void): () => void
  /** Every HTTP attempt of every instance, after it ended. */
  onAttempt(listener: (key: InstanceKey, record: AttemptRecord) => void): () => void

  // For the accounts feature and the composition root:
  /** The limiter of an instance, even before it is added: requests of a connection test count at the service too. */
  limiterOf(target: Pick<Target, 'baseUrl' | 'idInstance'>): RateLimiter
  /** An attempt that was made for an instance outside its run: by a check. */
  recordAttempt(key: InstanceKey, record: AttemptRecord): void
  /** Replaces all rows by those of the store; missing ones were removed. Starts and ends runs accordingly. */
  update(rows: readonly InstanceRow[]): void
  /** Replaces some rows. */
  updateSome(rows: readonly InstanceRow[]): void
  /**
   * Uses a token at the instance's present address, or stops using it (null). It stays in memory only during the run.
   */
  setToken(key: InstanceKey, token: string | null): void
  hasToken(key: InstanceKey): boolean
  /** Lets instances run. */
  start(): void
  /** Ends all runs. */
  stop(): void
  /** Restarts all runs, without their backoff. */
  restart(): void
  /** Wakes the loops of one instance from their back-off. */
  nudge(key: InstanceKey): void
  /** The desks that share an instance's limits, except that of the queue, which has one reader. Null: none. */
  setShare(key: InstanceKey, share: LimitShare | null): void
}

/** This desk's share of an instance's limits. */
export interface LimitShare {
  /** Number of desks. */
  readonly desks: number
  /** Index of this desk, from 0. */
  readonly place: number
  /** Epoch ms by a shared clock. */
  readonly now: () => number
}

/** A third of each slot is a guard interval for differences of clocks and latency. */
const slotSlack = 1.5
/** Fraction of a slot in which it is open. */
const slotOpen = 0.1

export interface RegistryOptions {
  /** Requests per second of each class of operations; the defaults of service 10.6 when absent. */
  readonly limitClasses?: Limits['classes']
  readonly clock: Clock
  readonly http: Http
  readonly ids: Ids
  readonly logger: Logger
  readonly store: AccountsStore
}

interface Entry {
  readonly runtime: InstanceRuntime
  row: InstanceRow
  readonly rows: Signal<[]>
  token: string | null
  run: ActiveRun | null
  /** This desk's share of the limits. */
  share: LimitShare | null
  /** The last facts that were reported to the connection. */
  reported: { readonly pausedAt: number | null; readonly mode: InstanceMode; readonly there: boolean } | null
}

interface ActiveRun {
  readonly run: InstanceRun
  /** The facts on which the run was built: when they change, a new run replaces it. */
  readonly basis: string
  end(): void
  nudge(): void
}

export function createInstanceRegistry({
  clock,
  http,
  ids,
  logger,
  store,
  limitClasses = {},
}: RegistryOptions): InstanceRegistry {
  const entries = new Map<InstanceKey, Entry>()
  const runs = createSignal<[InstanceRun]>()
  const connections = createSignal<[key: InstanceKey, state: ConnectionState, before: ConnectionState]>()
  const quotas = createSignal<[InstanceKey, UsedQuota | null]>()
  const attempts = createSignal<[InstanceKey, AttemptRecord]>()
  const limiters = createLimiters({ clock, classes: limitClasses })
  const limiterOf = ({ apiUrl, idInstance }: InstanceRow): RateLimiter => limiters.of({ baseUrl: apiUrl, idInstance })
  let started = false

  const recordAttempt: InstanceRegistry['recordAttempt'] = (key, record) => {
    entries.get(key)?.runtime.budget.record(record)
    attempts.emit(key, record)
  }

  const createEntry = (first: InstanceRow): Entry => {
    const { key } = first
    const connection = createConnectionTracker(clock)
    const rows = createSignal<[]>()
    let receivedAt: number | null = null
    connection.onChange((state, before) => {
      if (state.kind !== before.kind) logger.info({ instance: key, from: before.kind, to: state.kind }, 'connection')
      connections.emit(key, state, before)
    })
    connection.onQuota((quota) => quotas.emit(key, quota))
    connection.report({ kind: 'store', state: store.state() })
    if (first.quota !== null) connection.report({ kind: 'quota', ...first.quota, at: first.quota.reportedAt })
    const entry: Entry = {
      row: first,
      rows,
      token: null,
      run: null,
      share: null,
      reported: null,
      runtime: {
        key,
        row: () => entry.row,
        onRow: rows.listen,
        connection,
        get limiter() {
          return limiterOf(entry.row)
        },
        budget: createCallBudget({ clock, row: () => entry.row, desks: () => entry.share?.desks ?? 1 }),
        run: () => entry.run?.run ?? null,
        recordReceived(at) {
          receivedAt = at
        },
        lastReceivedAt: () => receivedAt ?? entry.row.lastReceivedAt,
      },
    }
    return entry
  }

  const basisOf = ({ row, token }: Entry): string | null =>
    !started || token === null || row.pausedAt !== null
      ? null
      : JSON.stringify([row.apiUrl, row.mediaUrl, row.prefix, row.family, row.idInstance, row.mode, token])

  /** Ends runs that are no longer valid, and starts those that may run. */
  const reconcileRun = (entry: Entry) => {
    const basis = basisOf(entry)
    if (entry.run !== null && entry.run.basis !== basis) {
      entry.run.end()
      entry.run = null
    }
    const { connection } = entry.runtime
    const { pausedAt, mode } = entry.row
    const there = entry.token !== null
    const { reported } = entry
    // Rows are taken over much more often than these change.
    if (reported === null || reported.pausedAt !== pausedAt) connection.report({ kind: 'paused', since: pausedAt })
    if (reported === null || reported.mode !== mode) connection.report({ kind: 'mode', mode })
    if (reported === null || reported.there !== there) connection.report({ kind: 'token', there })
    entry.reported = { pausedAt, mode, there }
    if (entry.run !== null || basis === null || entry.token === null) return
    connection.report({ kind: 'connecting' })
    entry.run = beginRun(entry, basis, entry.token)
    runs.emit(entry.run.run)
  }

  const beginRun = (entry: Entry, basis: string, token: string): ActiveRun => {
    const { row, runtime } = entry
    const ended = new AbortController()
    const nudges = createSignal<[]>()
    const apiWith = (prefix: Prefix): InstanceApi =>
      createInstanceApi({
        http,
        clock,
        limiter: runtime.limiter,
        random: ids.random,
        target: {
          baseUrl: row.apiUrl,
          mediaUrl: row.mediaUrl === '' ? mediaUrlOf(row.apiUrl) : row.mediaUrl,
          prefix,
          family: row.family,
          idInstance: row.idInstance,
          token,
        },
        maySpend: runtime.budget.maySpend,
        observe: (record) => {
          if (record.outcome === 'reply')
            runtime.connection.report({ kind: 'operationAnswered', operation: record.operation })
          recordAttempt(row.key, record)
        },
      })
    const api = apiWith(row.prefix)
    const run: InstanceRun = {
      key: row.key,
      instance: runtime,
      api,
      optional: createOptionalCalls({ api, store, logger, clock, row: runtime.row, first: row, ended: ended.signal }),
      signal: ended.signal,
      async pause(ms) {
        const wake = new AbortController()
        const stopListening = nudges.listen(() => wake.abort())
        await clock.sleep(ms, AbortSignal.any([ended.signal, wake.signal]))
        stopListening()
        return ended.signal.aborted ? 'ended' : wake.signal.aborted ? 'nudged' : 'elapsed'
      },
      async tryPrefix(prefix) {
        const options = { priority: 'background', purpose: 'instance.otherPrefix', signal: ended.signal } as const
        const result = await apiWith(prefix).call('lastOutgoingMessages', { minutes: 1 }, options)
        return result.ok
      },
      onNudge: nudges.listen,
    }
    return {
      run,
      basis,
      end: () => ended.abort(),
      nudge: nudges.emit,
    }
  }

  const sharedLimits = (row: InstanceRow, share: LimitShare | null): Limits => {
    // Limits that the host sets for all, as tests do, are above those of a family.
    const ofKind = limitClasses === undefined ? capabilities[kindOf(row)].perSecond : {}
    const whole = { classes: limitClasses, operations: { ...ofKind, ...row.limits } }
    if (share === null || share.desks <= 1) return whole
    const divided = operationNames.map((name) => {
      const limit = limitOf(name, whole)
      return [name, operations[name].limit === 'queue' ? limit : limit / share.desks] as const
    })
    const slots = divided.flatMap(([name, part]) => (part < 1 ? [[name, slotOf(limitOf(name, whole), share)]] : []))
    return { operations: Object.fromEntries(divided), slots: Object.fromEntries(slots) }
  }

  const takeOver = (rows: readonly InstanceRow[]) => {
    for (const row of rows) {
      const known = entries.get(row.key)
      const entry = known ?? createEntry(row)
      if (known === undefined || limitsOf(known.row) !== limitsOf(row)) {
        limiterOf(row).setLimits(sharedLimits(row, entry.share))
      }
      // If a row's address changed, whatever wrote it, the token is not used there.
      if (!isSameAddress(entry.row, row)) entry.token = null
      entry.row = row
      entries.set(row.key, entry)
      entry.rows.emit()
      reconcileRun(entry)
    }
  }

  store.onState((state) => {
    for (const { runtime } of entries.values()) runtime.connection.report({ kind: 'store', state })
  })

  return {
    list: () => [...entries.values()].sort((a, b) => a.row.position - b.row.position).map(({ runtime }) => runtime),
    get: (key) => entries.get(key)?.runtime,
    onRun(listener) {
      const stopListening = runs.listen(listener)
      for (const { run } of entries.values()) if (run !== null) listener(run.run)
      return stopListening
    },
    onConnection: connections.listen,
    onQuota: quotas.listen,
    limiterOf: limiters.of,
    recordAttempt,
    onAttempt: attempts.listen,
    update(rows) {
      const keys = new Set(rows.map((row) => row.key))
      for (const [key, entry] of entries) {
        if (keys.has(key)) continue
        entry.run?.end()
        entries.delete(key)
      }
      takeOver(rows)
    },
    updateSome: takeOver,
    setToken(key, token) {
      const entry = entries.get(key)
      if (entry === undefined) return
      entry.token = token
      reconcileRun(entry)
    },
    hasToken: (key) => entries.get(key)?.token != null,
    start() {
      started = true
      for (const entry of entries.values()) reconcileRun(entry)
    },
    stop() {
      started = false
      for (const entry of entries.values()) reconcileRun(entry)
    },
    restart() {
      if (!started) return
      for (const entry of entries.values()) {
        entry.run?.end()
        entry.run = null
        reconcileRun(entry)
      }
    },
    nudge(key) {
      const entry = entries.get(key)
      entry?.runtime.limiter.reopen()
      entry?.run?.nudge()
    },
    setShare(key, share) {
      const entry = entries.get(key)
      if (entry === undefined || isSameShare(entry.share, share)) return
      entry.share = share
      if (share === null) entry.runtime.budget.takeColleagues([])
      limiterOf(entry.row).setLimits(sharedLimits(entry.row, share))
    },
  }
}

/**
 * When this desk's turn is, where there are more desks than requests in a second: as many share one as may ask in it.
 */
function slotOf(limit: number, { desks, place, now }: LimitShare): TimeSlot {
  const together = Math.max(1, Math.floor(limit))
  const slotMs = (1000 / Math.min(1, limit)) * slotSlack
  const slots = Math.ceil(desks / together)
  return { cycleMs: slots * slotMs, startMs: (place % slots) * slotMs, openMs: slotMs * slotOpen, now }
}

const isSameShare = (one: LimitShare | null, other: LimitShare | null): boolean =>
  one === other ||
  (one !== null && other !== null && one.desks === other.desks && one.place === other.place && one.now === other.now)

/** Key of the facts that a row's limiter depends on. */
const limitsOf = (row: InstanceRow): string => JSON.stringify([row.apiUrl, row.idInstance, row.limits, kindOf(row)])

const kindOf = ({ family, settings }: InstanceRow) => serviceKind(family, settings?.['typeInstance'])

/** The service counts requests per instance, so each has one limiter, which is never dropped. */
interface Limiters {
  /** One limiter for all forms of the path and all tokens of an instance at an address, from the first call on. */
  of(target: Pick<Target, 'baseUrl' | 'idInstance'>): RateLimiter
}

function createLimiters(options: { readonly clock: ApiClock; readonly classes: Limits['classes'] }): Limiters {
  const limiters = new Map<string, RateLimiter>()
  const limits: Limits = options.classes === undefined ? {} : { classes: options.classes }
  return {
    of({ baseUrl, idInstance }) {
      const key = `${baseUrl} ${idInstance}`
      const limiter = limiters.get(key) ?? createRateLimiter({ clock: options.clock, limits })
      limiters.set(key, limiter)
      return limiter
    },
  }
}
