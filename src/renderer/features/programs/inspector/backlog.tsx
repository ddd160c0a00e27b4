import type { ProgramDetails } from '../../../../contract/programs.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { InstanceMark } from '../../../ui/marks/instance-tile.tsx'

export interface BacklogProps {
  readonly program: ProgramDetails
  /** Epoch ms. */
  readonly now: number
}

/** What a program has not read, by instance, the most first. */
export function Backlog({ program: { backlog, backlogs }, now }: BacklogProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const instances = useInstances()
  const waiting = backlogs.filter(({ events }) => events > 0).toSorted((a, b) => b.events - a.events)
  return (
    <section className="sect" aria-label={t('programs.backlog')}>
      <h3>
        {t('programs.backlog')}
        <span className="n num">
          {t('programs.events', { count: backlog.events, more: backlog.more ? 'yes' : 'no' })}
        </span>
      </h3>
      {waiting.length === 0 ? (
        <p className="muted">{t('programs.backlogNone')}</p>
      ) : (
        <ul className="backlog">
          {waiting.map(({ instance: key, events, more, oldestAt }) => {
            const instance = instances.find((one) => one.key === key)
            return (
              <li key={key}>
                <span className="nm">
                  {instance && <InstanceMark colour={instance.colour} />}
                  <span className="ell">{instance?.name ?? t('programs.removedInstance')}</span>
                </span>
                <div className="meter" aria-hidden="true">
                  <i style={{ width: `${(events / Math.max(1, backlog.events)) * 100}%` }} />
                </div>
                <span>
                  {[`${numbers.count(events)}${more ? '+' : ''}`, oldestAt === null ? null : times.span(oldestAt, now)]
                    .filter((part) => part !== null)
                    .join(', ')}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
