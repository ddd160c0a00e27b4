import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { ToolError } from '../say.mjs'

const running = new Set()
let stopping = false

/** Runs a program to its end and answers its exit code (128 + n when a signal ended it). */
export async function runToEnd(command, args, options = {}) {
  const child = start(command, args, options)
  return ended(child)
}

/** Starts a program that stays; it is told to stop when this process stops. */
export function start(command, args, options = {}) {
  const { env, stdin = 'ignore', stdout = 'inherit', stderr = 'inherit', shell = false, cwd = projectRoot } = options
  const out = stdout === 'stderr' ? 2 : stdout
  const child = spawn(command, args, { cwd, env, shell, stdio: [stdin, out, stderr] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Resolves with the exit code of a started program. */
export function ended(child) {
  const codeOf = (code, signal) => code ?? (signal === 'SIGINT' ? 130 : 143)
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve(codeOf(child.exitCode, child.signalCode))
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new ToolError(`${child.spawnfile} could not be started: ${error.message}`)))
    child.once('exit', (code, signal) => resolve(codeOf(code, signal)))
  })
}

/** The first line of JSON on a program's standard output; fails when the program ends without one. */
export function firstJsonLine(child, name) {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      const value = parse(line)
      if (value !== undefined) resolve(value)
    })
    child.once('error', (error) => reject(new ToolError(`${name} could not be started: ${error.message}`)))
    child.once('exit', (code) => reject(new ToolError(`${name} ended before it was ready (code ${code}).`)))
  })
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Node options that make a child end when this process is gone, however that happened. */
export const endWithParent = ['--import', pathToFileURL(path.join(import.meta.dirname, 'end-with-parent.mjs')).href]

/**
 * Asks every running child to stop and waits for it; what does not stop in time is killed. On a busy machine a host
 * takes seconds to let go of its files, and killed before that it has to check its whole archive at the next start.
 */
export async function stopChildren(graceMs = 30_000) {
  const children = [...running]
  for (const child of children) child.kill('SIGTERM')
  const timer = setTimeout(killAll, graceMs)
  await Promise.all(children.map((child) => ended(child).catch(() => undefined)))
  clearTimeout(timer)
}

function killAll() {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * Turns interrupts and requests to end into one orderly stop of the children, then of this process. One
 * Ctrl+C may come twice: from the terminal, and from npm, which passes it on. A third ends everything at once.
 */
export function stopChildrenOnSignals(cleanUp = () => {}) {
  let asked = 0
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, () => {
      if (signal !== 'SIGHUP') asked += 1
      const end = () => {
        cleanUp()
        process.exit(code)
      }
      if (asked > 2) {
        killAll()
        end()
      }
      if (stopping) return
      stopping = true
      void stopChildren().finally(end)
    })
  }
  process.on('exit', killAll)
}
