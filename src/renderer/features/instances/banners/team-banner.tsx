import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useInstances } from '../../../client/use-instances.ts'
import type { JoinedTeam } from '../../../client/use-team.ts'
import { errorText } from '../../../lib/error-text.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { teamNoticeText } from '../../../lib/team-notice-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'

/** How long the service retains notifications, ms. */
const stateRetentionMs = 24 * 3_600_000

/** Problems of the team's database in use. */
function NoticeBanners({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const instances = useInstances()
  const times = useTimes()
  const now = useNow()
  return team.notices.map((notice) => (
    <Banner
      key={notice.kind}
      flush
      urgent
      tone="warn"
      icon="database"
      {...teamNoticeText(t, notice, instances, (at) => times.sentence(at, now))}
      actions={
        <Button size="compact" onClick={() => goTo({ view: 'settings', scope: null, section: 'team' })}>
          {t('instances.team.open')}
        </Button>
      }
    />
  ))
}

/** The team's database can't be used: since when, what goes on and what waits. */
export function TeamBanner({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [tryNow, trying] = useContractCommand('team.tryNow')
  const { state, trouble, since } = team
  if (trouble === null || state === 'live' || state === 'connecting') return <NoticeBanners team={team} />
  const { kind, ...details } = trouble
  return (
    <Banner
      flush
      urgent
      tone="warn"
      icon="database"
      title={t('instances.team.away', { since: times.sentence(since, now) })}
      text={
        <>
          {state === 'refused' && <>{errorText(t, { code: 'teamTrouble', details: { trouble: kind, ...details } })} </>}
          {t('instances.team.awayText', { until: times.sentence(since + stateRetentionMs, now) })}
        </>
      }
      actions={
        <>
          <Button
            size="compact"
            onClick={() => goTo({ view: 'outgoing', scope: null, query: 'status=queued&minutes=all' })}
          >
            {t('instances.team.showSends')}
          </Button>
          <Button size="compact" busy={trying.pending} onClick={() => void tryNow({})}>
            {t('team.tryNow')}
          </Button>
          <Button size="compact" onClick={() => goTo({ view: 'settings', scope: null, section: 'team' })}>
            {t('instances.team.open')}
          </Button>
        </>
      }
    />
  )
}
