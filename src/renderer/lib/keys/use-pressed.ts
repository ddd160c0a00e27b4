import { useCallback, useEffect, useState } from 'react'

/**
 * Whether a pointer is pressed on an element that calls `press` at pointerdown, until its click was dispatched.
 * Elements that would move under the pointer wait for it: an element moved in the document loses its click.
 */
export function usePressed(): { readonly pressed: boolean; readonly press: () => void } {
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (!pressed) return undefined
    // The click comes in the same turn as the pointerup before it.
    const end = () => void setTimeout(() => setPressed(false))
    const ends = ['pointerup', 'pointercancel', 'blur'] as const
    for (const type of ends) addEventListener(type, end)
    return () => ends.forEach((type) => removeEventListener(type, end))
  }, [pressed])
  return { pressed, press: useCallback(() => setPressed(true), []) }
}
