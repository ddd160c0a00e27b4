import type { CSSProperties } from 'react'
import type { Scope } from '../../../contract/ids.ts'
import type { Output } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useWords } from '../../lib/words.ts'

export interface SummaryStripProps {
  readonly scope: Scope
  readonly summary: Output<'requests.summary'> | undefined
}

export function SummaryStrip({ scope, summary }: SummaryStripProps) {
  const t = useWords()
  const numbers = useNumbers()
  const waits = useContractQuery('requests.waits', { scope, minutes: 60 }, { keepPrevious: true }).data ?? []
  const limited = useContractQuery('requests.errors', { scope, minutes: 1440 }, { keepPrevious: true }).data ?? []
  const tooFast = limited
    .filter(({ errorKind }) => errorKind === 'rateLimited')
    .reduce((sum, { count }) => sum + count, 0)
  const duration = (ms: number | null | undefined): string =>
    ms === null || ms === undefined ? '–' : numbers.duration(ms)
  const share = summary === undefined || summary.count === 0 ? 0 : summary.errors / summary.count
  return (
    <div className="strip" role="group" aria-label={t('requests.summary')} style={{ '--per-row': 3 } as CSSProperties}>
      <Stat value={numbers.count(summary?.count ?? 0)} label={t('requests.count')} />
      <Stat value={numbers.percent(share)} note={numbers.count(summary?.errors ?? 0)} label={t('requests.errors')} />
      <Stat
        value={duration(summary?.medianMs)}
        note={summary?.p95Ms == null ? undefined : t('requests.p95', { duration: duration(summary.p95Ms) })}
        label={t('requests.median')}
      />
      <Stat value={numbers.count(tooFast)} note="429" label={t('requests.rateLimited')} />
      <Stat
        value={numbers.count(waits.reduce((sum, { count }) => sum + count, 0))}
        note={t('requests.waitsNote')}
        label={t('requests.waits')}
      />
    </div>
  )
}

function Stat({
  value,
  note,
  label,
}: {
  readonly value: string
  readonly note?: string | undefined
  readonly label: string
}) {
  return (
    <div className="stat" role="group" aria-label={label}>
      <b>
        {value}
        {note !== undefined && <small title={note}>{note}</small>}
      </b>
      <span>
        <em title={label}>{label}</em>
      </span>
    </div>
  )
}
