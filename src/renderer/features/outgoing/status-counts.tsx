import { useState, type CSSProperties } from 'react'
import type { OutgoingFilter, OutgoingSummary, StatusKind } from '../../../contract/index.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { statusIcon, statusText } from '../../ui/marks/status-mark.tsx'
import { useContractQuery } from '../../client/use-contract-query.ts'

interface Tile {
  readonly status: StatusKind
  /** Shown in the same tile: too rare for one of their own. */
  readonly also?: readonly StatusKind[]
}

const tiles: readonly Tile[] = [
  { status: 'scheduled' },
  { status: 'queued', also: ['sending'] },
  { status: 'accepted' },
  { status: 'pending' },
  { status: 'sent' },
  { status: 'delivered' },
  { status: 'read' },
  { status: 'failed', also: ['expired'] },
  { status: 'uncertain' },
  { status: 'unknown', also: ['none'] },
]

/** Colour of a status in charts (design, colour roles). */
export const seriesColour: Readonly<Record<StatusKind, string>> = {
  scheduled: 'var(--line-control)',
  queued: 'var(--st-queued)',
  sending: 'var(--st-queued)',
  accepted: 'var(--st-pending)',
  pending: 'var(--st-pending)',
  sent: 'var(--st-sent)',
  delivered: 'var(--st-delivered)',
  read: 'var(--st-read)',
  failed: 'var(--st-failed)',
  expired: 'var(--st-failed)',
  uncertain: 'var(--st-uncertain)',
  unknown: 'var(--st-unknown)',
  none: 'var(--st-unknown)',
}

/** Statuses that stand with a reason, a time or the service's own word beside them. */
const withReasons: readonly StatusKind[] = ['scheduled', 'failed', 'expired', 'unknown', 'none']

/** Whether a row under a filter has something to say beside its status. */
export function useHasReasons(filter: OutgoingFilter): boolean {
  const counts = useOutgoingSummary(filter)?.counts
  const shown = filter.statuses.length === 0 ? withReasons : withReasons.filter((one) => filter.statuses.includes(one))
  return counts === undefined || shown.some((one) => counts[one] > 0)
}

export interface StatusCountsProps {
  readonly filter: OutgoingFilter
  /** In a low window: marks and figures on one line, in a row with the filters. */
  readonly isLow: boolean
  readonly onChange: (statuses: readonly StatusKind[]) => void
}

/**
 * How many there are of each status under the other filters; pressing one filters by it. Statuses without a message
 * fold into one button.
 */
export function StatusCounts({ filter, isLow, onChange }: StatusCountsProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const counts = useOutgoingSummary(filter)?.counts
  const [unfolded, setUnfolded] = useState(false)
  const counted = tiles.map(({ status, also = [] }) => {
    const all = [status, ...also]
    const count = all.reduce((sum, one) => sum + (counts?.[one] ?? 0), 0)
    return { status, all, count, pressed: filter.statuses.includes(status) }
  })
  const used = counted.filter(({ count, pressed }) => count > 0 || pressed)
  const folded = counted.length - used.length
  const shown = counts === undefined || used.length === 0 || (unfolded && !isLow) ? counted : used
  if (isLow && used.length === 0) return null
  return (
    <div className={isLow ? 'low-counts' : 'strip is-many'} role="group" aria-label={t('outgoing.counts')}>
      {shown.map(({ status, all, count, pressed }) => {
        const names = all.map((one) => t(statusText(one))).join(', ')
        if (isLow) {
          return (
            <button
              key={status}
              type="button"
              className="low-count num"
              aria-pressed={pressed}
              title={names}
              onClick={() => onChange(toggled(filter.statuses, all, pressed))}
            >
              <Icon name={statusIcon(status)} label={t(statusText(status))} className={`st-${status}`} />
              {numbers.count(count)}
            </button>
          )
        }
        return (
          <button
            key={status}
            type="button"
            className={cx('stat', count === 0 && 'is-zero')}
            aria-pressed={pressed}
            title={names}
            style={{ '--c': seriesColour[status] } as CSSProperties}
            onClick={() => onChange(toggled(filter.statuses, all, pressed))}
          >
            <b>
              {counts === undefined ? '\u00A0' : numbers.count(count)}
              <i className="sw" aria-hidden="true" />
            </b>
            <span>
              <Icon name={statusIcon(status)} className={`st-${status}`} />
              <em>{t(statusText(status))}</em>
            </span>
          </button>
        )
      })}
      {!isLow && counts !== undefined && used.length > 0 && folded > 0 && (
        <button type="button" className="stat is-fold" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          <b>
            {unfolded ? '' : numbers.count(0)}
            <Icon name={unfolded ? 'chevronLeft' : 'chevronRight'} />
          </b>
          <span>
            <em>{unfolded ? t('outgoing.foldCounts') : t('outgoing.unfoldCounts', { count: folded })}</em>
          </span>
        </button>
      )}
    </div>
  )
}

const toggled = (
  statuses: readonly StatusKind[],
  those: readonly StatusKind[],
  pressed: boolean,
): readonly StatusKind[] => {
  const others = statuses.filter((one) => !those.includes(one))
  return pressed ? others : [...others, ...those]
}

const buckets = 48

/** Counts and chart in one read, which is none when only the statuses filtered by change. */
export const useOutgoingSummary = (filter: OutgoingFilter): OutgoingSummary | undefined =>
  useContractQuery('outgoing.summary', { filter: { ...filter, statuses: [] }, buckets }, { keepPrevious: true }).data
