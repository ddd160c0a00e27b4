import { useId, useRef, useState } from 'react'
import type { ContractError } from '../../../contract/errors.ts'
import { errorText } from '../../lib/error-text.ts'
import { isUnfinished, useUnfinishedText } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { isComposition } from '../../lib/keys/shortcuts.ts'

export interface NoteFormProps {
  /** Under which what is written outlives the form. */
  readonly name: string
  readonly text: string
  readonly save: (
    text: string,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: ContractError }>
  /** The note was saved or discarded. */
  readonly onClose: () => void
}

/** Where a note is written. What is refused stays in the field, with the reason under it; so does a text at Escape. */
export function NoteForm({ name, text: before, save, onClose }: NoteFormProps) {
  const t = useTranslations()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // The person asked to write, unless the form comes back by itself with what was begun in it.
  const [takesFocus] = useState(() => !isUnfinished(name))
  const { text, write, finish } = useUnfinishedText(name, before)
  const [error, setError] = useState<ContractError | null>(null)
  const [pending, setPending] = useState(false)
  const close = (): void => {
    finish()
    onClose()
  }
  const submit = async (): Promise<void> => {
    if (pending) return
    setPending(true)
    const result = await save(text)
    setPending(false)
    if (result.ok) return close()
    setError(result.error)
    field.current?.focus()
  }
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
        aria-invalid={error !== null || undefined}
        aria-describedby={error ? id : undefined}
        value={text}
        onChange={(event) => {
          write(event.target.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          if (isComposition(event.nativeEvent)) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void submit()
          }
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (text.trim() === before.trim()) close()
        }}
      />
      {error && (
        <div className="help is-bad" id={id} role="alert">
          <Icon name="alert" size={14} />
          <span>{errorText(t, error.data)}</span>
        </div>
      )}
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
