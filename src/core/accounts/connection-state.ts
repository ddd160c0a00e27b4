import type { ApiError } from '../../api/answers/api-error.ts'
import { groupOf } from '../../api/group-of.ts'
import type { ConnectionKind, ConnectionState, InstanceMode } from '../../contract/instances.ts'
import type { StoreState } from '../store/store.ts'
import { isQuotaUsedUp, quotaEndsAt } from './rules/call-use.ts'
import type { UsedQuota } from './rules/instance-row.ts'

/**
 * Derives an instance's connection state from the reports of its services. Each problem is a fact with the time at
 * which it began; the most important fact is shown. Pure: services report, this module interprets.
 */
export type ConnectionReport =
  /** The receive loop got a good answer: a notification, or an empty wait. */
  | { readonly kind: 'receiveAnswered' }
  /** The long poll has been held for a while: refusals come at once, so this is as good as an answer. */
  | { readonly kind: 'receiveWaiting' }
  /** Any other operation succeeded. */
  | { readonly kind: 'answered' }
  /** An operation succeeded: its quota is not used up, and it is not refused any more. */
  | { readonly kind: 'operationAnswered'; readonly operation: string }
  /**
   * A quotaExceeded notification (service 10.4), or a used-up quota of the last run. `operation`: the service's name of
   * the refused operation. `at`: its own time. `since`: when it was first reported.
   */
  | {
      readonly kind: 'quota'
      readonly operation: string
      readonly text: string
      readonly at: number
      readonly since?: number
    }
  /** A call failed. `retryAt` (epoch ms): when the caller tries again. */
  | { readonly kind: 'failed'; readonly error: ApiError; readonly by: 'receive' | 'other'; readonly retryAt?: number }
  /**
   * The raw state from getStateInstance, a stateInstanceChanged notification or getAccountSettings. `at`: the time of a
   * notification, which may have waited in the queue.
   */
  | { readonly kind: 'stateInstance'; readonly state: string; readonly until?: number; readonly at?: number }
  /** The service has no operation for the state. */
  | { readonly kind: 'stateUnknown' }
  /** getSettings: whether incoming messages come through the queue. */
  | { readonly kind: 'notifications'; readonly on: boolean }
  /** getSettings: whether a webhook URL is set. Only this or the next good answer of the receive loop clears it. */
  | { readonly kind: 'webhookUrl'; readonly set: boolean }
  /** Deletes answered "already gone" that were no retry; `seen: false` after a quiet period. */
  | { readonly kind: 'sharedQueue'; readonly seen: boolean }
  | { readonly kind: 'store'; readonly state: StoreState }
  | { readonly kind: 'token'; readonly there: boolean }
  | { readonly kind: 'paused'; readonly since: number | null }
  | { readonly kind: 'mode'; readonly mode: InstanceMode }
  /** The loops restart: after a start, a wake or a network change. */
  | { readonly kind: 'connecting' }

interface Fact {
  readonly since: number
  readonly retryAt?: number
  readonly text?: string
  readonly until?: number
  /** Of a quota: the refused operation, and when that was last reported. */
  readonly quota?: { readonly operation: string; readonly reportedAt: number }
  /** Of a suspension, or a start: the operation that was refused. */
  readonly refused?: string
}

export interface ConnectionFacts {
  readonly facts: Readonly<Partial<Record<ConnectionKind, Fact>>>
  readonly authorization: 'authorized' | 'notAuthorized' | 'unknown'
  /** The service has answered since the loops started or the connection failed. */
  readonly reached: boolean
  /** A long poll is being held. */
  readonly polling: boolean
  /** Time of the newest reported account state, epoch ms. */
  readonly stateAt: number
  /** That state, raw; null before the first one. */
  readonly reportedState: string | null
}

/**
 * Most important first: problems that stop everything, then those that stop receiving, then those a person should know.
 */
const weight: readonly ConnectionKind[] = [
  'paused',
  'tokenMissing',
  'storeTrouble',
  'wrongToken',
  'wrongInstance',
  'unreachable',
  'suspended',
  'blocked',
  'notAuthorized',
  'starting',
  'webhookSet',
  'quotaExceeded',
  'restricted',
  'rateLimited',
  'serviceTrouble',
  'sharedQueue',
  'notificationsOff',
  'sendOnly',
  'live',
  'connecting',
]

const receivingKinds: ReadonlySet<ConnectionKind> = new Set([
  'live',
  'sharedQueue',
  'notificationsOff',
  'quotaExceeded',
  'restricted',
])
/** Troubles that a good answer of any kind disproves. */
const endedByAnswer: readonly ConnectionKind[] = ['wrongToken', 'wrongInstance', 'unreachable']
/** Troubles that only the receive loop's own good answer disproves. */
const endedByReceive: readonly ConnectionKind[] = [...endedByAnswer, 'webhookSet', 'rateLimited', 'serviceTrouble']
const accountKinds: readonly ConnectionKind[] = ['notAuthorized', 'starting', 'suspended', 'restricted', 'blocked']
/** Problems without meaning for instances that do not receive. */
const receiveOnly: ReadonlySet<ConnectionKind> = new Set(['webhookSet', 'sharedQueue', 'notificationsOff', 'live'])

