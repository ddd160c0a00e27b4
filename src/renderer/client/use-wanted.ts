import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input, QueryName } from '../../contract/index.ts'
import { queryKey } from './use-contract-query.ts'

/** Values that change by one press each, as the person last wanted them. */
export interface WantedValues {
  /** The value to show, and to take the opposite of: the wanted one until a later read shows what came of it. */
  readonly shown: <Value>(name: string, read: Value) => Value
  /** Shows the value at once, and saves it. A failure shows again what was read. */
  readonly want: (name: string, value: unknown, save: () => Promise<{ readonly ok: boolean }>) => Promise<void>
}

/** Of what a read says; without an input, of what all reads of that name say. */
export function useWanted<Name extends QueryName>(name: Name, input?: Input<Name>): WantedValues {
  const cache = useQueryClient()
  const [wanted, setWanted] = useState<ReadonlyMap<string, { readonly value: unknown }>>(new Map())
  return {
    shown(of, read) {
      const one = wanted.get(of)
      return one === undefined ? read : (one.value as typeof read)
    },
    async want(of, value, save) {
      const mine = { value }
      setWanted((before) => new Map(before).set(of, mine))
      const { ok } = await save()
      // Only a read that begins after the save is known to show it.
      if (ok) await cache.invalidateQueries({ queryKey: input === undefined ? [name] : queryKey(name, input) })
      // A later press has its own outcome.
      setWanted((before) => (before.get(of) === mine ? new Map([...before].filter(([key]) => key !== of)) : before))
    },
  }
}
