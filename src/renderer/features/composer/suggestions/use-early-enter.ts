import { useEffect, useLayoutEffect, useState } from 'react'
import type { SuggestionKeys } from './suggestion-list.tsx'

/**
 * Enter that comes before the suggestions are read: what is written must not be sent as it stands. `choose` takes the
 * best of them once they are there, if the same is still written.
 */
export function useEarlyEnter(
  isPending: boolean,
  query: string,
  { onKeys, choose }: { readonly onKeys: (keys: SuggestionKeys | null) => void; readonly choose: () => void },
): void {
  /** The text when Enter was pressed. */
  const [entered, setEntered] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!isPending) return undefined
    onKeys((event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return false
      event.preventDefault()
      setEntered(query)
      return true
    })
    return () => onKeys(null)
  }, [isPending, query, onKeys])
  useEffect(() => {
    if (isPending || entered === null) return
    setEntered(null)
    if (entered === query) choose()
    // Once, when they are read.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPending])
}
