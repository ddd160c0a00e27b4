import { DatabaseSync } from 'node:sqlite'
import type { RestoredSchema } from '../backup/read-backup.ts'
import { doubtAllQueued } from '../sending/tx/record-outcome.ts'
import { createTxSession } from '../store/tx.ts'
import { storeSchema } from './store-schema.ts'

/**
 * A store from a backup. Another computer may have sent or received since: messages that wait are uncertain and looked
 * for, instances are paused unless they may receive, and ids of events for programs begin again.
 */
export const restoredSchema: RestoredSchema = {
  migrations: storeSchema,
  prepare(path, { receives, now }) {
    const db = new DatabaseSync(path)
    try {
      const { tx, begin } = createTxSession(db)
      // Changes here leave no copy behind that erasing could not reach.
      db.exec('pragma secure_delete = on; begin')
      begin(now)
      doubtAllQueued(tx, 'otherRun')
      tx.run('update instance set token_from_json = null')
      tx.run(`delete from meta where name in ('feedEpoch', 'backup', 'recovery')`)
      if (!receives)
        tx.run('update instance set paused_at = coalesce(paused_at, :now) where detached_at is null', { now })
      db.exec('commit; pragma wal_checkpoint(truncate)')
    } finally {
      db.close()
    }
  },
}
