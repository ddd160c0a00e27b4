import type { ReactNode } from 'react'
import type { TextRange } from '../../../contract/text/fold.ts'

/** A text in its own direction, with what was found in it marked: ranges in order and apart. */
export function FoundText({ text, ranges }: { readonly text: string; readonly ranges: readonly TextRange[] }) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [start, end] of ranges) {
    parts.push(text.slice(done, start), <mark key={start}>{text.slice(start, end)}</mark>)
    done = end
  }
  return (
    <bdi>
      {parts}
      {text.slice(done)}
    </bdi>
  )
}