/** Two clocks are never quite equal, ms. */
const clockMarginMs = 60_000

/** @param now epoch ms, as everywhere here. */
export function initialFacts(now: number): ConnectionFacts {
  return {
    facts: { connecting: { since: now } },
    authorization: 'unknown',
    reached: false,
    polling: false,
    stateAt: 0,
    reportedState: null,
  }
}

export function observe(before: ConnectionFacts, seen: ConnectionReport, now: number): ConnectionFacts {
  // Fast path: this report comes with every call, and nearly always changes nothing.
  const { quotaExceeded, suspended, starting } = before.facts
  const refused = [quotaExceeded?.quota?.operation, suspended?.refused, starting?.refused]
  if (seen.kind === 'operationAnswered' && !refused.includes(seen.operation)) return before
  // An answer is of now, whatever this computer's clock was set to since the last one.
  if (seen.kind === 'stateInstance' && seen.at !== undefined && seen.at < before.stateAt - clockMarginMs) return before
  const facts: Partial<Record<ConnectionKind, Fact>> = { ...before.facts }
  let { authorization, reached, polling, stateAt, reportedState } = before
  const set = (kind: ConnectionKind, more: Omit<Fact, 'since'> = {}) => {
    facts[kind] = { since: facts[kind]?.since ?? now, ...more }
  }
  const clear = (kinds: readonly ConnectionKind[]) => {
    for (const kind of kinds) delete facts[kind]
  }
  const setIf = (condition: boolean, kind: ConnectionKind, more?: Omit<Fact, 'since'>) =>
    condition ? set(kind, more) : clear([kind])

  const receives = () => {
    clear(endedByReceive)
    if (facts.quotaExceeded?.quota?.operation === 'receiveNotification') clear(['quotaExceeded'])
    set('live')
  }
  // The service does not report that a quota was renewed.
  if (!isQuotaUsedUp(facts.quotaExceeded?.quota?.reportedAt ?? now, now)) clear(['quotaExceeded'])

  switch (seen.kind) {
    case 'receiveAnswered':
      reached = true
      polling = false
      receives()
      break
    case 'receiveWaiting':
      polling = true
      break
    case 'answered':
      reached = true
      clear(endedByAnswer)
      // Where nothing is received, any answer shows that the connection stands.
      if (facts.sendOnly !== undefined) clear(['rateLimited', 'serviceTrouble'])
      break
    case 'operationAnswered':
      if (quotaExceeded?.quota?.operation === seen.operation) clear(['quotaExceeded'])
      clear((['suspended', 'starting'] as const).filter((kind) => facts[kind]?.refused === seen.operation))
      break
    case 'quota':
      if (!isQuotaUsedUp(seen.at, now)) break
      facts.quotaExceeded = {
        since: facts.quotaExceeded?.since ?? seen.since ?? seen.at,
        until: quotaEndsAt(seen.at),
        quota: { operation: seen.operation, reportedAt: seen.at },
        ...(seen.text === '' ? {} : { text: seen.text }),
      }
      break
    case 'failed': {
      if (seen.by === 'receive') polling = false
      if ('status' in seen.error) reached = true
      if (seen.error.kind === 'network' && seen.error.reason !== 'aborted') reached = false
      const kind = troubleOf(seen.error, seen.by)
      if (kind === null) break
      const text = 'text' in seen.error ? serviceTextOf(seen.error.text) : undefined
      set(kind, {
        ...(seen.retryAt === undefined ? {} : { retryAt: seen.retryAt }),
        ...(text === undefined ? {} : { text }),
        ...(kind === 'suspended' || kind === 'starting' ? { refused: seen.error.operation } : {}),
        ...(kind === 'quotaExceeded'
          ? { until: quotaEndsAt(now), quota: { operation: seen.error.operation, reportedAt: now } }
          : {}),
      })
      // Any answer, even a refusal, disproves a connection problem.
      if (kind !== 'unreachable') clear(['unreachable'])
      if (seen.by === 'receive') clear(['live'])
      break
    }
    case 'stateInstance': {
      const kind = kindOfState(seen.state)
      stateAt = seen.at === undefined ? now : Math.max(stateAt, seen.at)
      reportedState = seen.state
      // Where the service refuses sends of a suspended account, the refusal shows how far the restriction goes.
      const isRefused = seen.state === 'suspended' && facts.suspended !== undefined
      clear(accountKinds.filter((other) => other !== kind && !(isRefused && other === 'suspended')))
      if (kind !== null) {
        // Only getAccountSettings reports how long it lasts: other sources keep that value.
        const until = seen.until ?? facts[kind]?.until
        const fact = { text: seen.state, ...(until === undefined ? {} : { until }) }
        set(kind, fact)
        if (isRefused) set('suspended', { ...facts.suspended, ...fact })
      }
      authorization =
        seen.state === 'authorized' || kind === 'restricted'
          ? 'authorized'
          : kind === null
            ? 'unknown'
            : 'notAuthorized'
      break
    }
    case 'stateUnknown':
      authorization = 'unknown'
      break
    case 'notifications':
      setIf(!seen.on, 'notificationsOff')
      break
    case 'webhookUrl':
      setIf(seen.set, 'webhookSet', facts.webhookSet)
      break
    case 'sharedQueue':
      setIf(seen.seen, 'sharedQueue')
      break
    case 'store':
      setIf(seen.state !== 'ok', 'storeTrouble')
      break
    case 'token':
      setIf(!seen.there, 'tokenMissing')
      break
    case 'paused':
      if (seen.since === null) clear(['paused'])
      else facts.paused = { since: seen.since }
      break
    case 'mode':
      setIf(seen.mode === 'sendOnly', 'sendOnly')
      break
    case 'connecting':
      reached = false
      polling = false
      clear(['live', 'unreachable', 'rateLimited', 'serviceTrouble', 'wrongToken', 'wrongInstance'])
      facts.connecting = { since: now }
      break
  }
  if (polling && reached) receives()
  return { facts, authorization, reached, polling, stateAt, reportedState }
}

