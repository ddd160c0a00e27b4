import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Suspense, lazy, useCallback, useRef, useState } from 'react'
import type { ChatDetails, InstanceSummary, QuickReplyKey } from '../../../../contract/index.ts'
import { tellInput } from '../../../lib/tell-input.ts'
import { useTimes } from '../../../lib/times.ts'
import { useNow } from '../../../lib/use-now.ts'
import { QuickReplyList } from './quick-reply-list.tsx'
import type { SuggestionKeys } from './suggestion-list.tsx'
import { tokenAt } from './written-token.ts'

const EmojiList = lazy(async () => ({ default: (await import('./emoji-list.tsx')).EmojiList }))

/** Below that a colon is a colon. */
const shortestName = 2

export interface SuggestionPorts {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly chat: ChatDetails
  readonly instance: InstanceSummary | undefined
  /** A quick reply was put into it. */
  readonly onReply: (reply: QuickReplyKey) => void
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
  /** Opens the quick replies, as a slash would. */
  readonly openReplies: () => void
} {
  const times = useTimes()
  const now = useNow()
  const keys = useRef<SuggestionKeys | null>(null)
  const onKeys = useCallback((taken: SuggestionKeys | null) => {
    keys.current = taken
  }, [])
  const [caret, setCaret] = useState(0)
  const [selected, setSelected] = useState('')
  const [active, setActive] = useState<string | null>(null)
  /** Where the token stands that the person wants to keep as it is. */
  const [kept, setKept] = useState<number | null>(null)
  const token = tokenAt(text, caret)
  if (kept !== null && token?.from !== kept) setKept(null)
  const open = token !== null && token.from !== kept ? token : null

  const replace = (from: number, to: number, by: string): void => {
    const element = field.current
    if (!element) return
    element.focus()
    element.setRangeText(by, from, to, 'end')
    setCaret(element.selectionEnd)
    tellInput(element)
  }
  const dismiss = (): void => setKept(token?.from ?? null)
  const shared = { onKeys, onActive: setActive, onDismiss: dismiss }
  const { senderName, contactName, title } = chat
  const shown = open && (
    <>
      {open.sign === '/' && instance && (
        <QuickReplyList
          {...shared}
          instance={instance}
          query={open.query}
          values={{ name: senderName || contactName || title, instance: instance.name, time: times.clock(now) }}
          newText={selected !== '' ? selected : `${text.slice(0, open.from)}${text.slice(open.to)}`.trim()}
          onInsert={(filled, { key }) => {
            replace(open.from, open.to, filled)
            onReply(key)
          }}
        />
      )}
      {open.sign === ':' && open.query.length >= shortestName && (
        <Suspense>
          <EmojiList {...shared} query={open.query} onInsert={(emoji) => replace(open.from, open.to, `${emoji} `)} />
        </Suspense>
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
    takesKey: (event) => open !== null && keys.current !== null && keys.current(event),
    openReplies: () => {
      const element = field.current
      if (!element) return
      const { selectionStart, selectionEnd, value } = element
      const before = value.slice(0, selectionEnd)
      replace(selectionEnd, selectionEnd, before === '' || /\s$/u.test(before) ? '/' : ' /')
      setSelected(value.slice(selectionStart, selectionEnd).trim())
    },
  }
}
