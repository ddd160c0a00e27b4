import '../instances.css'
import { useRef, useState } from 'react'
import type { CheckReport, SteadyInstance } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useCloseDialog } from '../../../lib/routing/dialog-requests.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { CheckSteps } from './check-steps.tsx'
import { mayStoreToken, stepTitle, vaultText } from './check-text.ts'
import { WeakVaultDialog } from './weak-vault-dialog.tsx'

/** A new token for an instance: checked, then used at once. */
export function EnterTokenDialog({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const { data: info } = useContractQuery('app.info', {})
  const token = useRef<HTMLInputElement>(null)
  const [storeToken, setStoreToken] = useState(true)
  const [problem, setProblem] = useState<string | undefined>()
  const [report, setReport] = useState<CheckReport | null>(null)
  const [consent, setConsent] = useState(false)
  const [setToken, { pending }] = useContractCommand('instances.setToken', { errors: 'return' })
  const isShown = useIsShown()
  const sayRefused = ({ steps }: CheckReport): void => {
    const failed = steps.find(({ result }) => result === 'failed')
    const reason = failed === undefined ? '' : t(stepTitle(failed))
    showToast('instances.tokenNotAccepted', { tone: 'bad', values: { name: instance.name, reason } })
  }
  const submit = async (): Promise<void> => {
    const typed = token.current?.value.trim() ?? ''
    if (typed === '') return setProblem(t('instances.error.tokenEmpty'))
    const result = await setToken({ instance: instance.key, token: typed, storeToken })
    if (result.ok && result.value.usable) {
      showToast('instances.tokenAccepted', { values: { name: instance.name } })
      return void closeDialog()
    }
    if (result.ok && !isShown.current) return sayRefused(result.value)
    if (result.ok) return setReport(result.value)
    if (result.error.code === 'vaultConsentNeeded') return setConsent(true)
    setProblem(errorText(t, result.error.data))
    token.current?.select()
  }
  return (
    <>
      <FormDialog
        form={{ pending, submit: () => void submit() }}
        title={t('instances.enterTokenTitle', { name: instance.name })}
        text={t('instances.enterTokenText', { idInstance: instance.idInstance })}
        save={t(pending ? 'ui.checking' : 'instances.connect')}
        onClose={closeDialog}
        initialFocus={token}
      >
        <TextField
          label={t('instances.token')}
          mono
          secret
          ref={token}
          help={vaultText(t, info?.vault, storeToken)}
          error={problem}
          onInput={() => {
            setProblem(undefined)
            setReport(null)
          }}
        />
        {mayStoreToken(info?.vault) && (
          <Checkbox
            label={t('instances.token.sessionOnly')}
            checked={!storeToken}
            onChange={(sessionOnly) => setStoreToken(!sessionOnly)}
          />
        )}
        {report && <CheckSteps steps={report.steps} expected={[]} />}
      </FormDialog>
      {consent && (
        <WeakVaultDialog
          onClose={(agreed) => {
            setConsent(false)
            if (agreed) void submit()
          }}
        />
      )}
    </>
  )
}
