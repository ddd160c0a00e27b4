import type { Logger } from '../../base/ports.ts'
import type { Beat } from '../../sharing/shared-team.ts'
import { TeamError } from '../../sharing/team-error.ts'
import type { TeamStore } from '../ports.ts'

/** Whether this run of the desk works for the team, or another run on a copy of its data directory does. */
export interface ActingRun {
  /** Also false until the database has confirmed it: nothing is claimed before. */
  isActing(): boolean
  /** Awaits a beat and records whether this run acts. Rejects as the beat does. */
  beating(beat: Promise<Beat>): Promise<Beat>
}

export function createActingRun(options: {
  readonly store: TeamStore
  readonly logger: Logger
  /** This run acts from now on. */
  readonly onActing: () => void
}): ActingRun {
  const { store, logger, onActing } = options
  let isActing = false
  let generation: string | null = null
  /** No beat of this run has been answered yet. */
  let isStart = true
  /** Another run acts, and this disk does not say it yet. */
  let isUnmarked = false
  const mark = async () => {
    if (isUnmarked) await store.write('team.markOtherRun', undefined)
    isUnmarked = false
  }
  return {
    isActing: () => isActing,
    async beating(beat) {
      let given: Beat
      try {
        given = await beat
      } catch (error) {
        if (error instanceof TeamError && error.trouble.kind === 'otherRun') {
          isActing = false
          isUnmarked = true
          await mark().catch((failure: unknown) =>
            logger.warn({ error: String(failure) }, 'that another run of this desk acts was not written down'),
          )
        }
        throw error
      }
      await mark()
      if (isActing && given.generation === generation) return given
      const uncertain = await store.write('team.actAgain', { generation: given.generation, isStart })
      isStart = false
      if (uncertain > 0) logger.warn({ uncertain }, 'another run of this desk may have sent what waited here')
      generation = given.generation
      if (isActing) return given
      isActing = true
      onActing()
      return given
    },
  }
}
