import type { AccountsStore } from './tx/accounts-intents.ts'
import { z } from 'zod'
import type { InstanceKey } from '../../contract/ids.ts'
import type { TokenStorage } from '../../contract/instances.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { isOutOfReach, type Logger, type Vault } from '../base/ports.ts'
import type { InstanceRegistry } from './instance-registry.ts'
import { addressOf, isSameAddress, type InstanceRow, type TokenAddress } from './rules/instance-row.ts'

/** Connects the vault, which stores tokens, with the registry, which uses them. */
export interface Tokens {
  /** Loads tokens from the vault for instances without one. */
  load(keys: readonly InstanceKey[]): Promise<void>
  /** Stores a token and uses it. Throws vaultConsentNeeded or vaultLocked; nothing is changed then. */
  store(key: InstanceKey, token: string, persist: boolean): Promise<void>
  /** Uses a token that has no other copy, and stores it. False as {@link storeUsed}. */
  useThenStore(key: InstanceKey, token: string): Promise<boolean>
  /**
   * Stores a token in use that is not stored yet. False if the vault refuses now: it stays in use and is stored later.
   */
  storeUsed(key: InstanceKey): Promise<boolean>
  /** Stops using it and deletes it from the vault. */
  forget(key: InstanceKey): Promise<void>
  /**
   * Moves an instance's vault entry to the address that the person entered. {@link load} finishes a move that was cut
   * short.
   */
  rebind(key: InstanceKey): Promise<void>
  where(key: InstanceKey): Promise<TokenStorage>
  /** The instance's token, for checks by the instance's own settings. Never leaves core. */
  current(key: InstanceKey): Promise<string | null>
  /** The old token of a token change, until the new one is known to work. */
  previous(key: InstanceKey): Promise<string | null>
  keepPrevious(key: InstanceKey, token: string, persist: boolean): Promise<void>
  forgetPrevious(key: InstanceKey): Promise<void>
}

/** A vault entry: address and token are encrypted together, so that neither can be exchanged alone. */
const entrySchema = z.object({
  apiUrl: z.string(),
  mediaUrl: z.string(),
  idInstance: z.string(),
  token: z.string().min(1),
})

/** Named by the address, because a new store assigns the same instance keys again. */
export const tokenEntryName = ({ apiUrl, idInstance }: Pick<TokenAddress, 'apiUrl' | 'idInstance'>): string =>
  `instance:${idInstance}@${apiUrl}`
const previousOf = (name: string): string => `${name}:before`

/** An entry as {@link createTokens} writes it. */
export const tokenEntry = (address: TokenAddress, token: string): readonly [name: string, text: string] => [
  tokenEntryName(address),
  JSON.stringify({ ...addressOf(address), token }),
]

