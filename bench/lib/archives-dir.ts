import path from 'node:path'
import { projectRoot } from './start-emulator.ts'

/**
 * Where big archives are kept between benches, because filling one takes minutes: with the caches of the other tools.
 */
export const archivesDir = path.join(projectRoot, 'node_modules', '.cache', 'switchboard-bench')
