import './account-sections.css'
import { countedCalls, type AccountQuota } from '../../../contract/values.ts'
import type { SteadyInstance } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { CodedLabel } from '../../ui/marks/coded-label.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { quotaText, withoutText } from './operation-text.ts'

/** A share from which on a quota is nearly used up. */
const nearlyUsed = 0.9

/** The plan's calls of this month: what it allows, who spends them, and what they cost where notifications are off. */
export function QuotaSection({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const { data: account } = useContractQuery('account.state', { instance: instance.key })
  const [edit, { pending }] = useContractCommand('instances.edit')
  if (account === undefined) return null
  const { quotas, plan, renewsAt, savedByNotifications, tariff } = account
  const spared = instance.sync?.spared ?? 0
  return (
    <section className="sect" aria-label={t('administration.quota')}>
      <h3>{t('administration.quota')}</h3>
      {instance.family === 'whatsapp' && (
        <div className="i-row quota-plan">
          <Select
            label={t('administration.plan')}
            value={plan.chosen ?? 'answers'}
            options={(['answers', 'developer', 'larger'] as const).map((value) => ({
              value,
              label: t(`administration.plan.${value}`),
            }))}
            disabled={pending}
            onChange={(value) => void edit({ instance: instance.key, plan: value === 'answers' ? null : value })}
          />
          <small className="muted">{t(`administration.plan.${plan.assumed ?? 'unknown'}Text`)}</small>
        </div>
      )}
      {quotas.length === 0 && <p className="side-foot">{t('administration.quota.none')}</p>}
      <ul className="quota">
        {quotas.map((quota) => (
          <QuotaRow key={quota.method} quota={quota} />
        ))}
      </ul>
      <p className="side-foot">
        {[
          t('administration.quota.renews', { time: times.dateTime(renewsAt) }),
          savedByNotifications > 0 ? t('administration.quota.saved', { calls: savedByNotifications }) : '',
          spared > 0 ? t('administration.quota.spared', { chats: spared }) : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {tariff !== '' && (
        <p className="side-foot">
          {t('administration.quota.tariff')} <span className="mono">{tariff}</span>
        </p>
      )}
    </section>
  )
}

function QuotaRow({ quota }: { readonly quota: AccountQuota }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { method, used, total, text, at, usedUpUntil, own, colleagues } = quota
  const ours = own === null ? null : own.people + own.programs + own.background
  const counted = countedCalls(quota)
  const share = total !== null && total > 0 ? Math.min(1, counted / total) : null
  const without = usedUpUntil === null ? null : withoutText(t, method)
  return (
    <li className={(share !== null && share >= nearlyUsed) || usedUpUntil !== null ? 'is-near' : undefined}>
      <CodedLabel label={quotaText(t, method)} code={method} />
      <span>
        {total !== null
          ? t('administration.quota.used', { used: counted, total, left: Math.max(0, total - counted) })
          : ours === null
            ? t('administration.unknown')
            : t('administration.quota.calls', { calls: ours })}
      </span>
      {share !== null && (
        <div className="meter">
          <i style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <small>
        {[
          own === null || ours === 0 ? '' : t('administration.quota.own', { ...own, calls: ours ?? 0 }),
          colleagues === 0 ? '' : t('administration.quota.colleagues', { calls: colleagues }),
          used !== null && at !== null
            ? t('administration.quota.counted', { used, time: times.sentence(at, now) })
            : at === null
              ? ''
              : t('administration.quota.reported', { time: times.sentence(at, now) }),
          text,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {usedUpUntil !== null && (
        <small>
          {t('administration.quota.usedUp', { time: times.dateTime(usedUpUntil) })} {without}
        </small>
      )}
    </li>
  )
}
