import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../project-root.mjs'

const programs = {
  'watched-store-worker': 'src/core/testing/watched-store-worker.ts',
  'watched-reader-worker': 'src/core/testing/watched-reader-worker.ts',
  'store-maintenance': 'src/core/workers/store-maintenance.ts',
  'webhook-desk-program': 'src/team/testing/webhook-desk-program.ts',
}

const variable = 'SWITCHBOARD_STORE_PROGRAMS'

/**
 * Before tests: the programs that tests start as few files, where `testProgram` finds them. Hundreds of tests start the
 * store's, and reading a hundred sources costs each more than the store itself does. While sources are watched, they
 * count. Several projects of the unit tests name this as their setup; the first one makes them.
 *
 * @returns {Promise<undefined | (() => void)>} removes them
 */
export default async function bundleStorePrograms({ config }) {
  if (config?.watch || process.env[variable] !== undefined) return undefined
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
        input: programs,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  process.env[variable] = folder
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true })
}
