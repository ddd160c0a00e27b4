import './account-sections.css'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { CodedLabel } from '../../ui/marks/coded-label.tsx'
import { quotaText } from './operation-text.ts'
import { accountStateText } from './state-text.ts'

/** The account's identity, as the service reports it. */
export function AccountSection({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const times = useTimes()
  const { data: account } = useContractQuery('account.state', { instance: instance.key })
  if (account === undefined) return null
  return (
    <section className="sect" aria-label={t('administration.accountTitle')}>
      <h3>{t('administration.accountTitle')}</h3>
      <dl className="i-kv">
        <dt>{t('administration.fact.state')}</dt>
        <dd>{accountStateText(t, account.state)}</dd>
        <dt>{t('administration.account.phone')}</dt>
        <dd className="num">{account.phone || t('administration.unknown')}</dd>
        <dt>{t('administration.account.id')}</dt>
        <dd className="mono">{account.chatId || t('administration.unknown')}</dd>
        {account.suspendedUntil !== null && (
          <>
            <dt>{t('administration.account.suspendedUntil')}</dt>
            <dd className="num">{times.dateTime(account.suspendedUntil)}</dd>
          </>
        )}
        {account.historySyncProgress !== null && (
          <>
            <dt>{t('administration.account.history')}</dt>
            <dd className="num">
              {t('administration.account.historyPercent', { percent: account.historySyncProgress })}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** A share from which on a quota is nearly used up. */
const nearlyUsed = 0.9

/** The plan's quotas, as far as the service reported them. */
export function QuotaSection({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { data: account } = useContractQuery('account.state', { instance: instance.key })
  const quotas = account?.quotas ?? []
  return (
    <section className="sect" aria-label={t('administration.quota')}>
      <h3>{t('administration.quota')}</h3>
      {quotas.length === 0 && <p className="side-foot">{t('administration.quota.none')}</p>}
      <ul className="quota">
        {quotas.map(({ method, used, total, text, at }) => {
          const share = used !== null && total !== null && total > 0 ? Math.min(1, used / total) : null
          return (
            <li key={method} className={share !== null && share >= nearlyUsed ? 'is-near' : undefined}>
              <CodedLabel label={quotaText(t, method)} code={method} />
              <span>
                {used === null || total === null
                  ? t('administration.unknown')
                  : t('administration.quota.used', { used, total, left: Math.max(0, total - used) })}
              </span>
              {share !== null && (
                <div className="meter">
                  <i style={{ width: `${share * 100}%` }} />
                </div>
              )}
              <small>
                {[text, t('administration.quota.reported', { time: times.sentence(at, now) })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          )
        })}
      </ul>
      {account !== undefined && account.tariff !== '' && (
        <p className="side-foot">
          {t('administration.quota.tariff')} <span className="mono">{account.tariff}</span>
        </p>
      )}
    </section>
  )
}
