import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is still on the screen, for what is done with an answer that may come late. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
