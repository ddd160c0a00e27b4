import { useLayoutEffect, useRef, useState } from 'react'

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>

/**
 * The functions of the newest render in an object that stays the same, so that a memoised component which gets it need
 * not render again. To be called in events, not while rendering.
 */
export function useStable<Given extends Functions>(functions: Given): Given {
  const newest = useRef(functions)
  useLayoutEffect(() => {
    newest.current = functions
  })
  const [stable] = useState(() => {
    const call = (name: string) => [name, (...args: never[]) => newest.current[name]?.(...args)] as const
    return Object.fromEntries(Object.keys(functions).map(call)) as unknown as Given
  })
  return stable
}
