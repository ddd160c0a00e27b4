import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import timersPromises from 'node:timers/promises'
import type { Machine } from './machine.ts'

/** What the simulated disk has to know of SQLite. */
export interface DatabaseWatch {
  onOpen(db: DatabaseSync): void
  onClose(db: DatabaseSync): void
  /** Called before `begin immediate` and `commit`; throws what SQLite throws where the disk refuses. */
  beforeStatement(db: DatabaseSync, sql: string): void
  onCommit(db: DatabaseSync, isFlushed: boolean): void
}

export interface Replacement {
  readonly machine: Machine
  readonly databases: DatabaseWatch
  /** Whether the one who runs reads the clock of the service, which nobody sets. */
  readonly hasTrueClock: () => boolean
  /** Whether timers of the one who runs fire. Default: all do. */
  readonly hasTimers?: () => boolean
}

class SimulatedTimer {
  cancel: () => void = () => undefined
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  [Symbol.dispose](): void {
    this.cancel()
  }
}

/**
 * Replaces what a process has of time, randomness, files and SQLite by the machine's, until the result is called: for
 * the parts of the product to which nothing of it is handed in. One at a time, and nothing else may run meanwhile.
 */
export function replaceGlobals({ machine, databases, hasTrueClock, hasTimers }: Replacement): () => void {
  const undo: (() => void)[] = []
  const replace = (target: object, name: string | symbol, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(target, name)
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true })
    undo.push(() => {
      if (before === undefined) Reflect.deleteProperty(target, name)
      else Object.defineProperty(target, name, before)
    })
  }
  replaceTime(machine, hasTrueClock, hasTimers ?? (() => true), replace)
  replaceRandomness(machine, replace)
  replaceFiles(machine, replace)
  watchDatabases(databases, replace)
  for (const name of ['spawn', 'execFile', 'fork'])
    replace(childProcess, name, () => {
      machine.fail('a real process was started')
      throw new Error('A simulation has no processes.')
    })
  syncBuiltinESMExports()
  return () => {
    for (const each of undo.reverse()) each()
    syncBuiltinESMExports()
  }
}

type Replace = (target: object, name: string | symbol, value: unknown) => void

function replaceTime(machine: Machine, hasTrueClock: () => boolean, hasTimers: () => boolean, replace: Replace): void {
  /** A timer of the operating system is never early and often a little late. */
  const lateness = (): number => {
    const random = machine.random('timers')
    return random.chance(0.02) ? random.between(1, 60) : random.between(0, 1)
  }
  const after = (timer: SimulatedTimer, ms: number, label: string, run: () => void) => {
    if (!hasTimers()) return
    if (machine.owner === machine.script) machine.fail(`a timer without owner: ${new Error('set here').stack}`)
    timer.cancel = machine.schedule(Math.max(1, ms) + lateness(), machine.owner, label, run, true)
  }
  replace(globalThis, 'setTimeout', (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const timer = new SimulatedTimer()
    after(timer, ms, 'timeout', () => fire(...args))
    return timer
  })
  replace(globalThis, 'setInterval', (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const timer = new SimulatedTimer()
    const arm = () => after(timer, ms, 'interval', () => (arm(), fire(...args)))
    arm()
    return timer
  })
  const immediately = (owner: object, fire: () => void): SimulatedTimer => {
    const timer = new SimulatedTimer()
    const delay = machine.random('timers').between(0.002, 0.05)
    timer.cancel = machine.scheduleInOrder(owner, delay, machine.owner, 'immediate', fire)
    return timer
  }
  replace(globalThis, 'setImmediate', (fire: (...args: unknown[]) => void, ...args: unknown[]) =>
    immediately(machine.owner, () => fire(...args)),
  )
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate'])
    replace(globalThis, name, (timer: unknown) => {
      if (timer instanceof SimulatedTimer) timer.cancel()
    })
  replace(
    timersPromises,
    'setImmediate',
    (value: unknown) => new Promise((resolve) => void immediately(machine.owner, () => resolve(value))),
  )
  replace(performance, 'now', () => machine.now)
  const wall = (): number => Math.floor(machine.epoch + machine.now + (hasTrueClock() ? 0 : machine.wallOffset))
  const RealDate = globalThis.Date
  replace(
    globalThis,
    'Date',
    new Proxy(RealDate, {
      construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [wall()] : args, newTarget),
      apply: () => new RealDate(wall()).toString(),
      get: (target, name) => (name === 'now' ? wall : Reflect.get(target, name)),
    }),
  )
  replace(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController()
    const abort = () => controller.abort(new DOMException('The time is over.', 'TimeoutError'))
    machine.schedule(ms, machine.owner, 'signal timeout', abort, true)
    return controller.signal
  })
}

