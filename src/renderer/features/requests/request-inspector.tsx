import '../../ui/text/code.css'
import { Fragment, useState } from 'react'
import type { RequestDetails, RequestKey, RequestRow, TouchedMessage } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstance } from '../../client/use-instances.ts'
import { copyText } from '../../ui/copy-text.ts'
import { curlCommand } from '../../lib/text/curl.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceGroup, type Choice } from '../../ui/controls/choice-group.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { Inspector } from '../../ui/inspector/inspector-view.tsx'
import { RawSection } from '../../ui/inspector/raw-section.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { priorityText, purposeText } from './purpose-text.ts'
import { HttpStatus } from './request-columns.tsx'
import { RequestMessages, ShowMessage } from './request-messages.tsx'
import { errorKindText, timingOf, pauseAfter, toneOf } from './request-outcome.ts'
import { Timeline, type TimelineStep } from '../../ui/inspector/timeline.tsx'

interface RequestAttemptsProps {
  readonly title: string
  /** Attempts of one call, oldest first. */
  readonly attempts: readonly RequestRow[]
  /** The one after the last of them, where there is one. */
  readonly next?: RequestRow | undefined
  /** The one that is open. */
  readonly shown: RequestKey
  readonly onSelect: (request: RequestKey) => void
}

const appearance = {
  ok: { icon: 'check' },
  warn: { icon: 'gauge', tone: 'warn' },
  bad: { icon: 'alert', tone: 'bad' },
  none: { icon: 'alert', tone: 'bad' },
} as const

/** Attempts of one call: what was answered to each, and how long was waited before the next. */
function RequestAttempts({ title, attempts, next, shown, onSelect }: RequestAttemptsProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const steps = attempts.map((row, index): TimelineStep => {
    const { key, status, errorKind, startedAt, attempt } = row
    const wording = errorKind === null ? 'requests.ok' : errorKindText(errorKind)
    const what = [status, wording === null ? errorKind : t(wording)].filter((part) => part !== null).join(' ')
    const isShown = key === shown
    const after = attempts[index + 1] ?? next
    return {
      ...appearance[toneOf(row)],
      key,
      title: isShown ? (
        what
      ) : (
        <button type="button" className="link" onClick={() => onSelect(key)}>
          {what}
        </button>
      ),
      at: startedAt,
      detail: [
        t(isShown ? 'requests.attemptShown' : 'requests.attemptNumber', { number: attempt }),
        after && t('requests.triedAgain', { duration: numbers.duration(pauseAfter(row, after)) }),
      ]
        .filter(Boolean)
        .join('. '),
    }
  })
  return (
    <div className="sect">
      <h3>{title}</h3>
      <Timeline steps={steps} />
    </div>
  )
}

export interface RequestInspectorProps {
  readonly request: RequestKey
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  readonly onClose: () => void
  readonly onSelect: (request: RequestKey) => void
}

type Part = 'exchange' | 'headers' | 'attempts' | 'messages'
const none: readonly RequestRow[] = []

/** One call: what was asked, what was answered, where the time went. The token is in none of it. */
export function RequestInspector({ request, onPrevious, onNext, onClose, onSelect }: RequestInspectorProps) {
  const t = useTranslations()
  const times = useTimes()
  const [tab, setTab] = useState<Part>('exchange')
  const { data, error } = useContractQuery('requests.details', { request }, { keepPrevious: true })
  // While the details of the next one are read, everything here is of the one before.
  const shown = { request: data?.key ?? request }
  const touched = useContractQuery('requests.messages', shown).data
  const attempts = useContractQuery('requests.attempts', shown).data ?? none
  const steps = { onPrevious, onNext, onClose }
  if (data === undefined) {
    return (
      <Inspector title={t('app.view.requests')} {...steps}>
        {error && <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />}
      </Inspector>
    )
  }
  const headers = Object.entries(data.responseHeaders)
  const several = touched !== undefined && touched.total > 1 ? touched : null
  const [message] = touched?.total === 1 ? touched.messages : []
  const tabs: readonly Choice<Part>[] = [
    { value: 'exchange', label: t('requests.exchange') },
    { value: 'headers', label: t('requests.headers'), count: headers.length },
    ...(attempts.length > 1
      ? [{ value: 'attempts', label: t('requests.attempts'), count: attempts.length } as const]
      : []),
    ...(several ? [{ value: 'messages', label: t('requests.messages'), count: several.total } as const] : []),
  ]
  const part = tabs.some(({ value }) => value === tab) ? tab : 'exchange'
  return (
    <Inspector
      {...steps}
      title={
        <>
          <span className="mono">{data.operation}</span>
          <HttpStatus row={data} />
        </>
      }
      subtitle={
        <span className="num">
          {t('requests.startedAt', { time: `${times.date(data.startedAt)}, ${times.exact(data.startedAt)}` })}
        </span>
      }
      top={<Top details={data} message={message} />}
      tabs={
        <ChoiceGroup
          variant="tabs"
          label={t('requests.parts')}
          value={part}
          onChange={setTab}
          controls="request-part"
          choices={tabs}
        />
      }
    >
      <div id="request-part" role="tabpanel" aria-label={t(`requests.${part}`)}>
        {part === 'exchange' && <Exchange details={data} attempts={attempts} onSelect={onSelect} />}
        {part === 'headers' && <Headers headers={headers} />}
        {part === 'messages' && several && <RequestMessages {...several} />}
        {part === 'attempts' && (
          <RequestAttempts title={t('requests.attempts')} attempts={attempts} shown={data.key} onSelect={onSelect} />
        )}
      </div>
    </Inspector>
  )
}

