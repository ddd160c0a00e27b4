import type { DatabaseSync } from 'node:sqlite'
import { createFaultGate, type FaultGate } from './fault-gate.ts'
import type { EngineHost } from './engine-host.ts'
import { deferredArrived, deferredRan, frontArrived, nextGroup, noArrivals } from './commit-schedule.ts'
import { deferredBudget, runGroup, type IntentFunction } from './group-commit.ts'
import type { Migration } from './migrate.ts'
import { openMigratedStore, type OpenedStore } from '../open-migrated-store.ts'
import { postReplies } from './post-replies.ts'
import { StoreError, troubleOfSqliteError, type StoreErrorKind } from '../store-error.ts'
import type { Call, ToWorker, Priority, WorkerSetup } from '../store-protocol.ts'
import type { StoreState } from '../store.ts'
import { createTxSession, type StatementWatch } from '../tx.ts'
import { toWireError } from '../wire-error.ts'
import { statSync } from 'node:fs'

/** Free space required before receiving continues, bytes. */
const room = 512 * 1024

/** Writes and removes a block, each durably. Null: there is space again; otherwise the failure. */
function probeRoom(db: DatabaseSync, gate: FaultGate): StoreErrorKind | null {
  try {
    db.exec('begin immediate; drop table if exists room_probe; create table room_probe (block blob) strict')
    db.exec(`insert into room_probe values (zeroblob(${room}))`)
    gate.beforeCommit()
    db.exec('commit; drop table room_probe')
    return null
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    return troubleOfSqliteError(error) ?? 'failing'
  }
}

/** Retry interval of a failing store, ms. */
const probeEveryMs = 1000

const stateOf = (trouble: StoreErrorKind | null): StoreState | null => {
  switch (trouble) {
    case null:
      return 'ok'
    case 'full':
    case 'readOnly':
    case 'failing':
    case 'damaged':
      return trouble
    default:
      return null
  }
}

/** The only writer of the store: the body of its worker. Opens, migrates, then groups calls into commits. */
export function runWriter(
  host: EngineHost,
  setup: WorkerSetup,
  intents: Readonly<Record<string, IntentFunction>>,
  migrations: readonly Migration[],
  watch?: StatementWatch,
): void {
  // A run that was killed before it cut its log left there what it erased.
  const isCutDue = logBytes(setup.path) > 0
  let opened: OpenedStore
  try {
    opened = openMigratedStore(setup.path, migrations)
  } catch (error) {
    host.post({ kind: 'failed', error: toWireError(error) })
    host.close()
    return
  }
  const { db, from, to } = opened
  const session = createTxSession(db, watch)
  const gate = createFaultGate(db, setup.faults, host.die)
  const checkpoints = createCheckpoints(db, setup.path, host.monotonic, isCutDue)
  const waiting: Readonly<Record<Priority, Call[]>> = { urgent: [], ordinary: [], deferred: [] }
  const count = () => waiting.urgent.length + waiting.ordinary.length + waiting.deferred.length
  /** Monotonic ms. */
  let arrivals = noArrivals
  let cancelPoll: (() => void) | undefined
  let cancelProbe: (() => void) | undefined
  let state: StoreState = 'ok'
  let scheduled = false
  let closing = false

  const setState = (next: StoreState | null) => {
    if (next === null || next === state) return
    state = next
    host.post({ kind: 'state', state })
  }
  /** Whether something is to be tried again: a store that fails, or a log that is not cut yet. */
  const needsProbe = () => (state === 'ok' ? checkpoints.isCutDue() : state !== 'damaged')
  const probe = () => {
    cancelProbe = undefined
    if (!needsProbe()) return
    if (state === 'ok') quietly(() => checkpoints.cut())
    else {
      gate.beforeBatch()
      setState(stateOf(probeRoom(db, gate)))
    }
    probeOnNeed()
  }
  const probeOnNeed = () => {
    if (needsProbe() && !closing) cancelProbe ??= host.after(probeEveryMs, probe)
  }

  const take = (message: ToWorker) => {
    if (message.kind === 'close') closing = true
    if (message.kind !== 'calls') return
    const now = host.monotonic()
    if (message.calls.some(({ priority }) => priority !== 'deferred')) arrivals = frontArrived(arrivals, now)
    for (const call of message.calls) {
      if (call.priority === 'deferred' && waiting.deferred.length === 0) arrivals = deferredArrived(arrivals, now)
      waiting[call.priority].push(call)
    }
  }
  const flush = () => {
    scheduled = false
    for (let next = host.take(); next !== undefined; next = host.take()) take(next)
    if (state === 'damaged') refuseAll()
    else if (count() > 0) {
      const front = waiting.urgent.length + waiting.ordinary.length
      const now = host.monotonic()
      const group = nextGroup({ front, deferred: waiting.deferred.length, isClosing: closing }, arrivals, now)
      if (group === 'later') return pollAgain()
      const { replies, changes, trouble } =
        group === 'deferred'
          ? runGroup(db, session, gate, intents, host.monotonic, () => waiting.deferred.shift(), deferredBudget)
          : runGroup(
              db,
              session,
              gate,
              intents,
              host.monotonic,
              () => waiting.urgent.shift() ?? waiting.ordinary.shift(),
            )
      if (group === 'deferred') arrivals = deferredRan(arrivals, now, host.monotonic())
      // Sets the state first, so that refused callers find the reason.
      setState(stateOf(trouble))
      postReplies(host, replies, changes)
      if (trouble === null) quietly(() => (session.takeCutLog() ? checkpoints.cut() : checkpoints.afterCommit()))
      probeOnNeed()
    }
    if (count() > 0) schedule()
    else if (closing) close()
  }
  // A damaged file is left as it is: it is copied and set aside.
  const refuseAll = () => {
    const error = toWireError(new StoreError('damaged', 'The store is damaged.'))
    const refused = Object.values(waiting).flatMap((calls) => calls.splice(0))
    postReplies(
      host,
      refused.map(({ id }) => ({ id, ok: false, error })),
    )
  }
  // A failing checkpoint loses nothing (the log holds it all) and shows up at the next commit.
  const quietly = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (stateOf(toWireErrorKind(error)) === 'damaged') setState('damaged')
    }
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    host.later(flush)
  }
  const pollAgain = () => {
    cancelPoll ??= host.after(1, () => {
      cancelPoll = undefined
      schedule()
    })
  }
  const close = () => {
    cancelProbe?.()
    cancelPoll?.()
    quietly(() => checkpoints.atClose())
    db.close()
    host.post({ kind: 'closed' })
    host.close()
  }

  host.onMessage((message) => {
    take(message)
    schedule()
  })
  host.post({ kind: 'ready', from, to })
  probeOnNeed()
}

