import './overlay.css'
import { useRef } from 'react'

export interface ResizerProps {
  /** Accessible name, for example "Width of the chat list". */
  readonly label: string
  /** Width in px of the pane it belongs to. */
  readonly value: number
  readonly min: number
  readonly max: number
  /** `end`: the pane is at its left and grows to the right; `start`: the pane is at its right. */
  readonly side: 'start' | 'end'
  readonly onChange: (value: number) => void
}

/** A line between panes that can be dragged, or moved with the arrow keys. Place it inside a positioned pane. */
export function Resizer({ label, value, min, max, side, onChange }: ResizerProps) {
  const drag = useRef<{ readonly x: number; readonly value: number } | null>(null)
  const sign = side === 'end' ? 1 : -1
  const set = (next: number): void => onChange(Math.round(Math.max(min, Math.min(next, max))))
  return (
    <div
      className="resizer"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      style={side === 'end' ? { left: '100%' } : { left: 0 }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.dataset['dragging'] = ''
        drag.current = { x: event.clientX, value }
      }}
      onPointerMove={(event) => {
        if (drag.current) set(drag.current.value + sign * (event.clientX - drag.current.x))
      }}
      onPointerUp={(event) => {
        delete event.currentTarget.dataset['dragging']
        drag.current = null
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0
        if (step === 0) return
        event.preventDefault()
        set(value + sign * step)
      }}
    />
  )
}
