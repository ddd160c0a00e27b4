import { DatabaseSync } from 'node:sqlite'
import type { RestoredSchema } from '../backup/read-backup.ts'
import { storeSchema } from './store-schema.ts'

/**
 * A store from a backup. What another computer may have sent or received since is not done again by itself: what waits
 * is held, instances are paused unless they may receive, and ids of events for programs begin anew.
 */
export const restoredSchema: RestoredSchema = {
  migrations: storeSchema,
  prepare(path, { receives, now }) {
    const db = new DatabaseSync(path)
    try {
      db.exec(
        `begin;
         update outbox set parked = 1, needs_person = 1 where state = 'queued';
         update instance set token_from_json = null;
         delete from meta where name in ('feedEpoch', 'backup', 'recovery')`,
      )
      if (!receives)
        db.prepare('update instance set paused_at = coalesce(paused_at, ?) where detached_at is null').run(now)
      db.exec('commit; pragma wal_checkpoint(truncate)')
    } finally {
      db.close()
    }
  },
}
