import './instances.css'
import { useEffect, useState } from 'react'
import type { SteadyInstance } from '../../../contract/instances.ts'
import type { Output } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { capital } from '../../lib/text/capital.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { CodedLabel } from '../../ui/marks/coded-label.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
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
  const [problem, setProblem] = useState<string | null>(null)
  const [read] = useContractCommand('instances.readNotificationSettings', { errors: 'return' })
  const [enable, { pending }] = useContractCommand('instances.enableNotifications', { errors: 'return' })
  const { key } = instance
  useEffect(() => {
    let current = true
    void read({ instance: key }).then((result) => {
      if (!current) return
      if (!result.ok) return setProblem(errorText(t, result.error.data))
      setFields(result.value.fields)
      setChosen(new Set(result.value.fields.map((field) => field.name)))
    })
    return () => {
      current = false
    }
    // The words change with the language only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [read, key])
  const confirm = async (): Promise<void> => {
    const result = await enable({ instance: key, fields: [...chosen] })
    if (!result.ok) return setProblem(errorText(t, result.error.data))
    showToast('instances.notificationsOn', { values: { name: instance.name } })
    closeDialog()
  }
  const toggle = (name: string) => (on: boolean) =>
    setChosen(new Set(on ? [...chosen, name] : [...chosen].filter((other) => other !== name)))
  return (
    <Dialog
      title={t('instances.notificationsTitle', { name: instance.name })}
      text={t('instances.notificationsText')}
      onClose={closeDialog}
      actions={
        <>
          <Button onClick={closeDialog}>{t('ui.cancel')}</Button>
          <Button kind="primary" busy={pending} blocked={chosen.size === 0} onClick={() => void confirm()}>
            {t('instances.action.enableNotifications')}
          </Button>
        </>
      }
    >
      {problem && <Banner tone="bad" icon="alert" title={problem} urgent />}
      {!fields && !problem && <Spinner label={t('instances.notificationsReading')} />}
      {fields?.length === 0 && <p>{t('instances.notificationsAllOn')}</p>}
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
    </Dialog>
  )
}
