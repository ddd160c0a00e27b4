import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Vault } from '../../core/base/ports.ts'
import { createBorrowedClock } from '../../core/testing/borrowed-clock.ts'
import { startTestCore, unlimited } from '../../core/testing/start-test-core.ts'
import { createTempDir } from '../../core/testing/temp-dir.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { openSafeStorageVault, type SafeStorage } from './safe-storage-vault.ts'

/** A key store that behaves as Electron's (docs/api/safe-storage.md and shell/browser/browser_process_impl.cc of
 * electron/electron); XOR is enough to see that no plain text rests. */
class FakeKeyStore implements SafeStorage {
  /** What the desktop should have, and whether it runs: Electron names the first and uses the second. */
  backend = 'gnome_libsecret'
  runs = true
  broken: 'no' | 'temporarily' | 'for good' = 'no'
  rotated = false

  getSelectedStorageBackend(): string {
    return this.backend
  }
  answered = Promise.resolve()
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    await this.answered
    return true
  }
  async encryptStringAsync(text: string): Promise<Buffer> {
    await this.answered
    if (this.broken !== 'no') throw new Error('Error while encrypting')
    return Buffer.concat([this.prefix(), Buffer.from(text).map((byte) => byte ^ 0x5a)])
  }
  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    await this.answered
    if (this.broken === 'temporarily')
      throw new Error('decryptStringAsync is temporarily unavailable. Please try again.')
    const weak = encrypted.subarray(0, 3).toString() === 'v10'
    if (this.broken === 'for good' || (!weak && !this.hasKeyRing())) throw new Error('Error while decrypting')
    const result = Buffer.from(encrypted.subarray(3).map((byte) => byte ^ 0x5a)).toString()
    return { result, shouldReEncrypt: this.rotated || (weak && this.hasKeyRing()) }
  }
  private prefix(): Buffer {
    return Buffer.from(this.hasKeyRing() ? 'v11' : 'v10')
  }
  hasKeyRing(): boolean {
    return this.runs && this.backend !== 'basic_text'
  }
}

let keys: FakeKeyStore
let disk: string | undefined
let aside: string | undefined
let unreadable: boolean
let slept: number[]

const open = async (platform: NodeJS.Platform = 'linux') => {
  const vault = await openUnasked(platform)
  await new Promise<void>((resolve) => vault.onChange(resolve))
  return vault
}
const openUnasked = (platform: NodeJS.Platform = 'linux') =>
  openSafeStorageVault({
    safeStorage: keys,
    file: {
      async read() {
        if (unreadable) throw new Error('EACCES')
        return disk
      },
      write: async (text) => void (disk = text),
      setAside: async () => void (aside = disk),
    },
    platform,
    sleep: async (ms) => {
      slept.push(ms)
      if (slept.length === 2 && onSecondSleep) onSecondSleep()
    },
  })
let onSecondSleep: (() => void) | undefined

beforeEach(() => {
  keys = new FakeKeyStore()
  disk = undefined
  aside = undefined
  unreadable = false
  slept = []
  onSecondSleep = undefined
})

test('a token survives a restart and rests encrypted', async () => {
  const vault = await open()
  await vault.set('instance:1', 's3cret')
  expect(vault.status()).toEqual({ backend: 'secretService', state: 'usable', persistent: true })
  expect(disk).not.toContain('s3cret')
  expect(disk).not.toContain(Buffer.from('s3cret').toString('base64'))
  const again = await open()
  expect(await again.get('instance:1')).toBe('s3cret')
  expect(await again.where('instance:1')).toBe('vault')
  await again.delete('instance:1')
  expect(await again.get('instance:1')).toBeNull()
  expect(disk).not.toContain('instance:1')
})

test('a key store that asks the person is not waited for: what it holds is there once it has answered', async () => {
  await (await open()).set('instance:1', 's3cret')
  const { promise, resolve } = Promise.withResolvers<void>()
  keys.answered = promise
  const vault = await openUnasked()
  expect(vault.status()).toEqual({ backend: 'secretService', state: 'waiting', persistent: true })
  expect(await vault.get('instance:1')).toBeNull()
  expect(await Promise.all([vault.where('instance:1'), vault.where('instance:2')])).toEqual(['waiting', 'missing'])
  await expect(vault.set('instance:2', 'late')).rejects.toMatchObject({ code: 'vaultLocked' })
  await vault.set('instance:2', 'for now', { persist: false })
  expect(await vault.get('instance:2')).toBe('for now')
  const answered = new Promise<void>((done) => vault.onChange(done))
  resolve()
  await answered
  expect(vault.status().state).toBe('usable')
  expect(await vault.get('instance:1')).toBe('s3cret')
})

