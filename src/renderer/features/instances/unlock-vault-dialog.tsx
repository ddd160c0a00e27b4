import { useRef, useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** Asks for the passphrase of the token file. The passphrase is only in its field. */
export function UnlockVaultDialog() {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const { data: info } = useContractQuery('app.info', {})
  const passphrase = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [isForgotten, setForgotten] = useState(false)
  const [unlock, { pending }] = useContractCommand('instances.unlockVault', { errors: 'return' })
  const [setAside, settingAside] = useContractCommand('instances.setVaultAside')
  const submit = async (): Promise<void> => {
    const typed = passphrase.current?.value ?? ''
    if (typed === '') return setProblem(t('instances.unlock.empty'))
    const result = await unlock({ passphrase: typed })
    if (result.ok) return void closeDialog()
    setProblem(errorText(t, result.error.data))
    passphrase.current?.select()
  }
  const goOnWithout = async (): Promise<void> => {
    const result = await setAside({})
    if (!result.ok) return
    showToast('instances.passphrase.asideDone', { values: { file: result.value.path } })
    closeDialog()
  }
  return (
    <>
      <FormDialog
        form={{ pending, submit: () => void submit() }}
        title={t('instances.unlock.title')}
        text={t('instances.unlock.text')}
        save={t('instances.action.unlock')}
        onClose={closeDialog}
        initialFocus={passphrase}
        footStart={
          info?.host === 'browser' && (
            <Button kind="text" onClick={() => setForgotten(true)}>
              {t('instances.passphrase.forgot')}
            </Button>
          )
        }
      >
        <TextField
          label={t('ui.passphrase')}
          secret
          ref={passphrase}
          error={problem}
          onInput={() => setProblem(undefined)}
        />
      </FormDialog>
      {isForgotten && (
        <ConfirmDialog
          title={t('instances.passphrase.asideTitle')}
          text={t('instances.passphrase.asideText')}
          confirm={t('instances.passphrase.asideButton')}
          danger
          busy={settingAside.pending}
          onConfirm={() => void goOnWithout()}
          onClose={() => setForgotten(false)}
        />
      )}
    </>
  )
}
