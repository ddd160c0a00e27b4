import type { Scope } from '../../../contract/ids.ts'
import type { Output } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Stat, StatStrip } from '../../ui/inspector/stat.tsx'

const minuteMs = 60_000
/** Empty waits are shown so far back. */
const shownMinutes = 60

export interface SummaryStripProps {
  readonly scope: Scope
  readonly summary: Output<'requests.summary'> | undefined
}

export function SummaryStrip({ scope, summary }: SummaryStripProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const waits = useContractQuery('requests.waits', { scope, minutes: shownMinutes }, { keepPrevious: true }).data
  const limited = useContractQuery('requests.errors', { scope, minutes: 1440 }, { keepPrevious: true }).data
  const tooFast = limited
    ?.filter(({ errorKind }) => errorKind === 'rateLimited')
    .reduce((sum, { count }) => sum + count, 0)
  const thisMinute = Math.floor(useNow() / minuteMs) * minuteMs
  const perMinute = Array.from({ length: shownMinutes }, (_, index) => {
    const minute = thisMinute - (shownMinutes - 1 - index) * minuteMs
    return (waits ?? []).reduce((sum, one) => (one.minute === minute ? sum + one.count : sum), 0)
  })
  const duration = (ms: number | null | undefined): string =>
    ms === null || ms === undefined ? '–' : numbers.duration(ms)
  // What has not been read yet is no zero.
  const count = (value: number | undefined): string => (value === undefined ? '–' : numbers.count(value))
  const share = summary === undefined || summary.count === 0 ? 0 : summary.errors / summary.count
  return (
    <StatStrip label={t('requests.summary')}>
      <Stat value={count(summary?.count)} label={t('requests.count')} />
      <Stat
        value={summary ? numbers.percent(share) : '–'}
        detail={summary && numbers.count(summary.errors)}
        label={t('requests.errors')}
      />
      <Stat
        value={duration(summary?.medianMs)}
        detail={summary?.p95Ms == null ? undefined : t('requests.p95', { duration: duration(summary.p95Ms) })}
        label={t('requests.median')}
      />
      <Stat value={count(tooFast)} label={t('requests.rateLimited')} />
      <Stat
        value={count(waits?.reduce((sum, one) => sum + one.count, 0))}
        spark={perMinute}
        label={t('requests.waits')}
      />
    </StatStrip>
  )
}
