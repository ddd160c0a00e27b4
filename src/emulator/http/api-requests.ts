import { capabilities } from '../../api/families.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EmulatorClock } from '../clock.ts'
import type { EffectLog } from '../effects.ts'
import type { Instance } from '../world/instance.ts'
import type { JsonObject } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { invalid, type Call, type Departure } from './call.ts'
import type { Conduct } from './conduct.ts'
import type { Fault, FaultBook } from './faults.ts'
import { fieldReply } from './field-bodies.ts'
import { emptyWaitReply } from './handlers/queue.ts'
import { createRateWindow } from './limits.ts'
import { methodOf, operationTable, type EmulatedOperation } from './operation-table.ts'
import { readBody } from './read-body.ts'
import type { RecordedRequest } from './recorder.ts'
import { errorObject, html, json, nothing, refusal, type Reply } from './reply.ts'
import { respond } from './respond.ts'
import type { Route } from './route.ts'

export interface ApiRequestPorts {
  readonly world: World
  readonly clock: EmulatorClock
  readonly effects: EffectLog
  readonly faults: FaultBook
  readonly conduct: Conduct
}

type Entrance =
  | { readonly kind: 'in'; readonly instance: Instance; readonly operation: EmulatedOperation }
  | { readonly kind: 'refused'; readonly reply: Reply }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Key by which two sends count as the same: chat and text, or the whole input. Uploads are exempt: repeating one is
 * allowed.
 */
const sendKeyOf = (operation: string, input: JsonObject): string | undefined => {
  if (!operationTable.get(operation)?.sends) return undefined
  return operation === 'sendMessage'
    ? `${String(input['chatId'])}\n${String(input['message'])}`
    : `${operation}\n${JSON.stringify(input)}`
}

const departureOf = (response: ServerResponse): Departure => ({
  get isGone() {
    return response.destroyed || response.closed
  },
  listen(listener) {
    response.once('close', listener)
    return () => response.off('close', listener)
  },
})

/** Requests per second of an operation, which differ by family (service 11.12). */
const limitOf = ({ kind }: Instance, name: string, { perSecond }: EmulatedOperation): number => {
  const own: Readonly<Record<string, number>> = capabilities[kind].perSecond
  return Object.hasOwn(own, name) ? (own[name] ?? perSecond) : perSecond
}

