import type { BackupState } from '../../../contract/backup.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { OptionRow } from './option-row.tsx'

/** When the last backup was made, what became of later attempts, and how to make, check and set up backups. */
export function BackupRow() {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const { data: state } = useContractQuery('backup.state', {})
  const [make] = useContractCommand('backup.make')
  if (state === undefined) return null
  const { plan, last, failures, reason, running } = state
  const progress =
    running &&
    t(`backup.running.${running.kind}`, {
      isKnown: running.total > 0 ? 'yes' : 'no',
      done: numbers.bytes(running.done),
      total: numbers.bytes(running.total),
    })
  const lastMade = (folder: string, made: BackupState['last']): string =>
    made === null
      ? t('backup.never', { folder })
      : [
          t('backup.last', { date: times.date(made.at), time: times.clock(made.at), folder }),
          ...(made.missing > 0 ? [t('backup.missing', { count: made.missing })] : []),
          ...(made.withoutTokens ? [t('backup.withoutTokens')] : []),
        ].join(' ')
  const text = progress ?? (
    <>
      <div>{plan === null ? t('backup.none') : lastMade(plan.folder, last)}</div>
      {reason !== null && (
        <div className="is-danger-text">
          {t('backup.failed', { count: failures, reason: errorText(t, { code: 'backupFailed', details: { reason } }) })}
        </div>
      )}
    </>
  )
  return (
    <OptionRow title={t('backup.row')} text={text}>
      {plan !== null && (
        <>
          <Button size="compact" onClick={() => requestDialog({ kind: 'readBackup', purpose: 'verify' })}>
            {t('backup.verify')}
          </Button>
          <Button
            size="compact"
            busy={running?.kind === 'make'}
            onClick={() => void make({}).then((result) => result.ok && showToast('backup.made', { tone: 'ok' }))}
          >
            {t('backup.makeNow')}
          </Button>
        </>
      )}
      <Button size="compact" onClick={() => requestDialog({ kind: 'backup' })}>
        {t(plan === null ? 'backup.setUp' : 'ui.change')}
      </Button>
    </OptionRow>
  )
}
