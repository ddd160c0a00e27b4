import { errorText } from '../../../lib/error-text.ts'
import type { Numbers } from '../../../lib/numbers.ts'
import type { Translate } from '../../../lib/translations.ts'
import type { IconName } from '../../../ui/marks/icon.tsx'
import { stepDetail, stepTitle } from '../connecting/check-text.ts'
import type { Verdict } from './judge-lines.ts'
import type { LineOutcome } from './use-add-lines.ts'

/** The group of a line: added, in progress, ready, or in need of attention. */
export type LineGroup = 'ready' | 'busy' | 'added' | 'attention'

const isReady = (verdict: Verdict): boolean =>
  verdict.kind === 'ready' || (verdict.kind === 'here' && verdict.takesToken)

/** An outcome takes precedence over the verdict. */
export function groupOf(verdict: Verdict, outcome: LineOutcome | undefined): LineGroup {
  if (outcome === undefined) return isReady(verdict) ? 'ready' : 'attention'
  if (outcome.kind === 'added' || outcome.kind === 'taken') return 'added'
  return outcome.kind === 'refused' || outcome.kind === 'failed' ? 'attention' : 'busy'
}

export interface LineState {
  readonly icon: IconName
  readonly tone: 'ok' | 'warn' | 'bad' | 'dim'
  readonly wording: string
  /** More of it, where it takes more than a few words. */
  readonly detail: string
}

/** The state of a line as text. */
export function lineState(
  t: Translate,
  numbers: Numbers,
  verdict: Verdict,
  outcome: LineOutcome | undefined,
): LineState {
  const state = (icon: IconName, tone: LineState['tone'], wording: string, detail = ''): LineState => ({
    icon,
    tone,
    wording,
    detail,
  })
  switch (outcome?.kind) {
    case undefined:
      break
    case 'checking':
      return state('sending', 'dim', t('ui.checking'))
    case 'checked':
      return state('clock', 'dim', t('instances.many.checked'))
    case 'adding':
      return state('sending', 'dim', t('instances.many.adding'))
    case 'added': {
      const detail = outcome.warning === null ? '' : stepDetail(t, numbers, outcome.warning)
      return detail === ''
        ? state('okCircle', 'ok', t('instances.many.added'), outcome.reattached ? t('instances.reattached') : '')
        : state('warning', 'warn', t('instances.many.addedWith'), detail)
    }
    case 'taken': {
      const detail = outcome.warning === null ? '' : stepDetail(t, numbers, outcome.warning)
      return detail === ''
        ? state('okCircle', 'ok', t('instances.many.tokenTaken'))
        : state('warning', 'warn', t('instances.tokens.takenWith'), detail)
    }
    case 'refused': {
      const serviceText = outcome.step.text ?? ''
      return state(
        'errorCircle',
        'bad',
        t(stepTitle(outcome.step)),
        [stepDetail(t, numbers, outcome.step), serviceText].join(' ').trim(),
      )
    }
    case 'failed':
      return state('errorCircle', 'bad', t('instances.many.failed'), errorText(t, outcome.error))
  }
  switch (verdict.kind) {
    case 'ready':
      return state('circle', 'dim', t('instances.many.ready'))
    case 'twice':
      return state('warning', 'warn', t('instances.many.twice', { line: verdict.line }))
    case 'here':
      return verdict.takesToken
        ? state('key', 'dim', t('instances.many.hereToken'), t('instances.many.here', { name: verdict.name }))
        : state('warning', 'warn', t('instances.many.here', { name: verdict.name }))
    case 'wrong':
      return state('warning', 'warn', t(`instances.many.wrong.${verdict.field}`), t(verdict.wording))
  }
}
