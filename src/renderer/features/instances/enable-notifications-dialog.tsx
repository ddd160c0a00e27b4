import './instances.css'
import { useEffect, useState } from 'react'
import type { ContractErrorData, Output, SteadyInstance } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { capital } from '../../lib/text/capital.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { CodedLabel } from '../../ui/marks/coded-label.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Spinner } from '../../ui/marks/skeleton.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { switchText } from './switch-text.ts'

type Field = Output<'instances.readNotificationSettings'>['fields'][number]

/**
 * Switches kinds of notification on at the service after the person agreed. Lists them by label and by the service's
 * name.
 */
export function EnableNotificationsDialog({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const [fields, setFields] = useState<readonly Field[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<ContractErrorData>()
  const [read] = useContractCommand('instances.readNotificationSettings', { errors: 'ignore' })
  const [enable, { pending }] = useContractCommand('instances.enableNotifications', { errors: 'return' })
  const { key } = instance
  useEffect(() => {
    let current = true
    void read({ instance: key }).then((result) => {
      if (!current) return
      if (!result.ok) return setProblem(result.error.data)
      setFields(result.value.fields)
      setChosen(new Set(result.value.fields.map((field) => field.name)))
    })
    return () => {
      current = false
    }
  }, [read, key])
  const confirm = async (): Promise<void> => {
    const result = await enable({ instance: key, fields: [...chosen] })
    if (!result.ok) return setProblem(result.error.data)
    showToast('instances.notificationsOn', { values: { name: instance.name } })
    closeDialog()
  }
  const toggle = (name: string) => (on: boolean) =>
    setChosen(new Set(on ? [...chosen, name] : [...chosen].filter((other) => other !== name)))
  return (
    <FormDialog
      form={{ pending, submit: () => void confirm(), problem }}
      title={t('instances.notificationsTitle', { name: instance.name })}
      text={t('instances.notificationsText')}
      save={t('instances.action.enableNotifications')}
      blocked={chosen.size === 0}
      onClose={closeDialog}
    >
      {!fields && !problem && <Spinner label={t('instances.notificationsReading')} />}
      {fields?.length === 0 && <p>{t('instances.notificationsAllOn')}</p>}
      <div>
        {fields?.map(({ name, value }) => {
          const wording = switchText(name)
          return (
            <Checkbox
              key={name}
              label={<CodedLabel label={wording === null ? null : capital(t(wording))} code={name} />}
              help={t('instances.notificationsNow', { value })}
              checked={chosen.has(name)}
              onChange={toggle(name)}
            />
          )
        })}
      </div>
    </FormDialog>
  )
}