test.for(['after ten minutes', 'never'] as const)(
  'a key store that answers %s: core has its chats, its instances say what they wait for, and it ends',
  async (answers) => {
    const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
    const apiUrl = await emulator.start()
    const account = { idInstance: '1101000001', token: 'token-of-the-shop-0123456789' }
    const anna = emulator.addInstance(account).person('79990001122', { name: 'Anna' })
    const dir = createTempDir()
    const start = async (vault: Vault) => {
      const clock = createBorrowedClock(emulator.clock)
      const core = await startTestCore({ dataDir: dir.path, clock, limitClasses: unlimited, vault })
      onTestFinished(() => core.stop())
      return core
    }
    onTestFinished(async () => {
      await emulator.stop()
      dir[Symbol.dispose]()
    })
    const listed = { scope: null, filter: 'all', offset: 0, limit: 50 } as const
    const shows = (text: string) => (list: { readonly rows: readonly { readonly preview: unknown }[] }) =>
      JSON.stringify(list.rows[0]?.preview ?? null).includes(text)
    const first = await start(await open())
    const named = { name: 'Shop', family: 'v3', colour: 'teal', mode: 'full' } as const
    await first.call('instances.add', { ...account, ...named, apiUrl, storeToken: true })
    anna.says('Before')
    await first.until('chats.list', listed, shows('Before'))
    await first.stop()
    const stored = disk

    const { promise, resolve } = Promise.withResolvers<void>()
    keys.answered = promise
    const asked = emulator.recorder.list({}).length
    const core = await start(await openUnasked())
    anna.says('While it asked')
    const [chat] = (await core.call('chats.list', listed)).rows
    if (chat === undefined) throw new Error('There is no chat.')
    const { message } = await core.call('messages.send', { chat: chat.key, text: 'Yes' })
    emulator.clock.advance(10 * 60_000)
    expect(shows('Yes')(await core.call('chats.list', listed))).toBe(true)
    const [instance] = await core.call('instances.list', {})
    expect(instance).toMatchObject({ token: 'waiting', connection: { kind: 'tokenMissing' } })
    expect((await core.call('app.info', {})).vault).toMatchObject({ state: 'waiting', persistent: true })
    expect(await core.call('messages.details', { message })).toMatchObject({ message: { status: { kind: 'queued' } } })
    expect(emulator.recorder.list({})).toHaveLength(asked)
    if (answers === 'after ten minutes') {
      resolve()
      const window = { chat: chat.key, anchor: { kind: 'newest' }, before: 10, after: 0 } as const
      await core.until('messages.window', window, (one) => JSON.stringify(one).includes('While it asked'))
      await core.waitFor('what was written meanwhile is sent', () => {
        emulator.clock.advance(400)
        return emulator.recorder.list({ operation: 'sendMessage' }).length === 1
      })
    }
    await core.stop()
    expect(disk).toBe(stored)
  },
)

test('"do not store" keeps it for this run only and removes what was stored before', async () => {
  const vault = await open()
  await vault.set('instance:1', 'old')
  await vault.set('instance:1', 'new', { persist: false })
  expect(await vault.get('instance:1')).toBe('new')
  expect(await vault.where('instance:1')).toBe('session')
  expect(await (await open()).where('instance:1')).toBe('missing')
})

test('without a key ring the person has to agree first, once', async () => {
  keys.backend = 'basic_text'
  const vault = await open()
  let changes = 0
  vault.onChange(() => changes++)
  expect(vault.status()).toEqual({ backend: 'basicText', state: 'needsConsent', persistent: false })
  await expect(vault.set('instance:1', 's3cret')).rejects.toMatchObject({ code: 'vaultConsentNeeded' })
  expect(disk).toBeUndefined()
  await vault.set('instance:1', 's3cret', { persist: false })
  await vault.acceptWeak()
  expect(changes).toBe(1)
  await vault.set('instance:1', 's3cret')
  const again = await open()
  expect(again.status().state).toBe('usable')
  expect(await again.get('instance:1')).toBe('s3cret')
})

