import { useState } from 'react'

interface Wanted {
  readonly value: unknown
  /** When core had saved it, epoch ms; null: it is under way. */
  readonly savedAt: number | null
}

/** Values that change by one press each, as the person last wanted them. */
export interface WantedValues {
  /** The value to show, and to take the opposite of: the wanted one until a later read shows the outcome. */
  readonly shown: <Value>(name: string, read: Value) => Value
  /** Shows the value at once, and saves it. A failure shows again what was read. */
  readonly want: (name: string, value: unknown, save: () => Promise<{ readonly ok: boolean }>) => Promise<void>
}

/** `readAt`: when the shown values were read, epoch ms (`dataUpdatedAt` of their query). */
export function useWanted(readAt: number): WantedValues {
  const [wanted, setWanted] = useState<ReadonlyMap<string, Wanted>>(new Map())
  return {
    shown(name, read) {
      const one = wanted.get(name)
      const isNewer = one !== undefined && (one.savedAt === null || readAt <= one.savedAt)
      return isNewer ? (one.value as typeof read) : read
    },
    async want(name, value, save) {
      const mine: Wanted = { value, savedAt: null }
      setWanted((before) => new Map(before).set(name, mine))
      const { ok } = await save()
      setWanted((before) => {
        // A later press has its own outcome.
        if (before.get(name) !== mine) return before
        const next = new Map(before)
        if (ok) next.set(name, { value, savedAt: Date.now() })
        else next.delete(name)
        return next
      })
    },
  }
}
