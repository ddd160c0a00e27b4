import './instances.css'
import type { CheckStep, CheckStepName } from '../../../contract/instances.ts'
import { cx } from '../../lib/class-names.ts'
import { useNumbers } from '../../lib/numbers.ts'
import type { MessageId, Words } from '../../lib/words.ts'
import { useWords } from '../../lib/words.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { knownCode } from './check-codes.ts'

const looks: Readonly<Record<CheckStep['result'], { readonly className: string; readonly icon: IconName }>> = {
  ok: { className: 'is-ok', icon: 'okCircle' },
  warning: { className: 'is-warn', icon: 'warning' },
  failed: { className: 'is-bad', icon: 'errorCircle' },
  skipped: { className: 'is-wait', icon: 'circle' },
}

export interface CheckStepsProps {
  /** What was found; while the check runs, absent. */
  readonly steps: readonly CheckStep[] | null
  /** Shown while it runs: the first turns, the others wait. */
  readonly expected: readonly CheckStepName[]
}

/** The steps of a connection check, with what each found. */
export function CheckSteps({ steps, expected }: CheckStepsProps) {
  const t = useWords()
  const numbers = useNumbers()
  if (!steps) {
    return (
      <ul className="steps" aria-label={t('instances.check.title')} aria-busy="true">
        {expected.map((step, index) => (
          <li key={step} className={cx('step', index === 0 ? 'is-run' : 'is-wait')}>
            <Icon name={index === 0 ? 'sending' : 'circle'} {...(index === 0 ? { className: 'spin' } : {})} />
            <span>{t(`instances.check.${step}.run` as MessageId)}</span>
            <span className="t" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className="steps" aria-label={t('instances.check.title')}>
      {steps.map((step) => {
        const { className, icon } = looks[step.result]
        const note = noteOf(t, step)
        return (
          <li key={step.step} className={cx('step', className)}>
            <Icon name={icon} label={t(`instances.check.result.${step.result}` as MessageId)} />
            <span>{t(titleOf(step))}</span>
            <span className="t">{step.tookMs === undefined ? '' : numbers.duration(step.tookMs)}</span>
            {(note || step.text) && (
              <span className="d">
                {note}
                {step.text && <code className="said">{step.text}</code>}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const titleOf = ({ step, result }: CheckStep): MessageId =>
  `instances.check.${step}.${result === 'ok' || result === 'warning' ? 'ok' : result === 'failed' ? 'failed' : 'run'}` as MessageId

/** What was found, in words: a code's sentence, or what the values tell. */
function noteOf(t: Words, { step, code, values = {} }: CheckStep): string | undefined {
  const known = knownCode(code)
  if (known) return t(known)
  const { messages, waiting, sendIntervalMs } = values
  if (step === 'outgoing' && typeof messages === 'number') return t('instances.found.outgoing', { messages })
  if (step === 'queue' && typeof waiting === 'boolean') return t(`instances.found.${waiting ? 'waiting' : 'empty'}`)
  if (step === 'settings' && typeof sendIntervalMs === 'number') {
    return t('instances.found.interval', { seconds: Math.round(sendIntervalMs / 1000) })
  }
  return undefined
}
