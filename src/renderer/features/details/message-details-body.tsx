import { useEffect, useRef } from 'react'
import type { MessageKey, StatusObservation, TextSource } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useRecheck } from '../../client/use-recheck.ts'
import { errorText } from '../../lib/error-text.ts'
import { typeOf, typeText } from '../../lib/message-types.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { previewOf, previewText } from '../../ui/text/content-preview.tsx'
import { CodedLabel } from '../../ui/marks/coded-label.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { CopyButton, RawSection } from '../../ui/inspector/raw-section.tsx'
import { Timeline } from '../../ui/inspector/timeline.tsx'
import { SourceLabel, StatusMark, observationReasons, statusIcon, statusText } from '../../ui/marks/status-mark.tsx'

export interface MessageDetailsBodyProps {
  readonly message: MessageKey
  /** The requested section, which is scrolled into view. */
  readonly part: 'status' | 'raw'
  readonly onShow: (message: MessageKey) => void
}

const textSources: Readonly<Record<TextSource, MessageId>> = {
  app: 'details.textSource.app',
  notification: 'status.source.notification',
  getChatHistory: 'details.textSource.getChatHistory',
  getMessage: 'details.textSource.getMessage',
  lastOutgoingMessages: 'details.textSource.journal',
  lastIncomingMessages: 'details.textSource.journal',
  lastIncomingCalls: 'details.textSource.journal',
  lastOutgoingCalls: 'details.textSource.journal',
}

const tone = ({ status }: StatusObservation, isLast: boolean) =>
  status === 'failed' || status === 'expired'
    ? ('bad' as const)
    : status === 'uncertain'
      ? ('warn' as const)
      : isLast
        ? ('now' as const)
        : undefined

/** Details of one message: every observation of its status, its edits, and the raw record. */
export function MessageDetailsBody({ message, part, onShow }: MessageDetailsBodyProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const raw = useRef<HTMLDivElement>(null)
  const { data, error } = useContractQuery('messages.details', { message })
  const [recheck, rechecking] = useRecheck()
  const loaded = data !== undefined
  useEffect(() => {
    if (loaded && part === 'raw') raw.current?.scrollIntoView({ block: 'start' })
  }, [loaded, part])
  if (error?.code === 'notFound') return <EmptyState icon="warning" title={t('details.messageGone')} />
  if (!data && error !== null)
    return <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />
  if (!data) return <div className="details-body" aria-busy="true" />
  const { message: row, observations } = data
  const { content } = row
  const type = typeOf(content.kind, row.typeMessage)
  const wording =
    'text' in content
      ? content.text
      : 'caption' in content && content.caption !== ''
        ? content.caption
        : previewText(t, { ...previewOf(content), text: '' })
  const steps = observations.map((seen, index) => {
    const step = {
      key: index,
      icon: statusIcon(seen.status),
      title: t(statusText(seen.status)),
      at: seen.serviceAt ?? seen.seenAt,
      coarse: seen.serviceAt !== null,
      note: (
        <>
          <SourceLabel source={seen.source} />
          {observationReasons(t, seen).map((wording) => ` · ${wording}`)}
        </>
      ),
      ...(seen.source === 'app' ? {} : { raw: seen.raw }),
    }
    const toned = tone(seen, index === observations.length - 1)
    return toned ? { ...step, tone: toned } : step
  })
  return (
    <div className="details-body scroll" tabIndex={-1}>
      <p className="service-text" dir="auto">
        {wording.slice(0, 4000)}
      </p>
      <div className="sect">
        <dl className="kv">
          {row.status && (
            <>
              <dt>{t('ui.status')}</dt>
              <dd>
                <StatusMark status={row.status} variant="words" />
              </dd>
            </>
          )}
          <dt>{t('ui.time')}</dt>
          <dd className="num">{times.dateTime(row.at)}</dd>
          <dt>{t('details.sender')}</dt>
          <dd>
            <bdi>{row.direction === 'outgoing' ? t('ui.you') : row.sender.name.slice(0, 300)}</bdi>
          </dd>
          {data.senderName !== '' && data.senderName !== row.sender.name && (
            <>
              <dt>{t('details.senderName')}</dt>
              <dd>
                <bdi>{data.senderName.slice(0, 300)}</bdi>
              </dd>
            </>
          )}
          {data.senderId !== '' && (
            <>
              <dt>{t('details.senderId')}</dt>
              <dd className="mono">
                <bdi>{data.senderId}</bdi>
                <CopyButton label={t('details.copySenderId')} text={data.senderId} />
              </dd>
            </>
          )}
          <dt>{t('details.messageId')}</dt>
          <dd className="mono">
            {row.idMessage === null ? (
              <span className="muted">{t('details.noMessageId')}</span>
            ) : (
              <bdi>{row.idMessage}</bdi>
            )}
            {row.idMessage !== null && <CopyButton label={t('details.copyMessageId')} text={row.idMessage} />}
          </dd>
          <dt>{t('ui.kind')}</dt>
          <dd>
            <CodedLabel label={t(typeText(type))} code={row.typeMessage.slice(0, 200)} />
          </dd>
          {row.sentByApi !== null && (
            <>
              <dt>{t('details.sentBy')}</dt>
              <dd>{t(row.sentByApi ? 'details.sentByApi' : 'details.sentByPhone')}</dd>
            </>
          )}
          {data.deliveredMs && (
            <>
              <dt>{t('details.delivered')}</dt>
              <dd className="num">
                {t(data.deliveredMs.atMost ? 'details.atMost' : 'details.after', {
                  time: numbers.duration(data.deliveredMs.ms),
                })}
              </dd>
            </>
          )}
          {data.readMs && (
            <>
              <dt>{t('details.read')}</dt>
              <dd className="num">
                {t(data.readMs.atMost ? 'details.atMost' : 'details.after', { time: numbers.duration(data.readMs.ms) })}
              </dd>
            </>
          )}
        </dl>
        <p className="fresh">
          <Button kind="text" onClick={() => onShow(message)}>
            {t('details.showInChat')}
          </Button>
          {row.idMessage !== null && (
            <Button kind="text" busy={rechecking} onClick={() => void recheck([message])}>
              {t(row.status ? 'details.recheck' : 'details.readAgain')}
            </Button>
          )}
        </p>
      </div>
      {steps.length > 0 && (
        <div className="sect">
          <h3>{t('details.history')}</h3>
          <Timeline steps={steps} />
        </div>
      )}
      {data.previousVersions.length > 0 && (
        <div className="sect">
          <h3>{t('details.edits')}</h3>
          {data.previousVersions.map(({ text, at, source, failed }, index) => (
            <div key={index} className="edit-old">
              <p>
                <time dateTime={new Date(at).toISOString()}>{times.dateTime(at)}</time>
                {` · ${t(textSources[source])}`}
                {failed !== undefined && (
                  <span className="is-bad">
                    {' '}
                    · {t('details.editFailed', { text: failed, known: failed === '' ? 'no' : 'yes' })}
                  </span>
                )}
              </p>
              <bdi>{text.slice(0, 4000)}</bdi>
            </div>
          ))}
        </div>
      )}
      <div ref={raw}>
        {data.raw === null ? (
          <div className="sect">
            <h3>{t('details.raw')}</h3>
            <p className="muted">{t('details.noRaw')}</p>
          </div>
        ) : (
          <RawSection title={t('details.raw')} copyLabel={t('details.copyRaw')} text={data.raw} />
        )}
      </div>
    </div>
  )
}
