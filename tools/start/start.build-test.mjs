import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'

let folder
let child
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-start-'))
})
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A program that only writes down what it was given. */
function recorder(name) {
  const file = path.join(folder, name)
  const argumentsFile = path.join(folder, `${path.basename(name)}.told`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(
    file,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${argumentsFile}.new'\nmv '${argumentsFile}.new' '${argumentsFile}'\n`,
  )
  chmodSync(file, 0o755)
  return () => (existsSync(argumentsFile) ? readFileSync(argumentsFile, 'utf8').trim().split('\n') : undefined)
}

/** `npm start -- <args>`; `stderr()` is what it said so far. */
function start(args, env, command = 'start') {
  const { ELECTRON_OVERRIDE_DIST_PATH: _other, ...inherited } = process.env
  child = spawn(process.execPath, [path.join(projectRoot, 'tools/run.mjs'), command, ...args], {
    cwd: projectRoot,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stdout.resume()
  return { stderr: () => output, ended: once(child, 'exit') }
}

// The recorders are shell scripts; what they show does not depend on the system.
const windows = process.platform === 'win32'

test.skipIf(windows)('npm start uses the Electron that ELECTRON_OVERRIDE_DIST_PATH names', async () => {
  const inside = process.platform === 'darwin' ? 'dist/Electron.app/Contents/MacOS/Electron' : 'dist/electron'
  const argumentsFile = recorder(inside)
  const env = { ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'dist'), DISPLAY: ':0' }
  const { stderr, ended } = start(['--data-dir', folder], env)
  expect(await ended).toEqual([0, null])
  expect(argumentsFile()).toEqual([projectRoot, '--data-dir', folder])
  expect(stderr()).not.toContain('browser')
})

test.skipIf(windows)('npm run dev starts that Electron too, on what it built', async () => {
  const inside = process.platform === 'darwin' ? 'dist/Electron.app/Contents/MacOS/Electron' : 'dist/electron'
  const given = recorder(inside)
  const env = { ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'dist'), DISPLAY: ':0' }
  const { stderr, ended } = start(['--outDir', path.join(folder, 'out')], env, 'dev')
  await ended
  expect(given(), stderr()).toEqual(['.'])
  expect(existsSync(path.join(folder, 'out/main/index.js'))).toBe(true)
  expect(stderr()).not.toContain('browser')
})

test.skipIf(windows)('npm start without the runtime says so in one line and opens the browser host', async () => {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const argumentsFile = recorder(`bin/${opener}`)
  const empty = path.join(folder, 'empty')
  mkdirSync(empty)
  const { stderr } = start(['--data-dir', path.join(folder, 'data')], {
    ELECTRON_OVERRIDE_DIST_PATH: empty,
    PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`,
  })
  await expect.poll(() => argumentsFile() ?? stderr()).toBeInstanceOf(Array)
  const [url] = argumentsFile()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  // The key in the address is exchanged for a cookie, as in a browser.
  const exchanged = await fetch(url, { redirect: 'manual' })
  const cookie = exchanged.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await fetch(new URL(exchanged.headers.get('location') ?? '', url), { headers: { cookie } })
  expect(await page.text()).toContain('<title>Switchboard')
  const lines = stderr().split('\n')
  expect(lines.filter((line) => line.includes('in the browser, because'))).toEqual([
    `Opening Switchboard in the browser, because ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron (${path.join(empty, process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron')}).`,
  ])
})

describe('the end of a command', () => {
  /** Files that say that an archive is open: the next start checks all of one that was left so. */
  const openMarks = (dataDir) => readdirSync(dataDir).filter((name) => name.endsWith('.open'))

  /** Node's arguments for a process that starts the script after them, as npm does. */
  const startedByAnother = [
    '-e',
    "require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })",
    '--',
  ]

  /**
   * The command in a group of processes of its own, as a terminal starts it; resolves when the host has said its
   * address.
   */
  async function starting(command, dataDir, starter = []) {
    const empty = path.join(folder, 'empty')
    mkdirSync(empty)
    child = spawn(
      process.execPath,
      [...starter, path.join(projectRoot, 'tools/run.mjs'), command, '--no-open', '--data-dir', dataDir],
      {
        cwd: projectRoot,
        env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: empty },
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    expect(new URL(JSON.parse(line).url).hostname).toBe('127.0.0.1')
    return { group: -child.pid, ended: once(child, 'exit') }
  }
  /** The same with its archive open. */
  async function running(command, dataDir, starter) {
    const started = await starting(command, dataDir, starter)
    await expect.poll(() => openMarks(dataDir)).toHaveLength(1)
    return started
  }

  test.skipIf(windows).each(['web', 'start', 'demo'])(
    'npm run %s: the interrupt of the group and the request of the parent are one clean stop',
    async (command) => {
      const dataDir = path.join(folder, 'data')
      const { group, ended } = await running(command, dataDir)
      process.kill(group, 'SIGINT')
      await ended
      expect(openMarks(dataDir)).toEqual([])
    },
  )

  test.skipIf(windows)(
    'an interrupt as soon as the address is said, the archive open or not, is a clean stop',
    async () => {
      const dataDir = path.join(folder, 'data')
      const { group, ended } = await starting('web', dataDir)
      process.kill(group, 'SIGINT')
      await ended
      expect(openMarks(dataDir)).toEqual([])
    },
  )

  test.skipIf(windows)('a starter that is killed leaves neither the demo nor its service', async () => {
    const dataDir = path.join(folder, 'data')
    const { group, ended } = await running('demo', dataDir, startedByAnother)
    child.kill('SIGKILL')
    await ended
    const isGone = () => {
      try {
        return !process.kill(group, 0)
      } catch {
        return true
      }
    }
    await expect.poll(isGone).toBe(true)
    expect(openMarks(dataDir)).toEqual([])
  })

  test.skipIf(windows)('a terminal that closes is a clean stop, however often it says so', async () => {
    const dataDir = path.join(folder, 'data')
    const { group, ended } = await running('web', dataDir)
    for (let times = 0; times < 3; times += 1) process.kill(group, 'SIGHUP')
    await ended
    expect(openMarks(dataDir)).toEqual([])
  })
})
