import './fact-bar.css'
import type { ReactNode } from 'react'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTeam } from '../../client/use-team.ts'
import type { ConnectionTone } from '../../lib/connection-tones.ts'
import { connectionTones } from '../../lib/connection-tones.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { colleagueWhoReceives, isAccountKnown, receiverOf } from './instance-facts.ts'
import { instanceStateText, lastTroubleOf } from './state-text.ts'

/** Six facts that an administrator looks for first. */
export function FactBar({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const now = useNow(1000)
  const of = { instance: instance.key }
  const { data: account } = useContractQuery('account.state', of)
  const { data: queues } = useContractQuery('queues.state', of)
  const { connection, authorization } = instance
  const held = authorization === 'notAuthorized' && (queues?.outgoing ?? 0) > 0
  const oldest = queues?.entries.reduce<number | null>(
    (since, entry) => (since === null || entry.since < since ? entry.since : since),
    null,
  )
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? t('administration.unknown') : numbers.count(value)
  const tone = connectionTones[connection.kind]
  const receiver = receiverOf(instance)
  const colleague = colleagueWhoReceives(useTeam(), instance.key)
  const loggedOut = connection.kind === 'notAuthorized'
  const trouble = lastTroubleOf(t, instance, account)
  const who = account?.phone || instance.wid?.replace('@c.us', '') || ''
  return (
    <dl className="factbar">
      <Fact
        label={t('ui.state')}
        tone={authorization === 'notAuthorized' || !isAccountKnown(instance) ? tone : 'live'}
        detail={
          (authorization === 'authorized' && isAccountKnown(instance)) || connection.since === 0
            ? ''
            : t('administration.fact.since', {
                span: times.span(connection.since, now),
                time: times.sentence(connection.since, now),
              })
        }
      >
        <span className="fact-with">
          {loggedOut && <Icon name="key" size={14} />}
          <span className="ell">{instanceStateText(t, instance, account)}</span>
        </span>
      </Fact>
      <Fact
        label={t('administration.fact.account')}
        detail={loggedOut && who !== '' ? t('administration.fact.was', { who }) : (account?.chatId ?? '')}
      >
        <span className="num ell">
          {loggedOut ? t('instances.table.noAccount') : who === '' ? t('administration.unknown') : who}
        </span>
      </Fact>
      <Fact label={t('instances.table.reads')} detail={t(`administration.fact.${receiver.how}`)}>
        {colleague === null ? (
          t(`administration.fact.${receiver.who}`)
        ) : (
          <span className="fact-with">
            <MemberAvatar person={{ ...colleague, isThis: false }} />
            <span className="ell">{t('administration.fact.colleague', { name: colleague.name })}</span>
          </span>
        )}
      </Fact>
      <Fact
        label={t('administration.queue.table')}
        tone={held ? 'warn' : 'live'}
        detail={
          oldest === null || oldest === undefined
            ? ''
            : t('administration.fact.oldest', { span: times.span(oldest, now) })
        }
      >
        {held ? t('administration.fact.held', { count: queues?.outgoing ?? 0 }) : count(queues?.outgoing)}
      </Fact>
      <Fact
        label={t('administration.fact.notifications')}
        detail={
          instance.lastReceivedAt === null
            ? ''
            : t('administration.fact.lastReceived', { time: times.sentence(instance.lastReceivedAt, now) })
        }
      >
        {count(queues?.notifications)}
      </Fact>
      <Fact
        label={t('instances.table.trouble')}
        tone={tone}
        detail={
          trouble === null
            ? ''
            : trouble.operation === null
              ? t('inspector.since', { time: times.sentence(trouble.at, now) })
              : `${trouble.operation}, ${times.sentence(trouble.at, now)}`
        }
      >
        <span className="ell" title={trouble?.wording}>
          {trouble?.wording ?? t('administration.fact.noTrouble')}
        </span>
      </Fact>
    </dl>
  )
}

interface FactProps {
  readonly label: string
  readonly children: ReactNode
  readonly detail: string
  /** Severity. */
  readonly tone?: ConnectionTone
}

function Fact({ label, children, detail, tone = 'live' }: FactProps) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd className={tone === 'error' ? 'is-bad' : tone === 'warn' ? 'is-warn' : undefined}>
        {children}
        <small title={detail}>{detail}</small>
      </dd>
    </div>
  )
}
