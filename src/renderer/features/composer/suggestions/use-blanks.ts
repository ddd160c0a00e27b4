import type { KeyboardEvent, RefObject } from 'react'
import { useRef } from 'react'
import type { FilledReply } from '../../../../contract/quick-reply-text.ts'
import { isComposition } from '../../../lib/keys/shortcuts.ts'

/** A default that still stands in the text. What is typed before it moves its start, never its distance to the end. */
interface Blank {
  readonly fromEnd: number
  readonly value: string
}

export interface Blanks {
  /** A quick reply was inserted at `offset`: selects the first of its own variables. */
  readonly begin: (offset: number, reply: FilledReply) => void
  /** Tab selects the next one; true when the key was for that. */
  readonly takesKey: (event: KeyboardEvent) => boolean
}

/** The person's own variables of an inserted quick reply: typed over one after another. */
export function useBlanks(field: RefObject<HTMLTextAreaElement | null>): Blanks {
  const blanks = useRef<readonly Blank[]>([])
  const selectNext = (): boolean => {
    const element = field.current
    while (element) {
      const [next, ...rest] = blanks.current
      if (next === undefined) break
      blanks.current = rest
      const from = element.value.length - next.fromEnd
      // Whoever changed the text behind it has gone on.
      if (from < 0 || !element.value.startsWith(next.value, from)) continue
      element.setSelectionRange(from, from + next.value.length)
      return true
    }
    return false
  }
  return {
    begin(offset, { text, own }) {
      const length = field.current?.value.length ?? 0
      blanks.current = own.map(({ from, to }) => ({ fromEnd: length - offset - from, value: text.slice(from, to) }))
      selectNext()
    },
    takesKey(event) {
      const isTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
      if (!isTab || isComposition(event.nativeEvent) || !selectNext()) return false
      event.preventDefault()
      return true
    },
  }
}
