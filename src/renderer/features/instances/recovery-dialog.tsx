import './instances.css'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** What was saved and what was lost when a damaged archive was rebuilt. */
export function RecoveryDialog() {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const times = useTimes()
  const numbers = useNumbers()
  const { data: state } = useContractQuery('storage.state', {})
  const { data: programs } = useContractQuery('programs.list', {})
  const [dismiss] = useContractCommand('storage.dismissRecovery')
  if (state?.kind !== 'recovered') return null
  return (
    <Dialog
      title={t('instances.recovery.title')}
      text={t('instances.recovery.at', { time: times.dateTime(state.at) })}
      onClose={closeDialog}
      actions={
        <>
          <Button onClick={closeDialog}>{t('ui.close')}</Button>
          <Button kind="primary" onClick={() => void dismiss({}).then(closeDialog)}>
            {t('ui.dismiss')}
          </Button>
        </>
      }
    >
      <dl className="kv kv-wide">
        <dt>{t('instances.recovery.saved')}</dt>
        <dd>{t('instances.recovery.messages', { count: state.messages })}</dd>
        {state.lost.map(({ what, count }) => (
          <Lost
            key={what}
            what={what}
            count={count === null ? t('instances.recovery.unknown') : numbers.count(count)}
          />
        ))}
        <dt>{t('instances.recovery.setAside')}</dt>
        <dd className="mono">{state.setAside}</dd>
      </dl>
      {state.lost.length > 0 && programs !== undefined && programs.rows.length > 0 && (
        <p>{t('instances.recovery.keys', { count: programs.rows.length })}</p>
      )}
    </Dialog>
  )
}

const Lost = ({ what, count }: { readonly what: string; readonly count: string }) => {
  const t = useTranslations()
  return (
    <>
      <dt>{t('instances.recovery.lost', { what })}</dt>
      <dd>{count}</dd>
    </>
  )
}
