import { useState } from 'react'
import type { ProgramCall, ProgramDetails } from '../../../../contract/programs.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { routeHref } from '../../../lib/routing/route.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { troubleDetail, troubleText } from '../trouble-text.ts'

export interface LastCallsProps {
  readonly program: ProgramDetails
  /** Epoch ms. */
  readonly now: number
}

const first = 6

/** The last deliveries or reads since Switchboard was started, newest first. */
export function LastCalls({ program, now }: LastCallsProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const [isWhole, setWhole] = useState(false)
  const { calls, protocol, webhook } = program
  const isWebhook = protocol === 'webhook'
  const title = t(isWebhook ? 'programs.deliveries' : 'programs.reads')
  return (
    <section className="sect" aria-label={title}>
      <h3>
        {title}
        {calls.length > first && (
          <Button kind="text" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('programs.showFewer') : t('programs.showAll', { count: calls.length })}
          </Button>
        )}
      </h3>
      {calls.length === 0 ? (
        <p className="muted">{t(isWebhook ? 'programs.noDeliveries' : 'programs.noReads')}</p>
      ) : (
        <table className="dlv">
          <colgroup>
            <col className="c-time" />
            <col />
            {isWebhook && <col className="c-try" />}
            <col className="c-status" />
            <col className="c-took" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('programs.time')}</th>
              <th scope="col">{t('programs.event')}</th>
              {isWebhook && <th scope="col">{t('programs.try')}</th>}
              <th scope="col">{t('programs.status')}</th>
              <th scope="col" className="r">
                {t('programs.took')}
              </th>
            </tr>
          </thead>
          <tbody>
            {(isWhole ? calls : calls.slice(0, first)).map((call, index) => (
              <tr key={`${call.at} ${calls.length - index}`}>
                <td className="dim" title={times.dateTime(call.at)}>
                  {now - call.at < 12 * 3_600_000 ? times.seconds(call.at) : times.list(call.at, now)}
                </td>
                <td>
                  <EventOf call={call} />
                </td>
                {isWebhook && <td>{call.attempt === 0 ? t('programs.probe') : numbers.count(call.attempt)}</td>}
                <td>
                  <span
                    className={cx('code-n', call.outcome !== 'delivered' && 'is-4')}
                    title={
                      call.trouble === null
                        ? undefined
                        : [troubleText(t, numbers, call.trouble, webhook?.timeoutMs ?? 0), troubleDetail(call.trouble)]
                            .filter(Boolean)
                            .join(' ')
                    }
                  >
                    <span className="ell">
                      {call.trouble === null
                        ? (call.status ?? t(isWebhook ? 'programs.delivered' : 'programs.read'))
                        : (call.trouble.status ?? t('programs.noAnswer'))}
                    </span>
                  </span>
                </td>
                <td className="r dim">{numbers.duration(Math.round(call.durationMs))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The event of a call, which Events shows whole; a read has several. */
function EventOf({ call }: { readonly call: ProgramCall }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { event, events, outcome, attempt, typeWebhook, chatTitle } = call
  if (event !== null) {
    return (
      <a
        className="link"
        href={routeHref({ view: 'events', scope: null, event })}
        title={t('programs.eventNumber', { number: numbers.count(event) })}
      >
        <bdi>{chatTitle ?? typeWebhook}</bdi>
      </a>
    )
  }
  if (outcome === 'refused') return t('programs.refusedCall')
  return attempt === 0 ? t('programs.testEvent') : t('programs.events', { count: events, more: 'no' })
}