function toWireErrorKind(error: unknown): StoreErrorKind | null {
  const wire = toWireError(error)
  return wire.type === 'store' ? wire.kind : null
}

/**
 * Pages in the log after which they are copied into the file (16 MB). A notification writes some 28, most of them the
 * same as the one before: copied less often, each is written and flushed once for many. So many still fit into the
 * first table of the log's index.
 */
const passivePages = 4000
/** Bytes of the log above which it is cut back to nothing, which waits for no reader. */
const truncateBytes = 64 * 1024 * 1024

const logBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0

/**
 * Keeps the write-ahead log small. Only the writer does it, after it answered, so that nobody waits for it.
 * A reader that is inside a transaction stops it; it is tried again after a later commit.
 */
function createCheckpoints(
  db: DatabaseSync,
  path: string,
  monotonic: () => number,
  isCutDue: boolean,
): {
  afterCommit(): void
  atClose(): void
  /** Cuts the log as soon as no reader needs it. */
  cut(): void
  /** Whether it is still to be cut. */
  isCutDue(): boolean
} {
  let lastTruncate = 0
  const run = (mode: 'passive' | 'truncate') => db.prepare(`pragma wal_checkpoint(${mode})`).get()
  const noop = db.prepare('pragma wal_checkpoint(noop)')
  /** True when nothing is left in the log. */
  const truncate = (): boolean => {
    db.exec('pragma busy_timeout = 0')
    try {
      return Number(run('truncate')?.['busy']) === 0
    } finally {
      db.exec('pragma busy_timeout = 5000')
    }
  }
  return {
    cut() {
      // Stays so where it fails.
      isCutDue = true
      isCutDue = !truncate()
    },
    isCutDue: () => isCutDue,
    afterCommit() {
      const { log, checkpointed } = noop.get() ?? {}
      if (Number(log) - Math.max(0, Number(checkpointed)) < passivePages) return
      run('passive')
      const now = monotonic()
      if (now - lastTruncate < 1000 || logBytes(path) <= truncateBytes) return
      lastTruncate = now
      truncate()
    },
    atClose() {
      run('truncate')
    },
  }
}
