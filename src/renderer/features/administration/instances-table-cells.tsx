import type { InstanceOverview, SteadyInstance } from '../../../contract/index.ts'
import { countedCalls } from '../../../contract/values.ts'
import { connectionTones } from '../../lib/connection-tones.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { InstanceTile } from '../../ui/marks/instance-tile.tsx'
import { StateDot } from '../../ui/marks/state-dot.tsx'
import { capital } from '../../lib/text/capital.ts'
import { cx } from '../../lib/text/class-names.ts'
import { quotaText, withoutText } from './operation-text.ts'
import { accountStateText, lastTroubleOf } from './state-text.ts'

export interface CellProps {
  readonly instance: SteadyInstance
  readonly overview: InstanceOverview | undefined
}

export function NameCell({ instance: { name, initials, colour, family } }: Pick<CellProps, 'instance'>) {
  const t = useTranslations()
  return (
    <span className="nm">
      <InstanceTile name={name} initials={initials} colour={colour} size={28} />
      <span className="two">
        <bdi className="ell" title={name}>
          {name}
        </bdi>
        <small className="muted ell">{t(`administration.family.${family}`)}</small>
      </span>
    </span>
  )
}

export function StateCell({ instance, overview }: CellProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { kind, since } = instance.connection
  const isWell = kind === 'live' || kind === 'sendOnly'
  return (
    <>
      <StateDot tone={connectionTones[kind]} />
      <span className="two">
        <span className="ell">
          {isWell ? accountStateText(t, overview?.state ?? null) : capital(t(`instances.state.${kind}`))}
        </span>
        {!isWell && (
          <small className="muted ell num">
            {t('administration.fact.since', {
              span: times.span(since, Math.max(now, since + 60_000)),
              time: times.sentence(since, now),
            })}
          </small>
        )}
      </span>
    </>
  )
}

export function CountCell({ count, isHeld }: { readonly count: number | null; readonly isHeld: boolean }) {
  const t = useTranslations()
  const numbers = useNumbers()
  return (
    <span className={cx('num', isHeld && count !== null && count > 0 && 'age-warn')}>
      {count === null ? <span title={t('administration.unknown')}>?</span> : numbers.count(count)}
    </span>
  )
}

/** From this share on a quota is amber. */
const nearShare = 0.9

/** The quota that is used the most: by the service's count or by the desks', whichever is more. */
export function QuotaCell({ overview }: Pick<CellProps, 'overview'>) {
  const t = useTranslations()
  const times = useTimes()
  const quota = overview?.quota ?? null
  if (quota === null) return <span className="muted ell">{t('instances.table.noQuota')}</span>
  const { method, total, usedUpUntil } = quota
  if (usedUpUntil !== null) {
    const text = t('administration.quota.usedUp', { time: times.dateTime(usedUpUntil) })
    const what = `${quotaText(t, method) ?? method}: ${text} ${withoutText(t, method)}`
    return (
      <span className="ell age-warn" title={what.trim()}>
        {text}
      </span>
    )
  }
  if (total === null || total === 0) return <span className="ell mono">{method}</span>
  const used = countedCalls(quota)
  const share = Math.min(1, used / total)
  const percent = Math.round(share * 100)
  const label = t('instances.table.quotaOf', { method: quotaText(t, method) ?? method, used, total })
  return (
    <span className={cx('mini', share >= nearShare && 'is-near')} title={label}>
      <span className="meter" role="img" aria-label={label}>
        <i style={{ width: `${percent}%` }} />
      </span>
      <span className="num">{t('instances.table.percent', { percent })}</span>
    </span>
  )
}

export function TroubleCell({ instance, overview }: CellProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const trouble = lastTroubleOf(t, instance, overview)
  if (trouble === null) return <span className="muted ell">{t('administration.fact.noTrouble')}</span>
  const { wording, detail, at } = trouble
  return (
    <span className="two">
      <span className="ell" title={wording}>
        {wording}
      </span>
      {detail === null ? (
        <small className="muted ell num">{times.sentence(at, now)}</small>
      ) : (
        <small className="muted ell mono" title={detail}>
          {detail}
        </small>
      )}
    </span>
  )
}
