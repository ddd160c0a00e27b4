import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../project-root.mjs'

const storePrograms = {
  'store-worker': 'src/core/workers/store-worker.ts',
  'reader-worker': 'src/core/workers/reader-worker.ts',
  'watched-store-worker': 'src/core/testing/watched-store-worker.ts',
  'watched-reader-worker': 'src/core/testing/watched-reader-worker.ts',
  'store-maintenance': 'src/core/workers/store-maintenance.ts',
  'backup-worker': 'src/core/workers/backup-worker.ts',
}

const variable = 'SWITCHBOARD_STORE_PROGRAMS'

/**
 * Makes a few files of the store's programs and of others, where `testProgram` finds them. Reading a hundred sources
 * costs each start more than what it starts.
 *
 * @param {Readonly<Record<string, string>>} programs
 * @returns {Promise<undefined | (() => void)>} removes them; undefined: an earlier call made them
 */
export async function bundlePrograms(programs) {
  if (process.env[variable] !== undefined) return undefined
  const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-programs-'))
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { ...storePrograms, ...programs },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  process.env[variable] = folder
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true })
}
