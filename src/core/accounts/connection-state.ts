import type { ApiError } from '../../api/api-error.ts'
import type { ConnectionKind, ConnectionState, InstanceMode } from '../../contract/instances.ts'
import type { StoreState } from '../store/store-state.ts'

/**
 * What is going on with an instance, decided from what its services saw. Each trouble is a fact with the time it began;
 * the state shown is the weightiest fact. Pure: services say what they saw, this says what it means.
 */
export type Observation =
  /** The receive loop got an answer that is none of the troubles: a notification, or an empty wait. */
  | { readonly kind: 'receiveAnswered' }
  /** The long poll has been held for a while: refusals come at once, so this is as good as an answer. */
  | { readonly kind: 'receiveWaiting' }
  /** Any other operation was answered well. */
  | { readonly kind: 'answered' }
  /** A call failed. `retryAt` (epoch ms): when the caller tries again. */
  | { readonly kind: 'failed'; readonly error: ApiError; readonly by: 'receive' | 'other'; readonly retryAt?: number }
  /** getStateInstance, a stateInstanceChanged notification or getAccountSettings: the service's own word. */
  | { readonly kind: 'stateInstance'; readonly state: string; readonly until?: number }
  /** The service has no way to ask for the state. */
  | { readonly kind: 'stateUnknown' }
  /** getSettings: whether any notification kind is on. */
  | { readonly kind: 'notifications'; readonly on: boolean }
  /** getSettings: a webhook URL is set. Only the receive loop's next good answer or this takes it back. */
  | { readonly kind: 'webhookUrl'; readonly set: boolean }
  /** Deletes answered "already gone" that were no retry of ours; `seen: false` after a quiet time. */
  | { readonly kind: 'sharedQueue'; readonly seen: boolean }
  | { readonly kind: 'store'; readonly state: StoreState }
  | { readonly kind: 'token'; readonly there: boolean }
  | { readonly kind: 'paused'; readonly since: number | null }
  | { readonly kind: 'mode'; readonly mode: InstanceMode }
  /** The loops start anew: after a start, a wake or a change of network. */
  | { readonly kind: 'connecting' }

interface Fact {
  readonly since: number
  readonly retryAt?: number
  readonly text?: string
  readonly until?: number
}

export interface ConnectionFacts {
  readonly facts: Readonly<Partial<Record<ConnectionKind, Fact>>>
  readonly authorization: 'authorized' | 'notAuthorized' | 'unknown'
  /** The service answered something since the loops began or the connection failed. */
  readonly reached: boolean
  /** A long poll is being held. */
  readonly polling: boolean
}

/** Weightiest first: what stops everything, then what stops receiving, then what a person should know. */
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
  'rateLimited',
  'serviceTrouble',
  'sharedQueue',
  'notificationsOff',
  'sendOnly',
  'live',
  'connecting',
]

const receivingKinds: ReadonlySet<ConnectionKind> = new Set(['live', 'sharedQueue', 'notificationsOff'])
/** Troubles that a good answer of any kind disproves. */
const endedByAnswer: readonly ConnectionKind[] = ['wrongToken', 'wrongInstance', 'unreachable']
/** Troubles that only the receive loop's own good answer disproves. */
const endedByReceive: readonly ConnectionKind[] = [
  ...endedByAnswer,
  'webhookSet',
  'rateLimited',
  'serviceTrouble',
  'quotaExceeded',
]
const accountKinds: readonly ConnectionKind[] = ['notAuthorized', 'starting', 'suspended', 'blocked']
/** Without meaning where nothing is received. */
const receiveOnly: ReadonlySet<ConnectionKind> = new Set(['webhookSet', 'sharedQueue', 'notificationsOff', 'live'])

/** @param now epoch ms, as everywhere here. */
export function initialFacts(now: number): ConnectionFacts {
  return { facts: { connecting: { since: now } }, authorization: 'unknown', reached: false, polling: false }
}

