import type { TeamStore } from '../ports.ts'

/**
 * A store that has read what the first read of this name asks for, and answers it only after `release`. `reading`
 * resolves once it waits.
 */
export function holdFirstRead(store: TeamStore, name: Parameters<TeamStore['read']>[0]) {
  const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const slow: TeamStore = {
    ...store,
    async read(...given) {
      const result = await store.read(...given)
      if (given[0] !== name || !isFirst) return result
      isFirst = false
      reading.resolve()
      await released.promise
      return result
    },
  }
  return { slow, reading: reading.promise, release: () => released.resolve() }
}
