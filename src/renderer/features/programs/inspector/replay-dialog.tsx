import { useState } from 'react'
import type { ProgramRow } from '../../../../contract/programs.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { TimeFields, useTimeFields } from '../time-fields.tsx'

export interface ReplayDialogProps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

const hourMs = 3_600_000
const presets = [1, 24, 7 * 24] as const

/** Lets a program begin again with events received from a time on. */
export function ReplayDialog({ program: { key, name }, onClose }: ReplayDialogProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [opened] = useState(now)
  const fields = useTimeFields(opened - 24 * hourMs)
  const [replay, { pending }] = useContractCommand('programs.replayFrom')
  const isPast = fields.at !== null && fields.at <= now
  const submit = async (): Promise<void> => {
    if (fields.at === null || !isPast || pending) return
    const result = await replay({ program: key, from: fields.at })
    if (!result.ok) return
    onClose()
    showToast('programs.replayed', { values: { count: result.value.events } })
  }
  return (
    <Dialog
      title={t('programs.replayTitle', { name })}
      text={t('programs.replayText')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending} blocked={!isPast}>
            {t('programs.replay')}
          </Button>
        </>
      }
    >
      <div className="form">
        <div className="row-wrap">
          {presets.map((hours) => (
            <Button key={hours} size="compact" onClick={() => fields.take(opened - hours * hourMs)}>
              {t('programs.lastHours', { hours })}
            </Button>
          ))}
        </div>
        <TimeFields {...fields.props} />
        <p className={isPast ? 'help' : 'help is-bad'} role={isPast ? 'status' : 'alert'}>
          {fields.at === null
            ? t('programs.timeMissing')
            : isPast
              ? t('programs.replayFromTime', { time: times.sentence(fields.at, now) })
              : t('programs.timeFuture')}
        </p>
      </div>
    </Dialog>
  )
}
