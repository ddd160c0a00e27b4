import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatKey } from '../../contract/ids.ts'
import { queryKey } from './use-contract-query.ts'

/** Values that change by one press each, as the person last wanted them. */
export interface WantedValues {
  /** The value to show, and to take the opposite of: the wanted one until a later read shows what came of it. */
  readonly shown: <Value>(name: string, read: Value) => Value
  /** Shows the value at once, and saves it. A failure shows again what was read. */
  readonly want: (name: string, value: unknown, save: () => Promise<{ readonly ok: boolean }>) => Promise<void>
}

/** Of what `chats.details` says of a chat. */
export function useWanted(chat: ChatKey): WantedValues {
  const cache = useQueryClient()
  const [wanted, setWanted] = useState<ReadonlyMap<string, { readonly value: unknown }>>(new Map())
  return {
    shown(name, read) {
      const one = wanted.get(name)
      return one === undefined ? read : (one.value as typeof read)
    },
    async want(name, value, save) {
      const mine = { value }
      setWanted((before) => new Map(before).set(name, mine))
      const { ok } = await save()
      // Only a read that begins after the save is known to show it.
      if (ok) await cache.invalidateQueries({ queryKey: queryKey('chats.details', { chat }) })
      // A later press has its own outcome.
      setWanted((before) => (before.get(name) === mine ? new Map([...before].filter(([key]) => key !== name)) : before))
    },
  }
}
