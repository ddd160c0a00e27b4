import type { ProgramTrouble } from '../../../contract/programs.ts'
import type { Numbers } from '../../lib/numbers.ts'
import type { Translate } from '../../lib/translations.ts'

/** The trouble at a program's side, as part of a line. */
export function troubleText(
  t: Translate,
  numbers: Pick<Numbers, 'duration'>,
  { kind, status }: ProgramTrouble,
  timeoutMs: number,
): string {
  switch (kind) {
    case 'status':
      return t('programs.trouble.status', { status: String(status ?? '') })
    case 'timeout':
      return t('programs.trouble.timeout', { duration: numbers.duration(timeoutMs) })
    default:
      return t(`programs.trouble.${kind}`)
  }
}

const most = 120

/** The endpoint's own words or the system's code, on one line; '' when there are none. */
export function troubleDetail({ text }: ProgramTrouble): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
