import '../marks/feedback.css'
import type { FocusEvent, PointerEvent, ReactElement, ReactNode, SyntheticEvent } from 'react'
import { cloneElement, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/**
 * Puts a fixed element beside another one, `gap` px away, turned to the other side where there is no room, and never
 * outside the window. Writes the custom properties --x and --y.
 */
function placeBeside(
  element: HTMLElement,
  anchor: Element,
  side: 'top' | 'bottom' | 'left' | 'right',
  gap: number,
): void {
  const from = anchor.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const edge = 4
  const room = { x: document.documentElement.clientWidth, y: document.documentElement.clientHeight }
  const upright = side === 'top' || side === 'bottom'
  const below = from.bottom + gap
  const above = from.top - gap - height
  const right = from.right + gap
  const left = from.left - gap - width
  const y = upright ? pick(side === 'bottom', below, above, height, room.y) : from.top + from.height / 2 - height / 2
  const x = upright ? from.left + from.width / 2 - width / 2 : pick(side === 'right', right, left, width, room.x)
  element.style.setProperty('--x', `${Math.round(clamp(x, edge, room.x - width - edge))}px`)
  element.style.setProperty('--y', `${Math.round(clamp(y, edge, room.y - height - edge))}px`)
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

function pick(preferAfter: boolean, after: number, before: number, size: number, room: number): number {
  const afterFits = after + size <= room
  const beforeFits = before >= 0
  return (preferAfter && (afterFits || !beforeFits)) || (!preferAfter && !beforeFits && afterFits) ? after : before
}

type Side = 'top' | 'bottom' | 'left' | 'right'

interface Shown {
  readonly anchor: Element
  readonly text: ReactNode
  readonly shortcut: string | undefined
  readonly side: Side
}

/** One tooltip for the whole window: there is only one pointer and one focus. */
let shown: Shown | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const show = (next: Shown | null, delay: number): void => {
  clearTimeout(timer)
  const apply = (): void => {
    if (shown === next) return
    shown = next
    for (const listener of listeners) listener()
  }
  if (delay > 0) timer = setTimeout(apply, delay)
  else apply()
}

export interface TooltipProps {
  /** Empty text shows nothing. */
  readonly text: ReactNode
  readonly shortcut?: string
  readonly side?: Side
  /** True shows it only when the element's text is cut off. */
  readonly whenCut?: boolean
  readonly children: ReactElement<Record<string, unknown>>
}

type Handler<Event> = ((event: Event) => void) | undefined
const both =
  <Event extends SyntheticEvent>(first: unknown, then: (event: Event) => void) =>
  (event: Event) => {
    ;(first as Handler<Event>)?.(event)
    then(event)
  }
const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth

/**
 * Words that help: shown after a rest of the pointer (400 ms) or at keyboard focus, gone with Escape. The name of the
 * control must not depend on it, so it is hidden from screen readers.
 */
export function Tooltip({ text, shortcut, side = 'bottom', whenCut = false, children }: TooltipProps) {
  const { props } = children
  const begin = (anchor: Element, delay: number): void => {
    if (!text || (whenCut && !isCut(anchor))) return
    show({ anchor, text, shortcut, side }, shown ? 0 : delay)
  }
  return cloneElement(children, {
    onPointerEnter: both<PointerEvent>(props['onPointerEnter'], (event) => {
      if (event.pointerType === 'mouse') begin(event.currentTarget, 400)
    }),
    onPointerLeave: both<PointerEvent>(props['onPointerLeave'], () => show(null, 0)),
    onPointerDown: both<PointerEvent>(props['onPointerDown'], () => show(null, 0)),
    onFocus: both<FocusEvent>(props['onFocus'], (event) => {
      if (event.currentTarget.matches(':focus-visible')) begin(event.currentTarget, 400)
    }),
    onBlur: both<FocusEvent>(props['onBlur'], () => show(null, 0)),
    onKeyDown: both<SyntheticEvent<Element, KeyboardEvent>>(props['onKeyDown'], () => show(null, 0)),
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where tooltips appear; the app renders it once. */
export function TooltipLayer() {
  const current = useSyncExternalStore(subscribe, () => shown)
  if (!current?.anchor.isConnected) return null
  const inner = (
    <div
      className="tooltip"
      aria-hidden="true"
      ref={(element) => {
        if (element) placeBeside(element, current.anchor, current.side, 6)
      }}
    >
      {current.text}
      {current.shortcut && <kbd className="kbd">{current.shortcut}</kbd>}
    </div>
  )
  // Inside an open dialog the page behind is inert, so the tooltip is beside its anchor's root.
  return createPortal(inner, document.body)
}
