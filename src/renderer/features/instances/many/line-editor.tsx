import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import type { ManyLine, Verdict } from './judge-lines.ts'
import type { LineState } from './line-state.ts'

export interface LineEditorProps {
  readonly line: ManyLine
  readonly verdict: Verdict
  readonly state: LineState
  /** `token` is '' where nothing was typed: the one that the line has stays. */
  readonly onSave: (change: Pick<ManyLine, 'name' | 'apiUrl' | 'idInstance'>, token: string) => void
  readonly onLeaveOut: () => void
  readonly onClose: () => void
}

/** Corrects one line of the table. The token is only in its field. Render it with the line's key. */
export function LineEditor({ line, verdict, state, onSave, onLeaveOut, onClose }: LineEditorProps) {
  const t = useTranslations()
  const { name, apiUrl, idInstance } = line
  const [values, setValues] = useState({ name, apiUrl, idInstance })
  const token = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const wrong = verdict.kind === 'wrong' ? verdict.field : null
  useEffect(() => {
    const field = token.current
    const first = form.current?.querySelector<HTMLElement>(`[name="${wrong ?? 'name'}"]`)
    first?.focus()
    return () => {
      if (field) field.value = ''
    }
  }, [wrong])
  const set = (part: Partial<typeof values>): void => setValues({ ...values, ...part })
  const errorOf = (field: typeof wrong): string | undefined => (field === wrong ? state.detail : undefined)
  const title = t('instances.many.line', { line: line.line })
  return (
    <form
      ref={form}
      className="many-editor"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave(values, token.current?.value.trim() ?? '')
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <h3>{title}</h3>
      {wrong === null && <p className="help">{[state.wording, state.detail].filter(Boolean).join('. ')}</p>}
      <div className="many-fields">
        <TextField
          label={t('ui.name')}
          name="name"
          value={values.name}
          error={errorOf('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={t('instances.idInstance')}
          name="idInstance"
          mono
          inputMode="numeric"
          value={values.idInstance}
          error={errorOf('idInstance')}
          onChange={(event) => set({ idInstance: event.target.value })}
        />
        <TextField
          label={t('instances.apiUrl')}
          name="apiUrl"
          mono
          inputMode="url"
          value={values.apiUrl}
          error={errorOf('apiUrl')}
          onChange={(event) => set({ apiUrl: event.target.value })}
        />
        <TextField
          label={t('instances.token')}
          name="token"
          mono
          secret
          ref={token}
          placeholder={line.token === 'missing' ? '' : t('instances.many.tokenGiven')}
          error={errorOf('token')}
        />
      </div>
      <div className="many-editor-foot">
        <Button kind="text" onClick={onLeaveOut}>
          {t('instances.many.leaveOut')}
        </Button>
        <Button size="compact" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" type="submit">
          {t('instances.many.saveLine')}
        </Button>
      </div>
    </form>
  )
}
