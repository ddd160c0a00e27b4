import type { CoreEntries } from '../ports.ts'
import { storeEntries } from '../store-entries.ts'

/** The store's programs, with workers that refuse a statement which reads a whole table (query-plan.ts). */
export function watchedEntries(): CoreEntries {
  return {
    ...storeEntries(),
    storeWorker: new URL('./watched-store-worker.ts', import.meta.url),
    readerWorker: new URL('./watched-reader-worker.ts', import.meta.url),
  }
}
