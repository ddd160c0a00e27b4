import { errorText } from '../../../lib/error-text.ts'
import type { Numbers } from '../../../lib/numbers.ts'
import type { Translate } from '../../../lib/translations.ts'
import type { IconName } from '../../../ui/marks/icon.tsx'
import { stepDetail, stepTitle } from '../connecting/check-text.ts'
import type { Verdict } from './judge-lines.ts'
import type { Fate } from './use-add-lines.ts'

/** How a line stands: added, under way, ready to be tried, or in need of a person. */
export type LineGroup = 'ready' | 'busy' | 'added' | 'attention'

/** What became of a line counts before what it looks like. */
export function groupOf(verdict: Verdict, fate: Fate | undefined): LineGroup {
  if (fate === undefined) return verdict.kind === 'ready' ? 'ready' : 'attention'
  if (fate.kind === 'added') return 'added'
  return fate.kind === 'refused' || fate.kind === 'failed' ? 'attention' : 'busy'
}

export interface LineState {
  readonly icon: IconName
  readonly tone: 'ok' | 'warn' | 'bad' | 'dim'
  readonly wording: string
  /** More of it, where it takes more than a few words. */
  readonly detail: string
}

/** The state of a line as text. */
export function lineState(t: Translate, numbers: Numbers, verdict: Verdict, fate: Fate | undefined): LineState {
  const variant = (icon: IconName, tone: LineState['tone'], wording: string, detail = ''): LineState => ({
    icon,
    tone,
    wording,
    detail,
  })
  switch (fate?.kind) {
    case undefined:
      break
    case 'checking':
      return variant('sending', 'dim', t('instances.checking'))
    case 'checked':
      return variant('clock', 'dim', t('instances.many.checked'))
    case 'adding':
      return variant('sending', 'dim', t('instances.many.adding'))
    case 'added': {
      const detail = fate.warning === null ? '' : stepDetail(t, numbers, fate.warning)
      return detail === ''
        ? variant('okCircle', 'ok', t('instances.many.added'), fate.reattached ? t('instances.reattached') : '')
        : variant('warning', 'warn', t('instances.many.addedWith'), detail)
    }
    case 'refused': {
      const said = fate.step.text ?? ''
      return variant(
        'errorCircle',
        'bad',
        t(stepTitle(fate.step)),
        [stepDetail(t, numbers, fate.step), said].join(' ').trim(),
      )
    }
    case 'failed':
      return variant('errorCircle', 'bad', t('instances.many.failed'), errorText(t, fate.error))
  }
  switch (verdict.kind) {
    case 'ready':
      return variant('circle', 'dim', t('instances.many.ready'))
    case 'twice':
      return variant('warning', 'warn', t('instances.many.twice', { line: verdict.line }))
    case 'here':
      return variant('warning', 'warn', t('instances.many.here', { name: verdict.name }))
    case 'wrong':
      return variant('warning', 'warn', t(`instances.many.wrong.${verdict.field}`), t(verdict.wording))
  }
}
