import { chmodSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../project-root.mjs'

/** Writes out/cli/switchboardctl.mjs: the command line in one file, for Node 20 or newer. */
await build({
  root: projectRoot,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/index.ts',
    outDir: 'out/cli',
    emptyOutDir: true,
    target: 'node20',
    // Its start is mostly reading it.
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'switchboardctl.mjs', codeSplitting: false } },
  },
})
chmodSync(path.join(projectRoot, 'out/cli/switchboardctl.mjs'), 0o755)
