import type { ProgramRow } from '../../../contract/programs.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import type { ShownState } from './program-facts.ts'
import { useDeliverers } from './use-deliverers.ts'
import { isTeamWebhook } from './program-facts.ts'

/** The small line below a state: since when, which desk delivers, or whether the program is connected; '' for none. */
export function useStateDetail(now: number): (row: ProgramRow, state: ShownState) => string {
  const t = useTranslations()
  const times = useTimes()
  const deliverersOf = useDeliverers()
  const delivererText = (row: ProgramRow): string => {
    const [first, ...others] = deliverersOf(row)
    if (first === undefined) return ''
    if (others.length > 0) return t('programs.deliveredByDesks', { count: others.length + 1 })
    if (first.name === null) return t('programs.deliveredByNobody')
    return first.isThis ? t('programs.deliveredHere') : t('programs.deliveredBy', { name: first.name })
  }
  return (row, state) => {
    switch (state) {
      case 'active':
        return isTeamWebhook(row) ? delivererText(row) : row.connected ? t('programs.connectedNow') : ''
      case 'keyExpired':
        return row.keyExpiresAt === null ? '' : times.list(row.keyExpiresAt, now)
      case 'teamOff':
        return row.backlog.events > 0 ? t('programs.eventsWait') : ''
      case 'notReading':
        return t('programs.since', { time: times.sentence(row.backlog.oldestAt ?? now, now) })
      case 'paused':
      case 'stopped':
      case 'failing':
        return t('programs.since', { time: times.sentence(row.stateSince, now) })
    }
  }
}
