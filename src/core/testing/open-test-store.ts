import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createNodeChildren } from '../base/node-children.ts'
import { openStore, storeFileName, type OpenStoreOptions } from '../store/client/open-store.ts'
import { engineIntents } from '../workers/store-entries.ts'
import type { Reads, Store, Writes } from '../intents.ts'
import { createSystemClock } from '../base/system-clock.ts'
import { writeMigrated } from './open-migrated.ts'
import { createSilentLogger } from './silent-logger.ts'
import { watchedEntries } from './watched-entries.ts'

/** The real store in `dataDir`: real workers, real files. An empty directory gets an empty one of the newest schema. */
export function openTestStore(dataDir: string, options: Partial<OpenStoreOptions> = {}): Promise<Store> {
  if (readdirSync(dataDir).length === 0) writeMigrated(join(dataDir, storeFileName))
  return openStore<Writes, Reads>({
    intents: engineIntents,
    dataDir,
    entries: watchedEntries(),
    clock: createSystemClock(),
    logger: createSilentLogger(),
    children: createNodeChildren(),
    ...options,
  })
}
