import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

const executables = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/**
 * Whether the desktop app can open here: `{ kind: 'ready', executable }`, or `{ kind: 'missing', reason }` with the
 * half sentence that tells the person why. The runtime is never downloaded unasked.
 */
export function electronRuntime(
  env = process.env,
  platform = process.platform,
  root = projectRoot,
  system = thisSystem,
) {
  const executable = electronExecutable(env, platform, root)
  if (!existsSync(executable)) {
    return env.ELECTRON_OVERRIDE_DIST_PATH
      ? { kind: 'missing', reason: `ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron (${executable})` }
      : { kind: 'missing', reason: "Electron's runtime is not installed (npm run electron fetches it)" }
  }
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return { kind: 'missing', reason: 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)' }
  }
  if (platform === 'linux' && !mayUseSandbox(executable, env, system)) {
    const helper = path.join(path.dirname(executable), 'chrome-sandbox')
    return {
      kind: 'missing',
      reason: `this system lets no program in a folder of yours have a sandbox (sudo chown root "${helper}" && sudo chmod 4755 "${helper}" gives Electron one)`,
    }
  }
  return { kind: 'ready', executable }
}

function electronExecutable(env, platform, root) {
  const inside = executables[platform] ?? 'electron'
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return path.join(env.ELECTRON_OVERRIDE_DIST_PATH, inside)
  const packaged = path.join(root, 'node_modules', 'electron')
  return path.join(packaged, 'dist', readOr(path.join(packaged, 'path.txt'), inside))
}

/** What of this machine decides whether a program that no package installed may have Chromium's sandbox. */
const thisSystem = {
  restrictsNamespaces: () =>
    readOr('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '0') === '1' ||
    readOr('/proc/sys/kernel/unprivileged_userns_clone', '1') === '0',
  isSetuidRoot: (file) => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found?.uid === 0 && (found.mode & 0o4755) === 0o4755
  },
}

/** Without namespaces Electron ends at once, unless its helper has the rights to make them (electron#42510). */
const mayUseSandbox = (executable, env, { restrictsNamespaces, isSetuidRoot }) =>
  Boolean(env.ELECTRON_DISABLE_SANDBOX) ||
  !restrictsNamespaces() ||
  isSetuidRoot(path.join(path.dirname(executable), 'chrome-sandbox'))

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return otherwise
  }
}
