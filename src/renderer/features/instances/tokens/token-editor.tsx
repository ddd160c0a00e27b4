import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { tokenGiven } from '../many/judge-lines.ts'

export interface TokenEditorProps {
  readonly name: string
  readonly onSave: (token: string) => void
  readonly onClose: () => void
}

/** The token of one instance, which is only in its field. Render it with the instance's key. */
export function TokenEditor({ name, onSave, onClose }: TokenEditorProps) {
  const t = useTranslations()
  const token = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  useEffect(() => {
    const field = token.current
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
    return () => {
      if (field) field.value = ''
    }
  }, [])
  const save = (): void => {
    const typed = token.current?.value.trim() ?? ''
    const given = tokenGiven(typed)
    if (given === 'given') return onSave(typed)
    setProblem(t(given === 'missing' ? 'instances.error.tokenEmpty' : 'instances.error.tokenBroken'))
    token.current?.select()
  }
  return (
    <form
      className="many-editor"
      aria-label={t('instances.tokens.of', { name })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextField
        label={t('instances.tokens.of', { name })}
        mono
        secret
        ref={token}
        error={problem}
        onInput={() => setProblem(undefined)}
      />
      <div className="many-editor-foot">
        <Button size="compact" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" type="submit">
          {t('instances.tokens.use')}
        </Button>
      </div>
    </form>
  )
}
