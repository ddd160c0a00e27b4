import type { ApiError } from '../../api/answers/api-error.ts'
import type { AttemptObserver, CallResult } from '../../api/call.ts'
import { createInstanceApi, type InstanceApi } from '../../api/client.ts'
import { familyOf } from '../../api/families.ts'
import { otherPrefix, type Prefix, type Target } from '../../api/path.ts'
import type { RateLimiter } from '../../api/limits/rate-limiter.ts'
import type { CheckReport, CheckStep, CheckStepName } from '../../contract/instances.ts'
import type { Clock, Http, Ids } from '../base/ports.ts'
import { kindOfState } from './connection-state.ts'
import { incomingMessagesOn, switchedKinds } from './rules/notification-switches.ts'

export interface ConnectionTestOptions {
  readonly clock: Clock
  readonly http: Http
  readonly ids: Ids
  readonly signal: AbortSignal
  /** False if a loop already reads the queue: two receives at once would take each other's notifications. */
  readonly readQueue: boolean
  /** Only the steps up to the settings, which show whether the instance can work; for tests of many instances. */
  readonly brief?: boolean
  /** The instance's limiter, even before it is added: a test respects the limits too. */
  readonly limiter: RateLimiter
  /** Told of each attempt. */
  readonly observe?: AttemptObserver
  /** Told of each step as it ends. */
  readonly onStep: (step: CheckStep) => void
}

export interface ConnectionTestOutcome {
  readonly report: CheckReport
  /** The version segment that works, if an answer showed it. */
  readonly prefix: Prefix | null
}

/** Deadline of one call with its retries, ms. */
const timeoutMs = 20_000
const retry = { retries: 1, baseMs: 500, capMs: 5000 } as const

type Step = CheckStep['step']
type Failed = CallResult<unknown> & { readonly ok: false }

/**
 * Tries an instance without storing or changing anything: does the address answer, are id and token accepted, is it
 * authorized, would notifications come, what was sent lately. Where the first call gets a 404, the other form of the
 * path is tried once (architecture 9). Reading the queue deletes nothing.
 */
export async function testConnection(target: Target, options: ConnectionTestOptions): Promise<ConnectionTestOutcome> {
  const { clock, http, ids, limiter, signal } = options
  const steps: CheckStep[] = []
  const add = (step: Step, result: CheckStep['result'], more: Omit<CheckStep, 'step' | 'result'> = {}) => {
    const ended = { step, result, ...more }
    steps.push(ended)
    options.onStep(ended)
  }
  const skipRest = (...names: readonly CheckStepName[]) => {
    for (const name of names) add(name, 'skipped')
  }
  const apiWith = (prefix: Prefix): InstanceApi =>
    createInstanceApi({
      http,
      clock,
      limiter,
      random: ids.random,
      target: { ...target, prefix },
      observe: options.observe,
    })
  const call = { priority: 'view', purpose: 'instances.check', signal, totalMs: timeoutMs, retry } as const

  const first = await findPrefix(target.prefix, async (prefix) => {
    const api = apiWith(prefix)
    const state = await api.call('getStateInstance', {}, call)
    if (state.ok || !missing(state.error)) return { api, prefix, probe: state, state: state.ok ? state : null }
    // Not every family has getStateInstance: an operation that all have tests address and token as well.
    const probe = await api.call('lastOutgoingMessages', { minutes: 1 }, call)
    return { api, prefix, probe, state: null }
  })
  const { api, probe } = first
  const otherForm = first.prefix !== target.prefix && reached(probe)

  const refusal = probe.ok ? null : failedPartOf(probe.error)
  const tookMs = Math.round(probe.info.answerMs)
  if (!probe.ok && refusal === 'address') {
    const { code, ...more } = serviceTextOf(probe, target)
    // A host that lacks an operation which every instance has is not the API.
    add('address', 'failed', { code: code === 'operationMissing' ? 'wrongHost' : code, ...more, tookMs })
    skipRest('credentials', 'authorization', 'settings', 'queue', 'outgoing')
    return { report: report(steps, target.family, 'unknown'), prefix: null }
  }
  add('address', 'ok', { tookMs, ...(otherForm ? { code: 'otherPrefix', values: { prefix: first.prefix } } : {}) })
  if (!probe.ok && refusal === 'credentials') {
    const { code, ...more } = serviceTextOf(probe, target)
    add('credentials', 'failed', { code: isBotToken(target.token) ? 'botToken' : code, ...more, tookMs })
    skipRest('authorization', 'settings', 'queue', 'outgoing')
    return { report: report(steps, target.family, 'unknown'), prefix: first.prefix }
  }
  if (!probe.ok && refusal === 'service') {
    add('credentials', 'warning', { ...serviceTextOf(probe, target), tookMs })
  } else {
    add('credentials', 'ok', { tookMs })
  }

  const authorization = readAuthorization(first.state?.ok === true ? first.state.value.stateInstance : undefined)
  add(
    'authorization',
    authorization.known === 'unknown' ? 'skipped' : authorization.code === 'authorized' ? 'ok' : 'warning',
    { code: authorization.code },
  )

  const settings = await api.call('getSettings', {}, call)
  let webhookSet = false
  let { family } = target
  if (settings.ok) {
    webhookSet = (settings.value.webhookUrl ?? '') !== ''
    const interval = settings.value.delaySendMessagesMilliseconds
    const { typeInstance = '' } = settings.value
    const { on, off } = switchedKinds(settings.value)
    const values = {
      webhookSet,
      kindsOn: on.length,
      kindsOff: off.join(', '),
      typeInstance,
      ...(interval === undefined ? {} : { sendIntervalMs: interval }),
    }
    family = familyOf(typeInstance) ?? family
    const code = webhookSet
      ? 'webhookSet'
      : family !== target.family
        ? 'otherFamily'
        : incomingMessagesOn(settings.value)
          ? undefined
          : 'notificationsOff'
    add('settings', code === undefined ? 'ok' : 'warning', {
      ...(code === undefined ? {} : { code }),
      values,
      ...took(settings),
    })
  } else if (missing(settings.error)) add('settings', 'skipped', { code: 'operationMissing' })
  else add('settings', 'warning', { ...serviceTextOf(settings, target), ...took(settings) })

  if (options.brief === true) return { report: report(steps, family, authorization.known), prefix: first.prefix }
  if (!options.readQueue) add('queue', 'skipped', { code: 'alreadyReceiving' })
  else if (webhookSet) add('queue', 'warning', { code: 'webhookSet' })
  else {
    const received = await api.call('receiveNotification', { receiveTimeout: 5 }, { ...call, totalMs: 30_000 })
    if (received.ok)
      add('queue', 'ok', { values: { waiting: received.value.kind === 'notification' }, ...took(received) })
    else add('queue', 'warning', { ...serviceTextOf(received, target), ...took(received) })
  }

  const outgoing = await api.call('lastOutgoingMessages', { minutes: 1440 }, { ...call, totalMs: 60_000 })
  if (outgoing.ok) add('outgoing', 'ok', { values: { messages: outgoing.value.items.length }, ...took(outgoing) })
  else add('outgoing', 'warning', { ...serviceTextOf(outgoing, target), ...took(outgoing) })

  return { report: report(steps, family, authorization.known), prefix: first.prefix }
}

