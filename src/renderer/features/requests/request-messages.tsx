import type { Output, TouchedMessage } from '../../../contract/index.ts'
import { goTo, routeHref, type Route } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ContentPreview } from '../../ui/text/content-preview.tsx'

/** How far Outgoing looks back by itself, ms: older messages are in its table only when it shows everything. */
const lookBack = 24 * 3_600_000

/** An outgoing message has its history in Outgoing, an incoming one is in its chat. */
const routeOf = ({ key, instance, chat, direction, at }: TouchedMessage, now: number): Route =>
  direction === 'incoming'
    ? { view: 'chats', scope: instance, chat, message: key }
    : { view: 'outgoing', scope: instance, message: key, ...(now - at < lookBack ? {} : { query: 'minutes=all' }) }

/** Leads to the one message that a request touched. */
export function ShowMessage({ message }: { readonly message: TouchedMessage }) {
  const t = useTranslations()
  const now = useNow()
  return (
    <Button size="compact" icon="outgoing" onClick={() => goTo(routeOf(message, now))}>
      {t('requests.showMessage')}
    </Button>
  )
}

/** The messages that a request touched, where they are several. */
export function RequestMessages({ messages, total }: Output<'requests.messages'>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  return (
    <div className="sect">
      <ul className="links" aria-label={t('requests.messages')}>
        {messages.map((message) => (
          <li key={message.key}>
            <a className="link" href={routeHref(routeOf(message, now))}>
              <bdi>{message.chatTitle}</bdi>: <ContentPreview kind={message.kind} text={message.text} />
            </a>
            <time dateTime={new Date(message.at).toISOString()} title={times.dateTime(message.at)}>
              {times.seconds(message.at)}
            </time>
          </li>
        ))}
      </ul>
      {messages.length < total && (
        <p className="dim">{t('requests.moreMessages', { count: total - messages.length })}</p>
      )}
    </div>
  )
}
