import type { ProgramRow } from '../../../contract/programs.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import type { ShownState } from './program-facts.ts'

/** The small line below a state: since when, or whether the program is connected; '' for none. */
export function useStateDetail(now: number): (row: ProgramRow, state: ShownState) => string {
  const t = useTranslations()
  const times = useTimes()
  return (row, state) => {
    switch (state) {
      case 'active':
        return row.connected ? t('programs.connectedNow') : ''
      case 'keyExpired':
        return row.keyExpiresAt === null ? '' : times.list(row.keyExpiresAt, now)
      case 'paused':
      case 'stopped':
      case 'failing':
        return t('programs.since', { time: times.sentence(row.stateSince, now) })
    }
  }
}
