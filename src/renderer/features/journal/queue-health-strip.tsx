import type { QueueHealth } from '../../../contract/journal.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useNow } from '../../lib/time/use-now.ts'
import type { MessageId } from '../../lib/translations.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Stat, StatStrip } from '../../ui/inspector/stat.tsx'

const loopText: Readonly<Record<QueueHealth['loop'], MessageId>> = {
  waiting: 'journal.loop.waiting',
  draining: 'journal.loop.draining',
  backingOff: 'journal.loop.backingOff',
  stopped: 'journal.loop.stopped',
}

/** A wait that brought nothing has several forms (service 10.3), which are one to the person. */
const emptyFaces: ReadonlySet<string> = new Set(['emptyBody', 'null', '408', '504'])

const largest = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null)

/** State of the queue: of one instance, or what is worst among all of them. */
export function QueueHealthStrip({ health }: { readonly health: readonly QueueHealth[] }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const now = useNow(1000)
  const lastAnswer = largest(health.map((one) => one.lastAnswerAt))
  const median = largest(health.map((one) => one.lagMedianMs))
  const p95 = largest(health.map((one) => one.lagP95Ms))
  const minutes = Array.from({ length: 30 }, (_, index) =>
    health.reduce((sum, one) => sum + (one.perMinute[index] ?? 0), 0),
  )
  const queued = health.some((one) => one.queued !== null)
    ? health.reduce((sum, one) => sum + (one.queued ?? 0), 0)
    : null
  const notApplied = health.reduce((sum, one) => sum + one.notApplied, 0)
  const [only] = health.length === 1 ? health : []
  const loops = health.reduce<Partial<Record<QueueHealth['loop'], number>>>(
    (counts, { loop }) => ({ ...counts, [loop]: (counts[loop] ?? 0) + 1 }),
    {},
  )
  // Until it is read nothing is known, which is not the same as none.
  const count = (value: number): string => (health.length === 0 ? '–' : numbers.count(value))
  const answer = (text: string): string => (emptyFaces.has(text) ? t('journal.emptyAnswer') : text)
  const duration = (ms: number | null): string => (ms === null ? '–' : numbers.duration(ms))
  return (
    <StatStrip label={t('journal.health')}>
      <Stat
        value={only ? t(loopText[only.loop]) : count(health.length)}
        detail={
          only
            ? undefined
            : (Object.keys(loops) as QueueHealth['loop'][])
                .map((loop) => `${t(loopText[loop])}: ${loops[loop]}`)
                .join(', ')
        }
        label={t('journal.loop')}
      />
      <Stat
        value={lastAnswer === null ? '–' : duration(Math.max(0, now - lastAnswer))}
        detail={
          lastAnswer === null
            ? undefined
            : [t('journal.ago'), only?.lastAnswer && answer(only.lastAnswer)].filter(Boolean).join(', ')
        }
        label={t('journal.sinceAnswer')}
      />
      <Stat
        value={duration(median)}
        detail={p95 === null ? undefined : t('journal.p95', { duration: duration(p95) })}
        label={t('journal.lag')}
      />
      <Stat
        value={count(minutes.at(-1) ?? 0)}
        detail={notApplied === 0 ? undefined : t('journal.notApplied', { count: notApplied })}
        spark={minutes}
        label={t('journal.perMinute')}
      />
      <Stat
        value={queued === null ? '–' : numbers.count(queued)}
        detail={queued === null && health.length > 0 ? t('journal.notOffered') : undefined}
        label={t('journal.queued')}
      />
      <Stat
        value={count(health.reduce((sum, one) => sum + one.quarantined, 0))}
        detail={t('journal.unknownCount', { count: health.reduce((sum, one) => sum + one.unknown, 0) })}
        label={t('journal.quarantined')}
      />
    </StatStrip>
  )
}
