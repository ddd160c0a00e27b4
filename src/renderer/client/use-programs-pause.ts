import { useTimes } from '../lib/time/times.ts'
import { useNow } from '../lib/time/use-now.ts'
import { useTranslations } from '../lib/translations.ts'
import { useContractQuery } from './use-contract-query.ts'

/** What waits while all programs are paused, and who paused them when, as sentences; '' where that is not known. */
export function useProgramsPause(): { readonly messages: number; readonly since: string } {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { messages = 0, pausedAt = null } = useContractQuery('programs.waiting', {}).data ?? {}
  if (pausedAt === null) return { messages, since: '' }
  const time = times.sentence(pausedAt, now)
  const isToday = time === times.clock(pausedAt) ? 'yes' : 'no'
  return { messages, since: t('app.programsPausedAt', { time, isToday }) }
}
