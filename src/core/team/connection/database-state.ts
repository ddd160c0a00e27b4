import { createSignal, type Signal } from '../../base/create-signal.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import { isBadValue, TeamError, type TeamTrouble } from '../../sharing/team-error.ts'

/** Retry interval of writes to a full or read-only database, ms. */
const writeAgainMs = 10_000

/** Troubles that only a desk's beat detects and clears. */
const decidedByBeat: ReadonlySet<TeamTrouble['kind']> = new Set([
  'removed',
  'otherTeam',
  'otherRun',
  'newerSchema',
  'olderSchema',
  'grantsMissing',
])

/** The state of the team's database, by its last answers. */
export interface DatabaseState {
  /** Null: all is well. */
  trouble(): TeamTrouble | null
  /** Since when, epoch ms. */
  since(): number
  /** Something may be written, or tried again. */
  mayWrite(): boolean
  /** Reports the result of a call: null if it was answered. The caller's own errors are ignored. */
  answered(error: unknown): void
  /** This desk was entered as here, so the database is its team's and takes it. */
  entered(): void
  /** The journal can't be followed here, or can again. */
  stalled(is: boolean): void
  /** Awaits a write: a full or read-only database stays so until a write succeeds, even if reads do. */
  keeping<Result>(work: Promise<Result>): Promise<Result>
  /** Told when it may be written to again. */
  readonly opened: Signal<[]>
}

export function createDatabaseState(options: {
  readonly clock: Clock
  readonly logger: Logger
  readonly onChange: () => void
  /** Ends all waits. */
  readonly ending: AbortSignal
}): DatabaseState {
  const { clock, logger, onChange, ending } = options
  const opened = createSignal<[]>()
  /** The trouble of writes, which no successful read clears. `until`: by the monotonic clock. */
  let unwritable: { readonly trouble: TeamTrouble; until: number } | null = null
  let away: TeamTrouble | null = null
  let isStalled = false
  const trouble = (): TeamTrouble | null => away ?? unwritable?.trouble ?? (isStalled ? { kind: 'notFollowed' } : null)
  let since = clock.now()

  const set = (change: () => void) => {
    const before = trouble()?.kind
    change()
    const now = trouble()?.kind
    if (before === now) return
    since = clock.now()
    logger.info(
      { trouble: now ?? null },
      now === undefined ? "the team's database is there" : "the team's database is away",
    )
    onChange()
    if (now === undefined) opened.emit()
  }
  const answered = (error: unknown) => {
    if (error !== null && (!(error instanceof TeamError) || isBadValue(error))) return
    set(() => {
      // Only the beat knows whose database it is and whether this desk belongs to it: other calls clear nothing of
      // that.
      if (away !== null && decidedByBeat.has(away.kind) && (error === null || error.trouble.kind === 'notAllowed'))
        return
      away = error === null ? null : error.trouble
    })
  }
  return {
    opened,
    answered,
    entered: () =>
      set(() => {
        away = null
      }),
    trouble,
    stalled: (is) =>
      set(() => {
        isStalled = is
      }),
    since: () => since,
    mayWrite: () => away === null && !isStalled && (unwritable === null || clock.monotonic() >= unwritable.until),
    async keeping(work) {
      try {
        const result = await work
        set(() => {
          unwritable = null
        })
        return result
      } catch (error) {
        if (error instanceof TeamError && (error.trouble.kind === 'full' || error.trouble.kind === 'readOnly')) {
          const { trouble } = error
          set(() => {
            unwritable = { trouble, until: clock.monotonic() + writeAgainMs }
          })
          void clock.sleep(writeAgainMs, ending).then(() => opened.emit())
        } else answered(error)
        throw error
      }
    },
  }
}
