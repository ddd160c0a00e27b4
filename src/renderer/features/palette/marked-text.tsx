import type { ReactNode } from 'react'
import type { Range } from './match-ranges.ts'

/** A text with some of it marked. */
export function MarkedText({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [start, end] of ranges) {
    if (start < done || end > text.length) continue
    parts.push(text.slice(done, start), <mark key={start}>{text.slice(start, end)}</mark>)
    done = end
  }
  return [...parts, text.slice(done)]
}
