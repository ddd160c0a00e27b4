import { useEffect, useRef, useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'

/** Asks for the passphrase of the token file. It stands only in its field. */
export function UnlockVaultDialog() {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const passphrase = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [unlock, { pending }] = useContractCommand('instances.unlockVault', { errors: 'return' })
  useEffect(() => {
    const field = passphrase.current
    return () => {
      if (field) field.value = ''
    }
  }, [])
  const submit = async (): Promise<void> => {
    const typed = passphrase.current?.value ?? ''
    if (typed === '') return setProblem(t('instances.unlock.empty'))
    const result = await unlock({ passphrase: typed })
    if (result.ok) return closeDialog()
    setProblem(errorText(t, result.error.data))
    passphrase.current?.select()
  }
  return (
    <Dialog
      title={t('instances.unlock.title')}
      text={t('instances.unlock.text')}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      initialFocus={passphrase}
      actions={
        <>
          <Button onClick={closeDialog}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t('instances.action.unlock')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('instances.unlock.passphrase')}
        secret
        ref={passphrase}
        error={problem}
        onInput={() => setProblem(undefined)}
      />
    </Dialog>
  )
}
