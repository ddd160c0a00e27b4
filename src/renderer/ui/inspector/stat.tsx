import './stat.css'
import type { CSSProperties, ReactNode } from 'react'

/** A row of figures above a table. */
export const StatStrip = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="strip" role="group" aria-label={label} style={{ '--per-row': 3 } as CSSProperties}>
    {children}
  </div>
)

export interface StatProps {
  readonly value: string
  readonly detail?: string | undefined
  readonly label: string
  /** Counts minute by minute, oldest first. */
  readonly spark?: readonly number[]
}

/** One figure, what it counts, and how it came about. */
export function Stat({ value, detail, label, spark }: StatProps) {
  const highest = Math.max(1, ...(spark ?? []))
  return (
    <div className="stat" role="group" aria-label={label}>
      <b>
        {value}
        {detail !== undefined && <small title={detail}>{detail}</small>}
        {spark && (
          <svg className="spark" viewBox={`0 0 ${spark.length * 4} 22`} preserveAspectRatio="none" aria-hidden="true">
            {spark.map((count, index) => {
              const height = count === 0 ? 0.5 : Math.max(2, (count / highest) * 21)
              // Minutes have no key of their own: they are places on an axis.
              // oxlint-disable-next-line react/no-array-index-key
              return <rect key={index} x={index * 4} y={22 - height} width={2.6} height={height} />
            })}
          </svg>
        )}
      </b>
      <span>
        <em title={label}>{label}</em>
      </span>
    </div>
  )
}
