import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import { limitOf } from '../../api/limits/rate-limiter.ts'
import { ContractError } from '../../contract/errors.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { InspectionBase } from './inspection-base.ts'
import type { RequestLog } from './request-log.ts'
import { idSubject, messageSubject, messagesNamed } from '../messages/rules/request-subjects.ts'
import { operations, type Family, type InputOf, type Operation, type OperationName } from '../../api/operations.ts'
import { isJsonObject } from '../../api/json.ts'
import { parseJson } from '../../api/answers/parse-json.ts'
import type { RequestDetails } from '../../contract/requests.ts'

type RequestCalls = Pick<CoreHandlers, CallsOf<'requests'>>

/** A message is shown with so many of its requests. */
const mostTouching = 50
/** A request is shown with so many of its messages. */
const mostTouched = 50
const mostAttempts = 100

const round = (value: number): number => Math.round(value * 100) / 100

export function createRequestsHandlers(
  deps: Pick<InspectionBase, 'store' | 'instances' | 'clock' | 'emit'> & { readonly requestLog: RequestLog },
): RequestCalls {
  const { store, instances, clock, emit, requestLog } = deps
  return {
    'requests.list': (input, { signal }) => requestLog.ask('requests.list', input, signal),
    'requests.polling': (input, { signal }) => requestLog.ask('requests.polling', input, signal),
    'requests.kinds': (input, { signal }) => requestLog.ask('requests.kinds', input, signal),
    async 'requests.details'(input, { signal }) {
      const details = await requestLog.ask('requests.details', input, signal)
      return { ...details, canSendAgain: details.instance !== null && canSendAgain(details.operation) }
    },
    async 'requests.sendAgain'(input, { signal }) {
      const details = await requestLog.ask('requests.details', input, signal)
      const { instance, operation: name } = details
      if (instance === null || !canSendAgain(name)) throw new ContractError('badInput')
      const { api, instance: runtime, signal: runSignal } = runOf(instances, instance)
      const again = readLoggedInput(name, runtime.row().family, details)
      if (again === null) throw new ContractError('badInput')
      const answer = await api.call(name, again, {
        priority: 'view',
        purpose: 'requests.sendAgain',
        signal: AbortSignal.any([runSignal, signal]),
      })
      if (!answer.ok) throw contractErrorOf(answer.error)
    },
    'requests.errors': (input, { signal }) => requestLog.ask('requests.errors', input, signal),
    async 'requests.ofMessage'({ message }, { signal }) {
      const { instance, createdAt, ids } = await store.read('outgoing.idsOf', { message }, { signal })
      const own = createdAt === null ? [] : [messageSubject({ message, createdAt })]
      const subjects = [...own, ...ids.map(idSubject)]
      return requestLog.ask('log.touching', { instance, subjects, limit: mostTouching }, signal)
    },
    async 'requests.messages'({ request }, { signal }) {
      const about = await requestLog.ask('log.subjects', { request }, signal)
      if (about === null) return { messages: [], total: 0 }
      const { instance, subjects } = about
      return store.read('messages.named', { instance, ...messagesNamed(subjects), limit: mostTouched }, { signal })
    },
    'requests.attempts': ({ request }, { signal }) =>
      requestLog.ask('log.attempts', { request, limit: mostAttempts }, signal),
    'requests.waits': (input, { signal }) => requestLog.ask('requests.waits', input, signal),
    'requests.summary': (input, { signal }) => requestLog.ask('requests.summary', input, signal),
    'requests.clear': () => requestLog.clear(),

    /** The state of the limiters: operations that were used or waited for. */
    async 'requests.limits'({ scope }) {
      return instances
        .list()
        .filter(({ key }) => scope === null || key === scope)
        .flatMap(({ key, limiter }) =>
          limiter.levels().map((level) => ({
            instance: key,
            operation: level.operation,
            limitPerSecond: round(level.perSecond),
            defaultPerSecond: limitOf(level.operation, {}),
            tokens: level.available,
            waiting: level.waiting,
            backOffUntil: level.closedForMs > 0 ? clock.now() + Math.ceil(level.closedForMs) : null,
          })),
        )
    },

    async 'requests.setLimit'({ instance, operation, perSecond }) {
      const runtime = instances.get(instance)
      if (runtime === undefined) throw new ContractError('notFound')
      const { [operation]: _, ...others } = runtime.row().limits
      const limits = perSecond === null ? others : { ...others, [operation]: perSecond }
      await store.write('accounts.setLimits', { key: instance, limits }, { urgent: true })
      instances.updateSome(await store.read('accounts.some', { keys: [instance] }))
      emit({ type: 'changed', change: { kind: 'requests' } })
    },
  }
}

/**
 * Operations that may be repeated: they change nothing at the service, take nothing from its queue, and their answers
 * hold no secret.
 */
function canSendAgain(name: string): name is OperationName {
  if (!Object.hasOwn(operations, name) || name === 'readChat') return false
  const { retry, limit, location, secrets }: Operation = operations[name as OperationName]
  const isPlain = location.kind === 'nowhere' || location.kind === 'body' || location.kind === 'query'
  return retry === 'idempotent' && limit !== 'queue' && isPlain && secrets === undefined
}

/** The input of a logged request, read back from its address and body; null where they do not hold it whole. */
function readLoggedInput<Name extends OperationName>(
  name: Name,
  family: Family,
  { path, requestBody }: Pick<RequestDetails, 'path' | 'requestBody'>,
): InputOf<Name> | null {
  const operation: Operation = operations[name]
  const given =
    operation.location.kind === 'body' ? readBody(requestBody ?? '') : readQuery(path.slice(path.indexOf('?') + 1))
  if (given === null) return null
  const own = Object.entries(operation.familyNames?.[family] ?? {})
  const input = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [own.find(([, named]) => named === field)?.[0] ?? field, value]),
  )
  return operation.request.safeParse(input).success ? (input as InputOf<Name>) : null
}

function readBody(text: string): object | null {
  if (text === '') return {}
  const body = parseJson(text)
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : null
}

const readQuery = (text: string): object =>
  Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value]),
  )
