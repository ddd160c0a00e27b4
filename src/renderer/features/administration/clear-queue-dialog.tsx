import { useState } from 'react'
import type { QueuesState, SteadyInstance } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
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
  const [clear, { pending, error }] = useContractCommand(
    which === 'outgoing' ? 'queues.clearOutgoing' : 'queues.clearNotifications',
    { errors: 'return' },
  )
  const count = queues[which] ?? 0
  const others = queues.entries.length - ours - colleagues
  const oldest = queues.entries.reduce<number | null>(
    (since, entry) => (since === null || entry.since < since ? entry.since : since),
    null,
  )
  const submit = async (): Promise<void> => {
    const result = await clear({ instance: instance.key, count })
    if (!result.ok) return
    showToast('administration.clear.done', { values: { count } })
    onClose()
  }
  return (
    <FormDialog
      form={{ pending, submit: () => void submit(), problem: error?.data }}
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
      save={t('administration.clear.confirm', { count })}
      danger
      blocked={typed.trim() !== String(count)}
      onClose={onClose}
    >
      <TextField
        label={t('administration.clear.type', { count })}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
