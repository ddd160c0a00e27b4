import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { CancelTimer, Clock } from '../base/ports.ts'
import { retryPolicy } from './rules/retry-policy.ts'
import type { SendingStore } from './sending-base.ts'

export interface ChosenLanes {
  readonly chats: readonly ChatKey[]
  /** These are lanes whose next message is a program's. */
  readonly programs: boolean
}

/**
 * Chats whose lanes have to be checked, in order of request. People first: lanes whose next message is a program's are
 * set aside, and chosen when no other one is ready, as many as may lie in the service's queue.
 */
export interface ReadyLanes {
  add(chat: ChatKey): void
  /** Adds it at a time, epoch ms. */
  addAt(chat: ChatKey, at: number): void
  /** Lanes that may be chosen now. */
  open(): number
  isEmpty(): boolean
  /** The next lanes; none where others have to be looked at first. They stay until they are taken. */
  choose(count: number): Promise<ChosenLanes>
  take(chats: readonly ChatKey[]): void
  clear(): void
  end(): void
}

/** Lanes that are looked at together. */
const mostChosen = 200

export function createReadyLanes({
  instance,
  store,
  clock,
  mayProgramsSend,
  onReady,
}: {
  readonly instance: InstanceKey
  readonly store: SendingStore
  readonly clock: Clock
  readonly mayProgramsSend: () => boolean
  /** A lane was added at its time, or there may be room for programs again. */
  readonly onReady: () => void
}): ReadyLanes {
  const ready = new Set<ChatKey>()
  const ofPrograms = new Set<ChatKey>()
  const waits = new Map<ChatKey, CancelTimer>()
  let cancelPace: CancelTimer | undefined

  const waitForRoom = () => {
    cancelPace ??= clock.setTimer(retryPolicy.claim, () => {
      cancelPace = undefined
      onReady()
    })
  }
  return {
    add: (chat) => void ready.add(chat),
    addAt(chat, at) {
      waits.get(chat)?.()
      const cancel = clock.setTimer(Math.max(1, at - clock.now()), () => {
        waits.delete(chat)
        ready.add(chat)
        onReady()
      })
      waits.set(chat, cancel)
    },
    open: () => ready.size + (cancelPace === undefined ? ofPrograms.size : 0),
    isEmpty: () => ready.size + ofPrograms.size === 0,
    async choose(count) {
      const first = [...ready].slice(0, mostChosen)
      const heads = first.length === 0 ? [] : await store.read('sending.programHeads', { instance, chats: first })
      for (const chat of heads) if (ready.delete(chat)) ofPrograms.add(chat)
      const chats = first.filter((chat) => !heads.includes(chat)).slice(0, count)
      if (chats.length > 0 || ready.size > 0 || ofPrograms.size === 0) return { chats, programs: false }
      const room = mayProgramsSend() ? await store.read('sending.programRoom', { instance }) : 0
      if (room === 0) waitForRoom()
      return { chats: [...ofPrograms].slice(0, Math.min(room, count)), programs: true }
    },
    take(chats) {
      for (const chat of chats) {
        ready.delete(chat)
        ofPrograms.delete(chat)
      }
    },
    clear() {
      ready.clear()
      ofPrograms.clear()
    },
    end() {
      cancelPace?.()
      for (const cancel of waits.values()) cancel()
    },
  }
}