interface TopProps {
  readonly details: RequestDetails & { readonly canSendAgain: boolean }
  /** The one that it touched, if it is one. */
  readonly message: TouchedMessage | undefined
}

function Top({ details, message }: TopProps) {
  const t = useTranslations()
  const instance = useInstance(details.instance)
  const url = `${instance?.apiUrl ?? 'https://API_HOST'}${details.path}`
  const copyCurl = async (): Promise<void> => {
    const command = curlCommand({ method: details.method, url, body: details.requestBody })
    await copyText(command, 'inspector.curlCopied')
  }
  const [sendAgain, asking] = useContractCommand('requests.sendAgain')
  const askAgain = async (): Promise<void> => {
    const asked = await sendAgain({ request: details.key })
    if (asked.ok) showToast('requests.sentAgain')
  }
  const [before = '', after = ''] = url.split('API_TOKEN')
  const kind = details.errorKind === null ? null : errorKindText(details.errorKind)
  return (
    <>
      <div className="code">
        <div className="code-pre is-address">
          <b>{details.method}</b> <Address text={before} />
          {url.includes('API_TOKEN') && <span className="hide-tok">{t('requests.tokenHidden')}</span>}
          <Address text={after} />
        </div>
      </div>
      {details.errorKind !== null && (
        <Banner
          tone="bad"
          icon="alert"
          title={kind === null ? details.errorKind : t(kind)}
          serviceText={details.serviceText ?? undefined}
        />
      )}
      <div className="insp-acts">
        <Button size="compact" icon="terminal" onClick={() => void copyCurl()}>
          {t('inspector.copyCurl')}
        </Button>
        {details.canSendAgain && (
          <Button size="compact" icon="refresh" busy={asking.pending} onClick={() => void askAgain()}>
            {t('requests.sendAgain')}
          </Button>
        )}
        {message && <ShowMessage message={message} />}
      </div>
    </>
  )
}

/** An address breaks before its slashes, so that an id stays whole. */
const Address = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[^/:])(?=\/)/).map((part, index) => (
    // The parts have no key of their own: they are places in one text.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

interface ExchangeProps {
  readonly details: RequestDetails
  readonly attempts: readonly RequestRow[]
  readonly onSelect: (request: RequestKey) => void
}

function Exchange({ details, attempts, onSelect }: ExchangeProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const purpose = purposeText(details.purpose)
  const priority = priorityText.get(details.priority)
  const own = attempts.findIndex(({ key }) => key === details.key)
  return (
    <>
      <Timing details={details} />
      <div className="sect">
        <dl className="kv">
          <dt>{t('requests.purpose')}</dt>
          <dd>
            {purpose !== null && `${t(purpose)} `}
            {details.purpose === '' ? t('inspector.notStated') : <span className="mono dim">{details.purpose}</span>}
          </dd>
          <dt>{t('requests.priority')}</dt>
          <dd title={details.priority}>{priority === undefined ? details.priority : t(priority)}</dd>
          <dt>{t('requests.attempt')}</dt>
          <dd className="num">{numbers.count(details.attempt)}</dd>
        </dl>
      </div>
      {details.requestBody !== null && details.requestBody !== '' && (
        <RawSection
          title={`${t('requests.request')} ${numbers.bytes(details.bytesOut)}`}
          copyLabel={t('requests.copyRequest')}
          text={details.requestBody}
        />
      )}
      {details.responseBody === null || details.responseBody === '' ? (
        <div className="sect">
          <h3>{t('requests.response')}</h3>
          <p className="dim">{t(details.status === null ? 'requests.noAnswer' : 'requests.emptyAnswer')}</p>
        </div>
      ) : (
        <RawSection
          title={`${t('requests.response')} ${numbers.bytes(details.bytesIn)}`}
          copyLabel={t('requests.copyResponse')}
          text={details.responseBody}
          footer={details.responseTruncated && <p className="dim">{t('requests.cut')}</p>}
        />
      )}
      {own > 0 && (
        <RequestAttempts
          title={t('requests.earlier')}
          attempts={attempts.slice(own - 1, own)}
          next={attempts[own]}
          shown={details.key}
          onSelect={onSelect}
        />
      )}
    </>
  )
}

function Timing({ details }: { readonly details: RequestDetails }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { limiter, connect, answer, total } = timingOf(details)
  const parts = [
    { key: 'limiter', label: t('requests.limiterWait'), from: 0, ms: limiter, waits: true },
    { key: 'connect', label: t('requests.connect'), from: limiter, ms: connect, waits: false },
    { key: 'answer', label: t('requests.answer'), from: limiter + connect, ms: answer, waits: false },
  ]
  const share = (ms: number): number => (ms / Math.max(1, total)) * 100
  return (
    <div className="sect">
      <h3>
        {t('requests.timing')}
        <span className="n num">{numbers.part(total, total)}</span>
      </h3>
      <div className="wf">
        {parts.map(({ key, label, from, ms, waits }) => (
          <div className="wf-row" key={key}>
            <span className="muted">{label}</span>
            <span className="trk" aria-hidden="true">
              <i
                className={waits ? 'w' : undefined}
                style={{
                  left: `${Math.min(99, share(from))}%`,
                  width: `${share(ms)}%`,
                }}
              />
            </span>
            <span className="v">
              {key === 'connect' && details.connectMs === null ? t('requests.reused') : numbers.part(ms, total)}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function Headers({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  const t = useTranslations()
  if (headers.length === 0) return <p className="sect dim">{t('requests.noHeaders')}</p>
  return (
    <dl className="sect kv">
      {headers.map(([name, value]) => (
        <div className="kv-row" key={name}>
          <dt className="mono">{name}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
