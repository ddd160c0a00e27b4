import { useEffect } from 'react'

/** Calls `onShown` once what was found for a text is on the screen, and no longer what was found for an earlier one. */
export function useShownFor(text: string, isShown: boolean, onShown: ((text: string) => void) | undefined): void {
  useEffect(() => {
    if (isShown) onShown?.(text)
  }, [isShown, text, onShown])
}
