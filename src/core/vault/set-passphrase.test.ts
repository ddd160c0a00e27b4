import { mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { openPassphraseVault } from './passphrase-vault.ts'

const phrase = 'otter lantern granite violin'
const otherPhrase = 'meadow cobalt trumpet anchor'

function vaultPath(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return join(dir.path, 'vault.json')
}
const openOptional = (path: string) => openPassphraseVault(path, { optional: true })
const filesBeside = (path: string) => readdirSync(join(path, '..'))

test('without a file tokens are in memory, and a passphrase moves those that should stay into a file', async () => {
  const path = vaultPath()
  const vault = await openOptional(path)
  expect(vault.status()).toEqual({ backend: 'memory', state: 'usable', persistent: false })
  await vault.set('stays', 'one')
  await vault.set('this run', 'two', { persist: false })
  await vault.set('gone', 'three')
  await vault.delete('gone')
  expect([await vault.get('stays'), await vault.where('stays')]).toEqual(['one', 'session'])
  expect(filesBeside(path)).toEqual([])
  let changes = 0
  vault.onChange(() => (changes += 1))
  await vault.passphrase?.set(phrase, null)
  expect(changes).toBe(1)
  expect(vault.status()).toEqual({ backend: 'passphraseFile', state: 'usable', persistent: true })
  expect([await vault.where('stays'), await vault.where('this run'), await vault.where('gone')]).toEqual([
    'vault',
    'session',
    'missing',
  ])
  await vault.set('later', 'four')

  const again = await openOptional(path)
  expect(again.status().state).toBe('locked')
  await again.unlock(phrase)
  expect(await Promise.all(['stays', 'this run', 'gone', 'later'].map((key) => again.get(key)))).toEqual([
    'one',
    null,
    null,
    'four',
  ])
})

test('a token that is stored while the passphrase is being set gets into the file', async () => {
  const path = vaultPath()
  const vault = await openOptional(path)
  await vault.set('before', '1')
  await Promise.all([vault.passphrase?.set(phrase, null), vault.set('during', '2'), vault.delete('before')])
  const again = await openOptional(path)
  await again.unlock(phrase)
  expect([await again.get('before'), await again.get('during')]).toEqual([null, '2'])
})

test('a passphrase is changed by who knows the present one, also when two ask at once', async () => {
  const path = vaultPath()
  const vault = await openOptional(path)
  await vault.set('a', '1')
  const both = await Promise.allSettled([vault.passphrase?.set(phrase, null), vault.passphrase?.set(otherPhrase, null)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  for (const wrong of [null, '', 'not this one'])
    await expect(vault.passphrase?.set(otherPhrase, wrong)).rejects.toMatchObject({ code: 'passphraseWrong' })
  await expect(vault.passphrase?.set('12345678', phrase)).rejects.toMatchObject({ code: 'passphraseWeak' })
  await vault.passphrase?.set(otherPhrase, phrase)
  const again = await openOptional(path)
  await expect(again.passphrase?.set(phrase, otherPhrase)).rejects.toMatchObject({ code: 'vaultLocked' })
  await expect(again.unlock(phrase)).rejects.toMatchObject({ code: 'passphraseWrong' })
  await again.unlock(otherPhrase)
  expect(await again.get('a')).toBe('1')
  expect(readFileSync(`${path}.copy`, 'utf8')).toBe(readFileSync(path, 'utf8'))
})

test('a passphrase that can not be written leaves every token where it was', async () => {
  const path = vaultPath()
  const vault = await openOptional(path)
  await vault.set('a', '1')
  mkdirSync(`${path}.copy.new`)
  await expect(vault.passphrase?.set(phrase, null)).rejects.toThrow('EISDIR')
  expect([vault.status().backend, await vault.get('a')]).toEqual(['memory', '1'])
  rmdirSync(`${path}.copy.new`)
  await vault.passphrase?.set(phrase, null)
  mkdirSync(`${path}.copy.new`)
  await expect(vault.passphrase?.set(otherPhrase, phrase)).rejects.toThrow('EISDIR')
  rmdirSync(`${path}.copy.new`)
  const again = await openOptional(path)
  await again.unlock(phrase)
  expect(await again.get('a')).toBe('1')
})

test('a file whose passphrase is forgotten is set aside, opens again when put back, and an earlier one stays', async () => {
  const path = vaultPath()
  const first = await openOptional(path)
  await first.set('a', '1')
  await first.passphrase?.set(phrase, null)
  await expect(first.passphrase?.setAside()).rejects.toMatchObject({ code: 'badInput' })
  const text = readFileSync(path, 'utf8')

  const locked = await openOptional(path)
  const aside = await locked.passphrase?.setAside()
  expect(basename(aside ?? '')).toBe('vault.json.aside-1')
  expect(readFileSync(aside ?? '', 'utf8')).toBe(text)
  expect([locked.status().backend, await locked.where('a')]).toEqual(['memory', 'missing'])
  await locked.set('b', '2')
  await locked.passphrase?.set(otherPhrase, null)

  const second = await openOptional(path)
  expect(basename((await second.passphrase?.setAside()) ?? '')).toBe('vault.json.aside-2')
  expect(filesBeside(path).toSorted()).toEqual([
    'vault.json.aside-1',
    'vault.json.aside-1.copy',
    'vault.json.aside-2',
    'vault.json.aside-2.copy',
  ])
  writeFileSync(path, text)
  const back = await openOptional(path)
  await back.unlock(phrase)
  expect(await back.get('a')).toBe('1')
})
