import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** A folder of one test's own. */
export const makeTempDir = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'switchboard-e2e-'))

export const removeTempDir = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true, maxRetries: 3 })
