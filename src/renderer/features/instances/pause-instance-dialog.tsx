import type { SteadyInstance } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Says what a pause costs: the service keeps notifications for 24 hours only. */
export function PauseInstanceDialog({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const [pause, { pending }] = useContractCommand('instances.pause')
  return (
    <ConfirmDialog
      title={t('instances.pauseTitle', { name: instance.name })}
      text={t('instances.pauseText')}
      confirm={t('instances.pause')}
      busy={pending}
      onConfirm={() => void pause({ instance: instance.key }).then((result) => result.ok && closeDialog())}
      onClose={closeDialog}
    />
  )
}
