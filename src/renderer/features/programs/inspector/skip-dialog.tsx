import { useState } from 'react'
import type { InstanceKey } from '../../../../contract/ids.ts'
import type { ProgramRow } from '../../../../contract/programs.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'

export interface SkipDialogProps {
  readonly program: ProgramRow
  /** Everything that waits, or the event that the queue gives now. */
  readonly what: 'all' | 'head'
  readonly onClose: () => void
}

/** Says how many events a program never gets, before they are skipped. */
export function SkipDialog({ program, what, onClose }: SkipDialogProps) {
  const t = useTranslations()
  const instances = useInstances()
  const [skipAll, skippingAll] = useContractCommand('programs.skipToNow')
  const [skipEvent, skippingEvent] = useContractCommand('programs.skipEvent')
  const { key, name, backlog } = program
  const details = useContractQuery('programs.details', { program: key }).data
  const queues = (details?.backlogs ?? []).filter(({ events }) => events > 0)
  const [chosen, setChosen] = useState<InstanceKey | null>(null)
  const instance = queues.find((queue) => queue.instance === chosen)?.instance ?? queues[0]?.instance
  const isEmpty = what === 'all' ? backlog.events === 0 : queues.length === 0
  const confirm = async (): Promise<void> => {
    if (isEmpty) return onClose()
    if (what === 'head' && instance === undefined) return
    const result = await (what === 'all' || instance === undefined
      ? skipAll({ program: key })
      : skipEvent({ program: key, instance }))
    if (!result.ok) return
    onClose()
    showToast('programs.skipped', { values: { count: result.value.skipped } })
  }
  return (
    <ConfirmDialog
      title={
        isEmpty
          ? t('programs.skipNothing')
          : what === 'all'
            ? t('programs.skipTitle', { count: backlog.events, more: backlog.more ? 'yes' : 'no' })
            : t('programs.skipEventTitle')
      }
      text={isEmpty ? t('programs.skipNothingText', { name }) : t('programs.skipText', { name })}
      confirm={isEmpty ? t('ui.close') : t('programs.skip')}
      danger={!isEmpty}
      busy={skippingAll.pending || skippingEvent.pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {what === 'head' && queues.length > 1 && instance !== undefined && (
        <Select<InstanceKey>
          label={t('programs.instance')}
          labelShown
          field
          value={instance}
          options={queues.map((queue) => ({
            value: queue.instance,
            label: instances.find((one) => one.key === queue.instance)?.name ?? '',
          }))}
          onChange={setChosen}
        />
      )}
    </ConfirmDialog>
  )
}
