import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { createExportFiles, type ExportPiece } from './export-files.ts'

function files() {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  let uuids = 0
  return {
    files: createExportFiles({ dataDir: dir.path, ids: { uuid: () => `id-${(uuids += 1)}`, random: () => 0.5 } }),
    onDisk: () => readdirSync(join(dir.path, 'exports')),
  }
}
const file = { fileName: 'Anna.html', mimeType: 'text/html' }
const never = new AbortController().signal

async function* failing(): AsyncGenerator<ExportPiece> {
  yield { text: 'Anna', rows: 1 }
  throw new Error('The store is closed.')
}

test('an export that fails leaves no file', async () => {
  const { files: exports, onDisk } = files()
  await expect(exports.write(file, failing(), never)).rejects.toThrow('The store is closed.')
  expect(onDisk()).toEqual([])
})

test('an export that is written while all are removed ends, and leaves no file', async () => {
  const { files: exports, onDisk } = files()
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const slow = async function* (): AsyncGenerator<ExportPiece> {
    yield { text: 'Anna', rows: 1 }
    begun.resolve()
    await rest.promise
    yield { text: 'Ben', rows: 1 }
  }
  const written = exports.write(file, slow(), never)
  await begun.promise
  const removed = exports.removeAll()
  rest.resolve()
  await expect(written).rejects.toMatchObject({ code: 'cancelled' })
  await removed
  expect(onDisk()).toEqual([])
  const again = async function* (): AsyncGenerator<ExportPiece> {
    yield { text: 'Ben', rows: 1 }
  }
  expect(await exports.write(file, again(), never)).toMatchObject({ bytes: 3, rows: 1 })
})
