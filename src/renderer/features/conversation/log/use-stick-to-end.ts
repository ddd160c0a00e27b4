import type { RefObject } from 'react'
import { useCallback, useRef, useState } from 'react'

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
  /** The end is to be kept in sight. */
  readonly atEnd: RefObject<boolean>
  /** Sets whether the end is to be kept in sight; for a move of the view that no person made. */
  readonly keepEnd: (keep: boolean) => void
  /** The end is in sight, or nearly: nothing new hides below. */
  readonly nearEnd: boolean
  /** Judges the place anew; for each scroll. */
  readonly readPosition: () => void
  /** The person moves something that scrolls. */
  readonly recordMove: () => void
  /** After each drawing: whatever grew, the end that was in sight stays in sight. */
  readonly stick: (virtualizer: Scrolls) => void
}

/** Keeps the end of a log in sight, whatever grows, shrinks or comes in, until a person leaves it. */
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
  /** Read from the element: the virtualizer draws anew only when its range changes. */
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
