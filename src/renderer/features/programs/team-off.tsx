import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'

export interface TeamOffProps {
  /** This person may switch it on. */
  readonly mayChange: boolean
}

/** There are webhooks of the team, and no desk delivers them. */
export function TeamOff({ mayChange }: TeamOffProps) {
  const t = useTranslations()
  const [switchTeam, { pending }] = useContractCommand('programs.switchTeam')
  return (
    <div className="p-team-off" role="status">
      <Icon name="warning" />
      <p className="grow">
        <b>{t('programs.teamOff')}</b> {t(mayChange ? 'programs.teamOffText' : 'programs.teamOffMember')}
      </p>
      {mayChange && (
        <Button busy={pending} onClick={() => void switchTeam({ on: true })}>
          {t('programs.teamSwitchOn')}
        </Button>
      )}
    </div>
  )
}
