import { useState } from 'react'
import { useWords } from '../../../lib/words.ts'
import { Button } from '../../../ui/button.tsx'

export interface QueuedEditorProps {
  readonly text: string
  /** Resolves to false when it was too late. */
  readonly onSave: (text: string) => Promise<boolean>
  readonly onClose: () => void
}

/** Changes a message that still waits on this computer. */
export function QueuedEditor({ text, onSave, onClose }: QueuedEditorProps) {
  const t = useWords()
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
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        }}
      />
      <div className="acts">
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
