import path from 'node:path'
import type { CoreEntries } from '../base/ports.ts'

/** The store's programs beside this module: as sources, which Node 24 runs directly, or in the bundle. */
export function storeEntries(): CoreEntries {
  const beside = (name: string): URL => new URL(`./${name}${path.extname(import.meta.filename)}`, import.meta.url)
  return {
    storeWorker: beside('store-worker'),
    readerWorker: beside('reader-worker'),
    storeMaintenance: beside('store-maintenance'),
  }
}
