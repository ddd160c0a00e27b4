import type { StatusKind } from '../../../contract/messages.ts'
import type { OutgoingChart as Chart, OutgoingFilter } from '../../../contract/outgoing.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/times.ts'
import { useWords } from '../../lib/words.ts'
import { statusWords } from '../../ui/status-mark.tsx'
import { seriesColour } from './status-counts.tsx'

const buckets = 48
const height = 52
/** From the bottom up: what went well first, so that trouble stands on top of the bar. */
const stack: readonly StatusKind[] = [
  'read',
  'delivered',
  'sent',
  'pending',
  'accepted',
  'sending',
  'queued',
  'unknown',
  'none',
  'uncertain',
  'expired',
  'failed',
]

/** Volume and outcome over time. */
export function OutgoingChart({ filter }: { readonly filter: OutgoingFilter }) {
  const t = useWords()
  const times = useTimes()
  const numbers = useNumbers()
  const chart = useContractQuery('outgoing.chart', { filter, buckets }, { keepPrevious: true }).data
  if (chart === undefined) return <div className="chart is-empty" />
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
          describe={(from, bucket) =>
            [
              times.dateTime(from),
              ...stack.flatMap((status) => {
                const count = bucket[status] ?? 0
                return count === 0 ? [] : [`${t(statusWords(status))}: ${numbers.count(count)}`]
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
  readonly chart: Chart
  readonly describe: (from: number, bucket: Chart['buckets'][number]) => string
}

function Bars({ chart, describe }: BarsProps) {
  const sums = chart.buckets.map((bucket) => stack.reduce((sum, status) => sum + (bucket[status] ?? 0), 0))
  const highest = Math.max(1, ...sums)
  return chart.buckets.map((bucket, index) => {
    let top = height
    const from = chart.from + index * chart.bucketMs
    return (
      <g key={from}>
        <title>{describe(from, bucket)}</title>
        <rect className="hit" x={index * 20} y={0} width={20} height={height} />
        {stack.map((status) => {
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
