import './timeline.css'
import type { ReactNode } from 'react'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { cx } from '../../lib/text/class-names.ts'
import { Icon, type IconName } from '../marks/icon.tsx'

export interface TimelineStep {
  readonly key: string | number
  readonly icon: IconName
  readonly tone?: 'now' | 'warn' | 'bad'
  readonly title: ReactNode
  /** The service's raw word, in mono. */
  readonly raw?: string
  /** Epoch ms; null when no time is known. */
  readonly at: number | null
  /** The time is known in whole seconds only. */
  readonly coarse?: boolean
  readonly detail?: ReactNode
}

/** What happened, oldest first, with the gap since the step before. */
export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  const times = useTimes()
  const numbers = useNumbers()
  return (
    <ol className="tl">
      {steps.map((step, index) => {
        const before = steps[index - 1]?.at ?? null
        const gap = step.at !== null && before !== null ? step.at - before : null
        return (
          <li key={step.key}>
            <span className={cx('node', step.tone && `is-${step.tone}`)}>
              <Icon name={step.icon} />
            </span>
            <div className="h">
              <b>{step.title}</b>
              {step.raw !== undefined && <span className="tag mono">{step.raw === '' ? '""' : step.raw}</span>}
              {step.at !== null && (
                <time dateTime={new Date(step.at).toISOString()} title={times.dateTime(step.at)}>
                  {step.coarse ? times.seconds(step.at) : times.exact(step.at)}
                </time>
              )}
            </div>
            <div className="d">
              <span>{step.detail}</span>
              {gap !== null && (
                <span className="gap">{gap < 0 ? `−${numbers.duration(-gap)}` : `+${numbers.duration(gap)}`}</span>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