export function observe(before: ConnectionFacts, seen: Observation, now: number): ConnectionFacts {
  const facts: Partial<Record<ConnectionKind, Fact>> = { ...before.facts }
  let { authorization, reached, polling } = before
  const set = (kind: ConnectionKind, more: Omit<Fact, 'since'> = {}) => {
    facts[kind] = { since: facts[kind]?.since ?? now, ...more }
  }
  const clear = (kinds: readonly ConnectionKind[]) => {
    for (const kind of kinds) delete facts[kind]
  }
  const setIf = (condition: boolean, kind: ConnectionKind, more?: Omit<Fact, 'since'>) =>
    condition ? set(kind, more) : clear([kind])

  switch (seen.kind) {
    case 'receiveAnswered':
      reached = true
      polling = false
      clear(endedByReceive)
      set('live')
      break
    case 'receiveWaiting':
      polling = true
      break
    case 'answered':
      reached = true
      clear(endedByAnswer)
      // Where nothing is received, any answer shows that the connection stands.
      if (facts.sendOnly !== undefined) clear(['rateLimited', 'serviceTrouble', 'quotaExceeded'])
      break
    case 'failed': {
      if (seen.by === 'receive') polling = false
      if ('status' in seen.error) reached = true
      if (seen.error.kind === 'network' && seen.error.reason !== 'aborted') reached = false
      const kind = troubleOf(seen.error, seen.by)
      if (kind === null) break
      const text = 'text' in seen.error && seen.error.text !== '' ? seen.error.text : undefined
      set(kind, {
        ...(seen.retryAt === undefined ? {} : { retryAt: seen.retryAt }),
        ...(text === undefined ? {} : { text }),
      })
      // An answer, even a refusal, disproves what was said about reaching the service.
      if (kind !== 'unreachable') clear(['unreachable'])
      if (seen.by === 'receive') clear(['live'])
      break
    }
    case 'stateInstance': {
      const kind = kindOfState(seen.state)
      clear(accountKinds.filter((other) => other !== kind))
      if (kind !== null) set(kind, { text: seen.state, ...(seen.until === undefined ? {} : { until: seen.until }) })
      authorization = seen.state === 'authorized' ? 'authorized' : kind === null ? 'unknown' : 'notAuthorized'
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
      setIf(seen.state !== 'ok', 'storeTrouble', { text: seen.state })
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
  if (polling && reached) {
    clear(endedByReceive)
    set('live')
  }
  return { facts, authorization, reached, polling }
}

/** The state to show. */
export function connectionOf({ facts }: ConnectionFacts): ConnectionState {
  const sendOnly = facts.sendOnly !== undefined
  for (const kind of weight) {
    const fact = facts[kind]
    if (fact === undefined || (sendOnly && receiveOnly.has(kind))) continue
    return { kind, ...fact, receiving: receivingKinds.has(kind) && facts.live !== undefined }
  }
  return { kind: 'connecting', since: 0, receiving: false }
}

/** What a failed call says about the instance; null: only about that one call. */
function troubleOf(error: ApiError, by: 'receive' | 'other'): ConnectionKind | null {
  switch (error.kind) {
    case 'network':
      return error.reason === 'aborted' ? null : 'unreachable'
    case 'wrongToken':
    case 'tokenMissing':
      return 'wrongToken'
    case 'wrongInstance':
    case 'wrongHost':
    case 'badInstanceId':
    case 'redirect':
      return 'wrongInstance'
    case 'suspended':
      return 'suspended'
    case 'webhookSet':
      return 'webhookSet'
    case 'rateLimited':
      return by === 'receive' ? 'rateLimited' : null
    case 'quota':
      return 'quotaExceeded'
    case 'operationMissing':
      // Receiving is offered by every family: a missing one means the wrong address.
      return by === 'receive' ? 'wrongInstance' : null
    case 'aborted':
    case 'waitedTooLong':
    case 'invalidInput':
      return null
    default:
      return by === 'receive' ? 'serviceTrouble' : null
  }
}

/** The service's states (field notes 4). A word nobody documented is no trouble: it is not known. */
function kindOfState(state: string): ConnectionKind | null {
  switch (state) {
    case 'notAuthorized':
    case 'pendingPassword':
    case 'pendingCode':
      return 'notAuthorized'
    case 'blocked':
    case 'yellowCard':
      return 'blocked'
    case 'starting':
    case 'sleepMode':
      return 'starting'
    case 'suspended':
      return 'suspended'
    default:
      return null
  }
}
