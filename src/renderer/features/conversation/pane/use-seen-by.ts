import { useMemo } from 'react'
import type { ChatDetails, Message } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTeamOf } from '../../../client/use-team.ts'
import type { ConversationState } from '../conversation-context.ts'

/** Which colleagues have seen the newest message of the customer. */
export function useSeenBy(details: ChatDetails, rows: readonly Message[]): ConversationState['seen'] {
  const team = useTeamOf(details.instance)
  const { data } = useContractQuery('team.chat', { chat: details.key }, { enabled: team !== null })
  const newest = rows.findLast(({ direction }) => direction === 'incoming')
  const key = newest?.key
  const at = newest?.at
  const seenBy = team?.state === 'live' ? data?.seenBy : undefined
  return useMemo(() => {
    const by = at === undefined ? [] : (seenBy ?? []).filter(({ until }) => until >= at)
    return key === undefined || by.length === 0 ? null : { message: key, by }
  }, [key, at, seenBy])
}
