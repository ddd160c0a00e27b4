import { chmod, open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { VaultStatus } from '../../contract/app.ts'
import { ContractError } from '../../contract/errors.ts'
import type { Vault } from '../ports.ts'
import { deriveKey, parseSealed, seal, unseal } from './sealed-file.ts'
import type { SealKey, Sealed } from './sealed-file.ts'

const contentSchema = z.object({ values: z.record(z.string(), z.string()) })

/**
 * Tokens in one file, sealed with a passphrase (scrypt, AES-256-GCM). Locked until `unlock`; the first passphrase
 * makes the file. Every change writes the whole file anew and puts it in place in one step, readable by its owner alone.
 * A file that can't be read is never replaced.
 */
export async function openPassphraseVault(path: string): Promise<Vault> {
  const listeners = new Set<() => void>()
  const session = new Map<string, string>()
  const found = await readSealed(path)
  let stored: Sealed | null = found === 'broken' ? null : found
  let opened: { readonly key: SealKey; readonly values: Map<string, string> } | null = null
  let writing: Promise<unknown> = Promise.resolve()

  const status = (): VaultStatus => ({
    backend: 'passphraseFile',
    state: found === 'broken' ? 'unavailable' : opened === null ? 'locked' : 'usable',
    persistent: true,
  })
  const requireOpen = () => {
    if (opened === null) throw new ContractError('vaultLocked')
    return opened
  }
  /** One change after the other: two at once would each lose the other's. */
  const save = (): Promise<void> => {
    const next = writing.then(async () => {
      const { key, values } = requireOpen()
      const sealed = seal(JSON.stringify({ values: Object.fromEntries(values) }), key)
      await replaceFile(path, JSON.stringify(sealed))
      stored = sealed
    })
    writing = next.catch(() => undefined)
    return next
  }

  return {
    get: (key) => Promise.resolve(session.get(key) ?? opened?.values.get(key) ?? null),
    async set(key, value, { persist = true } = {}) {
      if (!persist) {
        session.set(key, value)
        if (opened?.values.delete(key) === true) await save()
        return
      }
      const { values } = requireOpen()
      const before = values.get(key)
      values.set(key, value)
      try {
        await save()
        session.delete(key)
      } catch (error) {
        if (before === undefined) values.delete(key)
        else values.set(key, before)
        throw error
      }
    },
    async delete(key) {
      session.delete(key)
      if (opened === null && stored === null) return
      const { values } = requireOpen()
      if (values.delete(key)) await save()
    },
    where(key) {
      if (session.has(key)) return Promise.resolve('session')
      if (opened !== null) return Promise.resolve(opened.values.has(key) ? 'vault' : 'missing')
      return Promise.resolve(stored === null ? 'missing' : 'locked')
    },
    status,
    async unlock(passphrase) {
      if (opened !== null) return
      if (found === 'broken') throw new ContractError('vaultLocked', { details: { reason: 'unreadable' } })
      if (passphrase === '') throw new ContractError('passphraseWrong')
      const key = await deriveKey(passphrase, stored?.kdf)
      const text = stored === null ? JSON.stringify({ values: {} }) : unseal(stored, key)
      if (text === null) throw new ContractError('passphraseWrong')
      opened = { key, values: new Map(Object.entries(contentSchema.parse(JSON.parse(text)).values)) }
      if (stored === null) await save()
      for (const listener of listeners) listener()
    },
    acceptWeak: () => Promise.resolve(),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function readSealed(path: string): Promise<Sealed | null | 'broken'> {
  try {
    return parseSealed(await readFile(path, 'utf8')) ?? 'broken'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The old file stands until the new one is whole and on the disk. */
async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.new`
  const file = await open(next, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(next, 0o600)
  await rename(next, path)
}
