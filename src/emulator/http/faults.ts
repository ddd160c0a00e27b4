import type { Random } from '../random.ts'

/** A fault of one request. Milliseconds are emulated ones. */
export type Fault =
  /** Refused before processing, with this status and body. Default body: the one seen at the real service. */
  | {
      readonly kind: 'refuse'
      readonly status: number
      readonly body?: string
      readonly contentType?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Processed, but answered with this status. */
  | { readonly kind: 'refuse-after'; readonly status: number; readonly body?: string; readonly contentType?: string }
  | { readonly kind: 'reset-before' }
  | { readonly kind: 'reset-after' }
  /** Only on a connection that carried a request before: processed, then closed without an answer. */
  | { readonly kind: 'close-reused' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'delay-after'; readonly ms: number }
  /** Processed and never answered; the connection stays open. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'trickle'; readonly bytes: number; readonly ms: number }
  /** The head promises the whole body; after `bytes` the connection ends. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Status 200 and bytes that are no JSON. */
  | { readonly kind: 'garbage' }
  /** Status 200, JSON type, and JSON that ends in the middle. */
  | { readonly kind: 'broken-json' }
  | { readonly kind: 'html'; readonly status: number }
  /** An empty wait of this form at once, although something may be queued (service 10.3). */
  | { readonly kind: 'empty-wait'; readonly form: 'empty' | 'null' | '408' | '504' }
  /** Hands the head out under a new receiptId; the old one is gone. */
  | { readonly kind: 'redeliver' }
  /** Puts a copy of the head, with a receiptId of its own, at the end of the queue. */
  | { readonly kind: 'duplicate' }
  /** The answer's Date header is off by so many milliseconds. */
  | { readonly kind: 'clock-skew'; readonly ms: number }
  /** deleteNotification says already gone, with HTTP 500 that names an un-acked message (service 10.2). */
  | { readonly kind: 'unacked' }

export interface FaultRule {
  readonly fault: Fault
  /** Which operation; every one when absent. `media` is the files. */
  readonly operation?: string
  readonly idInstance?: string
  /** How many times; without end when absent. */
  readonly count?: number
  /** Matching requests to let pass first. */
  readonly skip?: number
  /** From 0 to 1; always when absent. */
  readonly probability?: number
}

/** The numbers that each fault needs. */
const faultNumbers: Readonly<Record<Fault['kind'], readonly string[]>> = {
  refuse: ['status'],
  'refuse-after': ['status'],
  'reset-before': [],
  'reset-after': [],
  'close-reused': [],
  delay: ['ms'],
  'delay-after': ['ms'],
  hang: [],
  trickle: ['bytes', 'ms'],
  truncate: ['bytes'],
  garbage: [],
  'broken-json': [],
  html: ['status'],
  'empty-wait': [],
  redeliver: [],
  duplicate: [],
  'clock-skew': ['ms'],
  unacked: [],
}
const waitForms: readonly unknown[] = ['empty', 'null', '408', '504']

/** Throws what is wrong with a rule, in words: another process sends it as JSON, which no compiler has checked. */
function checkRule({ fault, operation, idInstance, count, skip, probability }: FaultRule): void {
  if (typeof fault !== 'object' || fault === null)
    throw new TypeError('A rule needs a fault, such as {"kind": "hang"}.')
  if (!Object.hasOwn(faultNumbers, fault.kind)) {
    const kinds = Object.keys(faultNumbers).join(', ')
    throw new TypeError(`There is no fault ${JSON.stringify(fault.kind)}. There are: ${kinds}.`)
  }
  for (const name of faultNumbers[fault.kind]) {
    const value: unknown = Reflect.get(fault, name)
    const isFine = typeof value === 'number' && Number.isFinite(value) && (value >= 0 || fault.kind === 'clock-skew')
    if (!isFine) throw new TypeError(`The fault ${fault.kind} needs ${name}, a number from 0 up.`)
  }
  if (fault.kind === 'empty-wait' && !waitForms.includes(fault.form))
    throw new TypeError('The fault empty-wait needs form: empty, null, 408 or 504.')
  for (const [name, value] of Object.entries({ operation, idInstance }))
    if (value !== undefined && typeof value !== 'string') throw new TypeError(`${name} is a text.`)
  if (count !== undefined && !(Number.isInteger(count) && count >= 1))
    throw new TypeError('count is a whole number from 1 up.')
  if (skip !== undefined && !(Number.isInteger(skip) && skip >= 0))
    throw new TypeError('skip is a whole number from 0 up.')
  if (probability !== undefined && !(typeof probability === 'number' && probability >= 0 && probability <= 1))
    throw new TypeError('probability is a number from 0 to 1.')
}

export interface FaultRuleState extends FaultRule {
  readonly id: number
  readonly applied: number
}

interface Counted {
  readonly id: number
  readonly rule: FaultRule
  seen: number
  applied: number
}

/** The faults of an emulator, tried in the order in which they were added; the first that applies wins. */
export class FaultBook {
  readonly #random: Random
  #rules: Counted[] = []
  #nextId = 1

  constructor(random: Random) {
    this.#random = random
  }

  /** Throws in words what can't be a rule. */
  add(rule: FaultRule): number {
    checkRule(rule)
    const id = this.#nextId
    this.#nextId += 1
    this.#rules.push({ id, rule, seen: 0, applied: 0 })
    return id
  }

  remove(id: number): boolean {
    const before = this.#rules.length
    this.#rules = this.#rules.filter((counted) => counted.id !== id)
    return this.#rules.length < before
  }

  clear(): void {
    this.#rules = []
  }

  list(): readonly FaultRuleState[] {
    return this.#rules.map(({ id, rule, applied }) => ({ ...rule, id, applied }))
  }

  /** The fault for this request, if one applies. `reused`: the connection carried a request before. */
  next(operation: string, idInstance: string, reused: boolean): Fault | undefined {
    for (const counted of this.#rules) {
      const { rule } = counted
      if (rule.operation !== undefined && rule.operation !== operation) continue
      if (rule.idInstance !== undefined && rule.idInstance !== idInstance) continue
      if (rule.fault.kind === 'close-reused' && !reused) continue
      if (rule.count !== undefined && counted.applied >= rule.count) continue
      counted.seen += 1
      if (counted.seen <= (rule.skip ?? 0)) continue
      if (rule.probability !== undefined && !this.#random.chance(rule.probability)) continue
      counted.applied += 1
      return rule.fault
    }
    return undefined
  }
}
