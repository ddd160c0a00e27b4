import { useState } from 'react'

const texts = new Map<string, string>()

/** Whether something was begun under this name and is neither kept nor given up. */
export const isUnfinished = (name: string): boolean => texts.has(name)

export interface UnfinishedText {
  readonly text: string
  readonly write: (text: string) => void
  /** It was kept, or is not to be. */
  readonly finish: () => void
}

/** A text that outlives its field, which goes when a person looks elsewhere; `before` is what it begins with. */
export function useUnfinishedText(name: string, before: string): UnfinishedText {
  const [text, setText] = useState(() => texts.get(name) ?? before)
  return {
    text,
    write(next) {
      setText(next)
      if (next === before) texts.delete(name)
      else texts.set(name, next)
    },
    finish: () => void texts.delete(name),
  }
}
