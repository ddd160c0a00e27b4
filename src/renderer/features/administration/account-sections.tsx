import './account-sections.css'
import type { SteadyInstance } from '../../../contract/instances.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { accountStateText } from './state-text.ts'

/** The account's identity, as the service reports it. */
export function AccountSection({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const { data: account } = useContractQuery('account.state', { instance: instance.key })
  if (account === undefined) return null
  return (
    <section className="sect" aria-label={t('administration.accountTitle')}>
      <h3>{t('administration.accountTitle')}</h3>
      <dl className="i-kv">
        <dt>{t('ui.state')}</dt>
        <dd>{accountStateText(t, account.state)}</dd>
        <dt>{t('details.phone')}</dt>
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
