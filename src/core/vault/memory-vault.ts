import type { Vault } from '../base/ports.ts'

/** Stores tokens for this run only. For the browser host without a passphrase. */
export function createMemoryVault(): Vault {
  const values = new Map<string, string>()
  return {
    get: (key) => Promise.resolve(values.get(key) ?? null),
    set(key, value) {
      values.set(key, value)
      return Promise.resolve()
    },
    delete(key) {
      values.delete(key)
      return Promise.resolve()
    },
    where: (key) => Promise.resolve(values.has(key) ? 'session' : 'missing'),
    status: () => ({ backend: 'memory', state: 'usable', persistent: false }),
    unlock: () => Promise.resolve(),
    acceptWeak: () => Promise.resolve(),
    onChange: () => () => undefined,
  }
}
