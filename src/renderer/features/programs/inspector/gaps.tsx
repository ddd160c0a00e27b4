import type { ProgramGap } from '../../../../contract/programs.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'

export interface GapsProps {
  readonly gaps: readonly ProgramGap[]
  /** Epoch ms. */
  readonly now: number
}

/** Events that left the journal before the program had read them; nothing while there were none. */
export function Gaps({ gaps, now }: GapsProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  if (gaps.length === 0) return null
  return (
    <section className="sect" aria-label={t('programs.gaps')}>
      <h3>
        {t('programs.gaps')}
        <span className="n num">
          {t('programs.events', { count: gaps.reduce((sum, { events }) => sum + events, 0), more: 'no' })}
        </span>
      </h3>
      <ul className="p-gaps">
        {gaps.toReversed().map(({ first, last, events, at }) => (
          <li key={`${first} ${last}`}>
            {t('programs.gap', {
              count: events,
              first: numbers.count(first),
              last: numbers.count(last),
              time: times.sentence(at, now),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many bodies of the journal no program is given, and why. */
export function NotServed({ count }: { readonly count: number }) {
  const t = useTranslations()
  if (count === 0) return null
  return (
    <section className="sect" aria-label={t('programs.notServed')}>
      <h3>
        {t('programs.notServed')}
        <span className="n num">{t('programs.events', { count, more: 'no' })}</span>
      </h3>
      <p className="muted">{t('programs.notServedText')}</p>
    </section>
  )
}
