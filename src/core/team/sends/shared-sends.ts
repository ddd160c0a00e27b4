import { createPollLoop } from '../../base/create-poll-loop.ts'
import type { TeamStore } from '../ports.ts'
import type { InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { LaneClaims } from '../../messages/outbox/lane-claims.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { DatabaseState } from '../connection/database-state.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import { sendId } from './rules/send-id.ts'
import { settlementOf } from './rules/settlement.ts'
import { isBadValue, TeamError } from '../../sharing/team-error.ts'

/** Interval for comparing open sends, ms. Outcomes are uploaded at once; this covers lost answers. */
const pollMs = 5_000
/** Interval for naming the sends in flight to the database, ms. */
const nameEveryMs = 20_000
/** A claim is made again after so long: a colleague may close the question of a desk that sleeps, ms. */
const claimMs = 15_000
/** Claims whose time is known. */
const mostClaims = 10_000

export interface SharedSendsOptions {
  readonly team: Pick<SharedTeam, 'putSend' | 'claimSend' | 'settleSend' | 'enterSent' | 'nameInFlight' | 'sendStates'>
  readonly desk: DeskId
  readonly store: TeamStore
  readonly clock: Clock
  readonly logger: Logger
  readonly database: DatabaseState
  /** Shared instances, by this desk's keys. */
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  /** Something may be entered. */
  readonly isThere: () => boolean
}

/**
 * Sends of this desk in the team's database: put when they are first in their chat here, claimed before the request,
 * and settled by comparing the database with the outbox, so that a lost answer or a crash leaves none open.
 */
export interface SharedSends {
  claimsOf(instance: InstanceKey, shared: SharedInstanceId): LaneClaims
  /** Something may have become of a send. */
  wake(): void
  /** The database may have lost what it knew of these. */
  doubt(ids: readonly string[]): void
  /** Runs until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

export function shareSends(options: SharedSendsOptions): SharedSends {
  const { team, desk, store, clock, logger, database, shared: sharedNow, isThere } = options
  const { answered: onAnswer, keeping } = database
  /** Claimed, and not marked on the disk as on their way: until then what stands there says nothing of them. */
  const claiming = new Set<MessageKey>()
  /** Those of which that ended since what stands on the disk was read: what was read of them is old. */
  let endedSince = new Set<MessageKey>()
  const endClaim = (message: MessageKey) => {
    claiming.delete(message)
    endedSince.add(message)
  }
  /**
   * When each was claimed, by the wall clock and by the monotonic one: the latter may stand still while a computer
   * sleeps.
   */
  const claimedAt = new Map<MessageKey, { readonly wall: number; readonly monotonic: number }>()
  /** Sends of which the database may know something else than this disk; at first what is open. */
  let doubtful: Set<string> | null = new Set()
  let namedAt = -Infinity
  const loop = createPollLoop(clock)

  /**
   * Null: the database refuses these values, which the service or a person chose. Every later try would be refused too,
   * so the caller goes on without them: one such send must not stop those of all other chats.
   */
  const unlessRefused = <Result>(work: Promise<Result>): Promise<Result | null> =>
    keeping(work).catch((error: unknown) => {
      if (!isBadValue(error)) throw error
      logger.warn({ error: error.message }, 'the team cannot store a value of a send')
      return null
    })
  const failRefused = (message: MessageKey) => store.write('team.failRefused', { message })
  const compare = async (ids: readonly string[]) => {
    const rows = await team.sendStates(ids)
    await store.write('team.compareSends', { asked: ids, rows })
  }
  const settle = async () => {
    if (doubtful !== null) {
      const asked = [...doubtful]
      const open = await store.read('team.openSends', undefined)
      await compare([...new Set([...asked, ...open.map(({ id }) => id)])])
      for (const id of asked) doubtful.delete(id)
      if (doubtful.size === 0) doubtful = null
    }
    endedSince = new Set()
    const doubted: string[] = []
    for (const row of await store.read('team.openSends', undefined)) {
      if (claiming.has(row.message) || endedSince.has(row.message)) continue
      const next = settlementOf(row)
      if (next === null) continue
      const { state, idMessage, isFound, shownId } = next
      const isTaken =
        (await unlessRefused(team.settleSend(row.id, row.attempt, state, idMessage, isFound, shownId))) ??
        (await keeping(team.settleSend(row.id, row.attempt, state, null)))
      if (!isTaken || row.state === 'accepted') doubted.push(row.id)
    }
    if (doubted.length > 0) await compare(doubted)
    if (clock.monotonic() - namedAt >= nameEveryMs) {
      namedAt = clock.monotonic()
      await team.nameInFlight((await store.read('team.openSends', undefined)).map(({ id }) => id))
    }
    for (const { message, queuedAt, ...row } of await store.read('team.sentAlone', undefined)) {
      const instance = sharedNow().get(row.instance)
      if (instance === undefined) continue
      const id = sendId(desk, { message, queuedAt, program: row.program })
      const { chatId, operation, request, seenN } = row
      const sent = { id, instance, chatId, operation, request, seenN }
      const isEntered = await unlessRefused(team.enterSent(sent, row.state, row.idMessage))
      if (isEntered === null) await unlessRefused(team.enterSent(sent, row.state, null))
      await store.write('team.markEntered', {
        id,
        instance: row.instance,
        message,
        queuedAt,
        author: desk,
        state: row.state,
      })
    }
  }

  const stamp = () => ({ wall: clock.now(), monotonic: clock.monotonic() })
  /** Makes one claim. Null: the chat waits. */
  const claimNext = async (instance: InstanceKey, message: MessageKey, id: string, request: string) => {
    claiming.add(message)
    const at = stamp()
    const claim = await team.claimSend(id, request).catch(async (error: unknown) => {
      if (isBadValue(error)) await failRefused(message)
      else onAnswer(error)
      return null
    })
    if (claim?.outcome === 'claimed') {
      claimedAt.delete(message)
      claimedAt.set(message, at)
      for (const [oldest] of claimedAt.size > mostClaims ? claimedAt : []) {
        claimedAt.delete(oldest)
        break
      }
      return claim.attempt
    }
    endClaim(message)
    if (claim?.outcome === 'unknown') await store.write('team.forgetSend', { id })
    if (claim?.outcome === 'answered') await store.write('team.parkAnswered', { message })
    if (claim?.outcome === 'closed') {
      // As what it is closed there: another copy of this disk may have sent it.
      await compare([id])
      await store.write('team.parkClosed', { instance, messages: [message], isOver: true })
    }
    return null
  }

  return {
    wake: loop.wake,
    doubt(ids) {
      doubtful = new Set([...(doubtful ?? []), ...ids])
      loop.wake()
    },
    claimsOf: (instance, shared) => ({
      async claim(chats) {
        if (!isThere()) return null
        try {
          const lanes = await store.read('team.lanes', { instance, chats })
          const closed = lanes.flatMap((lane) => lane.closed)
          // The chat's lane is read again after this.
          if (closed.length > 0) await store.write('team.parkClosed', { instance, messages: closed })
          const sends = lanes.flatMap(({ waiting }) => waiting)
          for (const send of sends) {
            const { message, queuedAt, chatId, operation, request, seenN, isPut, guard } = send
            if (isPut) continue
            const id = sendId(desk, send)
            const program = send.program?.name ?? null
            const sent = { id, instance: shared, chatId, operation, request, seenN, program }
            if ((await unlessRefused(team.putSend(sent, guard))) === null) {
              closed.push(message)
              await failRefused(message)
            } else await store.write('team.markPut', { id, instance, message, queuedAt, author: desk })
          }
          const asked = await Promise.all(
            lanes.map(async ({ chat, next, waiting }) => {
              const send = waiting.find(({ message }) => message === next)
              if (next === null || send === undefined || closed.includes(next)) return { chat, message: null }
              const attempt = await claimNext(instance, next, sendId(desk, send), send.request)
              return { chat, message: next, attempt }
            }),
          )
          const only = asked.flatMap(({ chat, message, attempt }) =>
            message === null || attempt === null || attempt === undefined ? [] : [{ chat, message }],
          )
          return {
            only,
            again: asked.flatMap(({ chat, message, attempt }) => (message !== null && attempt === null ? [chat] : [])),
          }
        } catch (error) {
          if (!(error instanceof TeamError)) throw error
          onAnswer(error)
          return null
        }
      },
      mayLeave(message) {
        const at = claimedAt.get(message)
        const now = stamp()
        return at === undefined || (Math.abs(now.wall - at.wall) < claimMs && now.monotonic - at.monotonic < claimMs)
      },
      taken(claimed) {
        for (const { message } of claimed) endClaim(message)
        loop.wake()
      },
    }),
    run: (signal) =>
      loop.run(signal, async () => {
        try {
          if (isThere()) await settle()
        } catch (error) {
          onAnswer(error)
          logger.warn({ error: String(error) }, 'outcomes of sends were not uploaded to the team')
        }
        return pollMs
      }),
  }
}
