import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CoreEntries } from '../base/ports.ts'
import { storeEntries } from '../workers/store-entries.ts'
import { startSharedThread } from './shared-threads.ts'

/**
 * A program that tests start: the bundle that `tools/build/bundle-store-programs.mjs` made for this run of the tests,
 * else the source.
 */
export function testProgram(name: string, source: URL): URL {
  const { SWITCHBOARD_STORE_PROGRAMS: bundles } = process.env
  return bundles === undefined ? source : pathToFileURL(path.join(bundles, `${name}.mjs`))
}

/** The store's programs, with workers that refuse a statement which reads a whole table (query-plan.ts). */
export function watchedEntries(): CoreEntries {
  return {
    storeWorker: testProgram('watched-store-worker', new URL('./watched-store-worker.ts', import.meta.url)),
    readerWorker: testProgram('watched-reader-worker', new URL('./watched-reader-worker.ts', import.meta.url)),
    storeMaintenance: testProgram('store-maintenance', storeEntries().storeMaintenance),
    backupWorker: testProgram('backup-worker', storeEntries().backupWorker),
    startThread: startSharedThread,
  }
}
