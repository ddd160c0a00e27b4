import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ProgramKey } from '../../contract/ids.ts'
import { createRunDirectory } from '../base/run-directory.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createProgramUploads, type UploadsBase } from './program-uploads.ts'
import { mostParallelOfProgram } from './rules/program-file-limits.ts'

const one = { key: 1 as ProgramKey, id: 'abcdefgh' }
const file = { ref: 'f1', mimeType: 'text/plain', bytes: 4, width: null, height: null }

function open({ room = 1000, gone = [] as readonly string[] } = {}) {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const folder = join(dir.path, 'spool')
  const answers: Readonly<Record<string, unknown>> = {
    'uploads.roomOfProgram': room,
    'settings.get': { spoolLimit: 1000 },
    'uploads.expireOfPrograms': gone,
    'uploads.storeOfProgram': true,
  }
  const answer = async (name: string) => answers[name]
  const removed: string[] = []
  const uploads = createProgramUploads({
    store: { read: answer, write: answer } as unknown as UploadsBase['store'],
    ids: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
    directory: createRunDirectory(folder),
    media: {
      adopt: async (_path, _content, shown) => shown(file),
      removeUnshown: async (refs) => void removed.push(...refs),
    },
  })
  const take = (text: string | AsyncIterable<Uint8Array>, given: { program?: typeof one; name?: string } = {}) => {
    const body = (async function* () {
      if (typeof text === 'string') yield Buffer.from(text)
      else yield* text
    })()
    return uploads.take({ program: one, name: 'a.txt', type: 'text/plain', bytes: null, body, ...given })
  }
  const idOf = async (...of: Parameters<typeof take>) => {
    const taken = await take(...of)
    return taken.kind === 'stored' ? taken.upload : taken.kind
  }
  return { take, idOf, removed, left: () => (existsSync(folder) ? readdirSync(folder) : []) }
}

test('the same file of a program has the same id, and another name, content or program another one', async () => {
  const { idOf } = open()
  const other = { key: 2 as ProgramKey, id: 'hgfedcba' }
  const ids = [
    await idOf('text'),
    await idOf('text'),
    await idOf('text', { name: 'b.txt' }),
    await idOf('other'),
    await idOf('text', { program: other }),
  ]
  expect(new Set(ids).size).toBe(4)
  expect(ids[0]).toBe(ids[1])
})

test('a program may hand in a few files at a time, and another one meanwhile', async () => {
  const { take, idOf } = open()
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const slow = async function* () {
    yield Buffer.from('a')
    await held
  }
  const running = Array.from({ length: mostParallelOfProgram }, () => take(slow()))
  expect(await idOf('text')).toBe('tooMany')
  expect(await idOf('text', { program: { key: 2 as ProgramKey, id: 'hgfedcba' } })).not.toBe('tooMany')
  resolve()
  await Promise.all(running)
  expect(await idOf('text')).not.toBe('tooMany')
})

test('nothing stays of a file that broke off or was empty, nor of one that is among the media by now', async () => {
  const { take, idOf, left } = open()
  const broken = async function* () {
    yield Buffer.from('a')
    throw new Error('the program went away')
  }
  await expect(take(broken())).rejects.toThrow('went away')
  expect(await idOf('')).toBe('fileEmpty')
  await take('text')
  expect(left()).toEqual([])
})

test('files whose day is over go when the next one comes, and one without room is not read', async () => {
  const { removed, idOf } = open({ room: 0, gone: ['f1', 'f2'] })
  expect(await idOf('text')).toBe('noRoom')
  expect(removed).toEqual(['f1', 'f2'])
})
