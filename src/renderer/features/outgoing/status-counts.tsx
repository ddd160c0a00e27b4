import type { CSSProperties } from 'react'
import type { StatusKind } from '../../../contract/messages.ts'
import type { OutgoingFilter } from '../../../contract/outgoing.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { statusIcon, statusText } from '../../ui/marks/status-mark.tsx'
import { useOutgoingSummary } from './use-outgoing-summary.ts'

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

export interface StatusCountsProps {
  readonly filter: OutgoingFilter
  readonly onChange: (statuses: readonly StatusKind[]) => void
}

/** How many there are of each status under the other filters; pressing one filters by it. */
export function StatusCounts({ filter, onChange }: StatusCountsProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const counts = useOutgoingSummary(filter)?.counts
  return (
    <div className="strip is-many" role="group" aria-label={t('outgoing.counts')}>
      {tiles.map(({ status, also = [] }) => {
        const all = [status, ...also]
        const count = all.reduce((sum, one) => sum + (counts?.[one] ?? 0), 0)
        const pressed = filter.statuses.includes(status)
        return (
          <button
            key={status}
            type="button"
            className={cx('stat', count === 0 && 'is-zero')}
            aria-pressed={pressed}
            title={all.map((one) => t(statusText(one))).join(', ')}
            style={{ '--c': seriesColour[status] } as CSSProperties}
            onClick={() =>
              onChange(
                pressed
                  ? filter.statuses.filter((one) => !all.includes(one))
                  : [...filter.statuses.filter((one) => !all.includes(one)), ...all],
              )
            }
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
    </div>
  )
}
