import { useCallback, useRef, useState, type RefObject } from 'react'

/** Closer to the end than this counts as being there, CSS px. */
export const endThreshold = 80

/** A scroll that follows a person's move within this time is the person's, momentum included, ms. */
const personMs = 1000

interface Scrolls {
  scrollToEnd(): void
}

export interface StickToEnd {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Whether the log sticks to its end. */
  readonly atEnd: RefObject<boolean>
  /** Sets whether the log sticks to its end, after a scroll by the program. */
  readonly keepEnd: (keep: boolean) => void
  /** The end is in sight, or nearly: nothing new hides below. */
  readonly nearEnd: boolean
  /** Reads the scroll position; call it on each scroll. */
  readonly readPosition: () => void
  /** The person moves something that scrolls. */
  readonly recordMove: () => void
  /** Call it after each render: if the end was visible, it stays visible. */
  readonly stick: (virtualizer: Scrolls) => void
}

/** Keeps the end of a log visible, whatever grows, shrinks or arrives, until a person scrolls away. */
export function useStickToEnd(startsAtEnd: boolean): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(startsAtEnd)
  const [nearEnd, setNearEnd] = useState(startsAtEnd)
  const lastTop = useRef(0)
  /** When the person last moved, ms: estimates that turn out smaller move the view up, too. */
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const keepEnd = useCallback((keep: boolean) => {
    atEnd.current = keep
  }, [])
  const recordMove = useCallback(() => {
    movedAt.current = performance.now()
  }, [])
  /** Read from the element: the virtualizer renders only when its range changes. */
  const readPosition = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const distance = distanceFromEnd(element)
    if (distance <= 2) atEnd.current = true
    // Only a person who goes up leaves the end; a view that shrinks or rows that come out smaller do not.
    else if (element.scrollTop < lastTop.current - 1 && performance.now() - movedAt.current < personMs) {
      atEnd.current = false
    }
    lastTop.current = element.scrollTop
    setNearEnd(distance <= endThreshold)
  }, [])
  const stick = useCallback(
    (virtualizer: Scrolls) => {
      readPosition()
      const element = scroller.current
      if (element && atEnd.current && distanceFromEnd(element) > 2) virtualizer.scrollToEnd()
    },
    [readPosition],
  )
  return { scroller, atEnd, keepEnd, nearEnd, readPosition, recordMove, stick }
}

const distanceFromEnd = (element: HTMLElement): number =>
  element.scrollHeight - element.clientHeight - element.scrollTop
