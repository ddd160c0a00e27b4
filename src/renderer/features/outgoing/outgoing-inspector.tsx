import '../../ui/text/code.css'
import { Suspense, type ComponentType } from 'react'
import type { Message, MessageDetails, MessageKey, RequestKey } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useRecheck } from '../../client/use-recheck.ts'
import { useInstance } from '../../client/use-instances.ts'
import { copyText } from '../../ui/copy-text.ts'
import { curlCommand, operationAddress } from '../../lib/text/curl.ts'
import { errorText } from '../../lib/error-text.ts'
import { typeOf, typeText } from '../../lib/message-types.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goTo, routeHref } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { previewOf, previewText } from '../../ui/text/content-preview.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { CodedLabel } from '../../ui/marks/coded-label.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Inspector } from '../../ui/inspector/inspector-view.tsx'
import { CopyButton, RawSection } from '../../ui/inspector/raw-section.tsx'
import { StatusMark, SourceLabel, observationReasons, statusIcon, statusText } from '../../ui/marks/status-mark.tsx'
import { TouchedBy } from './touched-by.tsx'
import { WhoSentIt } from './who-sent-it.tsx'
import { Timeline, type TimelineStep } from '../../ui/inspector/timeline.tsx'
import { authorName } from './sender-marks.tsx'

export interface OutgoingInspectorProps {
  readonly message: MessageKey
  readonly now: number
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  readonly onClose: () => void
  readonly Problem: ComponentType<{ readonly message: Message }>
}

/** The whole history of one message: every observation with its source, and the record behind it. */
export function OutgoingInspector({ message, now, onPrevious, onNext, onClose, Problem }: OutgoingInspectorProps) {
  const t = useTranslations()
  const { data, error } = useContractQuery('messages.details', { message }, { keepPrevious: true })
  const [recheck, pending] = useRecheck()
  const steps = { onPrevious, onNext, onClose }
  if (data === undefined) {
    return (
      <Inspector title={t('app.view.outgoing')} {...steps}>
        {error && <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />}
      </Inspector>
    )
  }
  const { message: found } = data
  const { status } = found
  return (
    <Inspector
      {...steps}
      title={status && <StatusMark variant="words" status={status} />}
      top={
        <>
          <p className="big" dir="auto">
            {previewText(t, { ...previewOf(found.content), deleted: found.deleted })}
          </p>
          <ChatLink details={data} />
          <Suspense>
            <Problem key={found.key} message={found} />
          </Suspense>
          <div className="insp-acts">
            {/* The status line of an open question has Check again. */}
            {(status?.kind !== 'uncertain' || status.waitReason?.kind === 'dismissed') && (
              <Button size="compact" icon="refresh" busy={pending} onClick={() => void recheck([found.key])}>
                {t('outgoing.recheck')}
              </Button>
            )}
            <CurlButton details={data} />
            <Button
              size="compact"
              icon="chat"
              onClick={() => goTo({ view: 'chats', scope: found.instance, chat: found.chat, message: found.key })}
            >
              {t('inspector.openInChat')}
            </Button>
          </div>
        </>
      }
    >
      <WhoSentIt details={data} />
      <MessageHistory details={data} />
      <Facts details={data} now={now} />
      {data.raw === null ? (
        <div className="sect">
          <p className="dim">{t('details.noRaw')}</p>
        </div>
      ) : (
        <RawSection title={t('inspector.rawJson')} copyLabel={t('inspector.copyJson')} text={data.raw} />
      )}
      <CurlSection details={data} />
      <TouchedBy message={found} />
    </Inspector>
  )
}

function ChatLink({ details: { message } }: { readonly details: MessageDetails }) {
  const t = useTranslations()
  const chat = useContractQuery('chats.details', { chat: message.chat }).data
  const instance = useInstance(message.instance)
  return (
    <p className="insp-to">
      {t('outgoing.to')}{' '}
      <a className="link" href={routeHref({ view: 'chats', scope: message.instance, chat: message.chat })}>
        <bdi>{chat?.title ?? '…'}</bdi>
      </a>
      {instance && `, ${instance.name}`}
    </p>
  )
}

const isMaybeSent = ({ status }: Message): boolean => status?.kind === 'uncertain' || status?.kind === 'sending'

/** How a message went out; one that was to go through the API may not have gone at all. */
function viaText({ sentByApi, status }: Message): MessageId {
  if (sentByApi === null) return 'inspector.notStated'
  if (!sentByApi) return 'outgoing.via.phone'
  switch (status?.kind) {
    case 'failed':
    case 'expired':
      return 'outgoing.via.apiNotSent'
    case 'scheduled':
    case 'queued':
      return 'outgoing.via.apiNotYet'
    case 'uncertain':
      return 'outgoing.via.apiMaybe'
    default:
      return 'outgoing.via.api'
  }
}

