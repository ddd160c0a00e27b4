import { useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

export interface DeleteDialogProps {
  /** Whose copy is deleted: that of everyone who got it, or the account's alone. */
  readonly of: 'everyone' | 'me'
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before a message is deleted in the messenger: it can't be brought back there. Loaded lazily. */
export function DeleteDialog({ of, onConfirm, onClose }: DeleteDialogProps) {
  const t = useTranslations()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t(of === 'me' ? 'conversation.deleteForMeTitle' : 'conversation.deleteForEveryoneTitle')}
      text={t(of === 'me' ? 'conversation.deleteForMeText' : 'conversation.deleteForEveryoneText')}
      confirm={t(of === 'me' ? 'conversation.deleteForMe' : 'conversation.deleteForEveryone')}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
