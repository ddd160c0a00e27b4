import { useState } from 'react'

const values = new Map<string, unknown>()

/** The newest value under this name: a save that ends late takes nothing that was typed meanwhile. */
export const unfinishedValue = (name: string): unknown => values.get(name)

/** Whether something was begun under this name and is neither saved nor given up. */
export const isUnfinished = (name: string): boolean => values.has(name)

/**
 * State of a form that outlives it: the form goes when a person opens another tab or view.
 * A form whose name changes must be mounted again (`key`). Without a name the state goes with the form.
 */
export function useUnfinishedValue<Value>(
  name: string | undefined,
  before: Value,
): readonly [Value, (next: Value) => void] {
  const [value, setValue] = useState(() =>
    name !== undefined && values.has(name) ? (values.get(name) as Value) : before,
  )
  return [
    value,
    (next) => {
      setValue(() => next)
      if (name === undefined) return
      if (next === before) values.delete(name)
      else values.set(name, next)
    },
  ]
}

export interface UnfinishedText {
  readonly text: string
  readonly write: (text: string) => void
  /** The text was saved, or is not to be. */
  readonly finish: () => void
}

/** A text that outlives its field; `before` is what it begins with. */
export function useUnfinishedText(name: string, before: string): UnfinishedText {
  const [text, write] = useUnfinishedValue(name, before)
  return { text, write, finish: () => void values.delete(name) }
}
