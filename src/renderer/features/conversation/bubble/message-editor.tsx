import { useState } from 'react'
import type { MessageKey } from '../../../../contract/index.ts'
import { useSettings } from '../../../client/use-preference.ts'
import { isComposition, isTyping } from '../../../lib/keys/shortcuts.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useUnfinishedText } from '../../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'

export interface MessageEditorProps {
  readonly message: MessageKey
  readonly text: string
  /** Until when the service takes a change, epoch ms; null: for as long as it waits here. */
  readonly until: number | null
  /** Resolves to false when it was too late. */
  readonly onSave: (text: string) => Promise<boolean>
  readonly onClose: () => void
}

/**
 * Changes the text of an own message in its place. What is written outlives the row, which goes when it leaves the
 * sight.
 */
export function MessageEditor({ message, text, until, onSave, onClose }: MessageEditorProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { text: value, write, finish } = useUnfinishedText(`edit of message ${message}`, text)
  // If the person writes elsewhere when the row returns, the focus stays there.
  const [takesFocus] = useState(() => !isTyping(document.activeElement))
  const [saving, setSaving] = useState(false)
  // The same key as in the composer.
  const enterSends = useSettings()?.enterSends ?? true
  const close = () => {
    finish()
    onClose()
  }
  const save = async () => {
    const changed = value.trimEnd()
    if (saving || changed.trim() === '') return
    if (changed === text.trimEnd()) return close()
    setSaving(true)
    const saved = await onSave(changed)
    setSaving(false)
    if (saved) close()
  }
  return (
    <div className="edit-box">
      <textarea
        aria-label={t('conversation.editLabel')}
        value={value}
        autoFocus={takesFocus}
        readOnly={saving}
        onFocus={({ currentTarget: field }) => field.setSelectionRange(field.value.length, field.value.length)}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') {
            event.preventDefault()
            close()
          }
          if (event.key !== 'Enter' || isComposition(event.nativeEvent)) return
          if (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey && !event.altKey)) {
            event.preventDefault()
            void save()
          }
        }}
      />
      <div className="acts">
        {until !== null && (
          <span className="until">{t('conversation.editUntil', { time: times.sentence(until, now) })}</span>
        )}
        <Button size="compact" onClick={close}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" busy={saving} blocked={value.trim() === ''} onClick={() => void save()}>
          {t('conversation.save')}
        </Button>
      </div>
    </div>
  )
}
