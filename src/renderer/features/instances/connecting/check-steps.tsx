import '../instances.css'
import '../../../ui/marks/steps.css'
import type { CheckStep, CheckStepName } from '../../../../contract/instances.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Icon, type IconName } from '../../../ui/marks/icon.tsx'
import { resultText, stepDetail, stepTitle } from './check-text.ts'

const appearance: Readonly<Record<CheckStep['result'], { readonly className: string; readonly icon: IconName }>> = {
  ok: { className: 'is-ok', icon: 'okCircle' },
  warning: { className: 'is-warn', icon: 'warning' },
  failed: { className: 'is-bad', icon: 'errorCircle' },
  skipped: { className: 'is-wait', icon: 'circle' },
}

export interface CheckStepsProps {
  /** The steps so far. */
  readonly steps: readonly CheckStep[]
  /** All steps of a check that still runs, in their order: the first that is not found yet turns, the others wait. */
  readonly expected: readonly CheckStepName[]
}

/** The steps of a connection check, with what each found, as they end. */
export function CheckSteps({ steps, expected }: CheckStepsProps) {
  const t = useTranslations()
  const open = expected.filter((name) => !steps.some(({ step }) => step === name))
  return (
    <ul className="steps" aria-label={t('instances.check.title')} aria-busy={open.length > 0}>
      {steps.map((step) => (
        <EndedStep key={step.step} step={step} />
      ))}
      {open.map((name, index) => (
        <li key={name} className={cx('step', index === 0 ? 'is-run' : 'is-wait')}>
          <Icon name={index === 0 ? 'sending' : 'circle'} {...(index === 0 ? { className: 'spin' } : {})} />
          <span>{t(`instances.check.${name}.run`)}</span>
          <span className="t" />
        </li>
      ))}
    </ul>
  )
}

function EndedStep({ step }: { readonly step: CheckStep }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { className, icon } = appearance[step.result]
  const detail = stepDetail(t, numbers, step)
  return (
    <li className={cx('step', className)}>
      <Icon name={icon} label={t(resultText(step))} />
      <span>{t(stepTitle(step))}</span>
      <span className="t">{step.tookMs === undefined ? '' : numbers.duration(step.tookMs)}</span>
      {(detail !== '' || step.text) && (
        <span className="d">
          {detail}
          {step.text && <code className="api-text">{step.text}</code>}
        </span>
      )}
    </li>
  )
}
