import type { TeamTroubleState } from '../../../contract/team.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Translate } from '../../lib/translations.ts'

/** Why the team's database can't be used, and what to do. */
export const troubleSentence = (t: Translate, { kind, ...details }: TeamTroubleState): string =>
  errorText(t, { code: 'teamTrouble', details: { trouble: kind, ...details } })
