import { useSyncExternalStore } from 'react'

/** Whether a person can be looking: the page is visible and the window has the focus. */
export const isWindowFocused = (): boolean => document.hasFocus() && !document.hidden

/** Calls when that may have changed. Returns what ends that. */
export function onWindowFocus(listener: () => void): () => void {
  addEventListener('focus', listener)
  addEventListener('blur', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener('focus', listener)
    removeEventListener('blur', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

export const useWindowFocus = (): boolean => useSyncExternalStore(onWindowFocus, isWindowFocused)
