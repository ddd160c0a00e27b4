import type { Migration } from '../store/engine/migrate.ts'
import { annotationTables } from './annotation-tables.ts'
import { archiveTables } from './archive-tables.ts'
import { identityTables } from './identity-tables.ts'
import { indexNames, nameTables } from './name-tables.ts'
import { programTables } from './program-tables.ts'
import { sendingTables } from './sending-tables.ts'
import { teamTables } from './team-tables.ts'

const tables = [
  archiveTables,
  identityTables,
  annotationTables,
  sendingTables,
  teamTables,
  programTables,
  nameTables,
].join('\n')

/**
 * The schema of `switchboard.db`. Until the first release it is one step, changed in place under a new number: a
 * store of an earlier commit is refused. Afterwards each change is a further step.
 */
export const storeSchema: readonly Migration[] = [
  { version: 115, name: 'first', up: (db) => db.exec(tables), connect: indexNames },
]
