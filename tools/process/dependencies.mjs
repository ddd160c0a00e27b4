import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { ToolError } from '../say.mjs'
import { runStep } from '../test/steps.mjs'

/**
 * True when npm's own record of what it installed satisfies the lock file. npm writes that record last, so an
 * interrupted installation counts as none. Packages made for other systems may be missing.
 */
export function isInstalled(lock, record, platform, arch) {
  if (!record) return false
  return Object.entries(lock.packages).every(([where, locked]) => {
    if (where === '') return true
    const installed = record.packages[where]
    return installed
      ? installed.version === locked.version
      : locked.optional === true && !isMadeFor(locked, platform, arch)
  })
}

const isMadeFor = (locked, platform, arch) =>
  Boolean(locked.os?.includes(platform) && locked.cpu?.includes(arch) && !locked.libc)

/** Installs exactly what the lock file names, unless that is there already. Nothing goes to standard output. */
export async function installDependencies() {
  const lock = readJson('package-lock.json')
  if (isInstalled(lock, readJson('node_modules/.package-lock.json'), process.platform, process.arch)) return
  const title = 'Installing what package-lock.json names (npm ci)'
  if ((await npmCi(title, 'install')) !== 0)
    throw new ToolError('Nothing can start before npm has installed the dependencies.')
}

/** Installs the clients of others that the long tests run, apart from the project's own packages. */
export async function installOutsideClients() {
  const code = await npmCi(
    'Installing clients of others',
    'install-outside',
    '--ignore-scripts',
    '--prefix',
    'e2e/outside',
  )
  if (code !== 0) throw new ToolError('The clients of others could not be installed.')
}

function npmCi(title, name, ...more) {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  return runStep(title, command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', ...more], {
    env: process.env,
    name,
    shell: command === 'npm' && process.platform === 'win32',
  })
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'))
  } catch {
    return undefined
  }
}
