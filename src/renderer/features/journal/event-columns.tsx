import type { JournalRow, JournalState, SteadyInstance } from '../../../contract/index.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import { EventKind } from '../../ui/inspector/event-kind.tsx'
import { MarkedCell } from '../../ui/inspector/marked-cell.tsx'
import type { TableColumn } from '../../ui/tables/virtual-table.tsx'

export const stateAppearance: Readonly<Record<JournalState, { readonly icon: IconName; readonly wording: MessageId }>> =
  {
    applied: { icon: 'okCircle', wording: 'journal.applied' },
    unknown: { icon: 'unknown', wording: 'journal.unknown' },
    quarantined: { icon: 'warning', wording: 'journal.quarantined' },
  }

/** Applied and deleted at the service: nothing is left to do. */
const isDone = (row: JournalRow): boolean => row.state === 'applied' && row.deletedAt !== null

export interface EventColumnsOptions {
  readonly medium: boolean
  readonly narrow: boolean
  /** The inspector is open beside the table. */
  readonly inspected: boolean
  readonly instances: readonly SteadyInstance[]
}

export function useEventColumns({
  medium,
  narrow,
  inspected,
  instances,
}: EventColumnsOptions): readonly TableColumn<JournalRow>[] {
  const t = useTranslations()
  const times = useTimes()
  /** The width of AM and PM, px. */
  const dayPeriod = times.hasDayPeriods ? 22 : 0
  const time = (at: number | null): string => (at === null ? '–' : times.tenths(at))
  return [
    {
      id: 'state',
      head: narrow ? <span className="vh">{t('ui.state')}</span> : t('ui.state'),
      width: narrow ? '44px' : '132px',
      cell: (row) => {
        const appearance = isDone(row)
          ? { icon: 'check' as const, wording: 'journal.done' as const }
          : stateAppearance[row.state]
        return (
          <span className={`st ev-${row.state}`} title={t(appearance.wording)}>
            <Icon name={appearance.icon} />
            <span className={narrow ? 'vh' : 'ell'}>{t(appearance.wording)}</span>
          </span>
        )
      },
    },
    {
      id: 'receipt',
      head: t('journal.receipt'),
      width: '92px',
      shown: !narrow,
      cell: ({ receiptId }) => <span className="mono dim ell">{receiptId ?? '–'}</span>,
    },
    {
      id: 'kind',
      head: t('ui.kind'),
      width: narrow ? 'minmax(0, 1.2fr)' : medium || inspected ? '216px' : '330px',
      cell: ({ typeWebhook, repeat }) => (
        <>
          <EventKind typeWebhook={typeWebhook} />
          {repeat && (
            <span className="tag" title={t('journal.repeatText')}>
              {t('journal.repeat')}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'chat',
      head: t('inspector.chat'),
      // Shares below one leave a part of the row empty.
      width: 'minmax(0, 1fr)',
      cell: (row) => {
        const instance = instances.find(({ key }) => key === row.instance)
        return (
          <MarkedCell instance={instance}>
            {row.chatTitle === null ? (
              <span className="dim ell">{t('journal.noChat')}</span>
            ) : (
              <bdi className="ell" title={row.chatTitle}>
                {row.chatTitle}
              </bdi>
            )}
          </MarkedCell>
        )
      },
    },
    {
      id: 'summary',
      head: t('journal.summary'),
      width: 'minmax(0, 1.25fr)',
      shown: !medium && !inspected,
      cell: ({ summary }) => (
        <bdi className="ell dim" title={summary}>
          {summary}
        </bdi>
      ),
    },
    {
      id: 'event',
      head: t('journal.event'),
      width: `${84 + dayPeriod}px`,
      shown: !narrow,
      cell: ({ serviceAt }) => <span className="time">{serviceAt === null ? '–' : times.seconds(serviceAt)}</span>,
    },
    {
      id: 'received',
      head: t('journal.received'),
      width: `${96 + dayPeriod}px`,
      cell: ({ receivedAt }) => <span className="time">{time(receivedAt)}</span>,
    },
    {
      id: 'applied',
      head: t('journal.appliedAt'),
      width: `${96 + dayPeriod}px`,
      // The inspector names it too.
      shown: !medium && !inspected,
      cell: ({ appliedAt }) => <span className="time">{time(appliedAt)}</span>,
    },
    {
      id: 'deleted',
      head: t('journal.deletedAt'),
      width: `${104 + dayPeriod}px`,
      shown: !medium,
      cell: ({ deletedAt, deleteResult }) => (
        <span
          className={deleteResult === 'gone' ? 'time age-warn' : 'time'}
          title={deleteResult === 'gone' ? t('journal.gone') : undefined}
        >
          {time(deletedAt)}
        </span>
      ),
    },
  ]
}
