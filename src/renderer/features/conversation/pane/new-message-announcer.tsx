import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { previewOf, previewText } from '../../../ui/text/content-preview.tsx'
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx'
import type { LoadedRows } from './came-since.ts'
import { cameSince } from './came-since.ts'

const gatherMs = 600

/** Announces new messages of the open chat to screen readers: one with its text, several as a summary. */
export function NewMessageAnnouncer({
  rows,
  hasNewer,
}: {
  readonly rows: readonly Message[]
  readonly hasNewer: boolean
}) {
  const t = useTranslations()
  const [announced, setAnnounced] = useState('')
  const seen = useRef<LoadedRows>({ rows, hasNewer })
  const waiting = useRef<Message[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const fresh = cameSince(seen.current, { rows, hasNewer })
    seen.current = { rows, hasNewer }
    if (fresh.length === 0) return
    waiting.current.push(...fresh)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const [only, ...others] = waiting.current
      waiting.current = []
      if (!only) return
      const { content } = only
      const text = 'text' in content ? content.text : 'caption' in content ? content.caption : ''
      setAnnounced(
        others.length > 0
          ? t('conversation.cameMany', { count: others.length + 1 })
          : t('conversation.cameOne', {
              name: only.sender.name.slice(0, 100),
              text: previewText(t, { ...previewOf(content), text }),
            }),
      )
    }, gatherMs)
  }, [rows, hasNewer, t])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <VisuallyHidden>
      <span role="status">{announced}</span>
    </VisuallyHidden>
  )
}
