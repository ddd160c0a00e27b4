import { chmod, open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { VaultStatus } from '../../contract/app.ts'
import { ContractError } from '../../contract/errors.ts'
import { createSignal } from '../create-signal.ts'
import type { Vault } from '../ports.ts'
import { deriveKey, parseSealed, seal, unseal } from './sealed-file.ts'
import type { SealKey, Sealed } from './sealed-file.ts'

const contentSchema = z.object({ values: z.record(z.string(), z.string()) })

/**
 * Tokens in one file, sealed with a passphrase (scrypt, AES-256-GCM). Locked until `unlock`; the first passphrase
 * makes the file. Every change writes the whole file anew and puts it in place in one step, readable by its owner alone.
 * A file that can't be read is never replaced. What is deleted while the vault is locked is noted beside the sealed content, so
 * that a forgotten passphrase keeps nobody from removing an instance: it counts as gone at once and is taken out at `unlock`.
 */
export async function openPassphraseVault(path: string): Promise<Vault> {
  const changed = createSignal<[]>()
  const session = new Map<string, string>()
  const found = await readSealed(path)
  let stored: Sealed | null = found === 'broken' ? null : found
  let opened: { readonly key: SealKey; readonly values: ReadonlyMap<string, string> } | null = null
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
  const write = async (sealed: Sealed): Promise<void> => {
    await replaceFile(path, JSON.stringify(sealed))
    stored = sealed
  }
  /** One change after the other: two at once would each lose the other's. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = writing.then(work)
    writing = next.catch(() => undefined)
    return next
  }
  /** Memory takes a change over once it is on the disk, and never otherwise. */
  const change = (edit: (values: Map<string, string>) => void): Promise<void> =>
    inTurn(async () => {
      const { key, values } = requireOpen()
      const changed = new Map(values)
      edit(changed)
      await write(seal(JSON.stringify({ values: Object.fromEntries(changed) }), key))
      opened = { key, values: changed }
    })
  const isForgotten = (key: string): boolean => stored?.forgotten?.includes(key) === true
  const forget = (key: string): Promise<void> =>
    inTurn(async () => {
      if (stored !== null && !isForgotten(key))
        await write({ ...stored, forgotten: [...(stored.forgotten ?? []), key] })
    })

  return {
    get: (key) => Promise.resolve(session.get(key) ?? opened?.values.get(key) ?? null),
    async set(key, value, { persist = true } = {}) {
      if (!persist) {
        session.set(key, value)
        if (opened?.values.has(key) === true) await change((values) => values.delete(key))
        return
      }
      requireOpen()
      await change((values) => values.set(key, value))
      session.delete(key)
    },
    async delete(key) {
      session.delete(key)
      if (opened === null) return forget(key)
      if (opened.values.has(key)) await change((values) => values.delete(key))
    },
    where(key) {
      if (session.has(key)) return Promise.resolve('session')
      if (opened !== null) return Promise.resolve(opened.values.has(key) ? 'vault' : 'missing')
      return Promise.resolve(stored === null || isForgotten(key) ? 'missing' : 'locked')
    },
    status,
    async unlock(passphrase) {
      if (opened !== null) return
      if (found === 'broken') throw new ContractError('vaultLocked', { details: { reason: 'unreadable' } })
      if (passphrase === '') throw new ContractError('passphraseWrong')
      const key = await deriveKey(passphrase, stored?.kdf)
      const text = stored === null ? JSON.stringify({ values: {} }) : unseal(stored, key)
      if (text === null) throw new ContractError('passphraseWrong')
      const { values } = contentSchema.parse(JSON.parse(text))
      // Not open before it is written: what was forgotten must not be there again after the next start.
      await inTurn(async () => {
        if (opened !== null) return
        const gone = stored?.forgotten ?? []
        const kept = new Map(Object.entries(values).filter(([name]) => !gone.includes(name)))
        if (stored === null || gone.length > 0)
          await write(seal(JSON.stringify({ values: Object.fromEntries(kept) }), key))
        opened = { key, values: kept }
      })
      changed.tell()
    },
    acceptWeak: () => Promise.resolve(),
    onChange: changed.listen,
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
