import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { writeLicences } from './licences.mjs'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { ToolError } from '../say.mjs'
import { runStep } from '../test/steps.mjs'

/** What a build leaves behind, below the project's root. */
export const outputs = [
  'out/main/index.js',
  'out/main/web.js',
  'out/main/web-host.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/cli/switchboardctl.mjs',
  'out/licences.txt',
]
const bundleCli = path.join(projectRoot, 'tools/build/bundle-cli.mjs')
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

/**
 * Builds main, the browser host, preload, renderer and the command line into out/. `args` go to the bundler, such as
 * --sourcemap, options to {@link runStep}.
 */
export async function build(node, env, args = [], options = {}) {
  const title = 'Building main, preload and renderer into out/'
  const code = await runStep(title, node, [program('electron-vite'), 'build', ...args], {
    ...options,
    env,
    name: 'build',
  })
  if (code !== 0) throw new ToolError('Nothing can start before the build succeeds.')
  const bundled = await runStep('Building switchboardctl', node, [bundleCli], { ...options, env, name: 'build-cli' })
  if (bundled !== 0) throw new ToolError('The command line could not be built.')
  writeLicences()
}

export async function buildWhenStale(node, env) {
  if (isBuildStale()) await build(node, env)
}
