import { useSyncExternalStore } from 'react'
import type { ChatKey, ProposalKey } from '../../contract/ids.ts'
import type { ChatProposals } from '../../contract/proposals.ts'
import { useContractQuery } from './use-contract-query.ts'

interface Chosen {
  readonly chat: ChatKey
  readonly proposal: ProposalKey
}

let chosen: Chosen | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows this one of the proposals of a chat above its composer. */
export function showProposal(chat: ChatKey, proposal: ProposalKey): void {
  chosen = { chat, proposal }
  for (const listener of listeners) listener()
}

/** What stands above the composer of a chat. */
export function useShownProposal(chat: ChatKey | null): ChatProposals {
  const now = useSyncExternalStore(subscribe, () => chosen)
  const { data, isPlaceholderData } = useContractQuery(
    'proposals.shown',
    { chat: chat ?? noChat, proposal: now?.chat === chat ? now.proposal : null },
    { enabled: chat !== null, keepPrevious: true },
  )
  // The answer before stays on the screen while another proposal of the same chat is read.
  if (data === undefined || chat === null) return nothing
  return isPlaceholderData && data.shown?.proposal.chat !== chat ? nothing : data
}

const nothing: ChatProposals = { shown: null, expired: null }

/** The query sleeps without a chat, and needs a key all the same. */
const noChat = 0 as ChatKey
