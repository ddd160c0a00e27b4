import { useRef, useState, type RefObject } from 'react'
import type { ContractErrorData } from '../../../contract/errors.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Dialog } from '../overlays/dialog.tsx'

type Field = 'current' | 'next' | 'again'

export interface PassphraseDialogProps {
  readonly title: string
  readonly text: string
  /** The word on the button that saves. */
  readonly save: string
  readonly help?: string
  /** Sentences for fields that were left empty, and a current one that is refused. */
  readonly sentences: Readonly<Record<'currentEmpty' | 'nextEmpty', string>> & { readonly wrong?: string }
  /** False: there is none so far. */
  readonly asksCurrent: boolean
  readonly pending: boolean
  /** Answers with the error if it was refused. `current` is empty where it is not asked. */
  readonly onSave: (passphrases: {
    readonly current: string
    readonly passphrase: string
  }) => Promise<ContractErrorData | null>
  readonly onClose: () => void
}

/** Sets or changes a passphrase, which is only in the fields of the page. Loaded lazily. */
export function PassphraseDialog(props: PassphraseDialogProps) {
  const { title, text, save, help, sentences, asksCurrent, pending, onSave, onClose } = props
  const t = useTranslations()
  const inputs: Readonly<Record<Field, RefObject<HTMLInputElement | null>>> = {
    current: useRef(null),
    next: useRef(null),
    again: useRef(null),
  }
  const [errors, setErrors] = useState<Partial<Record<Field | 'whole', string | undefined>>>({})
  const typed = (field: Field): string => inputs[field].current?.value ?? ''
  const submit = async (): Promise<void> => {
    if (asksCurrent && typed('current') === '') return setErrors({ current: sentences.currentEmpty })
    if (typed('next') === '') return setErrors({ next: sentences.nextEmpty })
    if (typed('next') !== typed('again')) return setErrors({ again: t('ui.passphrase.differs') })
    const error = await onSave({ current: typed('current'), passphrase: typed('next') })
    if (error === null) return onClose()
    const isWrong = error.code === 'passphraseWrong'
    const field = isWrong ? 'current' : error.code === 'passphraseWeak' ? 'next' : 'whole'
    setErrors({ [field]: (isWrong ? sentences.wrong : undefined) ?? errorText(t, error) })
    if (field !== 'whole') inputs[field].current?.select()
  }
  const labels: Readonly<Record<Field, MessageId>> = {
    current: 'ui.passphrase.current',
    next: asksCurrent ? 'ui.passphrase.new' : 'ui.passphrase',
    again: 'ui.passphrase.again',
  }
  const fields = (['current', 'next', 'again'] as const).filter((field) => asksCurrent || field !== 'current')
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      dismissable={!pending}
      onSubmit={() => {
        if (!pending) void submit()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {save}
          </Button>
        </>
      }
    >
      <div className="form" inert={pending}>
        {fields.map((field) => (
          <TextField
            key={field}
            ref={inputs[field]}
            label={t(labels[field])}
            name={field}
            secret
            help={field === 'next' ? help : undefined}
            error={errors[field]}
            onInput={() => setErrors((before) => ({ ...before, [field]: undefined, whole: undefined }))}
          />
        ))}
      </div>
      {errors.whole !== undefined && (
        <p className="help is-bad" role="alert">
          {errors.whole}
        </p>
      )}
    </Dialog>
  )
}
