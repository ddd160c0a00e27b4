import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { troubleOfSqliteError } from '../store/store-error.ts'

/** The program that uses a data directory, as far as it could be read. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  /** `desktop` or `browser`. */
  readonly program: string
  /** Epoch ms. */
  readonly since: number
}

export type LockResult =
  | {
      readonly kind: 'held'
      /** The program before us ended without letting go: killed, crashed, or the power went. */
      readonly takenOver: LockHolder | null
      /** Lets go. Also happens by itself when this process ends, however it ends. */
      release(): void
    }
  | { readonly kind: 'refused'; readonly holder: LockHolder | null }

/**
 * One program per data directory. The lock is the operating system's own lock on a file, taken through SQLite: the
 * kernel lets go of it when the process ends, however it ends, so there is no stale lock to judge and no process
 * number that another process may have got meanwhile. A text file beside it says who holds it.
 *
 * Throws what the file system throws when the directory can't be written.
 */
export function lockDataDirectory(
  dataDir: string,
  self: { readonly program: string; readonly now: number },
): LockResult {
  const holderFile = join(dataDir, 'lock.json')
  const file = join(dataDir, 'lock')
  let db: DatabaseSync
  try {
    try {
      db = lockFile(file)
    } catch (error) {
      if (troubleOfSqliteError(error) !== 'damaged') throw error
      // Nobody holds it, or it would be busy, and nobody ever writes to it. Emptied and not removed: another program
      // that begins now has to meet this lock and no other.
      truncateSync(file)
      db = lockFile(file)
    }
  } catch (error) {
    if (troubleOfSqliteError(error) !== 'busy') throw error
    return { kind: 'refused', holder: readHolder(holderFile) }
  }
  const takenOver = readHolder(holderFile)
  const holder: LockHolder = { pid: process.pid, host: hostname(), program: self.program, since: self.now }
  try {
    writeFileSync(holderFile, JSON.stringify(holder))
  } catch (error) {
    // A folder has the name of the holder file: a refused program can't name the holder, but the lock holds.
    if (!isDirectory(holderFile)) {
      db.close()
      throw error
    }
  }
  return {
    kind: 'held',
    takenOver,
    release() {
      if (!db.isOpen) return
      if (!isDirectory(holderFile)) rmSync(holderFile, { force: true })
      db.close()
    },
  }
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * A program that crashed lets go only when its last thread has ended, and the next one may be started before. The
 * thread sleeps meanwhile: nothing else can begin without the lock. Milliseconds.
 */
const untilEndedMs = 2000

/** Throws SQLite's errors: busy where another process has it. */
function lockFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: untilEndedMs })
  try {
    // No transaction ever writes: the lock is all there is. A journal would be one more file.
    db.exec('pragma journal_mode = memory; begin exclusive')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Null for whatever is no such text: it is only told to a person. */
function readHolder(path: string): LockHolder | null {
  try {
    const { pid, host, program, since } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<string, unknown>>
    const isHolder = typeof pid === 'number' && typeof host === 'string' && typeof program === 'string'
    return isHolder && typeof since === 'number' ? { pid, host, program, since } : null
  } catch {
    return null
  }
}
