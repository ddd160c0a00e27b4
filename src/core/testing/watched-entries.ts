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

/** The store's programs as hosts run them: each store has threads of its own. */
export function ownEntries(): CoreEntries {
  const { storeWorker, readerWorker, storeMaintenance, backupWorker } = storeEntries()
  return {
    storeWorker: testProgram('store-worker', storeWorker),
    readerWorker: testProgram('reader-worker', readerWorker),
    storeMaintenance: testProgram('store-maintenance', storeMaintenance),
    backupWorker: testProgram('backup-worker', backupWorker),
  }
}

/** The same, with workers that refuse a statement which reads a whole table (query-plan.ts), in shared threads. */
export function watchedEntries(): CoreEntries {
  return {
    ...ownEntries(),
    storeWorker: testProgram('watched-store-worker', new URL('./watched-store-worker.ts', import.meta.url)),
    readerWorker: testProgram('watched-reader-worker', new URL('./watched-reader-worker.ts', import.meta.url)),
    startThread: startSharedThread,
  }
}
