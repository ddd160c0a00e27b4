import type { CoreEntries } from './ports.ts'

/** The store's programs as sources: Node 24 runs them directly. Also what the browser host uses. */
export function sourceEntries(): CoreEntries {
  return {
    storeWorker: new URL('./store-worker.ts', import.meta.url),
    readerWorker: new URL('./reader-worker.ts', import.meta.url),
    storeMaintenance: new URL('./store-maintenance.ts', import.meta.url),
  }
}
