import { scryptSync } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeCheapVault } from '../testing/cheap-key.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createMemoryVault } from './memory-vault.ts'
import { openPassphraseVault } from './passphrase-vault.ts'
import { deriveKey } from './sealed-file.ts'

const token = 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345'

function vaultPath(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return join(dir.path, 'vault.json')
}

/** The path of an empty vault that an earlier run made. */
async function emptyVault(passphrase = 'p'): Promise<string> {
  const path = vaultPath()
  await writeCheapVault(path, passphrase)
  return path
}

test('a new key costs 64 MB, and a stored one is derived with the cost that is stored beside it', async () => {
  expect((await deriveKey('correct horse')).kdf).toMatchObject({ name: 'scrypt', N: 2 ** 16, r: 8, p: 1 })
  const stored = { name: 'scrypt', salt: 'c2FsdCBvZiBhIHRlc3Q=', N: 2 ** 9, r: 4, p: 2 } as const
  const { key } = await deriveKey('correct horse', stored)
  expect(key).toEqual(scryptSync('correct horse', 'salt of a test', 32, { N: 2 ** 9, r: 4, p: 2 }))
})

test('a token is there again after a restart with the passphrase, and not without', async () => {
  const path = vaultPath()
  const first = await openPassphraseVault(path)
  expect(first.status()).toEqual({ backend: 'passphraseFile', state: 'locked', persistent: true })
  await first.unlock('correct horse')
  await first.set('instance:1', token)

  const second = await openPassphraseVault(path)
  expect(await second.get('instance:1')).toBeNull()
  expect(await second.where('instance:1')).toBe('locked')
  await expect(second.set('instance:2', 'x')).rejects.toMatchObject({ code: 'vaultLocked' })
  let reported = 0
  second.onChange(() => (reported += 1))
  await second.unlock('correct horse')
  expect(reported).toBe(1)
  expect(await second.get('instance:1')).toBe(token)
  expect(await second.where('instance:1')).toBe('vault')
  expect(await second.where('instance:9')).toBe('missing')
})

test('a delete that can not be written is refused as often as it is tried, and nothing is forgotten', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await vault.set('instance:1', token)
  // A folder in the way of the new file.
  mkdirSync(`${path}.new`)
  await expect(vault.delete('instance:1')).rejects.toThrow('EISDIR')
  await expect(vault.delete('instance:1')).rejects.toThrow('EISDIR')
  await expect(vault.set('instance:1', 'session', { persist: false })).rejects.toThrow('EISDIR')
  await expect(vault.set('instance:2', 'x')).rejects.toThrow('EISDIR')
  expect([await vault.where('instance:2'), await vault.get('instance:2')]).toEqual(['missing', null])
  rmdirSync(`${path}.new`)
  await vault.delete('instance:1')
  const again = await openPassphraseVault(path)
  await again.unlock('p')
  expect(await again.get('instance:1')).toBeNull()
})

test('while it is locked a token can be deleted for good, and the others stay', async () => {
  const path = await emptyVault()
  const first = await openPassphraseVault(path)
  await first.unlock('p')
  await first.set('instance:1', token)
  await first.set('instance:2', 'kept')
  const locked = await openPassphraseVault(path)
  await Promise.all([locked.delete('instance:1'), locked.delete('instance:1')])
  expect([await locked.where('instance:1'), await locked.where('instance:2')]).toEqual(['missing', 'locked'])
  const later = await openPassphraseVault(path)
  expect(await later.where('instance:1')).toBe('missing')
  await later.unlock('p')
  expect([await later.get('instance:1'), await later.get('instance:2')]).toEqual([null, 'kept'])
  expect(JSON.parse(readFileSync(path, 'utf8'))).not.toHaveProperty('forgotten')
  await later.set('instance:1', 'new')
  const last = await openPassphraseVault(path)
  await last.unlock('p')
  expect(await last.get('instance:1')).toBe('new')
})

test('a wrong passphrase is said so, opens nothing and harms nothing', async () => {
  const path = await emptyVault('right')
  const first = await openPassphraseVault(path)
  await first.unlock('right')
  await first.set('instance:1', token)
  const bytes = readFileSync(path)
  const second = await openPassphraseVault(path)
  await expect(second.unlock('wrong')).rejects.toMatchObject({ code: 'passphraseWrong' })
  expect(second.status().state).toBe('locked')
  expect(readFileSync(path)).toEqual(bytes)
  await second.unlock('right')
  expect(await second.get('instance:1')).toBe(token)
})

test('the file holds no token, and only its owner may read it', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await vault.set('instance:1', token)
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain(token)
  expect(text).not.toContain(Buffer.from(token).toString('base64').slice(0, 20))
  expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['vault.json', 'vault.json.copy'])
})

test('each save seals with a fresh nonce', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  const nonces = new Set<string>()
  for (let n = 0; n < 5; n++) {
    await vault.set('a', String(n))
    nonces.add(JSON.parse(readFileSync(path, 'utf8')).nonce)
  }
  expect(nonces.size).toBe(5)
})