export function createTokens(deps: {
  readonly vault: Vault
  readonly store: AccountsStore
  readonly instances: InstanceRegistry
  readonly scrubber: Scrubber
  readonly logger: Logger
}): Tokens {
  const { vault, store, instances, scrubber, logger } = deps
  const use = (key: InstanceKey, token: string) => {
    scrubber.add(token)
    instances.setToken(key, token)
  }
  const rowOf = (key: InstanceKey): InstanceRow | undefined => instances.get(key)?.row()
  const write = (name: string, address: TokenAddress, token: string, persist: boolean): Promise<void> =>
    vault.set(name, tokenEntry(address, token)[1], { persist })
  /** Entries that were read and do not belong to the address of their instance. */
  const unfit = new Set<string>()
  /** Null: there is none, or it belongs to another address. */
  const read = async (name: string, address: TokenAddress): Promise<string | null> => {
    const text = await vault.get(name)
    const entry = text === null ? null : parseEntry(text)
    if (entry !== null) scrubber.add(entry.token)
    const fits = entry !== null && isSameAddress(entry, address)
    if (text === null || fits) unfit.delete(name)
    else if (!unfit.has(name)) {
      unfit.add(name)
      logger.warn({}, 'an entry of the vault does not fit its instance and is not used')
    }
    return fits ? entry.token : null
  }
  /**
   * The newest token that was given or removed. The vault may take minutes: what was read of it, or stored, before that
   * is not used any more.
   */
  const newest = new Map<InstanceKey, symbol | undefined>()
  const begin = (key: InstanceKey): (() => boolean) => {
    const own = Symbol('token')
    newest.set(key, own)
    return () => newest.get(key) === own
  }
  /** Tokens in use that are not stored yet. */
  const unstored = new Map<InstanceKey, string>()

  /** Moves the entries of the address that the instance had. Returns the token that was there; null: none. */
  const move = async (row: InstanceRow): Promise<string | null> => {
    const { tokenFrom: before } = row
    if (before === null) return null
    const known = newest.get(row.key)
    const [from, to] = [tokenEntryName(before), tokenEntryName(row)]
    const persist = (await vault.where(from)) !== 'session'
    const previous = await read(previousOf(from), before)
    const stored = await read(from, before)
    for (const name of [from, previousOf(from)]) if (isOutOfReach(await vault.where(name))) return null
    if (newest.get(row.key) !== known) return null
    if (previous !== null) await write(previousOf(to), row, previous, true)
    if (stored !== null) await write(to, row, stored, persist)
    await forgetMoved(row)
    return stored
  }
  const forgetMoved = async (row: InstanceRow): Promise<void> => {
    const { key, tokenFrom: before } = row
    if (before === null) return
    const from = tokenEntryName(before)
    if (from !== tokenEntryName(row)) for (const name of [from, previousOf(from)]) await vault.delete(name)
    // If this fails, the next start moves again, and finds nothing to move.
    await store
      .write('accounts.recordMoved', { key })
      .catch((error: unknown) => logger.warn({ instance: key, error }, 'it was not noted that a token was moved'))
  }

  const storeUsed = async (key: InstanceKey): Promise<boolean> => {
    const token = unstored.get(key)
    const row = rowOf(key)
    if (token === undefined || row === undefined) return true
    try {
      await write(tokenEntryName(row), row, token, true)
    } catch (error) {
      logger.warn({ instance: key, error }, 'the vault took no token')
      return false
    }
    if (unstored.get(key) === token) unstored.delete(key)
    return true
  }
  return {
    async load(keys) {
      const waiting = keys.filter((key) => !instances.hasToken(key))
      await Promise.all(
        waiting.map(async (key) => {
          const row = rowOf(key)
          if (row === undefined) return
          const known = newest.get(key)
          try {
            await move(row)
            const token = await read(tokenEntryName(row), row)
            if (token !== null && newest.get(key) === known) use(key, token)
          } catch (error) {
            // The key ring may be busy or locked: retried when the vault changes.
            logger.warn({ instance: key, error }, 'the vault gave no token')
          }
        }),
      )
    },
    async store(key, token, persist) {
      scrubber.add(token)
      const row = rowOf(key)
      if (row === undefined) return
      const before = newest.get(key)
      const isNewest = begin(key)
      try {
        await write(tokenEntryName(row), row, token, persist)
      } catch (error) {
        if (isNewest()) newest.set(key, before)
        throw error
      }
      await forgetMoved(row)
      if (!isNewest()) return
      unfit.delete(tokenEntryName(row))
      unstored.delete(key)
      use(key, token)
    },
    useThenStore(key, token) {
      begin(key)
      use(key, token)
      unstored.set(key, token)
      return storeUsed(key)
    },
    storeUsed,
    async forget(key) {
      begin(key)
      instances.setToken(key, null)
      unstored.delete(key)
      const row = rowOf(key)
      if (row === undefined) return
      await vault.delete(tokenEntryName(row))
      await vault.delete(previousOf(tokenEntryName(row)))
      await forgetMoved(row)
    },
    async rebind(key) {
      const row = rowOf(key)
      if (row === undefined || row.tokenFrom === null) return
      const known = newest.get(key)
      const moved = await move(row)
      const token = unstored.get(key) ?? moved
      if (token !== null && newest.get(key) === known) use(key, token)
    },
    async where(key) {
      const row = rowOf(key)
      if (unstored.has(key)) return 'session'
      if (row === undefined) return 'missing'
      const name = tokenEntryName(row)
      const where = unfit.has(name) ? 'missing' : await vault.where(name)
      // A token in use was typed or read in this run, whatever the vault's present state.
      return where === 'missing' && instances.hasToken(key) ? 'session' : where
    },
    async current(key) {
      const row = rowOf(key)
      return unstored.get(key) ?? (row === undefined ? null : read(tokenEntryName(row), row))
    },
    async previous(key) {
      const row = rowOf(key)
      return row === undefined ? null : read(previousOf(tokenEntryName(row)), row)
    },
    async keepPrevious(key, token, persist) {
      const row = rowOf(key)
      if (row !== undefined) await write(previousOf(tokenEntryName(row)), row, token, persist)
    },
    async forgetPrevious(key) {
      const row = rowOf(key)
      if (row !== undefined) await vault.delete(previousOf(tokenEntryName(row)))
    },
  }
}

function parseEntry(text: string): z.infer<typeof entrySchema> | null {
  try {
    return entrySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
