import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CoreEntries } from '../base/ports.ts'
import { startSharedThread } from './shared-threads.ts'
import { storeEntries } from '../workers/store-entries.ts'

/**
 * The store's programs, with workers that refuse a statement which reads a whole table (query-plan.ts): the bundles
 * that `tools/build/bundle-store-programs.mjs` made for this run of the tests, else the sources.
 */
export function watchedEntries(): CoreEntries {
  const { SWITCHBOARD_STORE_PROGRAMS: bundles } = process.env
  if (bundles !== undefined) {
    const bundled = (name: string): URL => pathToFileURL(path.join(bundles, `${name}.mjs`))
    return {
      storeWorker: bundled('watched-store-worker'),
      readerWorker: bundled('watched-reader-worker'),
      storeMaintenance: bundled('store-maintenance'),
      startThread: startSharedThread,
    }
  }
  return {
    ...storeEntries(),
    storeWorker: new URL('./watched-store-worker.ts', import.meta.url),
    readerWorker: new URL('./watched-reader-worker.ts', import.meta.url),
    startThread: startSharedThread,
  }
}
