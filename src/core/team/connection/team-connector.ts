import type { Clock, Logger } from '../../base/ports.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'
import { TeamError } from '../../sharing/team-error.ts'
import { nextConnection, type Failure, type TeamConnection, type TeamConnectionEvent } from './rules/team-connection.ts'
import type { TeamSession } from '../ports.ts'

/** Retry interval at the start for a database that does not answer, ms. */
const againMs = 5_000

interface Attempt {
  readonly ending: AbortController
  readonly done: Promise<void>
  hurry(): void
}

/** Holds the one session of this desk with its team's database. */
export interface TeamConnector {
  session(): TeamSession | null
  /** Why there is no session; null: nothing failed so far. */
  failure(): Failure | null
  /** Opens the database until it is there, unless a session or an attempt is. */
  goOn(): void
  /** Begins a session with a database that was opened by joining. */
  begin(team: SharedTeam): Promise<void>
  /** Tries again at once. */
  hurry(): void
  /** Ends the attempt and the session. */
  end(how: (last: TeamSession) => Promise<void>): Promise<void>
  /** The desk left its team: earlier failures are forgotten. */
  left(): void
}

export function createTeamConnector(options: {
  readonly clock: Clock
  readonly logger: Logger
  /** Whether this desk has a team, and core runs. */
  readonly isWanted: () => boolean
  /** Opens the database of the stored membership; null: none can be read. Rejects with TeamError. */
  readonly openStored: () => Promise<SharedTeam | null>
  readonly beginSession: (team: SharedTeam, onRemoved: () => void) => TeamSession
  /** Called when a session began or ended. */
  readonly onSession: () => void
  /** The team's status has changed. */
  readonly announce: () => void
}): TeamConnector {
  const { clock, logger, isWanted, openStored, beginSession, onSession, announce } = options
  let connection: TeamConnection<Attempt, TeamSession> = { kind: 'idle', failure: null }
  /** Whether the event had a meaning. */
  const happen = (event: TeamConnectionEvent<Attempt, TeamSession>): boolean => {
    const before = connection
    connection = nextConnection(before, event)
    return connection !== before
  }
  const session = () => (connection.kind === 'live' ? connection.session : null)

  const begin = async (team: SharedTeam) => {
    // An attempt and a join may both have opened the database.
    if (connection.kind === 'live') return await team.close()
    happen({ kind: 'opened', session: beginSession(team, () => void endRemoved(team)) })
    onSession()
    announce()
  }

  /** A removed desk stops syncing and no longer queries the database. */
  const endRemoved = async (team: SharedTeam) => {
    const last = session()
    if (last?.team !== team) return
    happen({ kind: 'removed', at: clock.now() })
    onSession()
    try {
      await last.stop()
    } catch (error) {
      logger.warn({ error: String(error) }, 'the session of a removed desk did not end well')
    }
    announce()
  }

  /** Tries until the database answers, also after troubles that need a person: they may be resolved elsewhere. */
  const connect = async (signal: AbortSignal, pause: () => AbortSignal) => {
    while (!signal.aborted) {
      try {
        const team = await openStored()
        if (team === null) return
        return signal.aborted ? await team.close() : await begin(team)
      } catch (error) {
        const trouble = error instanceof TeamError ? error.trouble : ({ kind: 'failed', code: 'unknown' } as const)
        if (happen({ kind: 'failed', trouble, at: clock.now() })) {
          logger.warn({ error: String(error) }, "the team's database was not opened")
          announce()
        }
        if (trouble.kind === 'removed') return
        await clock.sleep(againMs, AbortSignal.any([signal, pause()]))
      }
    }
  }

  return {
    session,
    failure: () => (connection.kind === 'live' ? null : connection.failure),
    begin,
    goOn() {
      if (!isWanted() || connection.kind !== 'idle') return
      const ending = new AbortController()
      let pause = new AbortController()
      const over = Promise.withResolvers<void>()
      happen({ kind: 'attemptBegan', attempt: { ending, done: over.promise, hurry: () => pause.abort() } })
      connect(ending.signal, () => (pause = new AbortController()).signal)
        .catch((error: unknown) => logger.error({ error }, "the team's database is not asked any more"))
        .finally(() => {
          happen({ kind: 'attemptEnded' })
          over.resolve()
        })
    },
    hurry() {
      if (connection.kind === 'connecting') connection.attempt.hurry()
      else session()?.hurry()
    },
    async end(how) {
      if (connection.kind === 'connecting') {
        connection.attempt.ending.abort()
        await connection.attempt.done
      }
      const last = session()
      if (last === null) return
      happen({ kind: 'sessionEnded' })
      onSession()
      await how(last)
    },
    left: () => void happen({ kind: 'left' }),
  }
}
