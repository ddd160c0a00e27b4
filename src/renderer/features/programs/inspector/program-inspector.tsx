import './deliveries.css'
import type { ProgramDetails, ProgramRow, ProgramGap, ProgramCall } from '../../../../contract/programs.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useSettings } from '../../../client/use-preference.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Inspector } from '../../../ui/inspector/inspector-view.tsx'
import type { RowSteps } from '../../../ui/inspector/row-steps.ts'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { ProgramTile } from '../../../ui/marks/program-tile.tsx'
import { StateDot } from '../../../ui/marks/state-dot.tsx'
import { useNumbers } from '../../../lib/numbers.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { InstanceMark } from '../../../ui/marks/instance-tile.tsx'
import { purposeIcons, shownState, stateTones, usualLimits } from '../program-facts.ts'
import { protocolText } from '../scope-text.ts'
import { useIsTeamOff } from '../use-program-list.ts'
import { DeadLetters } from './dead-letters.tsx'
import { ProgramActions } from './program-actions.tsx'
import { ProgramScopeSection } from './program-scope-section.tsx'
import { ProgramWhy } from './program-why.tsx'
import { useState } from 'react'
import { cx } from '../../../lib/text/class-names.ts'
import { routeHref } from '../../../lib/routing/route.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { troubleDetail, troubleText } from '../trouble-text.ts'

interface LastCallsProps {
  readonly program: ProgramDetails
  /** Epoch ms. */
  readonly now: number
}

const first = 6

/** The last deliveries or reads since Switchboard was started, newest first. */
function LastCalls({ program, now }: LastCallsProps) {
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
        <p className="muted">{t(isWebhook ? 'programs.noneSinceStart' : 'programs.noneSinceStart')}</p>
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
              <th scope="col">{t('ui.time')}</th>
              <th scope="col">{t('journal.event')}</th>
              {isWebhook && <th scope="col">{t('programs.try')}</th>}
              <th scope="col">{t('ui.status')}</th>
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
                        : (call.trouble.status ?? t('requests.noStatus'))}
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

interface BacklogProps {
  readonly program: ProgramDetails
  /** Epoch ms. */
  readonly now: number
}

/** Events that a program has not read, by instance, the most first. */
function Backlog({ program: { backlog, backlogs }, now }: BacklogProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const instances = useInstances()
  const waiting = backlogs.filter(({ events }) => events > 0).toSorted((a, b) => b.events - a.events)
  return (
    <section className="sect" aria-label={t('programs.backlog')}>
      <h3>
        {t('programs.backlog')}
        <span className="n num">
          {t('programs.events', { count: backlog.events, more: backlog.more ? 'yes' : 'no' })}
        </span>
      </h3>
      {waiting.length === 0 ? (
        <p className="muted">{t('programs.backlogNone')}</p>
      ) : (
        <ul className="backlog">
          {waiting.map(({ instance: key, events, more, oldestAt }) => {
            const instance = instances.find((one) => one.key === key)
            return (
              <li key={key}>
                <span className="nm">
                  {instance && <InstanceMark colour={instance.colour} />}
                  <span className="ell">{instance?.name ?? t('programs.removedInstance')}</span>
                </span>
                <div className="meter" aria-hidden="true">
                  <i style={{ width: `${(events / Math.max(1, backlog.events)) * 100}%` }} />
                </div>
                <span>
                  {[`${numbers.count(events)}${more ? '+' : ''}`, oldestAt === null ? null : times.span(oldestAt, now)]
                    .filter((part) => part !== null)
                    .join(', ')}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

interface GapsProps {
  readonly gaps: readonly ProgramGap[]
  /** Epoch ms. */
  readonly now: number
}

/** Events that left the journal before the program had read them; nothing while there were none. */
function Gaps({ gaps, now }: GapsProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  if (gaps.length === 0) return null
  return (
    <section className="sect" aria-label={t('programs.gaps')}>
      <h3>
        {t('programs.gaps')}
        <span className="n num">
          {t('programs.events', { count: gaps.reduce((sum, { events }) => sum + events, 0), more: 'no' })}
        </span>
      </h3>
      <ul className="p-gaps">
        {gaps.toReversed().map(({ first, last, events, at }) => (
          <li key={`${first} ${last}`}>
            {t('programs.gap', {
              count: events,
              first: numbers.count(first),
              last: numbers.count(last),
              time: times.sentence(at, now),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many bodies of the journal no program is given, and why. */
function NotServed({ count }: { readonly count: number }) {
  const t = useTranslations()
  if (count === 0) return null
  return (
    <section className="sect" aria-label={t('programs.notServed')}>
      <h3>
        {t('programs.notServed')}
        <span className="n num">{t('programs.events', { count, more: 'no' })}</span>
      </h3>
      <p className="muted">{t('programs.notServedText')}</p>
    </section>
  )
}

export interface ProgramInspectorProps extends RowSteps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** One program: what is wrong, what it may see, how far it has read, and what failed. */
export function ProgramInspector({ program, ...steps }: ProgramInspectorProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow(1000)
  const { data, error } = useContractQuery('programs.details', { program: program.key }, { keepPrevious: true })
  const row = data ?? program
  const isTeamOff = useIsTeamOff()
  const limits = useSettings() ?? usualLimits
  const state = shownState(row, { limits, now, isTeamOff })
  return (
    <Inspector
      {...steps}
      title={
        <>
          <StateDot tone={stateTones[state]} />
          <span>{t(`programs.state.${state}`)}</span>
        </>
      }
    >
      <div className="p-intro">
        <div className="p-top">
          <ProgramTile icon={purposeIcons[row.purpose]} size={36} />
          <div className="grow">
            <h3 className="ell">{row.name}</h3>
            <p className="ell">
              {t('programs.addedOn', {
                protocol: protocolText(t, row),
                date: times.date(row.createdAt),
              })}
            </p>
          </div>
        </div>
        <ProgramWhy program={row} retainedUntil={data?.retainedUntil ?? null} now={now} />
        <ProgramActions program={row} />
      </div>
      {data === undefined ? (
        error && <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />
      ) : (
        <Sections details={data} now={now} />
      )}
    </Inspector>
  )
}

const Sections = ({ details, now }: { readonly details: ProgramDetails; readonly now: number }) => (
  <>
    <ProgramScopeSection program={details} now={now} />
    <Backlog program={details} now={now} />
    <LastCalls program={details} now={now} />
    <DeadLetters program={details} now={now} />
    <Gaps gaps={details.gaps} now={now} />
    <NotServed count={details.notServed} />
  </>
)
