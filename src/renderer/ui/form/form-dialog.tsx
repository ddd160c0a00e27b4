import type { ReactNode } from 'react'
import type { ContractErrorData } from '../../../contract/errors.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { Banner } from '../marks/banner.tsx'
import { Dialog, type DialogProps } from '../overlays/dialog.tsx'

/** The parts of a form that the dialog shows: from `useForm`, or from a dialog whose values are no saved ones. */
interface ShownForm {
  readonly pending: boolean
  readonly submit: () => void
  /** Why it was not saved: a sentence, or the error. */
  readonly problem?: string | ContractErrorData | undefined
  readonly isOvertaken?: boolean
}

export interface FormDialogProps extends Omit<DialogProps, 'actions' | 'onSubmit'> {
  readonly form: ShownForm
  /** The word on the button that saves. */
  readonly save: string
  /** The form can't be saved yet. */
  readonly blocked?: boolean
  /** Saving can't be undone. */
  readonly danger?: boolean
}

/** The dialog of a form: its controls, why it was not saved, Cancel and the button that saves. Loaded lazily. */
export function FormDialog({
  form,
  save,
  blocked = false,
  danger = false,
  children,
  onClose,
  ...dialog
}: FormDialogProps) {
  const t = useTranslations()
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      onSubmit={() => {
        if (!blocked && !form.pending) form.submit()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={form.pending} blocked={blocked}>
            {save}
          </Button>
        </>
      }
    >
      <div className="form">
        {children}
        <FormNotices form={form} />
      </div>
    </Dialog>
  )
}

/** The end of a form: that others changed it meanwhile, and why it was not saved. */
export function FormNotices({ form }: { readonly form: Pick<ShownForm, 'problem' | 'isOvertaken'> }): ReactNode {
  const t = useTranslations()
  return (
    <>
      {form.isOvertaken === true && <Banner tone="warn" icon="warning" title={t('ui.form.overtaken')} />}
      {form.problem !== undefined && (
        <p className="help is-bad" role="alert">
          {typeof form.problem === 'string' ? form.problem : errorText(t, form.problem)}
        </p>
      )}
    </>
  )
}
