import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.mjs'

const executables = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/**
 * Whether the desktop app can open here: `{ kind: 'ready', executable }`, or `{ kind: 'missing', reason }` with the
 * half sentence that tells the person why. The runtime is never downloaded unasked.
 */
export function electronRuntime(env = process.env, platform = process.platform, root = projectRoot) {
  const executable = electronExecutable(env, platform, root)
  if (!existsSync(executable)) {
    return env.ELECTRON_OVERRIDE_DIST_PATH
      ? { kind: 'missing', reason: `ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron (${executable})` }
      : { kind: 'missing', reason: "Electron's runtime is not installed (npx install-electron fetches it)" }
  }
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return { kind: 'missing', reason: 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)' }
  }
  return { kind: 'ready', executable }
}

function electronExecutable(env, platform, root) {
  const inside = executables[platform] ?? 'electron'
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return path.join(env.ELECTRON_OVERRIDE_DIST_PATH, inside)
  const packaged = path.join(root, 'node_modules', 'electron')
  return path.join(packaged, 'dist', readOr(path.join(packaged, 'path.txt'), inside))
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return otherwise
  }
}
