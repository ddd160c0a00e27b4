import { useEffect } from 'react'

/**
 * Has the person asked before a page goes that holds what is saved nowhere: by the browser, and on the desktop by the
 * main process.
 */
export function useAskBeforeUnload(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: Event): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
