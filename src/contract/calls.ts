/**
 * How a call ended, seen from here. `rejected`: on this side, or "do not disturb" was on. `missed`: an incoming call
 * that nobody took. `unanswered`: an outgoing one.
 */
export const callOutcomes = ['answered', 'rejected', 'missed', 'unanswered'] as const
export type CallOutcome = (typeof callOutcomes)[number]

export interface Call {
  /** null: only that it rang is known. */
  readonly outcome: CallOutcome | null
  readonly video: boolean
  readonly group: boolean
  /** Seconds; null: unknown. */
  readonly duration: number | null
  /** Number of people besides the account; null: unknown. */
  readonly people: number | null
}
