import path from 'node:path'
import type { CoreEntries } from '../base/ports.ts'
import type { Reads, Writes } from '../intents.ts'
import type { EngineIntents } from '../store/client/open-store.ts'

/** The store's programs beside this module: as sources, which Node 24 runs directly, or in the bundle. */
export function storeEntries(): CoreEntries {
  const beside = (name: string): URL => new URL(`./${name}${path.extname(import.meta.filename)}`, import.meta.url)
  return {
    storeWorker: beside('store-worker'),
    readerWorker: beside('reader-worker'),
    storeMaintenance: beside('store-maintenance'),
    backupWorker: beside('backup-worker'),
  }
}

/** Intents that the store's engine calls by itself. Names alone: the functions belong to the workers. */
export const engineIntents: EngineIntents = {
  firstRead: 'accounts.list' satisfies keyof Reads,
  recordRecovery: 'storage.recordRecovery' satisfies keyof Writes,
}
