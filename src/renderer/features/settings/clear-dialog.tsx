import { UnreadPrograms } from '../../client/unread-programs.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

export interface ClearDialogProps {
  readonly what: 'media' | 'spool' | 'requests' | 'journal'
  readonly onClose: () => void
}

/** Asks before a part of what is stored is removed. */
export function ClearDialog({ what, onClose }: ClearDialogProps) {
  const t = useTranslations()
  const [clear, { pending }] = useContractCommand('storage.clear')
  return (
    <ConfirmDialog
      title={t(`settings.clear.${what}.title`)}
      text={t(`settings.clear.${what}.text`)}
      confirm={t('settings.clear')}
      danger
      busy={pending}
      onConfirm={() =>
        void clear({ what }).then((result) => {
          if (!result.ok) return
          showToast('settings.cleared')
          onClose()
        })
      }
      onClose={onClose}
    >
      {what === 'journal' && <UnreadPrograms instance={null} />}
    </ConfirmDialog>
  )
}
