import type { VaultBackend, VaultStatus } from '../../contract/app.ts'
import { ContractError } from '../../contract/errors.ts'
import { createSignal } from '../../core/base/create-signal.ts'
import type { Vault } from '../../core/base/ports.ts'

/** The asynchronous half of Electron's safeStorage, as far as the vault needs it. */
export interface SafeStorage {
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>
  isAsyncEncryptionAvailable(): Promise<boolean>
  /** Linux only. */
  getSelectedStorageBackend?(): string
}

/** The file of encrypted values. Reading a missing file gives undefined; writing replaces the whole file or nothing. */
interface VaultFile {
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
  /** Copies the unchanged file to another name, to preserve entries that were not understood. */
  setAside(): Promise<void>
}

export interface SafeStorageVaultPorts {
  readonly safeStorage: SafeStorage
  readonly file: VaultFile
  readonly platform: NodeJS.Platform
  /** Pauses before a busy key ring is asked again. */
  readonly sleep: (ms: number) => Promise<void>
}

interface Entry {
  readonly backend: VaultBackend
  /** base64 */
  readonly value: string
}

interface Content {
  readonly version: 1
  readonly weakAccepted: boolean
  readonly entries: Readonly<Record<string, Entry>>
}

const retryDelaysMs = [200, 1000] as const

/**
 * Tokens under the system's key store. On Linux without a key ring Electron encrypts under a password that every
 * program knows: that needs the person's consent first. Only the encrypted value shows the backend: the name that
 * Electron gives is that of the desktop's usual store, which may not run. A value that can't be read now is never
 * deleted: the key ring may be locked today and open tomorrow. Of a damaged file each entry that is whole is read, and
 * the file is set aside before the first write; the file of a newer program is read and never written. The key
 * store may take minutes or never answer, while it asks the person for a password: nothing here waits for it.
 */
export async function openSafeStorageVault({
  safeStorage,
  file,
  platform,
  sleep,
}: SafeStorageVaultPorts): Promise<Vault> {
  const named = readBackend(safeStorage, platform)
  const backendOf = (encrypted: Buffer): VaultBackend =>
    platform === 'linux' ? linuxBackendOf(encrypted, named) : named
  let backend = named
  let keyStore: 'asked' | 'available' | 'unavailable' = 'asked'
  const session = new Map<string, { readonly value: string; readonly change: number }>()
  const unreadable = new Map<string, 'missing' | 'waiting'>()
  const changed = createSignal<[]>()
  const found = await file.read().then(readContent, (): FoundContent => ({ kind: 'outOfReach', content: empty }))
  const mayWrite = found.kind === 'whole' || found.kind === 'damaged'
  let content = found.content
  let isAside = found.kind !== 'damaged'
  let writing: Promise<unknown> = Promise.resolve()

  const ask = async (): Promise<void> => {
    const available = await safeStorage.isAsyncEncryptionAvailable().catch(() => false)
    // Detects the present backend by encrypting a dummy value. Other systems have one store, and might ask the person.
    if (platform === 'linux' && available) backend = await probe(safeStorage).then(backendOf, () => named)
    keyStore = available ? 'available' : 'unavailable'
    changed.emit()
  }
  let changes = 0
  /**
   * The newest change of each key that is in the file: the key store may answer an older one later, which is not stored
   * any more. One that fails leaves the one before it.
   */
  const stored = new Map<string, number>()
  /** @param number of a change of this key; null: no value changes */
  const save = (change: (before: Content) => Content, key: string, number: number | null): Promise<void> => {
    const next = writing.then(async () => {
      if (number !== null && number < (stored.get(key) ?? 0)) return
      const changed = change(content)
      if (changed !== content) {
        if (!mayWrite) throw new ContractError('vaultLocked')
        if (!isAside) await file.setAside()
        isAside = true
        await file.write(JSON.stringify(changed))
        content = changed
      }
      if (number !== null) stored.set(key, number)
    })
    writing = next.catch(() => undefined)
    return next
  }
  /** @param replaced only in place of this entry; absent: of any */
  const store = async (key: string, value: string, number: number | null, replaced?: Entry): Promise<void> => {
    const encrypted = await safeStorage.encryptStringAsync(value).catch(() => {
      throw new ContractError('vaultLocked')
    })
    // Decided by each encrypted value: a key ring may end while the program runs.
    const now = backendOf(encrypted)
    if (now !== backend) {
      backend = now
      changed.emit()
    }
    if (status().state === 'needsConsent') throw new ContractError('vaultConsentNeeded')
    const entry: Entry = { backend, value: encrypted.toString('base64') }
    const isReplaced = (before: Content) => replaced === undefined || before.entries[key] === replaced
    await save(
      (before) => (isReplaced(before) ? { ...before, entries: { ...before.entries, [key]: entry } } : before),
      key,
      number,
    )
    unreadable.delete(key)
  }
  const drop = (key: string, number: number): Promise<void> =>
    save((before) => (before.entries[key] ? { ...before, entries: omit(before.entries, key) } : before), key, number)
  const decrypt = async (key: string, entry: Entry): Promise<string | null> => {
    for (const delay of [...retryDelaysMs, undefined]) {
      try {
        const encrypted = Buffer.from(entry.value, 'base64')
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted)
        unreadable.delete(key)
        const mayMove = backendOf(encrypted) === 'basicText' && backend !== 'basicText'
        if (shouldReEncrypt || mayMove) await store(key, result, null, entry).catch(() => undefined)
        return result
      } catch (error) {
        if (!isTemporary(error)) break
        if (delay === undefined) return recordUnreadable(key, 'waiting')
        await sleep(delay)
      }
    }
    // Written by another backend, whose key ring is not open in this session.
    return recordUnreadable(key, entry.backend === backend ? 'missing' : 'waiting')
  }
  const recordUnreadable = (key: string, how: 'missing' | 'waiting'): null => {
    unreadable.set(key, how)
    return null
  }
  const status = (): VaultStatus => {
    if (keyStore === 'asked') return { backend, state: 'waiting', persistent: true }
    if (keyStore === 'unavailable' || !mayWrite) return { backend, state: 'unavailable', persistent: false }
    if (backend === 'basicText' && !content.weakAccepted) return { backend, state: 'needsConsent', persistent: false }
    return { backend, state: 'usable', persistent: true }
  }

  void ask()
  return {
    status,
    async get(key) {
      const inSession = session.get(key)
      if (inSession !== undefined) return inSession.value
      const entry = content.entries[key]
      return entry && keyStore !== 'asked' ? decrypt(key, entry) : null
    },
    async set(key, value, { persist = true } = {}) {
      const change = (changes += 1)
      if (!persist) {
        session.set(key, { value, change })
        return drop(key, change)
      }
      const { state } = status()
      if (state === 'needsConsent') throw new ContractError('vaultConsentNeeded')
      if (state !== 'usable') throw new ContractError('vaultLocked')
      await store(key, value, change)
      if ((session.get(key)?.change ?? change) < change) session.delete(key)
    },
    async delete(key) {
      session.delete(key)
      unreadable.delete(key)
      await drop(key, (changes += 1))
    },
    async where(key) {
      if (session.has(key)) return 'session'
      if (!content.entries[key]) return found.kind === 'outOfReach' ? 'waiting' : 'missing'
      if (keyStore === 'asked') return 'waiting'
      return unreadable.get(key) ?? 'vault'
    },
    async unlock() {},
    async acceptWeak() {
      await save((before) => ({ ...before, weakAccepted: true }), '', null)
      changed.emit()
    },
    onChange: changed.listen,
  }
}

