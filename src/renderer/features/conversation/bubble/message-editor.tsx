import { useState } from 'react'
import type { MessageKey } from '../../../../contract/index.ts'
import { useSettings } from '../../../client/use-preference.ts'
import { isTyping } from '../../../lib/keys/shortcuts.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormNotices } from '../../../ui/form/form-dialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'

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
  const form = useForm({
    saved: { text },
    home: `edit of message ${message}`,
    save: async (_, { text: changed }) =>
      changed.trimEnd() === text.trimEnd() || (await onSave(changed.trimEnd()))
        ? { ok: true }
        : { ok: false, error: null },
    onSaved: onClose,
  })
  const { pending } = form
  const { error: _, ...field } = form.text('text')
  const isBlank = field.value.trim() === ''
  // If the person writes elsewhere when the row returns, the focus stays there.
  const [takesFocus] = useState(() => !isTyping(document.activeElement))
  // The same key as in the composer.
  const enterSends = useSettings()?.enterSends ?? true
  const close = () => {
    form.discard()
    onClose()
  }
  const save = () => {
    if (!isBlank) form.submit()
  }
  return (
    <div className="edit-box">
      <textarea
        aria-label={t('conversation.editLabel')}
        {...field}
        autoFocus={takesFocus}
        readOnly={pending}
        onFocus={({ currentTarget: area }) => area.setSelectionRange(area.value.length, area.value.length)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') {
            event.preventDefault()
            close()
          }
          if (event.key !== 'Enter') return
          if (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey && !event.altKey)) {
            event.preventDefault()
            save()
          }
        }}
      />
      <FormNotices form={form} />
      <div className="acts">
        {until !== null && (
          <span className="until">{t('conversation.editUntil', { time: times.sentence(until, now) })}</span>
        )}
        <Button size="compact" onClick={close}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" busy={pending} blocked={isBlank} onClick={save}>
          {t('ui.save')}
        </Button>
      </div>
    </div>
  )
}
