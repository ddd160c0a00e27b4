import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'

/**
 * What Chromium, Playwright and Node leave in a temporary folder by themselves, now and then. A profile of the stand-in
 * is among them: a Chromium whose program was killed may write it once more after it was removed.
 */
const foreign =
  /^\.?(?:org\.chromium|com\.google|chromium|scoped_dir|playwright|standin-|pulse-|node-compile-cache|node-jiti|jiti)/i

/**
 * A data directory that the stand-in's Chromium, killed while it wrote its profile, brought back with nothing else in
 * it.
 */
const isLateProfile = (folder) => {
  const data = path.join(folder, 'data')
  if (readdirSync(folder).join() !== 'data' || !statSync(data).isDirectory()) return false
  return readdirSync(data).every((name) => foreign.test(name))
}

/** Playwright keeps the specs as it compiled them, by default in the temporary folder: every run would compile anew. */
const compiledSpecs = path.join(projectRoot, 'node_modules', '.cache', 'playwright')

/** Names of what tests and benches left in the folder, sorted. What the tools below them leave is not theirs. */
export const leftovers = (root) =>
  readdirSync(root)
    .filter(
      (name) => !foreign.test(name) && !(name.startsWith('switchboard-e2e-') && isLateProfile(path.join(root, name))),
    )
    .sort()

/** Some of what is in a folder that was left: it leads to the test, because the folder's own name does not. */
const namesIn = (root, name) =>
  statSync(path.join(root, name)).isDirectory()
    ? readdirSync(path.join(root, name), { recursive: true })
        .slice(0, 10)
        .map((inside) => path.join(name, inside))
    : []

/**
 * A temporary folder of a run's own, so that nothing of it stays in the system's. `env` names it to every program; call
 * `end` when they have ended: it answers what they should have removed and did not, says so, and removes it all.
 */
export function createScratch(inherited, onExit) {
  // The name is short and macOS has a short folder too, because the paths of sockets may have only about a hundred
  // characters.
  const root = mkdtempSync(path.join(process.platform === 'darwin' ? '/tmp' : os.tmpdir(), 'sb-'))
  // Root may not run PostgreSQL: another user then reads its own folder in this one, and the names of no others.
  chmodSync(root, 0o711)
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  onExit(remove)
  return {
    root,
    env: { ...inherited, TMPDIR: root, TMP: root, TEMP: root, PLAYWRIGHT_TRANSFORM_CACHE_DIR: compiledSpecs },
    end() {
      const left = leftovers(root)
      const named = left.slice(0, 20).flatMap((name) => [name, ...namesIn(root, name)])
      remove()
      if (left.length > 0) {
        say(
          `These tests left ${left.length} in the temporary folder, which they should have removed: ${named.join(', ')}`,
        )
      }
      return left
    },
  }
}

/** Runs something with a temporary folder of its own; answers its exit code, or 1 when it left something there. */
export async function inScratch(env, onExit, run) {
  const scratch = createScratch(env, onExit)
  const code = await run(scratch.env)
  return scratch.end().length > 0 && code === 0 ? 1 : code
}
