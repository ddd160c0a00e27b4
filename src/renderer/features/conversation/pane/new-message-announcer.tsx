import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { previewOf, previewText } from '../../../ui/text/content-preview.tsx'
import { Announcement } from '../../../ui/text/announcement.tsx'
import { announcePauseMs } from './announce-pause.ts'
import { cameSince, type LoadedRows } from './came-since.ts'

/**
 * Announces new messages of the open chat to screen readers: one with its text, several as a summary. Messages that
 * come one after another are gathered, so that there are at most four announcements a minute.
 */
export function NewMessageAnnouncer({
  rows,
  hasNewer,
}: {
  readonly rows: readonly Message[]
  readonly hasNewer: boolean
}) {
  const t = useTranslations()
  const [announced, setAnnounced] = useState({ text: '', serial: 0 })
  const seen = useRef<LoadedRows>({ rows, hasNewer })
  const waiting = useRef<Message[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const announcedAt = useRef<readonly number[]>([])
  useEffect(() => {
    const fresh = cameSince(seen.current, { rows, hasNewer })
    seen.current = { rows, hasNewer }
    if (fresh.length === 0) return
    waiting.current.push(...fresh)
    // A running timer is not restarted: messages that never pause would never be announced.
    if (timer.current !== undefined) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        announcedAt.current = [...announcedAt.current, performance.now()].slice(-4)
        const [only, ...others] = waiting.current
        waiting.current = []
        if (!only) return
        const { content } = only
        const written = 'text' in content ? content.text : 'caption' in content ? content.caption : ''
        const text =
          others.length > 0
            ? t('conversation.cameMany', { count: others.length + 1 })
            : t('conversation.cameOne', {
                name: only.sender.name.slice(0, 100),
                text: previewText(t, { ...previewOf(content), text: written }),
              })
        setAnnounced(({ serial }) => ({ text, serial: serial + 1 }))
      },
      announcePauseMs(announcedAt.current, performance.now()),
    )
  }, [rows, hasNewer, t])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return <Announcement {...announced} />
}
