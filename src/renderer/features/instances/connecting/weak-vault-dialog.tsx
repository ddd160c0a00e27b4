import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

/** Asks for consent to store tokens without the system's protection. `agreed`: whether it was given. */
export function WeakVaultDialog({ onClose }: { readonly onClose: (agreed: boolean) => void }) {
  const t = useTranslations()
  const [accept, { pending }] = useContractCommand('instances.acceptWeakVault')
  return (
    <ConfirmDialog
      title={t('instances.weak.title')}
      text={t('instances.weak.text')}
      confirm={t('instances.weak.accept')}
      danger
      busy={pending}
      onConfirm={() => void accept({}).then((result) => result.ok && onClose(true))}
      onClose={() => onClose(false)}
    >
      <p>{t('instances.weak.how')}</p>
    </ConfirmDialog>
  )
}
