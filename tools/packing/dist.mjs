import { build } from '../build/build.mjs'
import { runToEnd } from '../process/children.mjs'
import { program } from '../process/programs.mjs'

/**
 * Packages for this system into dist/, or what the arguments name (electron-builder's own: --linux, --mac, --win,
 * --dir).
 */
export async function dist(node, env, args) {
  await build(node, env)
  return runToEnd(
    node,
    [program('electron-builder'), '--config', 'electron-builder.config.ts', '--publish', 'never', ...args],
    { env },
  )
}
