import type { InstanceKey } from '../../contract/ids.ts'
import { createOneByOne } from '../base/one-by-one.ts'
import type { Logger } from '../base/ports.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import type { ProgramSendResult } from '../sending/tx/program-sends.ts'
import { hashOf, programSendId, programSendKey } from '../sharing/rules/shared-send-id.ts'
import type { PlacedSend } from '../sharing/shared-programs.ts'
import { TeamError } from '../sharing/team-error.ts'
import type { TeamWebhooks, WebhookTeam } from '../sharing/shared-webhooks.ts'
import { StoreError } from '../store/store-error.ts'
import { ProgramError } from '../programs/identity/rules/program-error.ts'
import type { PublicCallsBase } from './public-calls-base.ts'

/** A send of a program, as every desk of the team reads it. */
interface ReservedSend {
  readonly program: Program
  readonly sendId: string
  readonly instance: InstanceKey
  /** The input without `sendId`, in the program's own terms. */
  readonly input: object
}

export interface FoundSend extends PlacedSend {
  /** The team's name of it. */
  readonly id: string
}

/**
 * Sends of the team's programs, each once over all desks: a desk reserves it in the team's database before it puts it
 * into its outbox. Programs of this desk alone need no reservation.
 */
export interface SendReservations {
  /**
   * Sends, or says which desk has it. Rejects with ProgramError, `teamAway` where the team's database does not answer:
   * another desk could have sent it. `signal` ends a wait for that desk.
   */
  once(
    send: ReservedSend,
    enqueue: () => Promise<ProgramSendResult>,
    signal: AbortSignal,
  ): Promise<ProgramSendResult | (FoundSend & { readonly kind: 'placed' })>
  /** Where the team has a send that is not of this desk; null: nowhere. */
  find(program: Program, sendId: string): Promise<FoundSend | null>
  /** Gives up what was reserved here by a run that ended before it was in the outbox. */
  releaseStale(): Promise<void>
}

/** How often a desk looks whether another one has entered what it reserved, and after what time again, ms. */
const enteredTries = 40
const enteredEveryMs = 250

export function createSendReservations({
  store,
  clock,
  logger,
  teamWebhooks,
}: Pick<PublicCallsBase, 'store' | 'clock'> & {
  readonly logger: Logger
  readonly teamWebhooks: TeamWebhooks
}): SendReservations {
  /**
   * Reserving, enqueuing and releasing a send never overlap (by the team's id of the send): a release would give away a
   * send that another call has enqueued meanwhile, and another desk would send it too.
   */
  const oneByOne = createOneByOne()
  const idOf = (program: Program, sendId: string) => programSendId(programSendKey(program, sendId))
  const requireTeam = (): WebhookTeam => {
    const team = teamWebhooks.current()
    if (team === null) throw new ProgramError('teamAway')
    return team
  }
  /** A desk that has just begun is not known to the database yet: only a viewer's is refused for good. */
  const codeOf = ({ trouble }: TeamError) =>
    trouble.kind === 'notAllowed' && teamWebhooks.current()?.role === 'viewer' ? 'viewerDesk' : 'teamAway'
  const asked = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof TeamError)) throw error
      logger.warn({ error: error.message }, 'a send of a program was not reserved')
      throw new ProgramError(codeOf(error))
    }
  }
  /** A desk that left before it entered the message does not come back to say whether it sent it. */
  const knownOf = ({ byName, state, idMessage }: PlacedSend): PlacedSend => ({
    ...{ byName, idMessage },
    state: state ?? (byName === null ? 'uncertain' : null),
  })
  /**
   * Another desk has reserved it. Until it has entered the message it may have died before it wrote it, and nobody
   * would send it: the program is told to repeat the call rather than that all is well.
   */
  const entered = async (
    team: WebhookTeam,
    id: string,
    reserved: PlacedSend,
    signal: AbortSignal,
  ): Promise<PlacedSend> => {
    let found: PlacedSend | null = knownOf(reserved)
    for (let tries = 0; found?.state === null && tries < enteredTries; tries++) {
      await clock.sleep(enteredEveryMs, signal)
      if (signal.aborted) break
      const placed = await asked(team.placedSend(id))
      found = placed === null ? null : knownOf(placed)
    }
    if (found === null || found.state === null) throw new ProgramError('teamAway', { retryAfterMs: 1000 })
    return found
  }
  const release = (team: WebhookTeam, id: string) =>
    team
      .releaseSend(id)
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'a reserved send was not released'))

  return {
    async once({ program, sendId, instance, input }, enqueue, signal) {
      const { keyed, sendLimits } = program
      if (keyed === null) return enqueue()
      const id = idOf(program, sendId)
      const { minute, hour, day } = sendLimits
      const done = await oneByOne.run(id, async () => {
        // A send that this desk already has needs no database.
        if ((await store.read('sending.programSend', { program: program.key, sendId })) !== null) return enqueue()
        const team = requireTeam()
        const shared = team.shared().get(instance)
        if (shared === undefined) throw new ProgramError('teamAway')
        const reservation = await asked(
          team.reserveSend({
            ...{ id, program: keyed.id, instance: shared, limits: [minute, hour, day] },
            inputHash: hashOf([Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1))]),
          }),
        )
        if (reservation.outcome === 'reused') throw new ProgramError('sendIdReused')
        if (reservation.outcome === 'limited')
          throw new ProgramError('tooManySends', { retryAfterMs: reservation.waitMs })
        if (reservation.outcome === 'there') return { kind: 'there' as const, team, reservation }
        try {
          const sent = await enqueue()
          if (sent.kind === 'refused') await release(team, id)
          return sent
        } catch (error) {
          // Whether a store that ended has it is not known before it is read again (`releaseStale`).
          if (!(error instanceof StoreError && error.kind === 'closed')) await release(team, id)
          throw error
        }
      })
      if (done.kind !== 'there') return done
      return { kind: 'placed', id, ...(await entered(done.team, id, done.reservation, signal)) }
    },
    async find(program, sendId) {
      if (program.keyed === null) return null
      const id = idOf(program, sendId)
      const placed = await asked(requireTeam().placedSend(id))
      return placed === null ? null : { ...knownOf(placed), id }
    },
    async releaseStale() {
      const team = teamWebhooks.current()
      if (team === null || team.role === 'viewer') return
      const reserved = await team.reservedSends()
      if (reserved.length === 0) return
      const enteredOf = async (ids: readonly string[]) =>
        new Set(await store.read('sending.knownReservations', { ids }))
      const known = await enteredOf(reserved)
      for (const id of reserved)
        if (!known.has(id))
          await oneByOne.run(id, async () => {
            if (!(await enteredOf([id])).has(id)) await release(team, id)
          })
    },
  }
}
