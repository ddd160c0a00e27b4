import path from 'node:path'
import { build } from '../build/build.mjs'
import { runToEnd } from '../process/children.mjs'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'

/**
 * The extension for AI assistants and packages for this system into dist/. The arguments are electron-builder's own
 * (--linux, --mac, --win, --dir); `--command-line` makes the extension alone.
 */
export async function dist(node, env, args) {
  await build(node, env)
  const packed = await runToEnd(node, [path.join(projectRoot, 'tools/packing/pack-command-line.mjs')], { env })
  if (packed !== 0 || args.includes('--command-line')) return packed
  return runToEnd(
    node,
    [program('electron-builder'), '--config', 'electron-builder.config.ts', '--publish', 'never', ...args],
    { env },
  )
}
