import '../instances.css'
import type { AccountState, Scope, SteadyInstance } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstanceCounts } from '../../../client/use-instances.ts'
import { useTranslations, type MessageId, type Translate } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AttentionList } from '../rail/attention-list.tsx'
import { connectionAppearance, lacksToken, leastTogether } from '../connection-appearance.ts'
import { gravest } from './gravest.ts'
import type { ReactNode } from 'react'
import { useNumbers } from '../../../lib/numbers.ts'
import { useRoute } from '../../../lib/routing/route.ts'
import { useTimes, type Times } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { titleValues } from './title-values.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { ConnectionButton, actionsOf, bannerKindOf, isCure } from '../connection-button.tsx'

interface ConnectionBannerProps {
  readonly instance: SteadyInstance
  /** Shown before the actions. */
  readonly others?: ReactNode
}

/**
 * Explains an instance's state: its meaning, what still works and what to do. Renders nothing while there is no
 * problem.
 */
function ConnectionBanner({ instance, others }: ConnectionBannerProps) {
  const t = useTranslations()
  const times = useTimes()
  const { connection, waitingForAuthorization: waiting } = instance
  const kind = bannerKindOf(instance)
  const { banner } = connectionAppearance[connection.kind]
  const { view, scope } = useRoute()
  if (!banner) return null
  const isOpen = view === 'instance' && scope === instance.key
  const shown = actionsOf(instance).filter(
    (action) =>
      (action !== 'showWaiting' || waiting > 0) && !(isOpen && (action === 'authorize' || action === 'openInstance')),
  )
  return (
    <Banner
      flush
      tone={banner.tone}
      icon={kind.startsWith('vault') ? 'lock' : banner.icon}
      urgent={banner.urgent}
      title={t(`instances.banner.${kind}.title` as MessageId, titleValues(instance, times))}
      text={<BannerText instance={instance} kind={kind} />}
      serviceText={connection.text}
      actions={
        <>
          {others}
          {shown.map((action, index) => (
            <ConnectionButton
              key={action}
              action={action}
              instance={instance}
              primary={index === 0 && isCure(action)}
            />
          ))}
        </>
      }
    />
  )
}

function BannerText({ instance, kind }: { readonly instance: SteadyInstance; readonly kind: string }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const { connection, waitingForAuthorization } = instance
  const counts = connection.retryAt !== undefined || kind === 'paused'
  const now = useNow(counts ? 1000 : 60_000)
  const text = t(`instances.banner.${kind}.text` as MessageId, {
    ...titleValues(instance, times),
    waiting: waitingForAuthorization,
    since: times.sentence(connection.since, now),
    receiving: connection.receiving ? 'yes' : 'no',
    isOver: connection.until !== undefined && connection.until < now ? 'yes' : 'no',
    lost: instance.pausedAt !== null && now - instance.pausedAt > 24 * 3_600_000 ? 'yes' : 'no',
  })
  const { data: account } = useContractQuery('account.state', { instance: instance.key }, { enabled: isOfCalls(kind) })
  const calls = account === undefined ? '' : callsText(t, times, kind, account)
  const retryMs = (connection.retryAt ?? 0) - now
  return (
    <>
      {(kind === 'quotaExceeded' ? [calls, text] : [text, calls]).filter(Boolean).join(' ')}
      {retryMs > 0 && (
        <span className="num">
          {' '}
          {t('instances.retryIn', { time: numbers.duration(Math.ceil(retryMs / 1000) * 1000) })}
        </span>
      )}
    </>
  )
}

/** States that the plan's calls of this month explain. */
const isOfCalls = (kind: string): boolean => kind === 'notificationsOff' || kind === 'quotaExceeded'

function callsText(t: Translate, times: Times, kind: string, account: AccountState): string {
  const { quotas, savedByNotifications, renewsAt } = account
  if (kind === 'notificationsOff')
    return savedByNotifications === 0
      ? ''
      : t('instances.banner.notificationsOff.calls', {
          calls: savedByNotifications,
          renewed: times.dateTime(renewsAt),
        })
  const usedUp = quotas.find(({ usedUpUntil, used, total }) => usedUpUntil !== null && used !== null && total !== null)
  if (usedUp?.used == null || usedUp.total === null) return ''
  return t('instances.banner.quotaExceeded.calls', { method: usedUp.method, used: usedUp.used, total: usedUp.total })
}

/** The one banner of a view: the instance's, or the gravest of all, which counts and lists the others. */
export function ScopeBanner({ scope }: { readonly scope: Scope }) {
  const all = useInstanceCounts()
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  // Then the program's banner speaks for them.
  const instances = info?.vault.state === 'waiting' ? all.filter(({ token }) => token !== 'waiting') : all
  // Then it counts them and takes all their tokens at once.
  const together = instances.filter(lacksToken).length >= leastTogether
  const ranked = together ? instances.filter((one) => !lacksToken(one)) : instances
  const instance = scope === null ? gravest(ranked) : instances.find(({ key }) => key === scope)
  if (!instance) return null
  const others =
    scope === null
      ? ranked.filter((one) => one !== instance && connectionAppearance[one.connection.kind].attention)
      : []
  const wording = t('instances.moreAttention', { count: others.length })
  return (
    <ConnectionBanner
      instance={instance}
      others={
        others.length > 0 && (
          <AttentionList label={wording} troubled={others} align="end">
            <Button size="compact">{wording}</Button>
          </AttentionList>
        )
      }
    />
  )
}
