import type { RequestKey } from '../../../contract/ids.ts'
import type { RequestRow } from '../../../contract/requests.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTranslations } from '../../lib/translations.ts'
import type { TimelineStep } from '../../ui/inspector/timeline.tsx'
import { Timeline } from '../../ui/inspector/timeline.tsx'
import { errorKindText, pauseAfter, toneOf } from './request-outcome.ts'

export interface RequestAttemptsProps {
  readonly title: string
  /** Attempts of one call, oldest first. */
  readonly attempts: readonly RequestRow[]
  /** The one after the last of them, where there is one. */
  readonly next?: RequestRow | undefined
  /** The one that is open. */
  readonly shown: RequestKey
  readonly onSelect: (request: RequestKey) => void
}

const appearance = {
  ok: { icon: 'check' },
  warn: { icon: 'gauge', tone: 'warn' },
  bad: { icon: 'alert', tone: 'bad' },
  none: { icon: 'alert', tone: 'bad' },
} as const

/** Attempts of one call: what was answered to each, and how long was waited before the next. */
export function RequestAttempts({ title, attempts, next, shown, onSelect }: RequestAttemptsProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const steps = attempts.map((row, index): TimelineStep => {
    const { key, status, errorKind, startedAt, attempt } = row
    const wording = errorKind === null ? 'requests.ok' : errorKindText(errorKind)
    const what = [status, wording === null ? errorKind : t(wording)].filter((part) => part !== null).join(' ')
    const isShown = key === shown
    const after = attempts[index + 1] ?? next
    return {
      ...appearance[toneOf(row)],
      key,
      title: isShown ? (
        what
      ) : (
        <button type="button" className="link" onClick={() => onSelect(key)}>
          {what}
        </button>
      ),
      at: startedAt,
      detail: [
        t(isShown ? 'requests.attemptShown' : 'requests.attemptNumber', { number: attempt }),
        after && t('requests.triedAgain', { duration: numbers.duration(pauseAfter(row, after)) }),
      ]
        .filter(Boolean)
        .join('. '),
    }
  })
  return (
    <div className="sect">
      <h3>{title}</h3>
      <Timeline steps={steps} />
    </div>
  )
}