/** Answers requests to instances (service 4 to 8), with the configured faults. */
export const createApiRequests = (ports: ApiRequestPorts) => {
  const { world, clock, effects, faults, conduct } = ports
  const rates = createRateWindow()

  const cannot = (method: string, path: string): Reply =>
    errorObject(404, `Cannot ${method} ${path}`, path, clock.now())

  /** Finds the instance and checks the token, in the service's order of checks (service 5 and 10.7). */
  const enter = (method: string, route: Route, path: string): Entrance => {
    const refused = (reply: Reply): Entrance => ({ kind: 'refused', reply })
    if (!/^\d+$/.test(route.idInstance)) {
      return refused(errorObject(400, 'Parameter idInstance not an integer', path, clock.now()))
    }
    const instance = world.find(route.idInstance)
    if (instance && (instance.family === 'v3') !== (route.prefix === '/v3')) return refused(html(404, 'Not Found'))
    if (route.operation !== '' && route.token === '') {
      return refused(refusal(instance, 400, 'Parameter apiTokenInstance not define', path, clock.now()))
    }
    if (!instance) return refused(html(403, 'Forbidden'))
    const operation = operationTable.get(route.operation)
    if (!operation || methodOf(operation, instance) !== method || !world.offers(instance, route.operation))
      return refused(cannot(method, path))
    if (!instance.accepts(route.token)) return refused(nothing(401))
    return { kind: 'in', instance, operation }
  }

  /** Counts every request at its arrival, whatever its outcome: no second may exceed the limit (service 8). */
  const limited = (instance: Instance, name: string, operation: EmulatedOperation, path: string): Reply | undefined => {
    if (instance.behaviour.limits === 'off') return undefined
    const recent = rates.count(`${instance.idInstance} ${name}`, clock.now())
    const perSecond = limitOf(instance, name, operation)
    if (recent <= perSecond) return undefined
    conduct.overLimit(instance.idInstance, name, recent, perSecond)
    return {
      ...refusal(instance, 429, 'Too Many Requests', path, clock.now()),
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-replenish-rate': String(perSecond) },
    }
  }

  /** Refuses what the instance's plan no longer allows in this month. */
  const overPlan = ({ planUse }: Instance, name: string, operation: EmulatedOperation, input: JsonObject) => {
    const body = planUse.count(name, { isSend: operation.sends === true, chatId: input['chatId'] })
    return body === undefined ? undefined : json(body, 466)
  }

  const parseInput = (request: IncomingMessage, bytes: Buffer): JsonObject | undefined => {
    if (request.method !== 'POST') return {}
    if (!(request.headers['content-type'] ?? '').includes('json')) return {}
    if (bytes.length === 0) return {}
    try {
      const value: unknown = JSON.parse(bytes.toString('utf8'))
      return isObject(value) ? value : undefined
    } catch {
      return undefined
    }
  }

  /** The reply of a fault that replaces the operation. */
  const instead = (fault: Fault | undefined, instance: Instance | undefined, path: string): Reply | undefined => {
    switch (fault?.kind) {
      case 'refuse': {
        const usual = fieldReply(fault.status, instance, path, clock.now())
        return {
          ...usual,
          body: fault.body ?? usual.body,
          contentType: fault.contentType ?? usual.contentType,
          headers: fault.headers ?? {},
        }
      }
      case 'reset-before':
        return nothing()
      case 'html':
        return html(fault.status, 'Service page')
      case 'empty-wait':
        return emptyWaitReply(fault.form)
      case 'unacked':
        return refusal(
          instance,
          500,
          'Message with this receiptId is not found among un-acked messages',
          path,
          clock.now(),
        )
      default:
        return undefined
    }
  }

  /** Applies a fault to the operation's reply. */
  const disfigured = (fault: Fault | undefined, reply: Reply, instance: Instance, path: string): Reply => {
    switch (fault?.kind) {
      case 'refuse-after': {
        const usual = fieldReply(fault.status, instance, path, clock.now())
        return { ...usual, body: fault.body ?? usual.body, contentType: fault.contentType ?? usual.contentType }
      }
      case 'garbage':
        return { ...reply, status: 200, body: new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0x9f, 0x92, 0x96, 0x3c]) }
      case 'broken-json':
        return {
          ...reply,
          status: 200,
          body: Buffer.from(reply.body).subarray(0, Math.floor(Buffer.byteLength(reply.body) / 2)),
        }
      default:
        return reply
    }
  }

  const touchQueue = (fault: Fault | undefined, instance: Instance): void => {
    if (fault?.kind === 'redeliver') instance.notifications.redeliverHead()
    if (fault?.kind !== 'duplicate') return
    const head = instance.notifications.head()
    if (head) instance.notifications.push(head.body)
  }

  const checkToken = (request: IncomingMessage, route: Route, operation: string, body: string): void => {
    const instance = world.find(route.idInstance)
    const token = instance?.token ?? ''
    if (token.length < 8) return
    const mark = request.url?.indexOf('?') ?? -1
    const query = mark < 0 ? '' : (request.url ?? '').slice(mark)
    const where = query.includes(token)
      ? 'the query'
      : body.includes(token)
        ? 'the body'
        : Object.entries(request.headers).find(([, value]) => String(value).includes(token))?.[0]
    if (where !== undefined) conduct.add('token-outside-path', route.idInstance, operation, `in ${where}`)
  }

  return {
    async handle(
      request: IncomingMessage,
      response: ServerResponse,
      route: Route,
      recorded: RecordedRequest,
    ): Promise<void> {
      const method = request.method ?? 'GET'
      const path = request.url ?? '/'
      const { operation: name, idInstance } = route
      const limit = operationTable.get(name)?.bodyLimit
      const body = method === 'GET' || method === 'DELETE' ? undefined : await readBody(request, limit)
      const bytes = body?.kind === 'bytes' ? body.bytes : Buffer.alloc(0)
      const bodyText = bytes.subarray(0, 200_000).toString('utf8')
      recorded.body = bodyText.slice(0, 20_000)
      effects.add({ kind: 'request', operation: name, idInstance })
      checkToken(request, route, name, bodyText)
      const entrance = enter(method, route, path)
      const instance = entrance.kind === 'in' ? entrance.instance : undefined
      const fault = faults.next(name, idInstance, recorded.requestOnConnection > 1)
      if (fault) {
        recorded.fault = fault.kind
        effects.add({ kind: 'fault', idInstance, operation: name, fault: fault.kind })
      }
      const input = parseInput(request, bytes)
      const over = conduct.begin({
        idInstance,
        operation: entrance.kind === 'in' ? name : '',
        perSecond: entrance.kind === 'in' ? limitOf(entrance.instance, route.operation, entrance.operation) : Infinity,
        receipt: route.tail[0] ?? '',
        sendKey: entrance.kind === 'in' && input ? sendKeyOf(name, input) : undefined,
      })
      const tooFast = entrance.kind === 'in' ? limited(entrance.instance, name, entrance.operation, path) : undefined
      const departure = departureOf(response)
      let reply: Reply = nothing(500)
      let accepted = false
      let complete = false
      try {
        if (fault?.kind === 'delay') await new Promise<void>((resolve) => clock.after(fault.ms, resolve))
        const replaced = instead(fault, instance, path)
        if (replaced) reply = replaced
        else if (entrance.kind === 'refused') reply = entrance.reply
        else {
          const call: Call = {
            instance: entrance.instance,
            route,
            path,
            input: input ?? {},
            bytes,
            contentType: request.headers['content-type'] ?? '',
            givenFileName: String(request.headers['ga-filename'] ?? ''),
            departure,
            clock,
            effects,
            handedOut: (receiptId) => {
              conduct.handedOut(idInstance, receiptId)
              effects.add({ kind: 'handed-out', idInstance, receiptId })
            },
          }
          touchQueue(fault, entrance.instance)
          const own =
            tooFast ??
            (body?.kind === 'too-large'
              ? refusal(instance, 500, 'request entity too large', path, clock.now())
              : input === undefined
                ? invalid(call, 'the body is no JSON object')
                : (overPlan(entrance.instance, name, entrance.operation, input) ??
                  (await entrance.operation.handle(call))))
          accepted = own.status < 300
          reply = disfigured(fault, own, entrance.instance, path)
        }
        if (fault?.kind === 'delay-after') await new Promise<void>((resolve) => clock.after(fault.ms, resolve))
        if (body?.kind === 'too-large' && body.stopped) reply = { ...reply, headers: { connection: 'close' } }
        const gone = departure.isGone
        complete = !gone && (await respond(response, clock, reply, fault))
        recorded.aborted = gone
        recorded.status = complete ? reply.status : 0
      } finally {
        recorded.endedAt = clock.now()
        over({
          status: complete ? reply.status : 0,
          empty: complete && (reply.body === '' || reply.body === 'null'),
          accepted,
        })
        effects.add({ kind: 'answered', operation: name, idInstance, status: recorded.status })
      }
    },
    /** Answers a path that belongs to no instance. */
    unknown: (method: string, path: string): Reply => cannot(method, path),
    json,
  }
}

export type ApiRequests = ReturnType<typeof createApiRequests>
