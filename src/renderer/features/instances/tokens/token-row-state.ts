import { errorText } from '../../../lib/error-text.ts'
import type { Numbers } from '../../../lib/numbers.ts'
import type { Translate } from '../../../lib/translations.ts'
import { stepDetail, stepTitle } from '../connecting/check-text.ts'
import type { TokenGiven } from '../many/judge-lines.ts'
import type { LineState } from '../many/line-state.ts'
import type { RowOutcome } from './use-take-tokens.ts'

export type TokenGroup = 'missing' | 'ready' | 'busy' | 'attention' | 'taken'

export function tokenGroupOf(given: TokenGiven, outcome: RowOutcome | undefined): TokenGroup {
  switch (outcome?.kind) {
    case 'checking':
      return 'busy'
    case 'taken':
      return 'taken'
    case 'refused':
    case 'failed':
      return 'attention'
    case undefined:
      return given === 'given' ? 'ready' : given === 'missing' ? 'missing' : 'attention'
  }
}

/** The state of an instance's token as text. */
export function tokenRowState(
  t: Translate,
  numbers: Numbers,
  given: TokenGiven,
  outcome: RowOutcome | undefined,
): LineState {
  switch (outcome?.kind) {
    case 'checking':
      return { icon: 'sending', tone: 'dim', wording: t('ui.checking'), detail: '' }
    case 'taken': {
      const detail = outcome.warning === null ? '' : stepDetail(t, numbers, outcome.warning)
      return detail === ''
        ? { icon: 'okCircle', tone: 'ok', wording: t('instances.tokens.taken'), detail }
        : { icon: 'warning', tone: 'warn', wording: t('instances.tokens.takenWith'), detail }
    }
    case 'refused': {
      const detail = [stepDetail(t, numbers, outcome.step), outcome.step.text ?? ''].join(' ').trim()
      return { icon: 'errorCircle', tone: 'bad', wording: t(stepTitle(outcome.step)), detail }
    }
    case 'failed':
      return {
        icon: 'errorCircle',
        tone: 'bad',
        wording: t('instances.tokens.failed'),
        detail: errorText(t, outcome.error),
      }
    case undefined:
      break
  }
  if (given === 'broken') {
    const [wording, detail] = [t('instances.many.wrong.token'), t('instances.error.tokenBroken')]
    return { icon: 'warning', tone: 'warn', wording, detail }
  }
  return given === 'given'
    ? { icon: 'circle', tone: 'dim', wording: t('instances.tokens.ready'), detail: '' }
    : { icon: 'key', tone: 'dim', wording: t('instances.tokens.missing'), detail: '' }
}
