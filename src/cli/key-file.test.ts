import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataDirOf } from './find-desk.ts'
import type { Io } from './io.ts'
import { forgetKey, keyFileOf, keyFor, storeKey } from './key-file.ts'

const keyOf = (letter: string): string => `sbk_${letter.repeat(8)}_${letter.repeat(38)}`

/** The parts of a process that say where desks and keys are. */
function ioAt(env: Io['env'] = {}): Io {
  const home = mkdtempSync(path.join(tmpdir(), 'switchboardctl-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return { env, platform: 'linux', home, cwd: '/here' } as Io
}

test('each desk has a key of its own: a login or logout at one leaves the other’s', () => {
  const io = ioAt()
  storeKey(io, '/shop', keyOf('a'))
  storeKey(io, '/support', keyOf('b'))
  expect([keyFor(io, '/shop'), keyFor(io, '/support')]).toEqual([keyOf('a'), keyOf('b')])
  expect(forgetKey(io, '/shop')).toBe(true)
  expect(() => keyFor(io, '/shop')).toThrow('no key for this desk')
  expect(keyFor(io, '/support')).toBe(keyOf('b'))
  expect(forgetKey(io, '/shop')).toBe(false)
})

test.runIf(process.platform !== 'win32')('the keys are this person’s alone, whatever files are made like', () => {
  const io = ioAt()
  const before = process.umask(0)
  try {
    storeKey(io, '/shop', keyOf('a'))
  } finally {
    process.umask(before)
  }
  const file = keyFileOf(io)
  expect([file, path.dirname(file)].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700])
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)])
})

test('--data-dir counts before SWITCHBOARD_DATA_DIR, and both before the usual place', () => {
  const io = ioAt({ SWITCHBOARD_DATA_DIR: '/named' })
  expect(dataDirOf(io, 'given')).toBe(path.resolve('/here', 'given'))
  expect(dataDirOf(io, undefined)).toBe(path.resolve('/named'))
  expect(dataDirOf(ioAt({ XDG_CONFIG_HOME: '/config' }), undefined)).toBe(path.join('/config', 'Switchboard'))
})
