import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Asks before an archive that was set aside takes the place of the present one. */
export function BringBackDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useTranslations()
  const [bringBack, { pending }] = useContractCommand('storage.bringBack')
  const submit = async (): Promise<void> => {
    const result = await bringBack({ name })
    if (!result.ok) return
    // The host begins again with another archive; so does the window.
    location.hash = ''
    location.reload()
  }
  return (
    <Dialog
      title={t('settings.bringBackTitle')}
      text={t('settings.bringBackText')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t('settings.bringBackConfirm')}
          </Button>
        </>
      }
    >
      <code className="folder">{name}</code>
    </Dialog>
  )
}
