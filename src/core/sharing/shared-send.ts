import type { SharedInstanceId } from './shared-ids.ts'

/** A team's sends as its database takes and gives them. */

/**
 * `unknown`: it has to be entered, perhaps again. `closed`: it is not to be sent any more, or nobody knows whether it
 * was. `answered`: a colleague's answer came first.
 */
export type SendClaim =
  | { readonly outcome: 'claimed'; readonly attempt: number }
  | { readonly outcome: 'wait' | 'unknown' | 'closed' | 'answered' }

export interface SendState {
  readonly id: string
  readonly state: SendStateName
  readonly attempt: number
  /** Under which id the service shows it, where that is not the one of its answer. */
  readonly shownId: string | null
}

export type SendStateName = 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'cancelled' | 'dismissed'

/** A send that is refused where a colleague's entered its chat unseen. */
export interface SendGuard {
  /** How long ago the person began to write, ms. */
  readonly ageMs: number
}

interface NewSend {
  /** A UUID, made where it was written. */
  readonly id: string
  readonly instance: SharedInstanceId
  readonly chatId: string
  readonly operation: string
  /** The operation's input, JSON. */
  readonly request: string
  /** The newest entry of the instance's journal that this desk had when it was written; absent: nobody knows. */
  readonly seenN?: number | null
  /** The program that wrote it, by its name; absent: a person did. */
  readonly program?: string | null
}

/** The calls of a team's database for sends. `src/team/schema` documents each. */
export interface SharedSendCalls {
  /** False: it is there already. `guard` null: it goes whoever answered. */
  putSend(send: NewSend, guard: SendGuard | null): Promise<boolean>
  /** Takes it as `request` reads by now. */
  claimSend(id: string, request: string): Promise<SendClaim>
  /** Names what this desk is sending: what it does not name is uncertain after a minute. */
  nameInFlight(ids: readonly string[]): Promise<void>
  /** These, as far as the database has them, and what it holds open of this desk. */
  sendStates(ids: readonly string[]): Promise<readonly SendState[]>
  /**
   * `isFound`: its id was found by its text alone. `shownId`: see {@link SendState}. False: another attempt, or another
   * desk, has it now; nothing of it is new; or another send has that id, and this one is uncertain.
   */
  settleSend(
    id: string,
    attempt: number,
    state: SendStateName,
    idMessage: string | null,
    isFound?: boolean,
    shownId?: string | null,
  ): Promise<boolean>
  /** Marks sends of desks that disappeared as uncertain. Returns their number. */
  doubtSends(): Promise<number>
  /** Enters what went while the database was away. False: it is told already. */
  enterSent(send: NewSend, state: SendStateName, idMessage: string | null): Promise<boolean>
  /** False: it is closed already, or its desk is here to say it. */
  dismissSend(id: string): Promise<boolean>
}
