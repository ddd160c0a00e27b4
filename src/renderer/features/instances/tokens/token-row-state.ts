import type { Numbers } from '../../../lib/numbers.ts'
import type { Translate } from '../../../lib/translations.ts'
import type { TokenGiven } from '../many/judge-lines.ts'
import { groupOf, lineState, type LineGroup, type LineState } from '../many/line-state.ts'
import type { LineOutcome } from '../many/use-add-lines.ts'

export type TokenGroup = LineGroup | 'missing'

export function tokenGroupOf(given: TokenGiven, outcome: LineOutcome | undefined): TokenGroup {
  if (outcome !== undefined) return groupOf({ kind: 'ready' }, outcome)
  return given === 'given' ? 'ready' : given === 'missing' ? 'missing' : 'attention'
}

/** The state of an instance's token as text. */
export function tokenRowState(
  t: Translate,
  numbers: Numbers,
  given: TokenGiven,
  outcome: LineOutcome | undefined,
): LineState {
  if (outcome === undefined && given === 'given')
    return { icon: 'circle', tone: 'dim', wording: t('instances.tokens.ready'), detail: '' }
  if (outcome === undefined && given === 'missing')
    return { icon: 'key', tone: 'dim', wording: t('instances.tokens.missing'), detail: '' }
  const broken = { kind: 'wrong', field: 'token', wording: 'instances.error.tokenBroken' } as const
  const state = lineState(t, numbers, broken, outcome)
  if (outcome?.kind === 'failed') return { ...state, wording: t('instances.tokens.failed') }
  return state.tone === 'ok' ? { ...state, wording: t('instances.tokens.taken') } : state
}
