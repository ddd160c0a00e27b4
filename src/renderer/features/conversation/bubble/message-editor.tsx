import { useState } from 'react'
import { useTimes } from '../../../lib/times.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useWords } from '../../../lib/words.ts'
import { Button } from '../../../ui/button.tsx'

export interface MessageEditorProps {
  readonly text: string
  /** Until when the service takes a change, epoch ms; null: for as long as it waits here. */
  readonly until: number | null
  /** Resolves to false when it was too late. */
  readonly onSave: (text: string) => Promise<boolean>
  readonly onClose: () => void
}

/** Changes the text of an own message in its place. */
export function MessageEditor({ text, until, onSave, onClose }: MessageEditorProps) {
  const t = useWords()
  const times = useTimes()
  const now = useNow()
  const [value, setValue] = useState(text)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (value.trim() === '') return
    if (value === text) return onClose()
    setSaving(true)
    const saved = await onSave(value)
    setSaving(false)
    if (saved) onClose()
  }
  return (
    <div className="edit-box">
      <textarea
        aria-label={t('conversation.editLabel')}
        value={value}
        autoFocus
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        }}
      />
      <div className="acts">
        {until !== null && (
          <span className="until">{t('conversation.editUntil', { time: times.sentence(until, now) })}</span>
        )}
        <Button size="compact" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" busy={saving} blocked={value.trim() === ''} onClick={() => void save()}>
          {t('conversation.save')}
        </Button>
      </div>
    </div>
  )
}
