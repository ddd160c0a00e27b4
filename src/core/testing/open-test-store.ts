import { createNodeChildren } from '../node-children.ts'
import { sourceEntries } from '../source-entries.ts'
import { openStore } from '../store/open-store.ts'
import type { OpenStoreOptions } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { createSystemClock } from '../system-clock.ts'
import { createSilentLogger } from './silent-logger.ts'

/** The real store in `dataDir`: real workers, real files. */
export function openTestStore(dataDir: string, options: Partial<OpenStoreOptions> = {}): Promise<Store> {
  return openStore({
    dataDir,
    entries: sourceEntries(),
    clock: createSystemClock(),
    logger: createSilentLogger(),
    children: createNodeChildren(),
    ...options,
  })
}
