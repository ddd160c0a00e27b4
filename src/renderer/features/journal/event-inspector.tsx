import type { JournalDetails, JournalKey } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useSaveExport } from '../../client/use-save-export.ts'
import { copyText } from '../../ui/copy-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { currentRoute, goTo, routeHref } from '../../lib/routing/route.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { EventKind } from '../../ui/inspector/event-kind.tsx'
import { Inspector } from '../../ui/inspector/inspector-view.tsx'
import { RawSection } from '../../ui/inspector/raw-section.tsx'
import { Timeline } from '../../ui/inspector/timeline.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { eventSteps } from './event-steps.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'

export interface EventInspectorProps {
  readonly event: JournalKey
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  readonly onClose: () => void
  readonly onSelect: (event: JournalKey) => void
}

/** One notification: its steps with times, why it was quarantined, its raw body, and its effects. */
export function EventInspector({ event, onPrevious, onNext, onClose, onSelect }: EventInspectorProps) {
  const t = useTranslations()
  const { data, error } = useContractQuery('journal.details', { event }, { keepPrevious: true })
  const steps = { onPrevious, onNext, onClose }
  if (data === undefined) {
    return (
      <Inspector title={t('journal.receipt')} {...steps}>
        {error && <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />}
      </Inspector>
    )
  }
  return (
    <Inspector
      {...steps}
      title={data.receiptId === null ? t('journal.noReceipt') : t('journal.receiptTitle', { id: data.receiptId })}
      subtitle={<EventKind typeWebhook={data.typeWebhook} />}
      top={
        <>
          <Explanation details={data} />
          <Actions key={data.key} details={data} onClose={onClose} />
        </>
      }
    >
      <History details={data} />
      <Leads details={data} onSelect={onSelect} />
      <RawSection title={t('inspector.rawJson')} copyLabel={t('inspector.copyJson')} text={data.raw} />
    </Inspector>
  )
}

function Explanation({ details }: { readonly details: JournalDetails }) {
  const t = useTranslations()
  if (details.state === 'quarantined') {
    return (
      <Banner
        tone="warn"
        icon="warning"
        title={t('journal.quarantined')}
        text={`${t(`journal.reason.${details.reason ?? 'wrongShape'}`)} ${t('journal.quarantineText')}`}
        serviceText={details.detail}
      />
    )
  }
  if (details.state === 'unknown') {
    return <Banner tone="info" icon="unknown" title={t('journal.unknown')} text={t('journal.unknownText')} />
  }
  return details.summary === '' ? null : (
    <p className="big" dir="auto">
      {details.summary}
    </p>
  )
}

function Actions({ details, onClose }: { readonly details: JournalDetails; readonly onClose: () => void }) {
  const t = useTranslations()
  const [applyAgain, applying] = useContractCommand('journal.applyAgain')
  const [discard] = useContractCommand('journal.discard')
  const [makeExport] = useContractCommand('export.event')
  const save = useSaveExport('lines')
  const isOpen = details.state !== 'applied'
  const message =
    details.chat !== null && details.message !== null ? { chat: details.chat, message: details.message } : null
  return (
    <div className="insp-acts">
      {isOpen && (
        <Button
          size="compact"
          icon="refresh"
          busy={applying.pending}
          onClick={() =>
            void applyAgain({ events: [details.key] }).then((result) => {
              if (result.ok)
                showToast(result.value.applied > 0 ? 'journal.nowApplied' : 'journal.stillNot', {
                  tone: result.value.applied > 0 ? 'ok' : 'warn',
                })
            })
          }
        >
          {t('journal.applyAgain')}
        </Button>
      )}
      <Button size="compact" icon="copy" onClick={() => void copyText(details.raw)}>
        {t('inspector.copyJson')}
      </Button>
      <Button
        size="compact"
        icon="download"
        onClick={() => void makeExport({ event: details.key }).then((made) => (made.ok ? save(made.value) : undefined))}
      >
        {t('ui.save')}
      </Button>
      {message && (
        <Button size="compact" icon="chat" onClick={() => goTo({ view: 'chats', scope: details.instance, ...message })}>
          {t('inspector.openInChat')}
        </Button>
      )}
      <SendToProgram event={details.key} />
      {isOpen && (
        <Button
          size="compact"
          kind="ghost"
          onClick={() =>
            void discard({ events: [details.key] }).then((result) => {
              const route = currentRoute()
              // Another one may have been chosen meanwhile.
              if (result.ok && route.view === 'events' && route.event === details.key) onClose()
            })
          }
        >
          {t('ui.remove')}
        </Button>
      )}
    </div>
  )
}

function History({ details }: { readonly details: JournalDetails }) {
  const t = useTranslations()
  return (
    <div className="sect">
      <h3>{t('journal.whatHappened')}</h3>
      <Timeline steps={eventSteps(t, details)} />
    </div>
  )
}

/** The chain: its message, and other notifications about the same. */
function Leads({
  details,
  onSelect,
}: {
  readonly details: JournalDetails
  readonly onSelect: (event: JournalKey) => void
}) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { related, chat, message, instance } = details
  return (
    <div className="sect">
      <h3>{t('journal.chain')}</h3>
      <dl className="kv">
        <dt>{t('inspector.chat')}</dt>
        <dd>
          {chat === null ? (
            <span className="dim">{t('journal.noChat')}</span>
          ) : (
            <a className="link" href={routeHref({ view: 'chats', scope: instance, chat })}>
              <bdi>{details.chatTitle}</bdi>
            </a>
          )}
        </dd>
        {chat !== null && message !== null && (
          <>
            <dt>{t('ui.message')}</dt>
            <dd>
              <a className="link" href={routeHref({ view: 'chats', scope: instance, chat, message })}>
                {t('inspector.openInChat')}
              </a>
            </dd>
          </>
        )}
        <dt>{t('ui.size')}</dt>
        <dd className="num">{numbers.bytes(details.bytes)}</dd>
      </dl>
      {related.length > 0 && (
        <ul className="links">
          {related.map((row) => (
            <li key={row.key}>
              <button type="button" className="link" onClick={() => onSelect(row.key)}>
                <EventKind typeWebhook={row.typeWebhook} /> {row.summary}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Delivers an event once more to a webhook of this desk. Nothing where there is none. */
function SendToProgram({ event }: { readonly event: JournalKey }) {
  const t = useTranslations()
  const { data } = useContractQuery('programs.list', {}, { keepPrevious: true })
  const [sendAgain, { pending }] = useContractCommand('programs.sendAgain')
  const webhooks = data?.rows.filter(({ protocol, team }) => protocol === 'webhook' && team === null) ?? []
  if (webhooks.length === 0) return null
  const send = async (program: (typeof webhooks)[number]): Promise<void> => {
    const sent = await sendAgain({ program: program.key, event })
    if (!sent.ok) return
    const { queued } = sent.value
    showToast(queued ? 'journal.sentToProgram' : 'journal.notForProgram', {
      tone: queued ? 'ok' : 'warn',
      values: { name: program.name },
    })
  }
  return (
    <MenuButton
      label={t('journal.sendToProgram')}
      entries={() =>
        webhooks.map((program) => ({
          kind: 'item',
          icon: 'plug',
          label: program.name,
          run: () => void send(program),
        }))
      }
    >
      <Button size="compact" icon="plug" busy={pending}>
        {t('journal.sendToProgram')}
      </Button>
    </MenuButton>
  )
}