test('a weak value moves to the key ring as soon as there is one', async () => {
  keys.backend = 'basic_text'
  const weak = await open()
  await weak.acceptWeak()
  await weak.set('instance:1', 's3cret')
  keys.backend = 'gnome_libsecret'
  expect(await (await open()).get('instance:1')).toBe('s3cret')
  expect(disk).toContain('secretService')
})

test('a key ring that is named and does not run protects nothing: the person has to agree first', async () => {
  keys.runs = false
  const vault = await open()
  expect(vault.status()).toEqual({ backend: 'basicText', state: 'needsConsent', persistent: false })
  await expect(vault.set('instance:1', 's3cret')).rejects.toMatchObject({ code: 'vaultConsentNeeded' })
  expect(disk).toBeUndefined()
  await vault.acceptWeak()
  await vault.set('instance:1', 's3cret')
  expect(vault.status()).toEqual({ backend: 'basicText', state: 'usable', persistent: true })
  keys.runs = true
  const later = await open()
  expect(later.status()).toEqual({ backend: 'secretService', state: 'usable', persistent: true })
  expect(await later.get('instance:1')).toBe('s3cret')
  expect(disk).not.toContain(Buffer.from('v10').toString('base64'))
})

test('a key ring that ends meanwhile: the next token is not stored without consent, and the state is told', async () => {
  const vault = await open()
  await vault.set('instance:1', 's3cret')
  const before = disk
  const states: string[] = []
  vault.onChange(() => states.push(vault.status().state))
  keys.runs = false
  await expect(vault.set('instance:1', 'new')).rejects.toMatchObject({ code: 'vaultConsentNeeded' })
  expect(disk).toBe(before)
  expect(states).toEqual(['needsConsent'])
})

test('a service that nobody named protects all the same', async () => {
  keys.backend = 'basic_text'
  keys.hasKeyRing = () => true
  expect((await open()).status()).toEqual({ backend: 'secretService', state: 'usable', persistent: true })
})

test('a key ring that is busy is asked again, and one that stays so loses nothing', async () => {
  await (await open()).set('instance:1', 's3cret')
  const before = disk
  keys.broken = 'temporarily'
  const vault = await open()
  expect(await vault.get('instance:1')).toBeNull()
  expect(slept).toEqual([200, 1000])
  expect(await vault.where('instance:1')).toBe('waiting')
  expect(disk).toBe(before)
  slept = []
  onSecondSleep = () => {
    keys.broken = 'no'
  }
  expect(await vault.get('instance:1')).toBe('s3cret')
  expect(await vault.where('instance:1')).toBe('vault')
})

test('another key ring: the value counts as missing, is kept, and gives way to a new token', async () => {
  await (await open()).set('instance:1', 's3cret')
  const before = disk
  keys.broken = 'for good'
  const vault = await open()
  expect(await vault.get('instance:1')).toBeNull()
  expect(await vault.where('instance:1')).toBe('missing')
  expect(disk).toBe(before)
  keys.broken = 'no'
  await vault.set('instance:1', 'new')
  expect(await vault.get('instance:1')).toBe('new')
})

test('started without the key ring that wrote it: locked, not missing', async () => {
  await (await open()).set('instance:1', 's3cret')
  keys.backend = 'basic_text'
  const vault = await open()
  expect(await vault.get('instance:1')).toBeNull()
  expect(await vault.where('instance:1')).toBe('waiting')
})

test('stores at the same time all arrive', async () => {
  const vault = await open()
  await Promise.all(Array.from({ length: 20 }, (_, index) => vault.set(`instance:${index}`, `token ${index}`)))
  const again = await open()
  expect(await again.get('instance:0')).toBe('token 0')
  expect(await again.get('instance:19')).toBe('token 19')
})

test.for(['', '{', '[]', '{"entries":{"a":1,"b":{"value":2}}}', '{"entries":null}'])(
  'a file that says %s has no tokens, and is set aside before one is stored',
  async (text) => {
    disk = text
    const vault = await open()
    expect(await vault.get('a')).toBeNull()
    expect([disk, aside]).toEqual([text, undefined])
    await vault.set('a', 'new')
    expect(aside).toBe(text)
    // Once: what is stored next takes no place of it.
    await vault.set('b', 'other')
    expect(aside).toBe(text)
    expect(await (await open()).get('a')).toBe('new')
  },
)

