import { join } from 'node:path'
import type { InstanceKey } from '../../contract/ids.ts'
import { createTxSession, type Tx } from '../store/tx.ts'
import { openMigrated } from './open-migrated.ts'
import { refuseScans } from './query-plan.ts'
import { createTempDir } from './temp-dir.ts'

/** The real schema in a real file, in this thread: for what intents do, not for how they are called. */
export interface TestDatabase extends Disposable {
  readonly tx: Tx
  readonly instance: InstanceKey
  /** Sets `tx.now`, epoch ms. */
  at(now: number): void
  /** Runs `work` in a transaction and takes everything back afterwards. */
  undone<Result>(work: () => Result): Result
}

export const testNow = Date.UTC(2026, 10, 20, 12)

/** With one instance, 1101000001, added a day before {@link testNow}. */
export function openTestDatabase(): TestDatabase {
  const dir = createTempDir()
  const db = openMigrated(join(dir.path, 'test.db'))
  const session = createTxSession(db, refuseScans)
  session.begin(testNow)
  const { tx } = session
  const instance = tx.run(
    `insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, wid, created_at)
     values ('1101000001', 'http://127.0.0.1', 'v3', 'v3', 'One', 'teal', 'full', 0, '79000000001@c.us', ?)`,
    [testNow - 86_400_000],
  ).rowid as InstanceKey
  return {
    tx,
    instance,
    at: (now) => session.begin(now),
    undone(work) {
      db.exec('begin')
      try {
        return work()
      } finally {
        db.exec('rollback')
        session.takeChanges()
      }
    },
    [Symbol.dispose]() {
      db.close()
      dir[Symbol.dispose]()
    },
  }
}
