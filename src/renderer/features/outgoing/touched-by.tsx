import type { ReactNode } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { routeHref } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { EventKind } from '../../ui/inspector/event-kind.tsx'

/** Notifications about a message, and the requests that sent, read or listed it. */
export function TouchedBy({ message: { key: message, instance: scope } }: { readonly message: Message }) {
  const t = useTranslations()
  const events = useContractQuery('journal.ofMessage', { message }).data
  const requests = useContractQuery('requests.ofMessage', { message }).data
  return (
    <>
      <Section title={t('outgoing.events')} none={t('outgoing.noneStored')} count={events?.length}>
        {events?.map(({ key, typeWebhook, summary, receivedAt }) => (
          <Row
            key={key}
            href={routeHref({ view: 'events', scope, event: key })}
            at={receivedAt}
            name={<EventKind typeWebhook={typeWebhook} />}
          >
            {summary}
          </Row>
        ))}
      </Section>
      <Section title={t('outgoing.requests')} none={t('outgoing.noneStored')} count={requests?.length}>
        {requests?.map((row) => (
          <Row
            key={row.key}
            href={routeHref({ view: 'requests', scope, request: row.key })}
            at={row.endedAt}
            name={<span className="mono">{row.operation}</span>}
          >
            {[row.status ?? t('outgoing.noAnswer'), row.errorKind].filter((part) => part !== null).join(' ')}
          </Row>
        ))}
      </Section>
    </>
  )
}

interface SectionProps {
  readonly title: string
  /** Said where there is nothing. */
  readonly none: string
  /** Undefined while it is being read. */
  readonly count: number | undefined
  readonly children: ReactNode
}

const Section = ({ title, none, count, children }: SectionProps) => (
  <div className="sect">
    <h3>{title}</h3>
    {count === 0 ? (
      <p className="dim">{none}</p>
    ) : (
      <ul className="links" aria-label={title}>
        {children}
      </ul>
    )}
  </div>
)

interface RowProps {
  readonly href: string
  /** Epoch ms. */
  readonly at: number
  readonly name: ReactNode
  readonly children: string
}

function Row({ href, at, name, children }: RowProps) {
  const times = useTimes()
  return (
    <li>
      <a className="link" href={href}>
        {name} <span className="ell">{children}</span>
      </a>
      <time dateTime={new Date(at).toISOString()} title={times.dateTime(at)}>
        {times.seconds(at)}
      </time>
    </li>
  )
}
