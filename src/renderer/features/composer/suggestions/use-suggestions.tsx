import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { SteadyChat, SteadyInstance, QuickReply } from '../../../../contract/index.ts'
import { firstNameOf, type FilledReply } from '../../../../contract/quick-reply-text.ts'
import { dispatchInput } from '../../../lib/keys/typed-ahead.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { EmojiList } from './emoji-list.tsx'
import { QuickReplyList } from './quick-reply-list.tsx'
import type { SuggestionKeys } from './suggestion-list.tsx'
import { tokenAt, tokenFrom } from './written-token.ts'

/** Below that a colon is a colon. */
const shortestName = 2

export interface SuggestionPorts {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly chat: SteadyChat
  readonly instance: SteadyInstance | undefined
  /** A quick reply was put into it. */
  readonly onReply: (reply: QuickReply) => void
}

/** Quick replies by a slash and emoji by a colon, for the word under the caret of the composer. */
export function useSuggestions({ field, text, chat, instance, onReply }: SuggestionPorts): {
  readonly shown: ReactNode
  /** For the textarea. */
  readonly fieldProps: {
    readonly onInput: () => void
    readonly onSelect: () => void
    readonly 'aria-autocomplete': 'list'
    readonly 'aria-activedescendant': string | undefined
  }
  /** True when the key was for the list. */
  readonly takesKey: (event: KeyboardEvent) => boolean
  /** Opens the quick replies at the caret, or closes them, and writes no slash into the text. */
  readonly toggleReplies: () => void
  /** Closes what `toggleReplies` opened. */
  readonly closeReplies: () => void
} {
  const times = useTimes()
  const now = useNow()
  const blanks = useBlanks(field)
  const keys = useRef<SuggestionKeys | null>(null)
  const onKeys = useCallback((taken: SuggestionKeys | null) => {
    keys.current = taken
  }, [])
  const [caret, setCaret] = useState(0)
  const [selected, setSelected] = useState('')
  const [active, setActive] = useState<string | null>(null)
  /** Offset of the token for which the person dismissed the suggestions. */
  const [dismissedAt, setDismissedAt] = useState<number | null>(null)
  /** Where the button opened the quick replies; what is typed from there on is looked for. */
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  const looked = openedAt === null ? null : tokenFrom(text, openedAt, caret)
  if (openedAt !== null && looked === null) setOpenedAt(null)
  const token = looked ?? tokenAt(text, caret)
  if (dismissedAt !== null && token?.from !== dismissedAt) setDismissedAt(null)
  const open = token !== null && token.from !== dismissedAt ? token : null

  const replace = (from: number, to: number, by: string): void => {
    const element = field.current
    if (!element) return
    element.focus()
    element.setRangeText(by, from, to, 'end')
    setCaret(element.selectionEnd)
    dispatchInput(element)
  }
  const dismiss = (): void => {
    if (looked === null) return setDismissedAt(token?.from ?? null)
    setOpenedAt(null)
    // It was typed to find a quick reply.
    if (looked.query !== '') replace(looked.from, looked.to, '')
  }
  const shared = { onKeys, onActive: setActive, onDismiss: dismiss }
  const { senderName, contactName, title } = chat
  const name = senderName || contactName || title
  const shown = open && (
    <>
      {open.sign === '/' && instance && (
        <QuickReplyList
          {...shared}
          instance={instance}
          query={open.query}
          values={{
            name,
            // A group has no first name.
            firstName: chat.kind === 'group' ? name : firstNameOf(name),
            instance: instance.name,
            time: times.clock(now),
          }}
          newText={selected !== '' ? selected : `${text.slice(0, open.from)}${text.slice(open.to)}`.trim()}
          onInsert={(filled, reply) => {
            const isAfterWord = looked !== null && /\S$/u.test(text.slice(0, open.from))
            setOpenedAt(null)
            replace(open.from, open.to, isAfterWord ? ` ${filled.text}` : filled.text)
            blanks.begin(open.from + (isAfterWord ? 1 : 0), filled)
            onReply(reply)
          }}
        />
      )}
      {open.sign === ':' && open.query.length >= shortestName && (
        <EmojiList {...shared} query={open.query} onInsert={(emoji) => replace(open.from, open.to, `${emoji} `)} />
      )}
    </>
  )
  const followCaret = (): void => {
    const element = field.current
    if (!element) return
    setCaret(element.selectionEnd)
    if (element.selectionStart !== element.selectionEnd) setSelected('')
  }
  return {
    shown,
    fieldProps: {
      onInput: followCaret,
      onSelect: followCaret,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active ?? undefined,
    },
    takesKey: (event) => {
      if (open === null || keys.current === null) return blanks.takesKey(event)
      if (keys.current(event)) return true
      // Enter never sends while the list is open, also when there is nothing in it.
      if (looked === null || event.key !== 'Enter') return false
      event.preventDefault()
      dismiss()
      return true
    },
    toggleReplies: () => {
      const element = field.current
      if (!element) return
      element.focus()
      if (looked !== null) return dismiss()
      const { selectionStart, selectionEnd, value } = element
      setCaret(selectionEnd)
      setOpenedAt(selectionEnd)
      setSelected(value.slice(selectionStart, selectionEnd).trim())
    },
    closeReplies: () => setOpenedAt(null),
  }
}

/** A default that is still in the text. What is typed before it moves its start, never its distance to the end. */
interface Blank {
  readonly fromEnd: number
  readonly value: string
}

interface Blanks {
  /** A quick reply was inserted at `offset`: selects the first of its own variables. */
  readonly begin: (offset: number, reply: FilledReply) => void
  /** Tab selects the next one; true when the key was for that. */
  readonly takesKey: (event: KeyboardEvent) => boolean
}

/** The person's own variables of an inserted quick reply: typed over one after another. */
function useBlanks(field: RefObject<HTMLTextAreaElement | null>): Blanks {
  const blanks = useRef<readonly Blank[]>([])
  const selectNext = (): boolean => {
    const element = field.current
    while (element) {
      const [next, ...rest] = blanks.current
      if (next === undefined) break
      blanks.current = rest
      const from = element.value.length - next.fromEnd
      // A person who changed the text behind it has gone on.
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
      if (!isTab || !selectNext()) return false
      event.preventDefault()
      return true
    },
  }
}