const names = Array.from({ length: 40 }, (_, index) => `instance:110100${index}@https://api.example`)
async function fortyTokens(): Promise<string> {
  const vault = await open()
  for (const name of names) await vault.set(name, `token of ${name}`)
  if (disk === undefined) throw new Error('Nothing was written.')
  return disk
}
const readable = async (vault: Awaited<ReturnType<typeof open>>) => {
  const values = await Promise.all(names.map((name) => vault.get(name)))
  return values.filter((value, index) => value === `token of ${names[index]}`).length
}

test.for([0, 1, 20, 700, 2000, -2, -1])(
  'one changed byte at %i costs at most one of forty tokens, and a new one destroys none of the others',
  async (place) => {
    const text = await fortyTokens()
    const at = (place + text.length) % text.length
    disk = `${text.slice(0, at)}\u0001${text.slice(at + 1)}`
    const damaged = disk
    const vault = await open()
    expect(await readable(vault)).toBeGreaterThanOrEqual(39)
    await vault.set('another', 'one more')
    const again = await open()
    expect(await readable(again)).toBeGreaterThanOrEqual(39)
    expect(await again.get('another')).toBe('one more')
    expect([undefined, damaged]).toContain(aside)
  },
)

test('half a file keeps the tokens that are whole in it', async () => {
  const text = await fortyTokens()
  disk = text.slice(0, text.length / 2)
  expect(await readable(await open())).toBeGreaterThanOrEqual(18)
})

test('the file of a newer program is read as far as it is understood, and never written', async () => {
  const text = await fortyTokens()
  disk = text.replace('"version":1', '"version":2,"more":true')
  const newer = disk
  const vault = await open()
  expect(vault.status().state).toBe('unavailable')
  expect(await readable(vault)).toBe(40)
  await expect(vault.set('a', 'new')).rejects.toMatchObject({ code: 'vaultLocked' })
  await expect(vault.delete(names[0] ?? '')).rejects.toMatchObject({ code: 'vaultLocked' })
  await vault.set('a', 'for this run', { persist: false })
  expect(await vault.get('a')).toBe('for this run')
  expect([disk, aside]).toEqual([newer, undefined])
})

test('a file that can not be read now keeps no start away, and is not replaced', async () => {
  const text = await fortyTokens()
  unreadable = true
  const vault = await open()
  expect(vault.status().state).toBe('unavailable')
  await expect(vault.set('a', 'new')).rejects.toMatchObject({ code: 'vaultLocked' })
  expect(await vault.where(names[0] ?? '')).toBe('waiting')
  expect(disk).toBe(text)
})

test.for([
  ['darwin', 'keychain'],
  ['win32', 'dpapi'],
] as const)('%s keeps them in its %s', async ([platform, backend]) => {
  expect((await open(platform)).status().backend).toBe(backend)
})

test('a token that is changed or removed while the key store answers for an older one does not come back', async () => {
  const vault = await open()
  await vault.set('instance:1', 'old')
  await vault.set('instance:2', 'old')
  const { promise, resolve } = Promise.withResolvers<void>()
  keys.rotated = true
  keys.answered = promise
  const reading = [vault.get('instance:1'), vault.get('instance:2'), vault.set('instance:3', 'old')]
  keys.answered = Promise.resolve()
  await vault.set('instance:1', 'new')
  await vault.delete('instance:2')
  await vault.set('instance:3', 'new', { persist: false })
  resolve()
  await Promise.all(reading)
  expect(await vault.get('instance:3')).toBe('new')
  keys.rotated = false
  const next = await open()
  expect(await next.get('instance:1')).toBe('new')
  expect(await next.where('instance:2')).toBe('missing')
  expect(await next.where('instance:3')).toBe('missing')
})

test.for(['earlier', 'later'])(
  'a token that can not be encrypted leaves the one before it, answered %s',
  async (which) => {
    const vault = await open()
    const { promise: held, resolve } = Promise.withResolvers<void>()
    keys.answered = which === 'later' ? held : Promise.resolve()
    const first = vault.set('instance:1', 'first')
    keys.answered = which === 'later' ? Promise.resolve() : held
    const second = vault.set('instance:1', 'second')
    if (which === 'earlier') await first
    keys.broken = 'for good'
    if (which === 'earlier') resolve()
    await expect(second).rejects.toMatchObject({ code: 'vaultLocked' })
    keys.broken = 'no'
    resolve()
    await first
    keys.answered = Promise.resolve()
    expect(await vault.get('instance:1')).toBe('first')
    expect(await (await open()).get('instance:1')).toBe('first')
  },
)
