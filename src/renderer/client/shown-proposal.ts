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

export interface ShownProposals extends ChatProposals {
  /** The proposal that was asked for by its key, and is answered; null: none was. */
  readonly answered: ProposalKey | null
}

/** The proposal above the composer of a chat. */
export function useShownProposal(chat: ChatKey | null): ShownProposals {
  const now = useSyncExternalStore(subscribe, () => chosen)
  const asked = now?.chat === chat ? now.proposal : null
  const { data, isPlaceholderData } = useContractQuery(
    'proposals.shown',
    { chat: chat ?? noChat, proposal: asked },
    { enabled: chat !== null, keepPrevious: true },
  )
  // The answer before stays on the screen while another proposal of the same chat is read.
  if (data === undefined || chat === null) return nothing
  if (isPlaceholderData && data.shown?.proposal.chat !== chat) return nothing
  return { ...data, answered: isPlaceholderData ? null : asked }
}

const nothing: ShownProposals = { shown: null, expired: null, answered: null }

/** The query sleeps without a chat, and needs a key all the same. */
const noChat = 0 as ChatKey
