import { useEffect, useEffectEvent, useRef } from 'react'

export interface WhenCurrent {
  /** Acts at once if the answer to the question is there, else as soon as it comes; false: it is waited for. */
  readonly act: () => boolean
  /** Gives up the wait. */
  readonly forget: () => void
}

/**
 * Acts on the answer to a question that changes while it is typed, and never on the answer to an older one. An act that
 * waits for its answer is forgotten if the question changes before.
 */
export function useWhenCurrent(question: string, isCurrent: boolean, run: () => void): WhenCurrent {
  const wanted = useRef<string | null>(null)
  const onCurrent = useEffectEvent(run)
  useEffect(() => {
    if (wanted.current === null) return
    if (wanted.current === question && !isCurrent) return
    const isWanted = wanted.current === question
    wanted.current = null
    if (isWanted) onCurrent()
  }, [question, isCurrent])
  return {
    act() {
      if (isCurrent) run()
      else wanted.current = question
      return isCurrent
    },
    forget() {
      wanted.current = null
    },
  }
}
