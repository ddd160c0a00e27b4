import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Pages in the log after which they are copied into the file (16 MB). A notification writes some 28, most of them the
 * same as the one before: copied less often, each is written and flushed once for many. So many still fit into the
 * first table of the log's index.
 */
const passivePages = 4000
/** Bytes of the log above which it is cut back to nothing, which waits for no reader. */
const truncateBytes = 64 * 1024 * 1024

/**
 * Keeps the write-ahead log small. Only the writer does it, after it answered, so that nobody waits for it.
 * A reader that is inside a transaction stops it; it is tried again after a later commit.
 */
export function createCheckpoints(
  db: DatabaseSync,
  path: string,
  monotonic: () => number,
): {
  afterCommit(): void
  atClose(): void
  /** Cuts the log as soon as no reader needs it. */
  cut(): void
  /** Whether it is still to be cut. */
  isCutDue(): boolean
} {
  let lastTruncate = 0
  let isCutDue = false
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
      isCutDue = !truncate()
    },
    isCutDue: () => isCutDue,
    afterCommit() {
      const { log, checkpointed } = noop.get() ?? {}
      if (Number(log) - Math.max(0, Number(checkpointed)) < passivePages) return
      run('passive')
      const now = monotonic()
      if (now - lastTruncate < 1000 || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) <= truncateBytes)
        return
      lastTruncate = now
      truncate()
    },
    atClose() {
      run('truncate')
    },
  }
}
