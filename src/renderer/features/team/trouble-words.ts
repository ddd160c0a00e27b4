import type { TeamTroubleState } from '../../../contract/team.ts'
import { errorWords } from '../../lib/error-words.ts'
import type { Words } from '../../lib/words.ts'

/** Why the team's database can't be used, and what to do. */
export const troubleWords = (t: Words, { kind, ...details }: TeamTroubleState): string =>
  errorWords(t, { code: 'teamTrouble', details: { trouble: kind, ...details } })
