import type { OutgoingFilter, OutgoingSummary, StatusKind } from '../../../contract/index.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { statusText } from '../../ui/marks/status-mark.tsx'
import { seriesColour, useOutgoingSummary } from './status-counts.tsx'

const height = 52
/** From the bottom up: successes first, so that trouble is on top of the bar. */
const stack: readonly StatusKind[] = [
  'read',
  'delivered',
  'sent',
  'pending',
  'accepted',
  'sending',
  'queued',
  'scheduled',
  'unknown',
  'none',
  'uncertain',
  'expired',
  'failed',
]

/** Volume and outcome over time. */
export function OutgoingChart({ filter }: { readonly filter: OutgoingFilter }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const chart = useOutgoingSummary(filter)
  if (chart === undefined) return <div className="chart is-empty" />
  const { statuses } = filter
  const shown = statuses.length === 0 ? stack : stack.filter((status) => statuses.includes(status))
  const end = chart.from + chart.bucketMs * chart.buckets.length
  const long = end - chart.from > 2 * 86_400_000
  const label = (at: number): string => (long ? times.date(at) : times.clock(at))
  return (
    <div className="chart">
      <svg
        viewBox={`0 0 ${chart.buckets.length * 20} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('outgoing.chart', { step: numbers.duration(chart.bucketMs) })}
      >
        <Bars
          chart={chart}
          shown={shown}
          describe={(from, bucket) =>
            [
              times.dateTime(from),
              ...shown.flatMap((status) => {
                const count = bucket[status] ?? 0
                return count === 0 ? [] : [`${t(statusText(status))}: ${numbers.count(count)}`]
              }),
            ].join('\n')
          }
        />
        <path
          className="base"
          d={`M0 ${height - 0.5}h${chart.buckets.length * 20}`}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="axis" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5, 6].map((part) => (
          <span key={part}>{label(chart.from + ((end - chart.from) * part) / 6)}</span>
        ))}
      </div>
    </div>
  )
}

interface BarsProps {
  readonly chart: OutgoingSummary
  /** The statuses to draw, from the bottom up. */
  readonly shown: readonly StatusKind[]
  readonly describe: (from: number, bucket: OutgoingSummary['buckets'][number]) => string
}

function Bars({ chart, shown, describe }: BarsProps) {
  const sums = chart.buckets.map((bucket) => shown.reduce((sum, status) => sum + (bucket[status] ?? 0), 0))
  const highest = Math.max(1, ...sums)
  return chart.buckets.map((bucket, index) => {
    let top = height
    const from = chart.from + index * chart.bucketMs
    return (
      <g key={from}>
        <title>{describe(from, bucket)}</title>
        <rect className="hit" x={index * 20} y={0} width={20} height={height} />
        {shown.map((status) => {
          const count = bucket[status] ?? 0
          if (count === 0) return null
          // One failed message among a thousand must still be seen.
          const size = Math.max(1.5, (count / highest) * (height - 4))
          top -= size
          return (
            <rect
              key={status}
              x={index * 20 + 1}
              y={Math.max(0, top)}
              width={17.5}
              height={size}
              style={{ fill: seriesColour[status] }}
            />
          )
        })}
      </g>
    )
  })
}
