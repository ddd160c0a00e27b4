import { useMemo, useState, type RefObject } from 'react'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { previewOf, previewText } from '../../../ui/text/content-preview.tsx'
import { copiedText } from './copied-text.ts'
import { toggleSelected, type Selection } from './selection.ts'

export interface SelectedMessages {
  /** Null while nothing is being selected. */
  readonly keys: ReadonlySet<MessageKey> | null
  /** The chosen ones of the loaded rows, oldest first. */
  readonly messages: readonly Message[]
  /** Adds or removes a message; with `range`, adds everything from the last touched one on. */
  readonly toggle: (message: MessageKey, range: boolean) => void
  /** Begins to select; nothing is chosen yet. */
  readonly begin: () => void
  /** Selects all loaded messages. */
  readonly all: () => void
  /** Ends it as it is now: a late answer ends no other one that was made since. */
  readonly clear: () => void
}

/** Which of the rows a person has chosen. */
export function useSelection(rows: readonly Message[], latest: RefObject<readonly Message[]>): SelectedMessages {
  const [selection, setSelection] = useState<Selection | null>(null)
  const messages = useMemo(
    () => (selection ? rows.filter((row) => selection.keys.has(row.key)) : []),
    [rows, selection],
  )
  return {
    keys: selection?.keys ?? null,
    messages,
    toggle: (message, range) => setSelection((before) => toggleSelected(before, latest.current, message, range)),
    begin: () => {
      const last = rows.at(-1)
      if (last) setSelection({ keys: new Set(), last: last.key })
    },
    all: () => {
      const last = rows.at(-1)
      if (last === undefined) return
      setSelection((before) => ({
        keys: new Set(rows.map((message) => message.key)),
        last: before?.last ?? last.key,
      }))
    },
    clear: () => setSelection((current) => (current === selection ? null : current)),
  }
}

/** Copies messages as text: one as it is, several with their time and sender. */
export function useCopyMessages(): (messages: readonly Message[]) => Promise<void> {
  const t = useTranslations()
  const times = useTimes()
  return async (messages) => {
    const text = copiedText(messages, {
      kind: (message) => previewText(t, { ...previewOf(message.content), text: '', deleted: message.deleted }),
      time: times.dateTime,
      you: t('ui.you'),
    })
    if (text !== '') await copyText(text, 'conversation.copied', { count: messages.length })
  }
}
