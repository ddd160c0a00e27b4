import type { SendingStore } from './sending-base.ts'
import type { CallOptions } from '../../api/call.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { WaitReason } from '../../contract/statuses.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { WindowOriginSources } from '../hosting/window-origin.ts'
import { messageSubject } from '../messages/rules/request-subjects.ts'
import type { CancelTimer, Clock, Logger } from '../base/ports.ts'
import { isStoreTrouble } from '../store/store-error.ts'
import { untilStored } from '../store/until-stored.ts'
import { createOfflineGate, type OfflineGate } from './offline-gate.ts'
import type { SendResult } from './send-result.ts'
import type { LaneClaims } from '../messages/outbox/lane-claims.ts'
import { createReadyLanes, type ChosenLanes, type ReadyLanes } from './ready-lanes.ts'
import { createLaneTaker, type LaneTaker } from './lane-taker.ts'
import type { DueSend } from './tx/take-due.ts'
import { requestSend } from './request-send.ts'
import { retryPolicy } from './rules/retry-policy.ts'

export interface SenderPorts {
  readonly store: SendingStore
  readonly clock: Clock
  readonly logger: Logger
  /** Claims of a shared instance; null if this desk is alone. */
  readonly claims: () => LaneClaims | null
  /** An attempt has ended: its lane may continue, also in a later run, and an accepted message has to be tracked. */
  readonly onOutcome: (chat: ChatKey, result: SendResult) => void
  /** A lane waits until a file has come to the service. */
  readonly onUpload: () => void
  /** True while no message may be taken; `resume` is called afterwards. */
  readonly isHeld: () => boolean
  /** A file in the media cache; undefined: missing. */
  readonly openMedia: WindowOriginSources['openMedia']
}

/** Most parallel requests; each chat has at most one. */
const maxInFlight = 24

/**
 * Sends the outbox of one instance during one run: one message per chat at a time. Each is marked *sending* on the disk
 * before its request, and no request is ever repeated here.
 */
export class InstanceSender {
  readonly #run: InstanceRun
  readonly #ports: SenderPorts
  /** Chats whose lanes have to be checked. */
  readonly #ready: ReadyLanes
  readonly #inFlight = new Map<MessageKey, Promise<void>>()
  readonly #gate: OfflineGate
  readonly #stopped = new AbortController()
  readonly #abandoned = new AbortController()
  #begun = false
  readonly #lanes: LaneTaker
  #pumping = false
  /** Lanes being chosen or taken; their messages are in flight when this resolves. */
  #taking: Promise<void> | null = null
  #cancelPace: CancelTimer | undefined

