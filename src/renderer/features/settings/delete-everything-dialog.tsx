import { useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'

/** Removes everything after a typed word: nothing of it can be brought back. */
export function DeleteEverythingDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const [typed, setTyped] = useState('')
  const [remove, { pending }] = useContractCommand('storage.deleteEverything')
  const deletePhrase = t('settings.deletePhrase')
  const agreed = typed.trim().toLocaleLowerCase() === deletePhrase
  const submit = async (): Promise<void> => {
    if (!agreed) return
    const result = await remove({})
    if (!result.ok) return
    // The host begins again empty; so does the window.
    location.hash = ''
    location.reload()
  }
  return (
    <Dialog
      title={t('settings.deleteAllTitle')}
      text={t('settings.deleteAllWarning')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="danger" type="submit" blocked={!agreed} busy={pending}>
            {t('settings.deleteAllConfirm')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('settings.deleteType', { word: deletePhrase })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}
