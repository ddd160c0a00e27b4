import { useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

export interface DeleteDialogProps {
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before a message is deleted for everyone: it can't be brought back there. Loaded lazily. */
export function DeleteDialog({ onConfirm, onClose }: DeleteDialogProps) {
  const t = useTranslations()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('conversation.deleteForEveryoneTitle')}
      text={t('conversation.deleteForEveryoneText')}
      confirm={t('conversation.deleteForEveryone')}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