const linuxBackends: Readonly<Record<string, VaultBackend>> = {
  gnome_libsecret: 'secretService',
  kwallet: 'kwallet',
  kwallet5: 'kwallet',
  kwallet6: 'kwallet',
}

const probe = (safeStorage: SafeStorage): Promise<Buffer> => safeStorage.encryptStringAsync('Switchboard')

/**
 * Chromium's providers by the prefix of what they encrypt: `v10` is the key that stands in its source, `v12` the
 * portal, and what is left are the services that have a name, or had none named.
 */
function linuxBackendOf(encrypted: Buffer, named: VaultBackend): VaultBackend {
  const prefix = encrypted.subarray(0, 3).toString('latin1')
  if (prefix === 'v10') return 'basicText'
  if (prefix === 'v12') return 'portal'
  return named === 'unknown' ? 'secretService' : named
}

function readBackend(safeStorage: SafeStorage, platform: NodeJS.Platform): VaultBackend {
  if (platform === 'darwin') return 'keychain'
  if (platform === 'win32') return 'dpapi'
  return linuxBackends[safeStorage.getSelectedStorageBackend?.() ?? ''] ?? 'unknown'
}

const isTemporary = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('temporarily unavailable')

const empty: Content = { version: 1, weakAccepted: false, entries: {} }

interface FoundContent {
  readonly kind: 'whole' | 'damaged' | 'newer' | 'outOfReach'
  readonly content: Content
}

function readContent(text: string | undefined): FoundContent {
  if (text === undefined) return { kind: 'whole', content: empty }
  const file = parseObject(text)
  const entries = file?.['entries']
  if (file === null || !isObject(entries)) return { kind: 'damaged', content: readPieces(text) }
  const version = file['version']
  const understood = Object.entries(entries).filter((entry): entry is [string, Entry] => isEntry(entry[1]))
  const isWhole = understood.length === Object.keys(entries).length
  return {
    kind: typeof version === 'number' && version > 1 ? 'newer' : isWhole && version === 1 ? 'whole' : 'damaged',
    content: { version: 1, weakAccepted: file['weakAccepted'] === true, entries: Object.fromEntries(understood) },
  }
}

/** Recovers readable entries of a file that is not valid JSON. */
function readPieces(text: string): Content {
  const found = text.matchAll(/"([^"\\]{1,500})":\{"backend":"([a-zA-Z]{1,20})","value":"([\w+/=]{1,100000})"\}/gu)
  return {
    version: 1,
    weakAccepted: text.includes('"weakAccepted":true'),
    entries: Object.fromEntries(
      [...found]
        .map(([, name = '', backend, value]) => [name, { backend, value }] as const)
        .filter((entry): entry is [string, Entry] => isEntry(entry[1])),
    ),
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEntry = (value: unknown): value is Entry =>
  isObject(value) && typeof value['value'] === 'string' && typeof value['backend'] === 'string'

const omit = (entries: Content['entries'], key: string): Content['entries'] =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key))
