import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ChangeEvent } from '../../contract/events.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'

/** Changes of a commit: those for the window's reads, and those for core only. */
export type StoreChange =
  | ChangeEvent
  /** The lane of a chat may continue: the blocking message arrived, or moved to another chat. */
  | { readonly kind: 'lane'; readonly instance: InstanceKey; readonly chat: ChatKey }
  /** The journal has a new row, which programs may be given. */
  | { readonly kind: 'journalRow'; readonly instance: InstanceKey }

/** Types of parameters. Booleans are stored as 0 and 1, undefined as NULL. */
export type SqlValue = string | number | bigint | boolean | null | undefined | Uint8Array
/** Positional (`?`) or named (`:name`, key without the colon). */
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/** Reads inside one snapshot of the store. The caller declares the row types, which must match the SQL. */
export interface ReadTx {
  /** Epoch milliseconds by core's clock, the same for the whole transaction. */
  readonly now: number
  get<Row extends object>(sql: string, params?: SqlParams): Row | undefined
  all<Row extends object>(sql: string, params?: SqlParams): Row[]
  /** Gives one row at a time, for scans that stop early. Must be consumed inside the transaction. */
  iterate<Row extends object>(sql: string, params?: SqlParams): IterableIterator<Row>
}

/** Writing inside one transaction. SQL text must be constant per statement kind: each text is prepared once. */
export interface Tx extends ReadTx {
  /** `changes`: rows touched; `rowid`: of the last inserted row of this connection. */
  run(sql: string, params?: SqlParams): { readonly changes: number; readonly rowid: number }
  /** Announces a change. It becomes an event only after the commit, and never if the intent fails. */
  changed(change: StoreChange): void
  /** Truncates the WAL soon after the commit, because it contains earlier versions of pages. */
  cutLog(): void
}

const maxStatements = 1000

type Plain = string | number | bigint | null | Uint8Array
const plain = (value: SqlValue): Plain =>
  value === undefined ? null : typeof value === 'boolean' ? (value ? 1 : 0) : value

const isList = (params: SqlParams): params is readonly SqlValue[] => Array.isArray(params)

/** Called with each statement's text before its first preparation. Tests check its query plan. */
export type StatementWatch = (db: DatabaseSync, sql: string) => void

/**
 * Prepared statements by their text. A text that was built with values in it would fill the cache, so it is bounded.
 */
function createStatements(db: DatabaseSync, watch: StatementWatch) {
  const cache = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    const cached = cache.get(sql)
    if (cached !== undefined) return cached
    if (cache.size >= maxStatements) cache.clear()
    watch(db, sql)
    const statement = db.prepare(sql)
    cache.set(sql, statement)
    return statement
  }
}

export interface TxSession {
  readonly tx: Tx
  /** Starts a unit of work with its time. Returns a mark for its changes. */
  begin(now: number): void
  /** How many changes were announced so far. */
  mark(): number
  /** Forgets what was announced after `mark`. */
  rewind(mark: number): void
  /** Whether the log is to be cut since the last time this was asked. */
  takeCutLog(): boolean
  /** Returns the announced changes and clears them. */
  takeChanges(): readonly StoreChange[]
}

/** Creates the one session of a connection. `tx` is the same object in each of its transactions. */
export function createTxSession(db: DatabaseSync, watch: StatementWatch = () => undefined): TxSession {
  const prepare = createStatements(db, watch)
  let changes: StoreChange[] = []
  let now = 0
  let cutLog = false

  const named = (params: Readonly<Record<string, SqlValue>>) => {
    const out: Record<string, Plain> = {}
    for (const key in params) out[key] = plain(params[key])
    return out
  }

  const tx: Tx = {
    get now() {
      return now
    },
    get<Row extends object>(sql: string, params: SqlParams = []) {
      const statement = prepare(sql)
      const row = isList(params) ? statement.get(...params.map(plain)) : statement.get(named(params))
      return row as Row | undefined
    },
    all<Row extends object>(sql: string, params: SqlParams = []) {
      const statement = prepare(sql)
      const rows = isList(params) ? statement.all(...params.map(plain)) : statement.all(named(params))
      return rows as Row[]
    },
    iterate<Row extends object>(sql: string, params: SqlParams = []) {
      const statement = prepare(sql)
      const rows = isList(params) ? statement.iterate(...params.map(plain)) : statement.iterate(named(params))
      return rows as unknown as IterableIterator<Row>
    },
    run(sql, params = []) {
      const statement = prepare(sql)
      const result = isList(params) ? statement.run(...params.map(plain)) : statement.run(named(params))
      return { changes: Number(result.changes), rowid: Number(result.lastInsertRowid) }
    },
    changed(change) {
      changes.push(change)
    },
    cutLog() {
      cutLog = true
    },
  }

  return {
    tx,
    begin(at) {
      now = at
    },
    mark: () => changes.length,
    rewind(mark) {
      changes.length = mark
    },
    takeCutLog() {
      const taken = cutLog
      cutLog = false
      return taken
    },
    takeChanges() {
      const taken = changes
      changes = []
      return taken
    },
  }
}
