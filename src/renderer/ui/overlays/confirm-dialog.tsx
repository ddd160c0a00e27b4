import { useRef, type ReactNode } from 'react'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly text: ReactNode
  /** A verb. */
  readonly confirm: string
  readonly danger?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks before something that can't be undone. The focus starts on Cancel when it is dangerous. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const t = useTranslations()
  const cancel = useRef<HTMLButtonElement>(null)
  const go = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      initialFocus={danger ? cancel : go}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button ref={go} kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
