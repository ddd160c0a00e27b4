import { useState } from 'react'
import type { QueuesState } from '../../../contract/administration.ts'
import type { SteadyInstance } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

export interface ClearQueueDialogProps {
  readonly instance: SteadyInstance
  readonly which: 'outgoing' | 'notifications'
  readonly queues: QueuesState
  readonly ours: number
  readonly colleagues: number
  readonly onClose: () => void
}

/** Shows what will be lost and whose it is. The number has to be typed, so that nobody clears a queue unseen. */
export function ClearQueueDialog({ instance, which, queues, ours, colleagues, onClose }: ClearQueueDialogProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [clearOutgoing, first] = useContractCommand('queues.clearOutgoing', { errors: 'return' })
  const [clearNotifications, second] = useContractCommand('queues.clearNotifications', { errors: 'return' })
  const count = queues[which] ?? 0
  const others = queues.entries.length - ours - colleagues
  const oldest = queues.entries.reduce<number | null>(
    (since, entry) => (since === null || entry.since < since ? entry.since : since),
    null,
  )
  const clear = async () => {
    const of = { instance: instance.key, count }
    const result = await (which === 'outgoing' ? clearOutgoing(of) : clearNotifications(of))
    if (!result.ok) {
      setTyped('')
      return setProblem(errorText(t, result.error.data))
    }
    showToast('administration.clear.done', { values: { count } })
    onClose()
  }
  return (
    <Dialog
      title={t(`administration.clear.${which}Title`, { name: instance.name })}
      text={
        which === 'outgoing'
          ? t('administration.clear.outgoingText', {
              count,
              ours,
              colleagues,
              others,
              oldest: oldest === null ? '' : times.span(oldest, now),
              known: oldest === null ? 'no' : 'yes',
            })
          : t('administration.clear.notificationsText', { count })
      }
      onClose={onClose}
      onSubmit={() => void clear()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="danger"
            type="submit"
            busy={first.pending || second.pending}
            blocked={typed.trim() !== String(count)}
          >
            {t('administration.clear.confirm', { count })}
          </Button>
        </>
      }
    >
      {problem !== null && <Banner tone="bad" icon="alert" title={problem} urgent />}
      <TextField
        label={t('administration.clear.type', { count })}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}
