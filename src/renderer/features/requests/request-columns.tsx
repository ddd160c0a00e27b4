import type { RequestRow, SteadyInstance } from '../../../contract/index.ts'
import { cx } from '../../lib/text/class-names.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { MarkedCell } from '../../ui/inspector/marked-cell.tsx'
import type { TableColumn } from '../../ui/tables/virtual-table.tsx'
import { purposeText } from './purpose-text.ts'
import { errorKindText, latencyShare, toneOf } from './request-outcome.ts'

export interface RequestColumnsOptions {
  readonly medium: boolean
  readonly narrow: boolean
  /** A row is open beside the table, which is narrower then. */
  readonly inspected: boolean
  readonly instances: readonly SteadyInstance[]
}

export function useRequestColumns({
  medium,
  narrow,
  inspected,
  instances,
}: RequestColumnsOptions): readonly TableColumn<RequestRow>[] {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  return [
    {
      id: 'time',
      head: t('requests.time'),
      width: `${(narrow ? 84 : 108) + (times.hasDayPeriods ? 22 : 0)}px`,
      cell: ({ endedAt }) => (
        <span className="time" title={times.dateTime(endedAt)}>
          {narrow ? times.seconds(endedAt) : times.tenths(endedAt)}
        </span>
      ),
    },
    {
      id: 'operation',
      head: t('requests.operation'),
      width: narrow ? 'minmax(0, 1fr)' : '196px',
      cell: (row) => {
        const instance = instances.find(({ key }) => key === row.instance)
        return (
          <MarkedCell instance={instance}>
            <span className="mono ell">{row.operation}</span>
          </MarkedCell>
        )
      },
    },
    {
      id: 'status',
      head: 'HTTP',
      width: '72px',
      cell: (row) => <HttpStatus row={row} />,
    },
    {
      id: 'outcome',
      head: t('requests.outcome'),
      width: 'minmax(0, 1fr)',
      shown: !narrow,
      cell: ({ errorKind }) => {
        if (errorKind === null) return <span className="ell dim">{t('requests.ok')}</span>
        const id = errorKindText(errorKind)
        const text = id === null ? errorKind : t(id)
        return (
          <span className="ell is-error" title={text}>
            {text}
          </span>
        )
      },
    },
    {
      id: 'purpose',
      head: t('requests.purpose'),
      width: 'minmax(0, 1fr)',
      shown: !medium && !inspected,
      cell: ({ purpose }) => {
        const wording = purposeText(purpose)
        return (
          <span className={wording === null ? 'mono ell dim' : 'ell dim'} title={purpose}>
            {wording === null ? purpose : t(wording)}
          </span>
        )
      },
    },
    {
      id: 'latency',
      head: t('requests.latency'),
      width: narrow ? '104px' : '190px',
      align: narrow ? 'end' : 'start',
      cell: (row) => {
        const waited = latencyShare(row.limiterMs)
        const whole = latencyShare(row.totalMs)
        return (
          <span className="lat">
            {!narrow && (
              <span className="trk" aria-hidden="true">
                {row.limiterMs > 0 && <i className="w" style={{ width: `${waited * 100}%` }} />}
                <i
                  className={row.errorKind === null ? undefined : 'e'}
                  style={{ width: `${Math.max(2, (whole - waited) * 100)}%` }}
                />
              </span>
            )}
            <span>{numbers.duration(row.totalMs)}</span>
          </span>
        )
      },
    },
    {
      id: 'waited',
      head: t('requests.waited'),
      width: '84px',
      align: 'end',
      shown: !medium,
      cell: ({ limiterMs }) => (
        <span className={limiterMs > 0 ? 'num age-warn' : 'num dim'}>
          {limiterMs > 0 ? numbers.duration(limiterMs) : '–'}
        </span>
      ),
    },
    {
      id: 'attempt',
      head: t('requests.attempt'),
      width: '76px',
      align: 'end',
      shown: !medium,
      cell: ({ attempt }) => <span className={attempt > 1 ? 'num' : 'num dim'}>{numbers.count(attempt)}</span>,
    },
    {
      id: 'size',
      head: t('ui.size'),
      width: '92px',
      align: 'end',
      shown: !medium,
      cell: ({ bytesIn }) => <span className="num">{numbers.bytes(bytesIn)}</span>,
    },
  ]
}

/** The status as the service gave it. */
export function HttpStatus({ row }: { readonly row: Pick<RequestRow, 'status' | 'errorKind'> }) {
  const t = useTranslations()
  const tone = toneOf(row)
  return (
    <span className={cx('code-n', tone === 'bad' && 'is-4', tone === 'warn' && 'is-w', tone === 'none' && 'is-0')}>
      {row.status ?? t('requests.none')}
    </span>
  )
}
