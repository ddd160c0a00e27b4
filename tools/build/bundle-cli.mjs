import { chmodSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../project-root.mjs'
import { commandLineBuild } from './command-line-build.mjs'

/** Writes out/cli/switchboardctl.mjs: the command line in one file, for Node 20 or newer. */
await build(commandLineBuild({ outDir: 'out/cli', target: 'node20', file: 'switchboardctl.mjs' }))
chmodSync(path.join(projectRoot, 'out/cli/switchboardctl.mjs'), 0o755)
