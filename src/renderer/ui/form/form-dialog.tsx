import type { ReactNode } from 'react'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { Banner } from '../marks/banner.tsx'
import type { DialogProps } from '../overlays/dialog.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import type { Form } from './use-form.ts'

export interface FormDialogProps extends Omit<DialogProps, 'actions' | 'onSubmit'> {
  readonly form: Pick<Form<object>, 'pending' | 'problem' | 'isOvertaken' | 'submit'>
  /** The word on the button that saves. */
  readonly save: string
  /** It can't be saved yet. */
  readonly blocked?: boolean
}

/** The dialog of a form: its controls, why it was not saved, Cancel and the button that saves. Loaded lazily. */
export function FormDialog({ form, save, blocked = false, children, onClose, ...dialog }: FormDialogProps) {
  const t = useTranslations()
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      onSubmit={() => {
        if (!blocked) form.submit()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={form.pending} blocked={blocked}>
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

/** What a form says at its end: that others changed it meanwhile, and why it was not saved. */
export function FormNotices({ form }: { readonly form: FormDialogProps['form'] }): ReactNode {
  const t = useTranslations()
  return (
    <>
      {form.isOvertaken && <Banner tone="warn" icon="warning" title={t('ui.form.overtaken')} />}
      {form.problem !== undefined && (
        <p className="help is-bad" role="alert">
          {form.problem}
        </p>
      )}
    </>
  )
}
