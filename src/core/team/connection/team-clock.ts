import type { Clock, Logger } from '../../base/ports.ts'
import type { Beat } from '../../sharing/shared-team.ts'

/** The database's clock counts as having jumped from here on, ms. */
const jumpMs = 10_000

/** The database's clock beside ours: all times of a team are the database's. */
export interface TeamClock {
  /** By how much it is ahead of ours, ms; 0 until it was measured. */
  offsetMs(): number
  /** A time of the database by our clock. Epoch ms. */
  ours(theirs: number): number
  /** Its last jump: when by our clock, epoch ms, and by how much. */
  jump(): { readonly at: number; readonly ms: number } | null
  /** Makes a beat and measures the clock by it. */
  measure(beat: () => Promise<Beat>): Promise<Beat>
}

export function createTeamClock(options: {
  readonly clock: Clock
  readonly logger: Logger
  readonly onJump: () => void
}): TeamClock {
  const { clock, logger, onJump } = options
  let offsetMs: number | null = null
  let jump: ReturnType<TeamClock['jump']> = null
  return {
    offsetMs: () => offsetMs ?? 0,
    ours: (theirs) => theirs - (offsetMs ?? 0),
    jump: () => jump,
    async measure(call) {
      const asked = clock.now()
      const beat = await call()
      const now = Math.round(beat.now - (asked + clock.now()) / 2)
      if (offsetMs !== null && Math.abs(now - offsetMs) >= jumpMs) {
        jump = { at: clock.now(), ms: now - offsetMs }
        logger.warn({ ms: jump.ms }, "the clock of the team's database jumped")
        onJump()
      }
      offsetMs = now
      return beat
    },
  }
}
