import type { SendingStore } from './sending-base.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { Clock } from '../base/ports.ts'
import type { LaneClaims } from '../messages/outbox/lane-claims.ts'
import type { TakenLane } from './tx/take-due.ts'
import { retryPolicy } from './rules/retry-policy.ts'

export interface LaneTakerOptions {
  readonly instance: InstanceKey
  readonly store: SendingStore
  readonly clock: Clock
  /** Null: no team shares the instance, and every lane is this desk's own. */
  readonly claims: () => LaneClaims | null
  /** Whether the team's database can be asked has changed. */
  readonly onClaimable: () => Promise<unknown>
}

/** Takes messages that may be sent now from their lanes; in a shared instance it claims them first. */
export interface LaneTaker {
  /** @param programs true: also messages of programs */
  take(chats: readonly ChatKey[], programs: boolean): Promise<readonly TakenLane[]>
  /** False: the team's database is unreachable, so no message may be sent. */
  mayClaim(): boolean
  /** The claim of this message is fresh, or it needs none. */
  mayLeave(message: MessageKey): boolean
}

export function createLaneTaker({
  instance,
  store,
  clock,
  claims: claimsNow,
  onClaimable,
}: LaneTakerOptions): LaneTaker {
  let mayClaim = true
  /** Chats in which a colleague's message went first when they were looked at last, and whether that was said. */
  const afterColleague = new Map<ChatKey, 'refused' | 'said'>()

  /** Desks that answer at once pass each other within a second: what waits longer says so. */
  const reportWait = async (chats: readonly ChatKey[], again: readonly ChatKey[]): Promise<void> => {
    const still = again.filter((chat) => afterColleague.get(chat) === 'refused')
    if (still.length > 0) await store.write('sending.setAfterColleague', { instance, chats: still })
    for (const chat of chats) {
      if (!again.includes(chat)) afterColleague.delete(chat)
      else afterColleague.set(chat, afterColleague.has(chat) ? 'said' : 'refused')
    }
  }
  const takeDue = (chats: readonly ChatKey[], programs: boolean, only?: Parameters<LaneClaims['taken']>[0]) =>
    store.write('sending.takeDue', { instance, chats, programs, only }, { urgent: true })

  return {
    mayClaim: () => mayClaim,
    mayLeave: (message) => claimsNow()?.mayLeave(message) ?? true,
    async take(chats, programs) {
      const claims = claimsNow()
      const claimed = claims === null ? undefined : await claims.claim(chats)
      if ((claimed !== null) !== mayClaim) {
        mayClaim = claimed !== null
        await onClaimable()
      }
      if (claims === null || claimed === undefined) return takeDue(chats, programs)
      const later = clock.now() + retryPolicy.claim
      const waits = (some: readonly ChatKey[]) =>
        some.map((chat) => ({ chat, send: null, upload: false, nextAt: later }))
      if (claimed === null) {
        const only = await store.read('sending.alone', { instance, chats })
        return only.length === 0 ? waits(chats) : takeDue(chats, programs, only)
      }
      const { only, again } = claimed
      try {
        await reportWait(chats, again)
        const open = chats.filter((chat) => !again.includes(chat))
        return [...(await takeDue(open, programs, only)), ...waits(again)]
      } finally {
        claims.taken(only)
      }
    },
  }
}
