import type { TeamTrouble } from '../../../sharing/team-error.ts'

export interface Failure {
  readonly trouble: TeamTrouble
  /** Epoch ms. */
  readonly since: number
}

/**
 * A desk's connection to its team. `idle`: nothing is under way, because the desk has no team, was taken out of it, or
 * can't read its address. `connecting`: an attempt opens the database, again and again. Never both an attempt and a
 * session.
 */
export type TeamConnection<Attempt, Session> =
  | { readonly kind: 'idle'; readonly failure: Failure | null }
  | { readonly kind: 'connecting'; readonly attempt: Attempt; readonly failure: Failure | null }
  | { readonly kind: 'live'; readonly session: Session }

export type TeamConnectionEvent<Attempt, Session> =
  | { readonly kind: 'attemptBegan'; readonly attempt: Attempt }
  /** The database did not open. */
  | { readonly kind: 'failed'; readonly trouble: TeamTrouble; readonly at: number }
  /** Nothing is tried any more, or the session has begun. */
  | { readonly kind: 'attemptEnded' }
  /** A session begins, by an attempt or by joining. */
  | { readonly kind: 'opened'; readonly session: Session }
  | { readonly kind: 'sessionEnded' }
  /** An administrator took this desk out. */
  | { readonly kind: 'removed'; readonly at: number }
  /** The desk left its team. */
  | { readonly kind: 'left' }

/** An event without a meaning for a connection leaves it as it is. */
export function nextConnection<Attempt, Session>(
  now: TeamConnection<Attempt, Session>,
  event: TeamConnectionEvent<Attempt, Session>,
): TeamConnection<Attempt, Session> {
  switch (event.kind) {
    case 'attemptBegan':
      return now.kind === 'idle' ? { kind: 'connecting', attempt: event.attempt, failure: now.failure } : now
    case 'failed':
      // The same trouble goes on since it began.
      return now.kind !== 'connecting' || now.failure?.trouble.kind === event.trouble.kind
        ? now
        : { ...now, failure: { trouble: event.trouble, since: event.at } }
    case 'attemptEnded':
      return now.kind === 'connecting' ? { kind: 'idle', failure: now.failure } : now
    case 'opened':
      return now.kind === 'live' ? now : { kind: 'live', session: event.session }
    case 'sessionEnded':
      return now.kind === 'live' ? { kind: 'idle', failure: null } : now
    case 'removed':
      return now.kind === 'live' ? { kind: 'idle', failure: { trouble: { kind: 'removed' }, since: event.at } } : now
    case 'left':
      return now.kind === 'idle' ? { kind: 'idle', failure: null } : now
  }
}
