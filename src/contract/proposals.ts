import { z } from 'zod'
import type { ChatPage, ChatRow } from './chats.ts'
import { command, query } from './define.ts'
import type { ChatKey, InstanceKey, MessageKey, ProposalKey } from './ids.ts'
import { chatKey, labelKey, proposalKey, scope } from './ids.ts'

/** A message that a program wrote and a person has to approve. Times are epoch ms. */
export interface Proposal {
  readonly key: ProposalKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chatTitle: string
  /** The program's name, also after it was removed. */
  readonly programName: string
  readonly text: string
  /** Why the program proposes it, in its own words; '' for none. */
  readonly reason: string
  /** The text of the message that it quotes; null for none. */
  readonly quotedText: string | null
  readonly createdAt: number
  /** Until then it can be approved. */
  readonly expiresAt: number
  /** A colleague who has it open; null: nobody. */
  readonly claimedBy: string | null
  /** How many messages the customer has written since. */
  readonly newer: number
  /** The newest of them; null: none. */
  readonly newest: { readonly message: MessageKey; readonly sender: string; readonly text: string } | null
}

/** An open proposal in the list To approve. Times are epoch ms. */
export interface ListedProposal {
  readonly key: ProposalKey
  readonly chat: ChatRow
  /** Its beginning. */
  readonly text: string
  readonly programName: string
  readonly createdAt: number
  readonly expiresAt: number
  /** The customer has written since. */
  readonly hasNewer: boolean
  readonly place: ProposalPlace
}

/** Where a proposal stands among the open ones of its chat, the oldest first. */
export interface ProposalPlace {
  /** From 1. */
  readonly at: number
  readonly of: number
}

export interface ProposalPage {
  readonly rows: readonly ListedProposal[]
  readonly total: number
  /** The chats that they are in. */
  readonly chats: number
  readonly counts: ChatPage['counts']
}

/** One proposal of a chat, and what leads to the others. */
export interface ShownProposal {
  readonly proposal: Proposal
  readonly place: ProposalPlace
  readonly previous: ProposalKey | null
  readonly next: ProposalKey | null
}

export interface ChatProposals {
  /** Null: the chat has no open one. */
  readonly shown: ShownProposal | null
  /** The last one that nobody sent in time, while nothing has happened in the chat since, for a day; else null. */
  readonly expired: { readonly programName: string; readonly at: number } | null
}

const proposalOrders = ['expiresFirst', 'newestFirst'] as const
export type ProposalOrder = (typeof proposalOrders)[number]

export const proposalQueries = {
  /** A slice of the open proposals. `label`: of chats that have it. */
  'proposals.list': query<ProposalPage>()(
    z.object({
      scope,
      label: labelKey.optional(),
      order: z.enum(proposalOrders),
      offset: z.int().min(0),
      limit: z.int().min(1).max(300),
    }),
  ),
  /**
   * The proposal above the composer of a chat: the open proposal `proposal`; the one after it if that one is closed;
   * the oldest if none is named.
   */
  'proposals.shown': query<ChatProposals>()(z.object({ chat: chatKey, proposal: proposalKey.nullable() })),
}

export const proposalCommands = {
  /**
   * Sends a proposal, as the message of this person. `text`: as the person edited it. Errors: `proposalClosed`
   * (details.state: sent, dismissed, withdrawn, expired or claimed; details.by: the colleague's name), `notFound`,
   * `quoteNotPossible`, `teamTrouble` and those of a text.
   */
  'proposals.approve': command<{ readonly message: MessageKey }>()(
    z.object({ proposal: proposalKey, text: z.string().optional() }),
  ),
  /**
   * This person has a proposal open: colleagues of the team see it, and can not send it, for two minutes. `take`: also
   * where a colleague has it open. Without a team nothing happens.
   */
  'proposals.claim': command<void>()(z.object({ proposal: proposalKey, take: z.boolean() })),
  'proposals.release': command<void>()(z.object({ proposal: proposalKey })),
  /**
   * Dismisses a proposal. For `undoDismissMs` a person can undo it, and its program and colleagues are not told.
   * Errors: `proposalClosed`, `notFound`, `teamTrouble`.
   */
  'proposals.dismiss': command<void>()(z.object({ proposal: proposalKey })),
  /** Errors: `proposalClosed` where its program took it back, it expired, or the time to undo is over. */
  'proposals.undoDismiss': command<void>()(z.object({ proposal: proposalKey })),
}
