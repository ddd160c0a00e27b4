import { useContractCommand } from '../../client/use-contract-command.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Holds back what programs send, where one of them may. */
export function PauseAll() {
  const t = useTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  if (useSettings()?.programSendsPaused !== false) return null
  return (
    <Button icon="pause" busy={pending} onClick={() => void update({ programSendsPaused: true })}>
      {t('programs.pauseAll')}
    </Button>
  )
}
