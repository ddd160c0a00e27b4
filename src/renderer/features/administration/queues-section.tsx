import './queues-section.css'
import { useEffect, useState } from 'react'
import type { ContractError, QueuedEntry, QueuesState, SteadyInstance } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goTo } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useIsNarrow } from '../../lib/use-media.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { VirtualTable, type TableColumn } from '../../ui/tables/virtual-table.tsx'
import { ClearQueueDialog } from './clear-queue-dialog.tsx'
import { linePath, sayEnough } from './line-path.ts'
import { operationIcon, operationText } from './operation-text.ts'

/** The service caches its counts for so long (service 11.8), ms. */
const readAgainMs = 10_000
const hourMs = 3_600_000
const nothing: QueuesState = { readAt: null, outgoing: null, notifications: null, entries: [], samples: [] }

/** Both queues at the service: counts with their last hour, and what waits to be sent, with whose it is. */
export function QueuesSection({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow(1000)
  const of = { instance: instance.key }
  const { data: queues = nothing } = useContractQuery('queues.state', of)
  const [read, { pending }] = useContractCommand('queues.read', { errors: 'ignore' })
  /** Why the last reading failed; it stays while the next one runs. */
  const [error, setError] = useState<ContractError | null>(null)
  const [clearing, setClearing, close] = useQuestion<'outgoing' | 'notifications'>()
  const asleep = instance.connection.kind === 'paused' || instance.connection.kind === 'tokenMissing'
  useEffect(() => {
    if (asleep) return
    const readNow = async (): Promise<void> => {
      const result = await read({ instance: instance.key })
      setError(result.ok ? null : result.error)
    }
    void readNow()
    const timer = setInterval(() => {
      if (!document.hidden) void readNow()
    }, readAgainMs)
    return () => clearInterval(timer)
  }, [read, instance.key, asleep])
  const held = instance.authorization === 'notAuthorized'
  const ours = queues.entries.filter((entry) => entry.ours).length
  const colleagues = queues.entries.filter((entry) => !entry.ours && entry.author !== null).length
  const others = queues.entries.length - ours - colleagues
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  return (
    <section className="i-sec" aria-label={t('administration.queues')}>
      <div className="toolbar">
        <h3>{t('administration.queues')}</h3>
        <span className="fresh num">
          {queues.readAt === null
            ? t(pending ? 'ui.reading' : 'administration.notRead')
            : t(asleep ? 'administration.readAt' : 'administration.readAgain', {
                time: times.seconds(queues.readAt),
                seconds: secondsLeft(queues.readAt + readAgainMs, now),
              })}
        </span>
        <div className="end">
          <MenuButton
            label={t('ui.clear')}
            entries={() => [
              {
                kind: 'item',
                label: t('administration.queues.clearOutgoing'),
                icon: 'trash',
                danger: true,
                disabled: lacks('clearMessagesQueue') || !queues.outgoing,
                movesFocus: true,
                run: () => setClearing('outgoing'),
              },
              {
                kind: 'item',
                label: t('administration.queues.clearNotifications'),
                icon: 'trash',
                danger: true,
                // The service refuses it while a webhook URL is set (service 11.8).
                disabled:
                  lacks('clearWebhooksQueue') || !queues.notifications || instance.connection.kind === 'webhookSet',
                movesFocus: true,
                run: () => setClearing('notifications'),
              },
            ]}
          >
            <Button size="compact" icon="trash">
              {t('ui.clear')}
              <Icon name="chevronDown" size={14} />
            </Button>
          </MenuButton>
        </div>
      </div>
      {error !== null && error.code !== 'cancelled' && (
        <p className="i-status" role="status">
          {errorText(t, error.data)}
        </p>
      )}
      <div className="counters">
        <Counter
          count={queues.outgoing}
          label={t('administration.queues.outgoing')}
          detail={
            queues.entries.length === 0 ? '' : t('administration.queues.whose', { ours: ours + colleagues, others })
          }
          queues={queues}
          which="outgoing"
          warn={held && (queues.outgoing ?? 0) > 0}
          now={now}
        />
        <Counter
          count={queues.notifications}
          label={t('administration.queues.notifications')}
          detail={t('administration.queues.notReceived')}
          queues={queues}
          which="notifications"
          warn={false}
          now={now}
        />
      </div>
      <QueueTable entries={queues.entries} held={held} now={now} instance={instance} read={queues.readAt !== null} />
      {clearing !== null && (
        <ClearQueueDialog
          instance={instance}
          which={clearing}
          queues={queues}
          ours={ours}
          colleagues={colleagues}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Until the next reading, seconds. */
const secondsLeft = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

interface CounterProps {
  readonly count: number | null
  readonly label: string
  readonly detail: string
  readonly queues: QueuesState
  readonly which: 'outgoing' | 'notifications'
  readonly warn: boolean
  readonly now: number
}

function Counter({ count, label, detail, queues, which, warn, now }: CounterProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const times = useTimes()
  const points = queues.samples.map((sample) => ({ at: sample.at, value: sample[which] }))
  const most = Math.max(1, ...points.map(({ value }) => value ?? 0))
  const { line, area } = linePath(points, { from: now - hourMs, to: now, most, width: 300, height: 40 })
  return (
    <div className="counter">
      <div>
        <b>{count === null ? '–' : numbers.count(count)}</b>
        <span>{label}</span>
        <small>{count === null ? t('administration.unknown') : detail}</small>
      </div>
      {sayEnough(points) && (
        <div className="ch-with">
          <svg
            className={warn ? 'ch is-warn' : 'ch'}
            viewBox="0 0 300 40"
            preserveAspectRatio="none"
            role="img"
            aria-label={t('administration.queues.chart', { name: label, most })}
          >
            <path className="area" d={area} />
            <path className="line" d={line} />
          </svg>
          <div className="ch-times num" aria-hidden="true">
            <span>{times.clock(now - hourMs)}</span>
            <span>{times.clock(now)}</span>
          </div>
        </div>
      )}
    </div>
  )
}

interface QueueTableProps {
  readonly entries: readonly QueuedEntry[]
  readonly held: boolean
  readonly now: number
  readonly instance: SteadyInstance
  readonly read: boolean
}

/** An entry that has no id is another row wherever it moves, so that no key acts on the one that took its place. */
const keyOf = ({ id, place, chatId, text }: QueuedEntry): string => (id === '' ? `${place} ${chatId} ${text}` : id)

function QueueTable({ entries, held, now, instance, read }: QueueTableProps) {
  const t = useTranslations()
  const times = useTimes()
  const narrow = useIsNarrow()
  const [selected, setSelected] = useState<string | null>(null)
  const index = entries.findIndex((entry) => keyOf(entry) === selected)
  const open = ({ chat, message }: QueuedEntry): void => {
    if (chat === null) return
    goTo({ view: 'chats', scope: instance.key, chat, ...(message === null ? {} : { message }) })
  }
  const columns: readonly TableColumn<QueuedEntry>[] = [
    { id: 'place', head: t('administration.queue.place'), width: '62px', cell: ({ place }) => place },
    {
      id: 'kind',
      head: t('ui.kind'),
      width: '104px',
      shown: !narrow,
      cell: ({ operation }) => (
        <span className="queue-mark">
          <Icon name={operationIcon(operation)} size={14} />
          <span className="ell">{operationText(t, operation)}</span>
        </span>
      ),
    },
    {
      id: 'chat',
      head: t('inspector.chat'),
      width: '150px',
      cell: ({ title }) => <span className="ell">{title || '–'}</span>,
    },
    {
      id: 'text',
      head: t('ui.text'),
      width: 'minmax(90px, 1fr)',
      cell: ({ text }) => <span className="ell">{text}</span>,
    },
    {
      id: 'age',
      head: t('administration.queue.age'),
      width: '112px',
      align: 'end',
      cell: ({ since, atLeast }) => (
        <span className={held ? 'num age-warn' : 'num'}>
          {t(atLeast ? 'administration.queue.atLeast' : 'administration.queue.exactly', {
            age: times.span(since, now),
          })}
        </span>
      ),
    },
    {
      id: 'whose',
      head: t('administration.queue.whose'),
      width: '150px',
      cell: ({ ours, author }) =>
        author !== null ? (
          <span className="queue-mark">
            <MemberAvatar person={author} />
            <bdi className="ell">{author.isThis ? t('ui.assignToMe') : author.name || t('ui.colleague')}</bdi>
          </span>
        ) : ours ? (
          t('administration.queue.ours')
        ) : (
          <span className="tag">{t('administration.queue.other')}</span>
        ),
    },
    {
      id: 'state',
      head: t('ui.state'),
      width: '92px',
      shown: !narrow,
      cell: () => (
        <span className={held ? 'queue-mark is-held' : 'queue-mark'}>
          <Icon name={held ? 'clock' : 'pending'} size={14} />
          <span className="ell">{t(held ? 'administration.queue.held' : 'administration.queue.waits')}</span>
        </span>
      ),
    },
  ]
  if (entries.length === 0)
    return <p className="i-status">{t(read ? 'administration.queue.empty' : 'administration.queue.notRead')}</p>
  return (
    <div className="i-table" style={{ height: `${Math.min(9, Math.max(2, entries.length) + 1) * 36 + 2}px` }}>
      <VirtualTable<QueuedEntry>
        label={t('administration.queue.table')}
        columns={columns}
        resetKey={String(instance.key)}
        rows={entries}
        keyOf={keyOf}
        selectedIndex={index < 0 ? null : index}
        onSelect={(entry) => setSelected(keyOf(entry))}
        onOpen={open}
        empty={null}
      />
    </div>
  )
}
