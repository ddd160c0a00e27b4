import { z } from 'zod'
import { command, query } from './define.ts'
import type { ChatKey, InstanceKey, MessageKey, ProposalKey } from './ids.ts'
import { chatKey, proposalKey, scope } from './ids.ts'

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
  /** How many messages the customer has written since, and the text of the newest. */
  readonly newer: number
  readonly newestText: string | null
}

export const proposalQueries = {
  /** Open proposals, the oldest first; of one chat, or of all. `total`: also those beyond `limit`. */
  'proposals.list': query<{ readonly rows: readonly Proposal[]; readonly total: number }>()(
    z.object({ scope, chat: chatKey.nullable(), limit: z.int().min(1).max(200) }),
  ),
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
  /** Dismisses proposals; those that are closed stay as they are. */
  'proposals.dismiss': command<void>()(z.object({ proposals: z.array(proposalKey).min(1).max(1000) })),
}
