import type { DatabaseSync } from 'node:sqlite'
import type { ChatKey } from '../../contract/ids.ts'
import { refreshSummary } from '../messages/archive/tx/chat-summary.ts'
import { createTxSession } from '../store/tx.ts'
import type { SalvagedSchema } from '../store/recovery/salvage-store.ts'
import { mendReferences } from './mend-references.ts'
import { restoreReceived } from './restore-received.ts'
import { rebuildSearchIndex } from './rebuild-search-index.ts'
import { storeSchema } from './store-schema.ts'

/** How a store of ours is built anew from what can be read of a damaged one. */
export const salvagedSchema: SalvagedSchema = {
  migrations: storeSchema,
  parents: [
    'meta',
    'setting',
    'preference',
    'instance',
    'chat',
    'chat_alias',
    'person',
    'person_card',
    'message',
    'label',
    'quick_reply',
    'program',
  ],
  restore: restoreReceived,
  removeOrphans: mendReferences,
  mend(db, isLossy) {
    // A damaged row could name an address to which the token was never bound.
    db.exec('update instance set token_from_json = null')
    // A lost event's key may be given again: ids of events for programs begin anew.
    db.exec(`delete from meta where name = 'feedEpoch'`)
    // Chats that may have lost messages forget what was known to be complete, so that the service is asked again.
    if (isLossy) {
      db.exec(
        `update chat set spans_json = '[]', reached_start = 0, history_checked_at = null;
         update instance set live_from = null, live_to = null, live_past_json = '[]'`,
      )
      refreshChats(db)
    }
    rebuildSearchIndex(db)
  },
  countMessages: (db) => Number(db.prepare('select count(*) as n from message').get()?.['n'] ?? 0),
}

/** The row of a chat may be older than its messages. */
function refreshChats(db: DatabaseSync): void {
  const { tx, begin } = createTxSession(db)
  db.exec('begin')
  begin(Date.now())
  for (const { key } of tx.all<{ key: ChatKey }>('select key from chat')) refreshSummary(tx, key)
  db.exec('commit')
}
