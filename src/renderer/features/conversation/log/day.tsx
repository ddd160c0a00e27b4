import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { isLineInSight } from './day-in-sight.ts'
import type { GroupedMessage } from './group-messages.ts'

/** The separator above the first message of a day. */
export function Day({ at }: { readonly at: number }) {
  const times = useTimes()
  return <div className="day">{times.day(at, useNow())}</div>
}

interface FloatingDayProps {
  readonly rows: readonly GroupedMessage[]
  readonly index: number
  readonly offset: number
  readonly start: number
  readonly scrolling: boolean
}

/** The day of the first visible message, in sight while scrolling and (by its style) for a second after. */
export function FloatingDay({ rows, index, offset, start, scrolling }: FloatingDayProps) {
  const row = rows[index]
  if (!row) return null
  const ownIsInSight = isLineInSight(row, rows[index + 1], offset - start)
  return (
    <div
      className="day-float"
      aria-hidden="true"
      data-hidden={!scrolling || ownIsInSight || undefined}
      data-own={ownIsInSight || undefined}
    >
      <Day at={row.message.at} />
    </div>
  )
}
