import type { MessagePort } from 'node:worker_threads'
import { receiveMessageOnPort } from 'node:worker_threads'
import { createCheckpoints } from './checkpoints.ts'
import { createFaultGate } from './fault-gate.ts'
import { deferredArrived, deferredRan, frontArrived, nextGroup, noArrivals } from './commit-schedule.ts'
import { deferredBudget, runGroup } from './group-commit.ts'
import type { IntentFunction } from './group-commit.ts'
import type { Migration } from './migrate.ts'
import { openMigratedStore } from '../open-migrated-store.ts'
import type { OpenedStore } from '../open-migrated-store.ts'
import { postReplies } from './post-replies.ts'
import { probeRoom } from './probe-room.ts'
import { StoreError } from '../store-error.ts'
import type { StoreErrorKind } from '../store-error.ts'
import type { Call, FromWorker, ToWorker, Priority, WorkerSetup } from '../store-protocol.ts'
import type { StoreState } from '../store.ts'
import { createTxSession } from '../tx.ts'
import type { StatementWatch } from '../tx.ts'
import { toWireError } from '../wire-error.ts'

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
  port: MessagePort,
  setup: WorkerSetup,
  intents: Readonly<Record<string, IntentFunction>>,
  migrations: readonly Migration[],
  watch?: StatementWatch,
): void {
  const post = (message: FromWorker) => port.postMessage(message)
  let opened: OpenedStore
  try {
    opened = openMigratedStore(setup.path, migrations)
  } catch (error) {
    post({ kind: 'failed', error: toWireError(error) })
    port.close()
    return
  }
  const { db, from, to } = opened
  const session = createTxSession(db, watch)
  const gate = createFaultGate(db, setup.faults)
  const checkpoints = createCheckpoints(db, setup.path)
  const waiting: Readonly<Record<Priority, Call[]>> = { urgent: [], ordinary: [], deferred: [] }
  const count = () => waiting.urgent.length + waiting.ordinary.length + waiting.deferred.length
  /** By `performance.now()`. */
  let arrivals = noArrivals
  let lookingAgain: NodeJS.Timeout | undefined
  let state: StoreState = 'ok'
  let scheduled = false
  let closing = false

  const setState = (next: StoreState | null) => {
    if (next === null || next === state) return
    state = next
    post({ kind: 'state', state })
  }
  // An interval, not a timer per failure: the failure ends by itself when the disk has room again.
  const probe = setInterval(() => {
    if (state === 'ok' && checkpoints.isCutDue()) quietly(() => checkpoints.cut())
    if (state === 'ok' || state === 'damaged') return
    gate.beforeBatch()
    setState(stateOf(probeRoom(db, gate)))
  }, probeEveryMs)

  const take = (message: ToWorker) => {
    if (message.kind === 'close') closing = true
    if (message.kind !== 'calls') return
    const now = performance.now()
    if (message.calls.some(({ priority }) => priority !== 'deferred')) arrivals = frontArrived(arrivals, now)
    for (const call of message.calls) {
      if (call.priority === 'deferred' && waiting.deferred.length === 0) arrivals = deferredArrived(arrivals, now)
      waiting[call.priority].push(call)
    }
  }
  const flush = () => {
    scheduled = false
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      take(next.message)
    if (state === 'damaged') refuseAll()
    else if (count() > 0) {
      const front = waiting.urgent.length + waiting.ordinary.length
      const now = performance.now()
      const group = nextGroup({ front, deferred: waiting.deferred.length, isClosing: closing }, arrivals, now)
      if (group === 'later') return pollAgain()
      const { replies, changes, trouble } =
        group === 'deferred'
          ? runGroup(db, session, gate, intents, () => waiting.deferred.shift(), deferredBudget)
          : runGroup(db, session, gate, intents, () => waiting.urgent.shift() ?? waiting.ordinary.shift())
      if (group === 'deferred') arrivals = deferredRan(arrivals, now, performance.now())
      // Sets the state first, so that refused callers find the reason.
      setState(stateOf(trouble))
      postReplies(port, replies, changes)
      if (trouble === null) quietly(() => (session.takeCutLog() ? checkpoints.cut() : checkpoints.afterCommit()))
    }
    if (count() > 0) schedule()
    else if (closing) close()
  }
  // A damaged file is left as it is: it is copied and set aside.
  const refuseAll = () => {
    const error = toWireError(new StoreError('damaged', 'The store is damaged.'))
    const refused = Object.values(waiting).flatMap((calls) => calls.splice(0))
    postReplies(
      port,
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
    setImmediate(flush)
  }
  const pollAgain = () => {
    lookingAgain ??= setTimeout(() => {
      lookingAgain = undefined
      schedule()
    }, 1)
  }
  const close = () => {
    clearInterval(probe)
    clearTimeout(lookingAgain)
    quietly(() => checkpoints.atClose())
    db.close()
    post({ kind: 'closed' })
    port.close()
  }

  port.on('message', (message: ToWorker) => {
    take(message)
    schedule()
  })
  post({ kind: 'ready', from, to })
}

function toWireErrorKind(error: unknown): StoreErrorKind | null {
  const wire = toWireError(error)
  return wire.type === 'store' ? wire.kind : null
}
