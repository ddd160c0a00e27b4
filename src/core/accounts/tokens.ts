import type { InstanceKey } from '../../contract/ids.ts'
import type { TokenStorage } from '../../contract/instances.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import type { Logger, Vault } from '../ports.ts'
import type { InstanceRegistry } from './instance-registry.ts'

/** Between the vault, which keeps tokens, and the registry, which uses them. */
export interface Tokens {
  /** Puts into use what the vault can give, for instances that have none yet. */
  load(keys: readonly InstanceKey[]): Promise<void>
  /** Stores a token and puts it into use. Throws vaultConsentNeeded or vaultLocked, and then nothing is changed. */
  keep(key: InstanceKey, token: string, persist: boolean): Promise<void>
  /** Puts a token into use of which there is no other copy, and stores it. False as {@link storeUsed}. */
  useThenStore(key: InstanceKey, token: string): Promise<boolean>
  /** Stores what is in use and not stored yet. False where the vault does not take it now: it stays in use, to be stored later. */
  storeUsed(key: InstanceKey): Promise<boolean>
  /** Takes it out of use and out of the vault. */
  forget(key: InstanceKey): Promise<void>
  where(key: InstanceKey): Promise<TokenStorage>
  /** The instance's token, for checks by the instance's own settings. Never leaves core. */
  current(key: InstanceKey): Promise<string | null>
}

const vaultKey = (key: InstanceKey): string => `instance:${key}`

/** Where the token of before a change is kept while it is not certain that the present one works. */
export const tokenBefore = (key: InstanceKey): string => `${vaultKey(key)}:before`

export function createTokens(deps: {
  readonly vault: Vault
  readonly instances: InstanceRegistry
  readonly scrubber: Scrubber
  readonly logger: Logger
}): Tokens {
  const { vault, instances, scrubber, logger } = deps
  const use = (key: InstanceKey, token: string) => {
    scrubber.add(token)
    instances.setToken(key, token)
  }
  /** Tokens in use that the vault has not taken yet. */
  const unstored = new Map<InstanceKey, string>()
  const storeUsed = async (key: InstanceKey): Promise<boolean> => {
    const token = unstored.get(key)
    if (token === undefined) return true
    try {
      await vault.set(vaultKey(key), token, { persist: true })
    } catch (error) {
      logger.warn({ instance: key, error }, 'the vault took no token')
      return false
    }
    unstored.delete(key)
    return true
  }
  return {
    async load(keys) {
      const waiting = keys.filter((key) => !instances.hasToken(key))
      await Promise.all(
        waiting.map(async (key) => {
          try {
            const token = await vault.get(vaultKey(key))
            if (token !== null) use(key, token)
          } catch (error) {
            // Not now is not never: the key ring may be busy or locked. It is asked again when the vault changes.
            logger.warn({ instance: key, error }, 'the vault gave no token')
          }
        }),
      )
    },
    async keep(key, token, persist) {
      scrubber.add(token)
      await vault.set(vaultKey(key), token, { persist })
      unstored.delete(key)
      use(key, token)
    },
    useThenStore(key, token) {
      use(key, token)
      unstored.set(key, token)
      return storeUsed(key)
    },
    storeUsed,
    async forget(key) {
      instances.setToken(key, null)
      unstored.delete(key)
      await vault.delete(vaultKey(key))
      await vault.delete(tokenBefore(key))
    },
    async where(key) {
      if (unstored.has(key)) return 'session'
      const where = await vault.where(vaultKey(key))
      // What is in use was typed or read in this run, whatever the vault can say now.
      return where === 'missing' && instances.hasToken(key) ? 'session' : where
    },
    current: async (key) => unstored.get(key) ?? (await vault.get(vaultKey(key))),
  }
}