test.each([
  ['its content', (sealed: { content: string }) => ({ ...sealed, content: `A${sealed.content.slice(1)}` })],
  ['its salt', (sealed: { kdf: object }) => ({ ...sealed, kdf: { ...sealed.kdf, salt: 'AAAA' } })],
  ['its cost', (sealed: { kdf: object }) => ({ ...sealed, kdf: { ...sealed.kdf, p: 100_000 } })],
  ['its format', (sealed: object) => ({ ...sealed, format: 'switchboard-fault' })],
])('one letter of %s that was changed costs no token: a copy lies beside the file', async (_, damage) => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  for (let n = 0; n < 5; n++) await vault.set(`k${n}`, `v${n}`)
  await vault.delete('k4')
  writeFileSync(path, JSON.stringify(damage(JSON.parse(readFileSync(path, 'utf8')))))
  const again = await openPassphraseVault(path)
  expect(again.status().state).toBe('locked')
  await expect(again.unlock('wrong')).rejects.toMatchObject({ code: 'passphraseWrong' })
  await again.unlock('p')
  expect(await Promise.all([0, 1, 2, 3, 4].map((n) => again.get(`k${n}`)))).toEqual(['v0', 'v1', 'v2', 'v3', null])
  await again.set('more', 'x')
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(`${path}.copy`, 'utf8'))
})

test('a vault of before gets its copy when it is opened, and a damaged copy a new one', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await vault.set('a', 'b')
  for (const text of [null, 'half']) {
    if (text === null) rmSync(`${path}.copy`)
    else writeFileSync(`${path}.copy`, text)
    const again = await openPassphraseVault(path)
    await again.unlock('p')
    expect(readFileSync(`${path}.copy`, 'utf8')).toBe(readFileSync(path, 'utf8'))
  }
})

test('a file that was changed together with its copy does not open', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await vault.set('a', 'b')
  const sealed = JSON.parse(readFileSync(path, 'utf8'))
  const content = Buffer.from(sealed.content, 'base64')
  content[0] = (content[0] ?? 0) ^ 1
  for (const file of [path, `${path}.copy`])
    writeFileSync(file, JSON.stringify({ ...sealed, content: content.toString('base64') }))
  const again = await openPassphraseVault(path)
  await expect(again.unlock('p')).rejects.toMatchObject({ code: 'passphraseWrong' })
})

test('a file that is no vault is left alone and named unavailable', async () => {
  const path = vaultPath()
  writeFileSync(path, 'half a file')
  const vault = await openPassphraseVault(path)
  expect(vault.status().state).toBe('unavailable')
  await expect(vault.unlock('p')).rejects.toMatchObject({ code: 'vaultLocked' })
  expect(readFileSync(path, 'utf8')).toBe('half a file')
})

test('changes made at once are all kept', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await Promise.all(Array.from({ length: 20 }, (_, n) => vault.set(`k${n}`, `v${n}`)))
  const again = await openPassphraseVault(path)
  await again.unlock('p')
  for (let n = 0; n < 20; n++) expect(await again.get(`k${n}`)).toBe(`v${n}`)
})

test('a token for this run only is never written, not even over a stored one', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await vault.set('a', 'stored')
  await vault.set('a', 'session', { persist: false })
  expect([await vault.get('a'), await vault.where('a')]).toEqual(['session', 'session'])
  const again = await openPassphraseVault(path)
  await again.unlock('p')
  expect(await again.get('a')).toBeNull()
})

test('a token that is stored takes the place of the one for this run', async () => {
  const vault = await openPassphraseVault(await emptyVault())
  await vault.unlock('p')
  await vault.set('a', 'session', { persist: false })
  await vault.set('a', 'stored')
  expect([await vault.get('a'), await vault.where('a')]).toEqual(['stored', 'vault'])
})

test('the memory vault forgets with the run', async () => {
  const vault = createMemoryVault()
  await vault.set('a', 'b')
  expect([await vault.get('a'), await vault.where('a'), vault.status().persistent]).toEqual(['b', 'session', false])
  await vault.delete('a')
  expect(await vault.where('a')).toBe('missing')
})

test('of two tokens that are given at once the later one counts, wherever it is kept', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await Promise.all([vault.set('instance:1', 'first'), vault.set('instance:1', token, { persist: false })])
  expect(await vault.get('instance:1')).toBe(token)
  expect(await vault.where('instance:1')).toBe('session')
  const next = await openPassphraseVault(path)
  await next.unlock('p')
  expect(await next.get('instance:1')).toBeNull()
})

test('a token that is removed while it is being written is gone', async () => {
  const path = await emptyVault()
  const vault = await openPassphraseVault(path)
  await vault.unlock('p')
  await Promise.all([vault.set('instance:1', token), vault.delete('instance:1')])
  expect(await vault.where('instance:1')).toBe('missing')
  const next = await openPassphraseVault(path)
  await next.unlock('p')
  expect(await next.get('instance:1')).toBeNull()
})
