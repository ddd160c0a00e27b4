import { useRef, type KeyboardEvent, type RefObject } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Arrows move the choice of a group of radios or tabs, round its ends, and the focus with it; Home and End go to the
 * ends. The items are the group's children. `chosen` is an index.
 */
export function useRadioKeys<Value>(
  values: readonly Value[],
  chosen: number,
  onChange: (value: Value) => void,
): { readonly ref: RefObject<HTMLDivElement | null>; readonly onKeyDown: (event: KeyboardEvent) => void } {
  const ref = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = steps[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? values.length - 1 : step && chosen + step
    if (to === undefined) return
    event.preventDefault()
    const index = (to + values.length) % values.length
    const next = values[index]
    if (next === undefined) return
    onChange(next)
    const item = ref.current?.children[index]
    if (item instanceof HTMLElement) item.focus()
  }
  return { ref, onKeyDown }
}
