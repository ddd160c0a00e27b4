import { useTranslations } from '../../../lib/translations.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

/** A person alone sends again, and knows what it can mean. Loaded lazily. */
export function SendAgainDialog({
  isHeldBack,
  onConfirm,
  onClose,
}: {
  /** True: the messenger refused the message; false: it is uncertain. */
  readonly isHeldBack: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const t = useTranslations()
  return (
    <ConfirmDialog
      title={t('conversation.sendAgainTitle')}
      text={t(isHeldBack ? 'conversation.sendHeldBackText' : 'conversation.sendAgainText')}
      confirm={t('conversation.sendAgain')}
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