function replaceRandomness(machine: Machine, replace: Replace): void {
  const random = machine.random('ids')
  const digits = (count: number) => Array.from({ length: count }, () => random.int(0, 15).toString(16)).join('')
  const uuid = () => `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`
  replace(Math, 'random', () => random.next())
  replace(globalThis.crypto, 'randomUUID', uuid)
  replace(crypto, 'randomUUID', uuid)
  replace(crypto, 'randomBytes', (size: number) => Buffer.from(Array.from({ length: size }, () => random.int(0, 255))))
  replace(crypto, 'scrypt', (...given: Parameters<typeof crypto.scrypt>) => {
    const [secret, salt, length, options, done] = given
    const derive = () => done(null, crypto.scryptSync(secret, salt, length, options))
    machine.schedule(random.between(5, 200), machine.owner, 'key of a passphrase', derive)
  })
  replace(crypto, 'randomInt', (low: number, high?: number) =>
    high === undefined ? random.int(0, low - 1) : random.int(low, high - 1),
  )
}

/** The threads of the system that read and write files answer in an order of their own; here the seed decides it. */
function replaceFiles(machine: Machine, replace: Replace): void {
  const later =
    (name: string, work: (...args: never[]) => unknown) =>
    (...args: never[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        machine.schedule(machine.random('files').between(0.02, 2), machine.owner, `file ${name}`, () => {
          try {
            resolve(work(...args))
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        })
      })
  const { promises: files } = fs
  for (const name of ['rm', 'stat', 'readFile', 'writeFile', 'rename', 'mkdir', 'access', 'chmod', 'copyFile'] as const)
    replace(files, name, later(name, fs[`${name}Sync`] as (...args: never[]) => unknown))
  // Sorted, because a directory's own order is the file system's.
  const sorted = (folder: string) =>
    fs.readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  replace(
    files,
    'readdir',
    later('readdir', (folder: string) => sorted(folder).map(({ name }) => name)),
  )
  replace(
    files,
    'opendir',
    later('opendir', (folder: string) => {
      const entries = sorted(folder)
      return (async function* () {
        yield* entries
      })()
    }),
  )
  replace(
    files,
    'open',
    later('open', (...args: never[]) => openFile(later, ...(args as unknown as Parameters<typeof fs.openSync>))),
  )
}

/** The part of a FileHandle that core uses. */
function openFile(
  later: (name: string, work: (...args: never[]) => unknown) => (...args: never[]) => Promise<unknown>,
  ...given: Parameters<typeof fs.openSync>
) {
  const file = fs.openSync(...given)
  return {
    fd: file,
    write: later('write', (...args: never[]) => {
      const [bytes, offset, length, position] = args as unknown as [Uint8Array, number?, number?, number?]
      return { bytesWritten: fs.writeSync(file, bytes, offset, length, position), buffer: bytes }
    }),
    writeFile: later('writeFile', (data: Uint8Array) => fs.writeFileSync(file, data)),
    readFile: later('readFile', () => fs.readFileSync(file)),
    read: later('read', (...args: never[]) => {
      const [bytes, offset, length, position] = args as unknown as [Uint8Array, number, number, number | null]
      return { bytesRead: fs.readSync(file, bytes, offset, length, position), buffer: bytes }
    }),
    stat: later('stat', () => fs.fstatSync(file)),
    truncate: later('truncate', (length: number) => fs.ftruncateSync(file, length)),
    sync: later('sync', () => undefined),
    datasync: later('datasync', () => undefined),
    close: later('close', () => fs.closeSync(file)),
  }
}

function watchDatabases(watch: DatabaseWatch, replace: Replace): void {
  const { exec, prepare, close } = DatabaseSync.prototype
  const watched = new WeakSet<DatabaseSync>()
  const unflushed = new WeakSet<DatabaseSync>()
  const meet = (db: DatabaseSync) => {
    if (watched.has(db)) return
    watched.add(db)
    watch.onOpen(db)
  }
  replace(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
    meet(this)
    watch.beforeStatement(this, sql)
    exec.call(this, sql)
    if (sql.includes('synchronous = normal')) unflushed.add(this)
    if (sql.includes('synchronous = full')) unflushed.delete(this)
    if (/\bcommit\b|checkpoint/.test(sql)) watch.onCommit(this, !unflushed.has(this))
  })
  replace(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
    meet(this)
    const statement = prepare.call(this, sql)
    if (sql !== 'commit' && sql !== 'begin immediate') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      watch.beforeStatement(this, sql)
      const result = run()
      if (sql === 'commit') watch.onCommit(this, !unflushed.has(this))
      return result
    }
    return statement
  })
  replace(DatabaseSync.prototype, 'close', function (this: DatabaseSync) {
    watch.onClose(this)
    close.call(this)
  })
}
