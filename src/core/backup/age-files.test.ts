import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { createBackupKey, openBackupKey, writeWhole } from './age-files.ts'

function tempDir(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return dir.path
}

test('a passphrase opens its key from a keyboard that composes letters in another way', async () => {
  const { keyFile } = await createBackupKey('Zuße\u0301 Ångström paddelt')
  const path = join(tempDir(), 'key.age')
  writeFileSync(path, keyFile ?? '')
  expect(await openBackupKey(path, 'Zußé A\u030Angström paddelt')).toMatch(/^AGE-SECRET-KEY-1/)
  await expect(openBackupKey(path, 'Zusse Angstrom paddelt')).rejects.toMatchObject({ reason: 'secret' })
})

test("a person's own key is used as it is, and only its public half is stored", async () => {
  const { recipient, keyFile } = await createBackupKey('seven grey otters tumble')
  const path = join(tempDir(), 'key.age')
  writeFileSync(path, keyFile ?? '')
  const identity = await openBackupKey(path, 'seven grey otters tumble')
  for (const typed of [` ${identity}\n`, recipient])
    expect(await createBackupKey(typed)).toEqual({ recipient, keyFile: null })
})

test('of a file whose content breaks off nothing stays', async () => {
  const folder = tempDir()
  const content = async function* () {
    yield 'the beginning'
    throw new Error('The disk is away.')
  }
  await expect(writeWhole(join(folder, 'part.age'), content())).rejects.toThrow('The disk is away.')
  expect(readdirSync(folder)).toEqual([])
})
