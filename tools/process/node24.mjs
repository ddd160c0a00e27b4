import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { ToolError } from '../say.mjs'

const wanted = 24

/** Where a Node of the wanted major may be, best first: the pinned package, then whatever the machine brings. */
export function nodeCandidates(root, platform, arch, running) {
  const exe = platform === 'win32' ? 'node.exe' : 'node'
  const os = platform === 'win32' ? 'win' : platform
  return [path.join(root, 'node_modules', `node-${os}-${arch}`, 'bin', exe), running, 'node']
}

/** Path of a Node 24. Everything but this folder runs on it: node:sqlite and type stripping need it. */
export function findNode24() {
  for (const candidate of nodeCandidates(projectRoot, process.platform, process.arch, process.execPath)) {
    if (path.isAbsolute(candidate) && !existsSync(candidate)) continue
    const found = versionOf(candidate)
    if (found?.major === wanted) return found.path
  }
  throw new ToolError(
    `Switchboard needs Node ${wanted} (this is ${process.version}, and the package that brings it has no build for ` +
      `${process.platform} ${process.arch}). Install Node ${wanted} and start again.`,
  )
}

function versionOf(executable) {
  try {
    const answer = execFileSync(executable, ['-p', 'process.execPath + "\\n" + process.version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '' },
    })
    const [where, version] = answer.trim().split('\n')
    return { path: where, major: Number(/^v(\d+)\./.exec(version)?.[1]) }
  } catch {
    return undefined
  }
}

/**
 * The environment of every child: Node 24 and the project's own programs first in PATH, Electron never as plain Node.
 * Node keeps what it compiled, because tests start the store's workers and the hosts hundreds of times.
 */
export function childEnvironment(node, extra = {}) {
  const { ELECTRON_RUN_AS_NODE: _unset, ...inherited } = process.env
  const bin = path.join(projectRoot, 'node_modules', '.bin')
  const key = Object.keys(inherited).find((name) => name.toLowerCase() === 'path') ?? 'PATH'
  return {
    NODE_COMPILE_CACHE: path.join(projectRoot, 'node_modules', '.cache', 'node'),
    ...inherited,
    [key]: [path.dirname(node), bin, inherited[key]].join(path.delimiter),
    ...extra,
  }
}
