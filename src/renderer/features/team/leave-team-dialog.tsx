import { useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import type { JoinedTeam } from '../../client/use-team.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Asks what stays of the team's data when this desk leaves. */
export function LeaveTeamDialog({ team, onClose }: { readonly team: JoinedTeam; readonly onClose: () => void }) {
  const t = useTranslations()
  const [keep, setKeep] = useState<'keep' | 'erase'>('keep')
  const [leave, { pending }] = useContractCommand('team.leave')
  const names = useInstances()
    .filter(({ key }) => team.instances.some(({ instance }) => instance === key))
    .map(({ name }) => name)
  return (
    <ConfirmDialog
      title={t('team.leaveTitle')}
      text={t('team.leaveDialog', { count: names.length, names: names.join(', ').slice(0, 300) })}
      confirm={t(keep === 'keep' ? 'team.leaveButton' : 'team.leaveErase')}
      danger
      busy={pending}
      onConfirm={() => void leave({ erase: keep === 'erase' }).then((result) => (result.ok ? onClose() : undefined))}
      onClose={onClose}
    >
      <ChoiceGroup
        label={t('team.leaveHistory')}
        variant="segmented"
        value={keep}
        choices={[
          { value: 'keep', label: t('team.leaveKeep') },
          { value: 'erase', label: t('team.leaveEraseChoice') },
        ]}
        onChange={setKeep}
      />
    </ConfirmDialog>
  )
}
