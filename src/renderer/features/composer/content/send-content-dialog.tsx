import type { ReactNode } from 'react'
import type { ContractError } from '../../../../contract/errors.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

interface SendContentDialogProps {
  readonly title: string
  readonly pending: boolean
  /** Why the last try did not even reach the outbox. */
  readonly error: ContractError | null
  /** There is nothing to send yet. */
  readonly disabled?: boolean
  readonly onClose: () => void
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** The frame of the dialogs that send what is not a text: their fields, what went wrong, Cancel and Send. */
export function SendContentDialog({
  title,
  pending,
  error,
  disabled = false,
  onClose,
  onSubmit,
  children,
}: SendContentDialogProps) {
  const t = useTranslations()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending} disabled={disabled}>
            {t('composer.send')}
          </Button>
        </>
      }
    >
      <div className="form">
        {children}
        {error && (
          <p className="help is-bad" role="alert">
            {errorText(t, error.data)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
