import { useRef, type KeyboardEvent, type RefObject } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Arrows move the choice of a group of radios, round its ends, and the focus with it; the radios are the group's
 * children. `chosen` is an index.
 */
export function useRadioKeys<Value>(
  values: readonly Value[],
  chosen: number,
  onChange: (value: Value) => void,
): { readonly ref: RefObject<HTMLDivElement | null>; readonly onKeyDown: (event: KeyboardEvent) => void } {
  const ref = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const index = (chosen + step + values.length) % values.length
    const next = values[index]
    if (next === undefined) return
    onChange(next)
    const radio = ref.current?.children[index]
    if (radio instanceof HTMLElement) radio.focus()
  }
  return { ref, onKeyDown }
}
