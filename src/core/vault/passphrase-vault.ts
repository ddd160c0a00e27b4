import { access, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { VaultStatus } from '../../contract/app.ts'
import { ContractError } from '../../contract/errors.ts'
import { createSignal } from '../base/create-signal.ts'
import type { Vault } from '../base/ports.ts'
import { replaceFile } from '../base/replace-file.ts'
import { deriveKey, parseSealed, seal, unseal, type SealKey, type Sealed } from './sealed-file.ts'

const contentSchema = z.object({ values: z.record(z.string(), z.string()) })

/**
 * Tokens in one file, sealed with a passphrase (scrypt, AES-256-GCM). Locked until `unlock`; the first passphrase makes
 * the file. Every change writes the whole file again and puts it in place in one step, readable by its owner alone. A
 * file that can't be read is never replaced. Deletions while the vault is locked are stored beside the encrypted
 * content, so that an instance can be removed without the passphrase: the entry counts as deleted at once and is
 * removed at `unlock`. A copy is beside the file, because one corrupted byte would cost every token: it is read if the
 * file can't be read or decrypted. `optional`: without a file, values are in memory until a passphrase is set.
 */
export async function openPassphraseVault(path: string, { optional = false } = {}): Promise<Vault> {
  const changed = createSignal<[]>()
  const session = new Map<string, string>()
  /** Keys in `session` that go into the file once there is a passphrase. */
  const waiting = new Set<string>()
  const copyPath = `${path}.copy`
  const file = await readSealed(path)
  const copy = await readSealed(copyPath).catch(() => 'broken' as const)
  // Without the file there is no vault: somebody took it away.
  const found = file === 'broken' && copy !== null && copy !== 'broken' ? copy : file
  let isBroken = found === 'broken'
  let stored: Sealed | null = found === 'broken' ? null : found
  let opened: { readonly key: SealKey; readonly values: ReadonlyMap<string, string> } | null = null
  let writing: Promise<unknown> = Promise.resolve()

  const isInMemory = (): boolean => optional && stored === null && !isBroken
  const status = (): VaultStatus =>
    isInMemory()
      ? { backend: 'memory', state: 'usable', persistent: false }
      : {
          backend: 'passphraseFile',
          state: isBroken ? 'unavailable' : opened === null ? 'locked' : 'usable',
          persistent: true,
        }
  const requireOpen = () => {
    if (opened === null) throw new ContractError('vaultLocked')
    return opened
  }
  const write = async (sealed: Sealed): Promise<void> => {
    // The copy goes first: a change that ends between the two has not happened.
    await replaceFile(copyPath, JSON.stringify(sealed))
    await replaceFile(path, JSON.stringify(sealed))
    stored = sealed
  }
  /** Changes run one after the other: two at once would each lose the other's. */
  const inSequence = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = writing.then(work)
    writing = next.catch(() => undefined)
    return next
  }
  /** In sequence. Memory takes a change over once it is on the disk, and never otherwise. */
  const edit = async (change: (values: Map<string, string>) => void): Promise<void> => {
    const { key, values } = requireOpen()
    const changed = new Map(values)
    change(changed)
    await write(seal(JSON.stringify({ values: Object.fromEntries(changed) }), key))
    opened = { key, values: changed }
  }
  const isForgotten = (key: string): boolean => stored?.forgotten?.includes(key) === true
  const setPassphrase = (next: string, current: string | null): Promise<void> =>
    inSequence(async () => {
      if (!isInMemory()) {
        requireOpen()
        if ((await firstThatOpens([stored], current ?? '')) === null) throw new ContractError('passphraseWrong')
      }
      const { isStrongPassphrase } = await import('./passphrase-strength.ts')
      if (!isStrongPassphrase(next)) throw new ContractError('passphraseWeak')
      const key = await deriveKey(next)
      const values = new Map([...(opened?.values ?? []), ...[...session].filter(([name]) => waiting.has(name))])
      await write(seal(JSON.stringify({ values: Object.fromEntries(values) }), key))
      opened = { key, values }
      for (const name of waiting) session.delete(name)
      waiting.clear()
    })
  const setAside = (): Promise<string> =>
    inSequence(async () => {
      if (!optional || isInMemory() || opened !== null) throw new ContractError('badInput')
      const aside = await freeName(`${path}.aside`)
      await rename(path, aside)
      await rename(copyPath, `${aside}.copy`).catch(() => undefined)
      stored = null
      isBroken = false
      return aside
    })

  return {
    get: (key) => Promise.resolve(session.get(key) ?? opened?.values.get(key) ?? null),
    set: (key, value, { persist = true } = {}) =>
      inSequence(async () => {
        if (persist && !isInMemory()) {
          await edit((values) => values.set(key, value))
          session.delete(key)
          return
        }
        session.set(key, value)
        if (persist) waiting.add(key)
        else waiting.delete(key)
        if (opened?.values.has(key) === true) await edit((values) => values.delete(key))
      }),
    delete: (key) =>
      inSequence(async () => {
        session.delete(key)
        waiting.delete(key)
        if (opened?.values.has(key) === true) await edit((values) => values.delete(key))
        if (opened === null && stored !== null && !isForgotten(key))
          await write({ ...stored, forgotten: [...(stored.forgotten ?? []), key] })
      }),
    where(key) {
      if (session.has(key)) return Promise.resolve('session')
      if (opened !== null) return Promise.resolve(opened.values.has(key) ? 'vault' : 'missing')
      return Promise.resolve(stored === null || isForgotten(key) ? 'missing' : 'locked')
    },
    status,
    async unlock(passphrase) {
      if (opened !== null || isInMemory()) return
      if (isBroken) throw new ContractError('vaultLocked', { details: { reason: 'unreadable' } })
      if (passphrase === '') throw new ContractError('passphraseWrong')
      const candidates = [stored, ...(copy === null || copy === 'broken' || copy === stored ? [] : [copy])]
      const unsealed = stored === null ? await newContent(passphrase) : await firstThatOpens(candidates, passphrase)
      if (unsealed === null) throw new ContractError('passphraseWrong')
      const { key, text, sealed } = unsealed
      const { values } = contentSchema.parse(JSON.parse(text))
      // Not open before it is written: what was forgotten must not be there again after the next start.
      await inSequence(async () => {
        if (opened !== null) return
        const gone = [...(stored?.forgotten ?? []), ...(sealed?.forgotten ?? [])]
        const remaining = new Map(Object.entries(values).filter(([name]) => !gone.includes(name)))
        if (stored === null || gone.length > 0 || sealed !== file || !isSame(sealed, copy))
          await write(seal(JSON.stringify({ values: Object.fromEntries(remaining) }), key))
        opened = { key, values: remaining }
      })
      changed.emit()
    },
    acceptWeak: () => Promise.resolve(),
    passphrase: {
      async set(next, current) {
        await setPassphrase(next, current)
        changed.emit()
      },
      async setAside() {
        const aside = await setAside()
        changed.emit()
        return aside
      },
    },
    onChange: changed.listen,
  }
}

interface Unsealed {
  readonly key: SealKey
  readonly text: string
  /** The sealed content; null: none yet. */
  readonly sealed: Sealed | null
}

const newContent = async (passphrase: string): Promise<Unsealed> => ({
  key: await deriveKey(passphrase),
  text: JSON.stringify({ values: {} }),
  sealed: null,
})

/** A damaged file may ask for a key that no computer can derive: then it is the next one's turn. */
async function firstThatOpens(candidates: readonly (Sealed | null)[], passphrase: string): Promise<Unsealed | null> {
  for (const sealed of candidates) {
    if (sealed === null) continue
    const key = await deriveKey(passphrase, sealed.kdf).catch(() => null)
    const text = key === null ? null : unseal(sealed, key)
    if (key !== null && text !== null) return { key, text, sealed }
  }
  return null
}

const isSame = (one: Sealed | null, other: Sealed | null | 'broken'): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

async function readSealed(path: string): Promise<Sealed | null | 'broken'> {
  try {
    return parseSealed(await readFile(path, 'utf8')) ?? 'broken'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The name with the first number that no file has. */
async function freeName(base: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${base}-${number}`
    const isTaken = await access(name).then(
      () => true,
      () => false,
    )
    if (!isTaken) return name
  }
}
