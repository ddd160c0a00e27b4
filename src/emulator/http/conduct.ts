import { createRateWindow } from './limits.ts'

/** Rules that a correct client never breaks. */
export type ViolationRule =
  /** Two receives in flight for one instance. */
  | 'parallel-receive'
  /** A delete of a receipt that was not handed out. */
  | 'delete-not-handed-out'
  /** A call over the limit per second. */
  | 'over-limit'
  /** A call over the limit within a second after a 429. */
  | 'over-limit-after-429'
  /**
   * The same text to the same chat again after the first was accepted and its answer lost, or twice within half a
   * second.
   */
  | 'doubled-send'
  /** The token in a header, a query or a body. */
  | 'token-outside-path'
  /** More than ten receives within a second that came back empty. */
  | 'hot-loop'
  /** Pulling more than once in half a minute while a webhook URL is set. */
  | 'pull-against-webhook'

export interface Violation {
  readonly rule: ViolationRule
  readonly idInstance: string
  readonly operation: string
  readonly details: string
  /** Emulated epoch milliseconds. */
  readonly at: number
}

const doubleClickMs = 500
/** Real milliseconds. */
const goodbyeMs = 10
const webhookPauseMs = 30_000
const emptyPerSecond = 10

interface SeenSend {
  readonly at: number
  answered: boolean
  accepted: boolean
}

/** Detects violations in the requests. */
export class Conduct {
  readonly #now: () => number
  readonly #report: (violation: Violation) => void
  /** Requests arrive at the times at which they were sent. */
  readonly #isPunctual: () => boolean
  readonly #receiving = new Map<string, number>()
  readonly #handedOut = new Map<string, Set<number>>()
  readonly #limitedAt = new Map<string, number>()
  readonly #calls = createRateWindow()
  readonly #empties = createRateWindow()
  readonly #conflictAt = new Map<string, number>()
  readonly #sends = new Map<string, SeenSend>()
  #violations: Violation[] = []

  constructor(now: () => number, report: (violation: Violation) => void, isPunctual: () => boolean = () => true) {
    this.#now = now
    this.#report = report
    this.#isPunctual = isPunctual
  }

  list(): readonly Violation[] {
    return this.#violations
  }

  clear(): void {
    this.#violations = []
  }

  add(rule: ViolationRule, idInstance: string, operation: string, details: string): void {
    const violation: Violation = { rule, idInstance, operation, details, at: this.#now() }
    this.#violations.push(violation)
    this.#report(violation)
  }

  overLimit(idInstance: string, operation: string, recent: number, perSecond: number): void {
    if (!this.#isPunctual()) return
    this.add('over-limit', idInstance, operation, `${recent} calls within a second, ${perSecond} allowed`)
  }

  handedOut(idInstance: string, receiptId: number): void {
    const receipts = this.#handedOut.get(idInstance) ?? new Set()
    this.#handedOut.set(idInstance, receipts.add(receiptId))
  }

  /**
   * Records the start of a request. Returns a function to call at its end: `status` is 0 if the client got no answer.
   */
  begin(request: {
    readonly idInstance: string
    readonly operation: string
    readonly perSecond: number
    readonly receipt: string
    readonly sendKey: string | undefined
  }): (end: { readonly status: number; readonly empty: boolean; readonly accepted: boolean }) => void {
    const { idInstance, operation } = request
    const key = `${idInstance} ${operation}`
    this.#checkLimit(key, request)
    if (operation === 'receiveNotification') this.#beginReceive(idInstance)
    if (operation === 'deleteNotification') this.#checkDelete(idInstance, request.receipt)
    const send = request.sendKey === undefined ? undefined : this.#beginSend(idInstance, request.sendKey)
    return ({ status, empty, accepted }) => {
      if (status === 429) this.#limitedAt.set(key, this.#now())
      if (send) {
        send.answered = status >= 200 && status < 300
        send.accepted = accepted
      }
      if (operation !== 'receiveNotification') return
      this.#receiving.set(idInstance, (this.#receiving.get(idInstance) ?? 1) - 1)
      if (status === 400) this.#conflictAt.set(idInstance, this.#now())
      else this.#conflictAt.delete(idInstance)
      if (empty && this.#empties.count(idInstance, this.#now()) === emptyPerSecond + 1) {
        this.add('hot-loop', idInstance, operation, `more than ${emptyPerSecond} empty receives within a second`)
      }
    }
  }

  #checkLimit(
    key: string,
    request: { readonly idInstance: string; readonly operation: string; readonly perSecond: number },
  ): void {
    const recent = this.#calls.count(key, this.#now())
    const limitedAt = this.#limitedAt.get(key)
    if (limitedAt === undefined || this.#now() - limitedAt >= 1000 || recent <= request.perSecond) return
    if (!this.#isPunctual()) return
    this.add(
      'over-limit-after-429',
      request.idInstance,
      request.operation,
      `${recent} calls within a second, ${request.perSecond} allowed`,
    )
  }

  #beginReceive(idInstance: string): void {
    const inFlight = (this.#receiving.get(idInstance) ?? 0) + 1
    this.#receiving.set(idInstance, inFlight)
    if (inFlight > 1) {
      // A client that aborts one receive and starts the next breaks no rule: its disconnect may be read a moment later.
      const judge = () => {
        const still = this.#receiving.get(idInstance) ?? 0
        if (still > 1) this.add('parallel-receive', idInstance, 'receiveNotification', `${still} receives in flight`)
      }
      // On a busy event loop timers run before what has arrived is read, and a closed socket says so a phase later.
      setTimeout(() => setImmediate(() => setImmediate(judge)), goodbyeMs)
    }
    const conflictAt = this.#conflictAt.get(idInstance)
    if (conflictAt !== undefined && this.#now() - conflictAt < webhookPauseMs) {
      this.add('pull-against-webhook', idInstance, 'receiveNotification', `again after ${this.#now() - conflictAt} ms`)
    }
  }

  #checkDelete(idInstance: string, receipt: string): void {
    if (this.#handedOut.get(idInstance)?.has(Number(receipt))) return
    this.add('delete-not-handed-out', idInstance, 'deleteNotification', `receipt ${receipt}`)
  }

  #beginSend(idInstance: string, sendKey: string): SeenSend {
    const key = `${idInstance}\n${sendKey}`
    const earlier = this.#sends.get(key)
    if (earlier?.accepted && !earlier.answered) {
      this.add('doubled-send', idInstance, 'sendMessage', 'the first was accepted, its answer got lost')
    } else if (earlier?.answered && this.#now() - earlier.at < doubleClickMs) {
      this.add('doubled-send', idInstance, 'sendMessage', `again after ${this.#now() - earlier.at} ms`)
    }
    const send: SeenSend = { at: this.#now(), answered: false, accepted: false }
    this.#sends.set(key, send)
    return send
  }
}
