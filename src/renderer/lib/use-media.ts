import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Under 1240 px details and inspectors are drawers. */
export const useIsMedium = (): boolean => useMedia('(max-width: 1239px)')
/** Under 860 px either the chat list or the open chat has the whole width, and inspectors are pages. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 860px)')
/** Under 560 px, beside another program, a table keeps only the columns by which a row is known. */
export const useIsSlim = (): boolean => useMedia('(max-width: 559px)')
/** Under 720 px of height, as at 200 % zoom, the strip above a table folds into one line. */
export const useIsLow = (): boolean => useMedia('(max-height: 719px)')
