import type { ProgramRow } from '../../../../contract/programs.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'

export interface RemoveProgramDialogProps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** Removes a program after saying what it has not read. */
export function RemoveProgramDialog({ program, onClose }: RemoveProgramDialogProps) {
  const t = useTranslations()
  const [remove, { pending }] = useContractCommand('programs.remove')
  const { key, name, backlog, deadLetters, protocol } = program
  const confirm = async (): Promise<void> => {
    const result = await remove({ program: key })
    if (!result.ok) return
    onClose()
    showToast('programs.removed', { values: { name } })
  }
  return (
    <ConfirmDialog
      title={t('programs.removeTitle', { name })}
      text={[
        t('programs.removeUnread', { count: backlog.events, more: backlog.more ? 'yes' : 'no' }),
        ...(deadLetters > 0 ? [t('programs.removeDeadLetters', { count: deadLetters })] : []),
        t(protocol === 'webhook' ? 'programs.removeSecret' : 'programs.removeKey'),
      ].join(' ')}
      confirm={t('programs.remove')}
      danger
      busy={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