  constructor(run: InstanceRun, ports: SenderPorts) {
    this.#run = run
    this.#ports = ports
    this.#gate = createOfflineGate(ports.clock, () => this.#pump())
    this.#ready = createReadyLanes({
      instance: run.key,
      store: ports.store,
      clock: ports.clock,
      mayProgramsSend: () => run.instance.connection.authorization() !== 'notAuthorized',
      onReady: () => this.#pump(),
    })
    this.#lanes = createLaneTaker({
      instance: run.key,
      store: ports.store,
      clock: ports.clock,
      claims: ports.claims,
      onClaimable: () =>
        ports.store.write('sending.setBlockedReason', { instance: run.key, waitReason: this.blockedBy() }),
    })
    const endNudges = run.onNudge(() => this.#gate.hurry())
    const endConnection = run.instance.connection.onChange((state) => {
      if (state.kind === 'live') this.#gate.hurry()
    })
    this.#stopped.signal.addEventListener('abort', () => {
      endNudges()
      endConnection()
      this.#gate.end()
      this.#cancelPace?.()
      this.#ready.end()
    })
    run.signal.addEventListener('abort', () => this.#stopped.abort())
  }

  /**
   * Starts with the waiting messages. Nothing is sent before, or sends of this run would count as leftovers of the
   * last. @param recover marks messages that were being sent when the program ended as uncertain, once per instance
   */
  async begin(recover: (instance: InstanceKey) => Promise<void>): Promise<void> {
    const { store } = this.#ports
    const instance = this.#run.key
    await this.#untilStored(async () => {
      await recover(instance)
      await store.write('sending.setBlockedReason', { instance, waitReason: null })
      for (const chat of await store.read('sending.chatsWithQueuedMessages', { instance })) this.#ready.add(chat)
      this.#begun = true
    })
    this.#pump()
  }

  /** A lane changed and may continue. */
  wake(chat: ChatKey): void {
    if (this.#stopped.signal.aborted) return
    this.#ready.add(chat)
    this.#pump()
  }

  /** The reason why the whole instance waits, if there is one. */
  blockedBy(): WaitReason | null {
    if (!this.#lanes.mayClaim()) return { kind: 'teamAway' }
    return this.#gate.lets === 'all' ? null : { kind: 'offline' }
  }

  /** The instance is authorized again: nothing is held. */
  readonly resume = (): void => this.#pump()

  /** Resolves when no message is in flight and all outcomes are stored. */
  async idle(): Promise<void> {
    while (this.#taking !== null || this.#inFlight.size > 0)
      await Promise.all([this.#taking, ...this.#inFlight.values()])
  }

  /**
   * Takes no more messages; resolves when the outcomes of those in flight are stored. @param graceMs longest wait for
   * answers and store; later outcomes are unknown
   */
  async stop(graceMs?: number): Promise<void> {
    this.#stopped.abort()
    const { clock } = this.#ports
    if (graceMs !== undefined) clock.setTimer(graceMs, () => this.#abandoned.abort())
    await Promise.race([this.#taking, aborted(this.#abandoned.signal)])
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values())
  }

  #pump(): void {
    if (this.#pumping) return
    this.#pumping = true
    this.#takeAll()
      .catch((error: unknown) => {
        this.#ports.logger.error({ instance: this.#run.key, error }, 'taking up messages failed')
        return this.#ports.clock.sleep(retryPolicy.store, this.#stopped.signal)
      })
      .finally(() => {
        this.#pumping = false
        if (this.#mayTake() > 0) this.#pump()
      })
  }

  /** Number of lanes that may be taken now. */
  #mayTake(): number {
    const size = this.#ready.open()
    if (!this.#begun || this.#stopped.signal.aborted || size === 0 || this.#ports.isHeld()) return 0
    if (this.#gate.lets === 'none') return 0
    const free = Math.min(maxInFlight - this.#inFlight.size, size)
    return free > 0 ? Math.min(free, this.#room(), this.#gate.lets === 'one' ? 1 : free) : 0
  }

  /**
   * Requests that the limiter allows at once. Other messages stay queued instead of *sending*, so that a crash makes no
   * message uncertain that never left.
   */
  #room(): number {
    const level = this.#run.instance.limiter.levels().find((row) => row.operation === 'sendMessage')
    if (level === undefined) return 1
    if (level.waiting === 0 && level.closedForMs === 0 && level.available > 0) return level.available
    const waitMs = Math.max(level.closedForMs, 1000 / Math.max(level.perSecond, 0.001), 1)
    this.#cancelPace ??= this.#ports.clock.setTimer(Math.min(Math.ceil(waitMs), retryPolicy.limiterCheck), () => {
      this.#cancelPace = undefined
      this.#pump()
    })
    return 0
  }

  async #takeAll(): Promise<void> {
    const { clock } = this.#ports
    for (let count = this.#mayTake(); count > 0; count = this.#mayTake()) {
      let next: ChosenLanes | null = null
      this.#taking = this.#untilStored(async () => {
        next = await this.#ready.choose(count)
      }).finally(() => {
        this.#taking = null
      })
      await this.#taking
      // The store is closed: asking it again would never end.
      if (next === null) return this.#ready.clear()
      const { chats, programs } = next as ChosenLanes
      // A hold may have begun while the store was asked.
      if (this.#ports.isHeld() || this.#stopped.signal.aborted) break
      if (chats.length === 0) continue
      this.#ready.take(chats)
      const askedAt = clock.now()
      let refusedAt = -Infinity
      this.#taking = this.#untilStored(async () => {
        const lanes = await this.#lanes.take(chats, programs).catch((error: unknown) => {
          refusedAt = clock.now()
          throw error
        })
        if (lanes.some((lane) => lane.upload)) this.#ports.onUpload()
        for (const { chat, send, nextAt } of lanes) {
          if (send !== null) this.#start(send)
          else if (nextAt !== null) this.#ready.addAt(chat, nextAt)
        }
      }).finally(() => {
        this.#taking = null
      })
      await this.#taking
      if (refusedAt >= askedAt) await this.#recordLostOutcomes(chats, { from: askedAt, to: refusedAt })
    }
    // Nothing is left that could show whether the connection is back.
    if (this.#ready.isEmpty() && this.#gate.lets === 'one') this.#gate.open()
  }

  /**
   * The store failed, and may have marked messages as *sending* all the same. No request was made, so nothing else
   * would end these rows, in this run or the next.
   */
  async #recordLostOutcomes(
    chats: readonly ChatKey[],
    when: { readonly from: number; readonly to: number },
  ): Promise<void> {
    const { store, clock, logger } = this.#ports
    for (;;) {
      const lost = { instance: this.#run.key, chats, ...when, except: [...this.#inFlight.keys()] }
      try {
        const settled = await store.write('sending.recordLostOutcomes', lost, { urgent: true })
        for (const chat of settled) this.#ports.onOutcome(chat, { kind: 'uncertain', text: '' })
        return
      } catch (error) {
        logger.warn({ instance: this.#run.key, error: String(error) }, 'what a refusing store took up is not settled')
        // An outcome that can't be stored becomes uncertain at the next start.
        if (!mayRecover(error)) return
        await clock.sleep(retryPolicy.store)
      }
    }
  }

  #start(send: DueSend): void {
    // Taken while the run ended: no request is made.
    const outcome = this.#stopped.signal.aborted ? this.#giveBack(send) : this.#attempt(send)
    const attempt = outcome
      .then(({ chat, result }) => {
        this.#inFlight.delete(send.message)
        this.#ports.onOutcome(chat, result)
      })
      .catch((error: unknown) => {
        // The outcome is not stored: the message is uncertain at the next start.
        this.#ports.logger.error({ instance: this.#run.key, error: String(error) }, 'a send ended by a defect')
      })
      .finally(() => {
        if (this.#inFlight.get(send.message) === attempt) this.#inFlight.delete(send.message)
      })
    this.#inFlight.set(send.message, attempt)
  }

  async #giveBack(send: DueSend): Promise<Outcome> {
    const result: SendResult = { kind: 'retryable', why: 'stopped', waitMs: 0 }
    return { chat: await this.#recordOutcome(send, result), result }
  }

  async #attempt(send: DueSend): Promise<Outcome> {
    this.#gate.trying()
    const subject = messageSubject(send)
    const repeats = { call: subject, attempts: send.attempt - 1 }
    const options: CallOptions = {
      priority: 'send',
      purpose: 'sending',
      subject,
      repeats,
      signal: this.#abandoned.signal,
      mayLeave: () => this.#lanes.mayLeave(send.message),
    }
    const result = await requestSend(this.#run, send, options, this.#ports)
    const chat = await this.#recordOutcome(send, result)
    if (result.kind === 'retryable' && result.why === 'offline') {
      if (this.#gate.failed()) await this.#setBlockedReason({ kind: 'offline' })
    } else if (this.#gate.lets !== 'all') {
      // Messages that became too old meanwhile must not be sent after the first good answer.
      await this.#setBlockedReason(null)
      this.#gate.open()
    }
    return { chat, result }
  }

  /** The outcome is stored even if the disk is full now, by retrying: until then the message stays *sending*. */
  async #recordOutcome(send: DueSend, result: SendResult): Promise<ChatKey> {
    const held = this.#run.instance.connection.authorization() === 'notAuthorized'
    const { store, clock, logger } = this.#ports
    for (;;) {
      try {
        const { chat } = await store.write(
          'sending.recordOutcome',
          { message: send.message, attempt: send.attempt, result },
          { urgent: true },
        )
        if (held && result.kind === 'accepted') {
          await store.write('sending.setAwaitingAuthorization', { instance: this.#run.key, held })
        }
        return chat ?? send.chat
      } catch (error) {
        logger.error({ instance: this.#run.key, error: String(error) }, 'outcome of a send not stored')
        // An outcome that can't be stored becomes uncertain at the next start.
        if (!mayRecover(error)) return send.chat
        await clock.sleep(retryPolicy.store)
      }
    }
  }

  async #setBlockedReason(waitReason: WaitReason | null): Promise<void> {
    const { store } = this.#ports
    await this.#untilStored(() => store.write('sending.setBlockedReason', { instance: this.#run.key, waitReason }))
  }

  /** Until the store takes it, or the run is over. */
  async #untilStored(work: () => Promise<void>): Promise<void> {
    const { logger } = this.#ports
    await untilStored(this.#ports, this.#stopped.signal, work).catch((error: unknown) =>
      logger.warn({ instance: this.#run.key, error: String(error) }, 'the outbox is out of reach'),
    )
  }
}

/** The outcome of an attempt, and the chat whose lane may continue. */
type Outcome = { readonly chat: ChatKey; readonly result: SendResult }

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** The disk may have room again; a closed store or a bug of ours stays what it is. */
const mayRecover = (error: unknown): boolean => isStoreTrouble(error) && error.kind !== 'closed'
