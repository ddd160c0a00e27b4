import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

const entries = {
  vitest: 'vitest/vitest.mjs',
  tsc: 'typescript/bin/tsc',
  oxlint: 'oxlint/bin/oxlint',
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  playwright: '@playwright/test/cli.js',
  'electron-vite': 'electron-vite/bin/electron-vite.js',
  'install-electron': 'electron/install.js',
  'electron-builder': 'electron-builder/cli.js',
}

/** The JavaScript entry of an installed program: started with Node itself, so that no shell is needed on any system. */
export const program = (name) => path.join(projectRoot, 'node_modules', entries[name])