function Facts({ details, now }: { readonly details: MessageDetails; readonly now: number }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const { message } = details
  const chat = useContractQuery('chats.details', { chat: message.chat }).data
  const latency = (value: MessageDetails['deliveredMs']): string | null =>
    value === null
      ? null
      : value.atMost
        ? t('outgoing.atMost', { duration: numbers.duration(value.ms) })
        : numbers.duration(value.ms)
  const type = typeOf(message.content.kind, message.typeMessage)
  const delivered = latency(details.deliveredMs)
  const read = latency(details.readMs)
  return (
    <div className="sect">
      <h3>{t('ui.message')}</h3>
      <dl className="kv">
        <dt>{t('details.messageId')}</dt>
        <dd className="mono">
          {message.idMessage ?? t('outgoing.noId', { maybe: isMaybeSent(message) ? 'yes' : 'no' })}
        </dd>
        <dt>{t('details.chatId')}</dt>
        <dd className="mono">{chat?.chatId}</dd>
        <dt>{t('outgoing.type')}</dt>
        <dd>
          <CodedLabel label={t(typeText(type))} code={message.typeMessage} />
        </dd>
        <dt>{t('outgoing.via')}</dt>
        <dd>{t(viaText(message))}</dd>
        {details.quickReply !== null && (
          <>
            <dt>{t('outgoing.quickReply')}</dt>
            <dd>
              <bdi>{details.quickReply.name}</bdi>
            </dd>
          </>
        )}
        <dt>{t('ui.time')}</dt>
        <dd className="num">
          {times.dateTime(message.at)} <span className="dim">({times.ago(message.at, now)})</span>
        </dd>
        {delivered !== null && (
          <>
            <dt>{t('outgoing.deliveredAfter')}</dt>
            <dd className="num">{delivered}</dd>
          </>
        )}
        {read !== null && (
          <>
            <dt>{t('outgoing.readAfter')}</dt>
            <dd className="num">{read}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

/**
 * getMessage for this message; lastOutgoingMessages for an id it would refuse (service 4.2: at least 16 characters).
 * One that never got an id has the last request that tried to send it.
 */
function useCurl({ message }: MessageDetails): string | null {
  const instance = useInstance(message.instance)
  const chat = useContractQuery('chats.details', { chat: message.chat }).data
  const hasId = message.idMessage !== null
  const requests = useContractQuery('requests.ofMessage', { message: message.key }, { enabled: !hasId }).data
  const tried = requests?.find(({ operation }) => operation === 'sendMessage')?.key
  const { data: request } = useContractQuery(
    'requests.details',
    { request: tried ?? (0 as RequestKey) },
    { enabled: tried !== undefined },
  )
  if (!instance) return null
  if (message.idMessage === null) {
    if (tried === undefined || !request) return null
    return curlCommand({ method: request.method, url: instance.apiUrl + request.path, body: request.requestBody })
  }
  if (!chat) return null
  if (message.idMessage.length < 16) {
    return curlCommand({ method: 'GET', url: operationAddress(instance, 'lastOutgoingMessages', '?minutes=1440') })
  }
  const body = JSON.stringify({ chatId: chat.chatId, idMessage: message.idMessage })
  return curlCommand({ method: 'POST', url: operationAddress(instance, 'getMessage'), body })
}

function CurlButton({ details }: { readonly details: MessageDetails }) {
  const t = useTranslations()
  const command = useCurl(details)
  return (
    <Button
      size="compact"
      icon="terminal"
      disabled={command === null}
      onClick={() => command !== null && void copyText(command, 'inspector.curlCopied')}
    >
      {t('inspector.copyCurl')}
    </Button>
  )
}

function CurlSection({ details }: { readonly details: MessageDetails }) {
  const t = useTranslations()
  const command = useCurl(details)
  if (command === null) return null
  return (
    <div className="sect">
      <div className="code-head">
        <h3>cURL</h3>
        <CopyButton label={t('outgoing.copyThisCurl')} text={command} />
      </div>
      <div className="code" tabIndex={0} role="group" aria-label="cURL">
        <div className="code-pre">{command}</div>
      </div>
      <p className="help">
        <Icon name="lock" size={14} />
        <span>{t('inspector.tokenNotCopied')}</span>
      </p>
    </div>
  )
}

/** The history of a message, oldest first: who proposed and approved it, and every observation of its status. */
function MessageHistory({ details: { message, program, observations } }: { readonly details: MessageDetails }) {
  const t = useTranslations()
  const times = useTimes()
  const observed = observations.map((seen, index): TimelineStep => ({
    key: index,
    icon: statusIcon(seen.status),
    ...(seen.status === 'failed' || seen.status === 'expired'
      ? { tone: 'bad' as const }
      : seen.status === 'uncertain'
        ? { tone: 'warn' as const }
        : index === observations.length - 1
          ? { tone: 'now' as const }
          : {}),
    title: t(
      seen.source === 'sendReply' && seen.status === 'accepted' ? 'outgoing.acceptedByApi' : statusText(seen.status),
    ),
    // Our own states have no raw word of the service's.
    ...(seen.source === 'app' || seen.source === 'sendReply' ? {} : { raw: seen.raw }),
    at: seen.seenAt,
    detail: (
      <>
        <SourceLabel source={seen.source} />
        {[
          seen.serviceAt !== null && t('outgoing.serviceTime', { time: times.seconds(seen.serviceAt) }),
          ...observationReasons(t, seen),
        ]
          .filter(Boolean)
          .map((wording) => ` · ${wording}`)}
      </>
    ),
  }))
  const proposal = program?.proposal ?? null
  const steps: readonly TimelineStep[] =
    proposal === null
      ? observed
      : [
          {
            ...{ key: 'proposed', icon: 'plug', at: proposal.proposedAt, title: t('outgoing.stepProposed') },
            detail: <bdi>{message.program?.name}</bdi>,
          },
          {
            ...{ key: 'approved', icon: 'user', at: proposal.approvedAt, title: t('outgoing.stepApproved') },
            detail: <bdi>{authorName(t, message.author)}</bdi>,
          },
          ...observed,
        ]
  return (
    <div className="sect">
      <h3>
        {t('outgoing.history')}
        <span className="n">{t('ui.entries', { count: steps.length })}</span>
      </h3>
      <Timeline steps={steps} />
    </div>
  )
}
