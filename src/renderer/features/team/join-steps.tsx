import '../../ui/marks/steps.css'
import type { JoinStep } from '../../../contract/team.ts'
import { cx } from '../../lib/text/class-names.ts'
import { useNumbers } from '../../lib/numbers.ts'
import type { Translate } from '../../lib/translations.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'

const names: readonly JoinStep['step'][] = ['reach', 'schema', 'passphrase', 'enter']

export interface JoinStepsProps {
  /** What ended so far. */
  readonly steps: readonly JoinStep[]
  readonly isRunning: boolean
}

/**
 * Steps of joining a team: finished, running and waiting ones. The reason of a failure is shown at the field to change.
 */
export function JoinSteps({ steps, isRunning }: JoinStepsProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const open = isRunning ? names.slice(steps.length) : []
  return (
    <ol className="steps" aria-label={t('team.joining')} aria-busy={isRunning}>
      {steps.map((step) => (
        <li key={step.step} className={cx('step', step.ok ? 'is-ok' : 'is-bad')}>
          <Icon
            name={step.ok ? 'okCircle' : 'errorCircle'}
            label={t(step.ok ? 'team.step.done' : 'team.step.failed')}
          />
          <span>{stepText(t, step)}</span>
          <span className="t">{step.tookMs === null ? '' : numbers.duration(step.tookMs)}</span>
        </li>
      ))}
      {open.map((name, index) => (
        <li key={name} className={cx('step', index === 0 ? 'is-run' : 'is-wait')}>
          <Icon name={index === 0 ? 'sending' : 'circle'} {...(index === 0 ? { className: 'spin' } : {})} />
          <span>{t(`team.step.${name}.run`)}</span>
          <span className="t" />
        </li>
      ))}
    </ol>
  )
}

function stepText(t: Translate, { step, ok, isSecure, role, instances }: JoinStep): string {
  if (!ok) return t(`team.step.${step}.failed`)
  switch (step) {
    case 'reach':
      return t(isSecure === false ? 'team.step.reach.here' : 'team.step.reach.ok')
    case 'schema':
      return role === undefined ? t('team.step.schema.run') : t('team.step.schema.ok', { role: t(`team.role.${role}`) })
    case 'passphrase':
      return t('team.step.passphrase.ok')
    case 'enter':
      return t('team.step.enter.ok', { count: instances ?? 0 })
  }
}
