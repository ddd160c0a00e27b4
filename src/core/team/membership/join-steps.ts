import { isContractError } from '../../../contract/errors.ts'
import type { JoinStep, JoinStepName } from '../../../contract/team.ts'
import type { TeamBase } from '../ports.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'

/** The troubles of a database that was reached, and let this login in. */
const afterReached: ReadonlySet<unknown> = new Set([
  'notATeam',
  'otherProgram',
  'olderSchema',
  'newerSchema',
  'grantsMissing',
  'notAllowed',
])

/** The steps of one attempt to join, as they end. */
interface JoinAttempt {
  /** Connects, and looks at what is there. Rejects as `work` does. */
  open(work: Promise<SharedTeam>): Promise<SharedTeam>
  /** Rejects as `work` does. */
  at<Result>(
    step: JoinStepName,
    work: Promise<Result>,
    found?: (result: Result) => Pick<JoinStep, 'instances'>,
  ): Promise<Result>
}

/** The steps of the latest attempt to join a team, each shown by the window as it ends. */
export function createJoinSteps({ clock, emit }: Pick<TeamBase, 'clock' | 'emit'>) {
  let latest: { readonly run: string; steps: readonly JoinStep[] } = { run: '', steps: [] }

  const begin = (run = ''): JoinAttempt => {
    const own = { run, steps: [] as readonly JoinStep[] }
    latest = own
    let from = clock.now()
    const ended = (...steps: readonly Omit<JoinStep, 'tookMs'>[]) => {
      const tookMs = clock.now() - from
      from = clock.now()
      own.steps = [...own.steps, ...steps.map((step, index) => ({ ...step, tookMs: index === 0 ? tookMs : null }))]
      if (run !== '') emit({ type: 'changed', change: { kind: 'check', run } })
    }
    return {
      async open(work) {
        try {
          const team = await work
          const { isSecure, role } = team
          ended({ step: 'reach', ok: true, isSecure }, { step: 'schema', ok: true, role })
          return team
        } catch (error) {
          const trouble = isContractError(error) ? error.data.details?.['trouble'] : undefined
          if (afterReached.has(trouble)) ended({ step: 'reach', ok: true }, { step: 'schema', ok: false })
          else ended({ step: 'reach', ok: false })
          throw error
        }
      },
      async at(step, work, found) {
        try {
          const result = await work
          ended({ step, ok: true, ...found?.(result) })
          return result
        } catch (error) {
          ended({ step, ok: false })
          throw error
        }
      },
    }
  }
  return { begin, steps: (run: string): readonly JoinStep[] => (run === latest.run ? latest.steps : []) }
}
