import { useRef } from 'react'

/**
 * Makes a change of something, unless the same change of it is under way: a key is pressed twice where the first press
 * does not show yet, and the second change would be one of a state that nobody saw.
 */
export function useSingleFlight(): (of: string, value: unknown, change: () => Promise<unknown>) => Promise<void> {
  const underWay = useRef(new Map<string, { readonly value: unknown }>())
  return async (of, value, change) => {
    if (underWay.current.get(of)?.value === value) return
    const mine = { value }
    underWay.current.set(of, mine)
    await change()
    if (underWay.current.get(of) === mine) underWay.current.delete(of)
  }
}