/** Tries the given form, and the other one if this address does not exist. The better answer counts. */
async function findPrefix<Try extends { readonly probe: CallResult<unknown>; readonly prefix: Prefix }>(
  prefix: Prefix,
  attempt: (prefix: Prefix) => Promise<Try>,
): Promise<Try> {
  const first = await attempt(prefix)
  if (first.probe.ok || !missing(first.probe.error)) return first
  const second = await attempt(otherPrefix(prefix))
  return reached(second.probe) ? second : first
}

/** Absent here, or hidden behind the other form of the path. */
const missing = (error: ApiError): boolean => error.kind === 'wrongHost' || error.kind === 'operationMissing'
const reached = (probe: CallResult<unknown>): boolean => probe.ok || failedPartOf(probe.error) !== 'address'

/** Which step an error belongs to. */
function failedPartOf(error: ApiError): 'address' | 'credentials' | 'service' {
  switch (error.kind) {
    case 'network':
    case 'wrongHost':
    case 'operationMissing':
    case 'redirect':
    case 'unreadable':
    case 'gateway':
    case 'serviceTimeout':
    case 'aborted':
    case 'waitedTooLong':
    case 'unexpected':
      return 'address'
    case 'wrongToken':
    case 'tokenMissing':
    case 'badInstanceId':
    case 'wrongInstance':
      return 'credentials'
    default:
      return 'service'
  }
}

/** Describes the failure, with the host that was asked. */
function serviceTextOf(
  { error }: Failed,
  { baseUrl }: Target,
): Required<Pick<CheckStep, 'code' | 'values'>> & Pick<CheckStep, 'text'> {
  const code = error.kind === 'network' ? networkCode(error) : error.kind
  const text = 'text' in error && error.text !== '' ? { text: error.text } : {}
  const more =
    error.kind === 'network'
      ? { reason: error.reason, ...(error.code === undefined ? {} : { systemCode: error.code }) }
      : 'status' in error
        ? { status: error.status }
        : {}
  return { code, ...text, values: { host: URL.parse(baseUrl)?.host ?? '', ...more } }
}

/** Codes of TLS that say that the other side speaks something else, not that its certificate is bad. */
const isNoTls = (code: string | undefined): boolean =>
  code === undefined || code === 'EPROTO' || code === 'ECONNRESET' || code.startsWith('ERR_SSL_')

function networkCode({ reason, code }: Extract<ApiError, { readonly kind: 'network' }>): string {
  switch (reason) {
    case 'dns':
      return 'nameNotFound'
    case 'refused':
      return 'connectionRefused'
    case 'unreachable':
      return 'noWay'
    case 'tls':
      return isNoTls(code) ? 'noTls' : 'certificate'
    case 'timeout':
    case 'connectTimeout':
      return 'timeout'
    default:
      return 'unreachable'
  }
}

const took = (result: CallResult<unknown>) => ({ tookMs: Math.round(result.info.answerMs) })

function readAuthorization(state: string | undefined): {
  readonly known: CheckReport['authorization']
  readonly code: string
} {
  if (state === undefined) return { known: 'unknown', code: 'authorizationUnknown' }
  // A phone is linked, and receiving goes on. The service's `suspended` is a refusal with 403.
  if (kindOfState(state) === 'restricted') return { known: 'authorized', code: 'restricted' }
  return { known: state === 'authorized' ? 'authorized' : 'notAuthorized', code: state }
}

function report(
  steps: readonly CheckStep[],
  family: CheckReport['family'],
  authorization: CheckReport['authorization'],
): CheckReport {
  const usable = steps.every(
    ({ step, result }) => result !== 'failed' || (step !== 'address' && step !== 'credentials'),
  )
  return { steps, usable, family, authorization }
}

/** A token of the Bot API of MAX or Telegram, which are other services. Those of this one are 50 hexadecimal digits. */
const isBotToken = (token: string): boolean => /^(?:\d{6,12}:[\w-]{30,}|(?=.*[G-Zg-z_-])[\w-]{60,})$/.test(token)
