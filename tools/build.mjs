import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { runToEnd } from './children.mjs'
import { writeLicences } from './licences.mjs'
import { program } from './programs.mjs'
import { projectRoot } from './project-root.mjs'
import { say, ToolError } from './say.mjs'

/** What a build leaves behind, below the project's root. */
export const outputs = [
  'out/main/index.js',
  'out/main/web.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/licences.txt',
]
const sources = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

/** True when some source is newer than some output, or an output is missing. */
export function isBuildStale(root = projectRoot) {
  const written = outputs.map((file) => modified(path.join(root, file)))
  if (written.includes(undefined)) return true
  const oldest = Math.min(...written)
  return sources.some((file) => newest(path.join(root, file)) > oldest)
}

function newest(file) {
  const time = modified(file)
  if (time === undefined || /\.test\.tsx?$/.test(file)) return 0
  if (!statSync(file).isDirectory()) return time
  return Math.max(0, ...readdirSync(file).map((name) => newest(path.join(file, name))))
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

/** Builds main, the browser host, preload and renderer into out/. `args` go to the bundler, such as --sourcemap. Its report goes to standard error. */
export async function build(node, env, args = []) {
  say('Building main, preload and renderer into out/ ...')
  const code = await runToEnd(node, [program('electron-vite'), 'build', ...args], { env, stdout: 'stderr' })
  if (code !== 0) throw new ToolError('The build failed; the reason is above.')
  writeLicences()
}

export async function buildWhenStale(node, env) {
  if (isBuildStale()) await build(node, env)
}
