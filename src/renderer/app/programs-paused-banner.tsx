import { useContractCommand } from '../client/use-contract-command.ts'
import { useProgramsPause } from '../client/use-programs-pause.ts'
import { goTo } from '../lib/routing/route.ts'
import { useIsNarrow } from '../lib/use-media.ts'
import { useTranslations } from '../lib/translations.ts'
import { Button } from '../ui/controls/button.tsx'
import { Banner } from '../ui/marks/banner.tsx'

/** Above every view while a person has paused all programs: what waits, and what ends it. */
export function ProgramsPausedBanner() {
  const t = useTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  const { messages: count, since } = useProgramsPause()
  const isNarrow = useIsNarrow()
  const show = count > 0 && (
    <Button
      key="show"
      size="compact"
      onClick={() => goTo({ view: 'outgoing', scope: null, query: 'minutes=all&sender=held' })}
    >
      {t('app.programsPausedShow', { count })}
    </Button>
  )
  const resume = (
    <Button
      key="resume"
      size="compact"
      icon="play"
      busy={pending}
      onClick={() => void update({ programSendsPaused: false })}
    >
      {t('app.programsResume')}
    </Button>
  )
  return (
    <Banner
      flush
      tone="warn"
      icon="pause"
      title={t('app.programsPaused')}
      text={`${since} ${t('app.programsPausedText', { count })}`.trimStart()}
      // Where it is narrow, only the first one is in sight until the banner is opened.
      actions={isNarrow ? [resume, show] : [show, resume]}
    />
  )
}
