import { useId, useRef, useState } from 'react'
import { isUnfinished } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormNotices } from '../../ui/form/form-dialog.tsx'
import type { Outcome } from '../../ui/form/use-form.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { isComposition } from '../../lib/keys/shortcuts.ts'

export interface NoteFormProps {
  /** Under which what is written outlives the form. */
  readonly name: string
  /** The note as it is stored now; absent: it is a new one. */
  readonly text?: string
  readonly save: (text: string) => Promise<Outcome>
  /** The note was saved or discarded. */
  readonly onClose: () => void
}

/** Where a note is written. What is refused stays in the field, with the reason under it; so does a text at Escape. */
export function NoteForm({ name, text: stored, save, onClose }: NoteFormProps) {
  const t = useTranslations()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // The person asked to write, unless the form comes back by itself with what was begun in it.
  const [takesFocus] = useState(() => !isUnfinished(name))
  const form = useForm({
    saved: { text: stored ?? '' },
    isNew: stored === undefined,
    home: name,
    async save(_, { text }) {
      const outcome = await save(text)
      if (!outcome.ok) field.current?.focus()
      return outcome
    },
    onSaved: onClose,
    fieldFor: () => 'text',
  })
  const { pending, submit } = form
  const { error, ...text } = form.text('text')
  const close = (): void => {
    form.discard()
    onClose()
  }
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        ref={field}
        className="input"
        rows={3}
        dir="auto"
        autoFocus={takesFocus}
        readOnly={pending}
        aria-label={t('details.note')}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error ? id : undefined}
        {...text}
        onKeyDown={(event) => {
          if (isComposition(event.nativeEvent)) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            submit()
          }
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (text.value.trim() === (stored ?? '').trim()) close()
        }}
      />
      {error && (
        <div className="help is-bad" id={id} role="alert">
          <Icon name="alert" size={14} />
          <span>{error}</span>
        </div>
      )}
      <FormNotices form={form} />
      <div className="note-acts">
        <Button size="compact" onClick={close}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" type="submit" busy={pending}>
          {t('details.keepNote')}
        </Button>
      </div>
    </form>
  )
}
