import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sliceBytes } from '../../contract/values.ts'
import { createRunDirectory } from '../base/run-directory.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createSpool } from './spool.ts'

async function* pieces(...bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes
}

async function* broken(...bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes
  throw new Error('the window went away')
}

const text = (value: string): Uint8Array => Buffer.from(value)

function open(options: { readonly wanted?: boolean } = {}) {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const whole: { upload: string; bytes: string; sha256: string; head: string }[] = []
  const start = () => {
    const spool = createSpool({
      directory: createRunDirectory(join(dir.path, 'spool')),
      ids: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
      logger: createSilentLogger(),
      async whole(upload, path, { sha256, head }) {
        whole.push({ upload, bytes: readFileSync(path, 'utf8'), sha256, head: Buffer.from(head).toString() })
        return options.wanted ?? true
      },
    })
    return {
      ...spool,
      begin: async (upload: string, bytes: number) => (await spool.begin(upload, bytes)).replace('upload/', ''),
    }
  }
  return { ...start(), again: start, whole, folder: join(dir.path, 'spool') }
}

it('puts a file together from its pieces, answers each with what is on the disk, and hands it over whole', async () => {
  const { begin, take, whole } = open()
  const token = await begin('one', 11)
  expect(await take(token, 0, pieces(text('Hel'), text('lo')))).toEqual({ kind: 'stored', stored: 5 })
  expect(whole).toEqual([])
  expect(await take(token, 5, pieces(text(' world')))).toEqual({ kind: 'stored', stored: 11 })
  const sha256 = createHash('sha256').update('Hello world').digest('hex')
  expect(whole).toEqual([{ upload: 'one', bytes: 'Hello world', sha256, head: 'Hello world' }])
  // The address was good for one file.
  expect(await take(token, 0, pieces(text('x')))).toEqual({ kind: 'unknown' })
})

it('says where to go on when a piece begins elsewhere or broke off', async () => {
  const { begin, take, whole } = open()
  const token = await begin('one', 6)
  expect(await take(token, 3, pieces(text('def')))).toEqual({ kind: 'elsewhere', stored: 0 })
  expect(await take(token, 0, broken(text('abc')))).toEqual({ kind: 'elsewhere', stored: 3 })
  expect(await take(token, 0, pieces(text('abc')))).toEqual({ kind: 'elsewhere', stored: 3 })
  await take(token, 3, pieces(text('def')))
  expect(whole[0]?.bytes).toBe('abcdef')
})

it('takes one piece at a time', async () => {
  const { begin, take } = open()
  const token = await begin('one', 6)
  const held = Promise.withResolvers<void>()
  const slow = async function* () {
    await held.promise
    yield text('abc')
  }
  const first = take(token, 0, slow())
  expect(await take(token, 0, pieces(text('abc')))).toEqual({ kind: 'elsewhere', stored: 0 })
  held.resolve()
  expect(await first).toEqual({ kind: 'stored', stored: 3 })
})

it('takes no more than was said, and no piece that is too large for the memory', async () => {
  const { begin, take } = open()
  const token = await begin('one', 3)
  expect(await take(token, 0, pieces(text('abcd')))).toEqual({ kind: 'tooLong' })
  const large = await begin('two', sliceBytes * 3)
  expect(await take(large, 0, pieces(Buffer.alloc(sliceBytes), text('x')))).toEqual({ kind: 'tooLong' })
})

it('stops reading a piece that is too long, and goes on behind one that broke off', async () => {
  const { begin, take } = open()
  let ended = false
  const endless = async function* () {
    try {
      for (;;) yield text('abc')
    } finally {
      ended = true
    }
  }
  const token = await begin('one', 5)
  expect(await take(token, 0, endless())).toEqual({ kind: 'tooLong' })
  expect(ended).toBe(true)
  expect(await take(token, 3, pieces(text('de')))).toEqual({ kind: 'stored', stored: 5 })
})

it('forgets what is taken out, also in the middle of a piece', async () => {
  const { begin, take, discard, folder } = open()
  const token = await begin('one', 6)
  const held = Promise.withResolvers<void>()
  const slow = async function* () {
    yield text('abc')
    await held.promise
    yield text('def')
  }
  const taking = take(token, 0, slow())
  await discard(['one'])
  held.resolve()
  expect(await taking).toEqual({ kind: 'unknown' })
  expect(readdirSync(folder)).toEqual([])
})

it('leaves nothing of an earlier run', async () => {
  const { folder, begin } = open()
  mkdirSync(folder)
  writeFileSync(join(folder, 'half'), 'abc')
  await begin('one', 3)
  expect(existsSync(join(folder, 'half'))).toBe(false)
})

it('tells a file that nobody wants any more from one that is taken over', async () => {
  const { begin, take } = open({ wanted: false })
  expect(await take(await begin('one', 3), 0, pieces(text('abc')))).toEqual({ kind: 'unknown' })
})

it('takes files again once the disk lets its folder be made', async () => {
  const { begin, take, whole, folder } = open()
  const dataDir = dirname(folder)
  rmSync(dataDir, { recursive: true })
  writeFileSync(dataDir, 'in the way')
  await expect(begin('one', 5)).rejects.toThrow('ENOTDIR')
  rmSync(dataDir)
  const token = await begin('one', 5)
  await take(token, 0, pieces(text('hello')))
  expect(whole).toMatchObject([{ upload: 'one', bytes: 'hello' }])
})
