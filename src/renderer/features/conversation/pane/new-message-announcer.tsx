import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../../../contract/index.ts'
import { useWords } from '../../../lib/words.ts'
import { previewWords } from '../../../ui/content-preview.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'

const gatherMs = 600

/** Tells screen readers what came into the open chat: one message in words, several as one summary. */
export function NewMessageAnnouncer({ rows }: { readonly rows: readonly Message[] }) {
  const t = useWords()
  const [said, setSaid] = useState('')
  const lastKey = useRef(rows.at(-1)?.key ?? null)
  const waiting = useRef<Message[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const before = rows.findIndex((row) => row.key === lastKey.current)
    const fresh = before < 0 ? [] : rows.slice(before + 1).filter((row) => row.direction === 'incoming')
    lastKey.current = rows.at(-1)?.key ?? null
    if (fresh.length === 0) return
    waiting.current.push(...fresh)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const [only, ...others] = waiting.current
      waiting.current = []
      if (!only) return
      const { content } = only
      const text = 'text' in content ? content.text : 'caption' in content ? content.caption : ''
      setSaid(
        others.length > 0
          ? t('conversation.cameMany', { count: others.length + 1 })
          : t('conversation.cameOne', {
              name: only.sender.name.slice(0, 100),
              text: previewWords(t, { kind: content.kind, text }),
            }),
      )
    }, gatherMs)
  }, [rows, t])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  )
}
