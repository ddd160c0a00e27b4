import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreChange, Tx, TxSession } from '../tx.ts'
import type { FaultGate } from './fault-gate.ts'
import { StoreError, troubleOfSqliteError, type StoreErrorKind } from '../store-error.ts'
import type { Call, Reply } from '../store-protocol.ts'
import { toWireError } from '../wire-error.ts'

/** Any intent; `never` because each has its own input, checked where it is called by name (open-store.ts). */
export type IntentFunction = (tx: Tx, input: never) => unknown

export interface GroupResult {
  readonly replies: readonly Reply[]
  readonly changes: readonly StoreChange[]
  /** The failure of the storage; null if the commit succeeded. */
  readonly trouble: StoreErrorKind | null
}

export interface GroupBudget {
  /** At most so many intents in one commit. */
  readonly intents: number
  /** No further intent begins after so many milliseconds. */
  readonly ms: number
  /** Whether the commit is durable when it is answered; else the next flushed commit makes it durable. */
  readonly flushed: boolean
}

const defaultBudget: GroupBudget = { intents: 64, ms: 20, flushed: true }

/** For deferred calls: one at a time, so that no other call waits for more than one of them. */
export const deferredBudget: GroupBudget = { intents: 1, ms: 0, flushed: false }

/** Statements of every group and every intent, prepared once for a connection. */
interface GroupStatements {
  readonly begin: StatementSync
  readonly savepoint: StatementSync
  readonly release: StatementSync
  readonly commit: StatementSync
}

const prepared = new WeakMap<DatabaseSync, GroupStatements>()

function statementsOf(db: DatabaseSync): GroupStatements {
  const known = prepared.get(db)
  if (known !== undefined) return known
  const statements: GroupStatements = {
    begin: db.prepare('begin immediate'),
    savepoint: db.prepare('savepoint intent'),
    release: db.prepare('release intent'),
    commit: db.prepare('commit'),
  }
  prepared.set(db, statements)
  return statements
}

/**
 * Runs the calls of `next` in one transaction and commits once: one flush for many intents. Each intent has its own
 * savepoint, so one that throws is rolled back alone. If the storage fails (full, read-only, I/O, damage), SQLite may
 * have rolled back all, so all are refused with that reason and nothing of the group is stored. No call is answered
 * before the commit. An unflushed commit is in the WAL in order: the next flushed commit makes it durable, and a power
 * loss before that undoes it and nothing older.
 */
export function runGroup(
  db: DatabaseSync,
  session: TxSession,
  gate: FaultGate,
  intents: Readonly<Record<string, IntentFunction>>,
  monotonic: () => number,
  next: () => Call | undefined,
  budget: GroupBudget = defaultBudget,
): GroupResult {
  const replies: Reply[] = []
  const taken: Call[] = []
  const started = monotonic()
  const { begin, savepoint, release, commit } = statementsOf(db)

  const refuseAll = (error: unknown, trouble: StoreErrorKind): GroupResult => {
    if (db.isTransaction) db.exec('rollback')
    session.takeChanges()
    const message = error instanceof Error ? error.message : String(error)
    const wire = toWireError(new StoreError(trouble, message))
    return { replies: taken.map(({ id }) => ({ id, ok: false, error: wire })), changes: [], trouble }
  }

  try {
    gate.beforeBatch()
    if (!budget.flushed) db.exec('pragma synchronous = normal')
    begin.run()
    for (let call = next(); call !== undefined; call = next()) {
      taken.push(call)
      const mark = session.mark()
      session.begin(call.now)
      savepoint.run()
      try {
        const intent = intents[call.name]
        if (intent === undefined) throw new StoreError('intent', 'There is no intent of this name.')
        const value = intent(session.tx, call.input as never)
        release.run()
        replies.push({ id: call.id, ok: true, value })
      } catch (error) {
        const trouble = troubleOfSqliteError(error)
        if (trouble !== null) return refuseAll(error, trouble)
        if (!db.isTransaction) return refuseAll(error, 'failing')
        db.exec('rollback to intent; release intent')
        session.rewind(mark)
        replies.push({ id: call.id, ok: false, error: toWireError(error) })
      }
      if (taken.length >= budget.intents || monotonic() - started >= budget.ms) break
    }
    gate.beforeCommit()
    commit.run()
  } catch (error) {
    // `begin` failed before any call was taken: take the waiting ones, or they would wait forever.
    for (let call = taken.length === 0 ? next() : undefined; call !== undefined; call = next()) taken.push(call)
    return refuseAll(error, troubleOfSqliteError(error) ?? 'failing')
  } finally {
    if (!budget.flushed) db.exec('pragma synchronous = full')
  }
  return { replies, changes: session.takeChanges(), trouble: null }
}