/** The state to show. */
export function connectionOf({ facts }: ConnectionFacts): ConnectionState {
  const sendOnly = facts.sendOnly !== undefined
  for (const kind of weight) {
    const fact = facts[kind]
    if (fact === undefined || (sendOnly && receiveOnly.has(kind))) continue
    const { quota: _quota, refused: _refused, ...shown } = fact
    return { kind, ...shown, receiving: receivingKinds.has(kind) && facts.live !== undefined }
  }
  return { kind: 'connecting', since: 0, receiving: false }
}

/**
 * Problems with which the queue brings nothing or not everything, although receives are answered. Kinds of notification
 * that are off stand in the settings (notification-switches.ts).
 */
const queueFallsShort: readonly ConnectionKind[] = ['webhookSet', 'sharedQueue']
/** Nothing that could be asked instead would be answered or kept. */
const nothingToAsk: readonly ConnectionKind[] = [
  'paused',
  'tokenMissing',
  'storeTrouble',
  'wrongToken',
  'wrongInstance',
  'unreachable',
]

/** Whether histories have to replace the queue, whichever problem is shown. */
export function needsHistories({ facts, reached }: ConnectionFacts): boolean {
  const has = (kind: ConnectionKind) => facts[kind] !== undefined
  if (nothingToAsk.some(has)) return false
  return queueFallsShort.some(has) || (reached && !has('live'))
}

/** The used-up quota as far as known, whether or not another problem is shown. */
export function quotaOf({ facts: { quotaExceeded: fact } }: ConnectionFacts): UsedQuota | null {
  if (fact?.quota === undefined) return null
  return { ...fact.quota, text: fact.text ?? '', since: fact.since }
}

/** Bytes that are no text say nothing to anybody. */
const serviceTextOf = (text: string) => (text === '' || text.includes('\uFFFD') ? undefined : text)

/** The meaning of a failed call for the instance; null: it concerns only that call. */
function troubleOf(error: ApiError, by: 'receive' | 'other'): ConnectionKind | null {
  if (error.kind === 'network' && error.reason === 'aborted') return null
  switch (groupOf(error)) {
    case 'network':
      return 'unreachable'
    case 'token':
      return 'wrongToken'
    case 'address':
      return 'wrongInstance'
    case 'suspended':
      return 'suspended'
    case 'starting':
      return 'starting'
    case 'webhookSet':
      return 'webhookSet'
    case 'rateLimited':
      return by === 'receive' ? 'rateLimited' : null
    case 'quota':
      return 'quotaExceeded'
    case 'operationMissing':
      // Receiving is offered by every family: a missing one means the wrong address.
      return by === 'receive' ? 'wrongInstance' : null
    case 'stopped':
    case 'input':
      return null
    default:
      return by === 'receive' ? 'serviceTrouble' : null
  }
}

/** The service's states (service 10.4). An undocumented state is unknown, not a problem. */
export function kindOfState(state: string): ConnectionKind | null {
  switch (state) {
    case 'notAuthorized':
    case 'pendingPassword':
    case 'pendingCode':
      return 'notAuthorized'
    case 'blocked':
      return 'blocked'
    case 'starting':
    case 'sleepMode':
      return 'starting'
    // Two names of one thing: the messenger limits linked devices for a time (service 10.4).
    case 'yellowCard':
    case 'suspended':
      return 'restricted'
    default:
      return null
  }
}
