import { useContractCommand } from '../../client/use-contract-command.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Banner } from '../../ui/marks/banner.tsx'

/** Says that nothing of a program leaves, and ends that; nothing while programs may send. */
export function AllPaused() {
  const t = useTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  if (useSettings()?.programSendsPaused !== true) return null
  return (
    <Banner
      tone="warn"
      icon="pause"
      title={t('programs.allPaused')}
      text={t('programs.allPausedText')}
      actions={
        <Button size="compact" busy={pending} onClick={() => void update({ programSendsPaused: false })}>
          {t('programs.resumeAll')}
        </Button>
      }
    />
  )
}

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
