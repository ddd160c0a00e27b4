import { isContractError, type ContractErrorData } from '../contract/errors.ts'
import type { ContractEvent } from '../contract/events.ts'
import type { CallContext, CallName, Handlers } from '../contract/index.ts'
import type { HostLink, Unsubscribe } from './link.ts'
import { cutAnswer, deltaText, joinAnswer, type Pieces } from './delta.ts'
import { decodeClientMessage, encode, type ClientMessage, type HostMessage } from './protocol.ts'

/** The part of a zod schema that the host needs. */
export interface InputSchema {
  safeParse(
    input: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly InputIssue[] } }
}

interface InputIssue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
}

/** One call as the transport sees it. */
export interface PipeCall {
  /** Whether it may be asked again, and its answer be a base. */
  readonly isQuery: boolean
  readonly input: InputSchema
  run(input: unknown, context: CallContext): Promise<unknown>
}

export interface PipeHost {
  find(name: string): PipeCall | undefined
  subscribe(listener: (event: ContractEvent) => void): Unsubscribe
  /** Reports an internal error, for the log. Contains neither input nor output, which may hold secrets. */
  onFault(fault: PipeFault): void
}

export type PipeFault =
  | { readonly kind: 'malformed'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly name: string; readonly error: unknown }

/** Joins the contract's schemas with the handlers that answer them. */
export function createPipeHost<Names extends CallName>(
  schemas: { readonly [Name in Names]: { readonly kind: 'query' | 'command'; readonly input: InputSchema } },
  handlers: Handlers<Names>,
  ports: Pick<PipeHost, 'subscribe' | 'onFault'>,
): PipeHost {
  const calls = new Map<string, PipeCall>()
  for (const name of Object.keys(schemas) as Names[]) {
    const handler = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>
    const { kind, input } = schemas[name]
    calls.set(name, { isQuery: kind === 'query', input, run: (given, context) => handler(given, context) })
  }
  return { find: (name) => calls.get(name), ...ports }
}

/** How many characters of answers a connection keeps as bases; the one that was asked for longest ago goes first. */
const mostBaseLength = 2_000_000

/** The answers of one connection, each sent as what changed where its client has an earlier one. */
function createAnswers() {
  const bases = new Map<number, Pieces>()
  let length = 0
  const take = (id: number): Pieces | undefined => {
    const base = bases.get(id)
    if (bases.delete(id)) length -= base?.length ?? 0
    return base
  }
  return {
    clear() {
      bases.clear()
      length = 0
    },
    /** The message that answers a query. Throws for values that JSON cannot represent. */
    encode(id: number, base: number | undefined, output: unknown): string {
      const pieces = cutAnswer(output)
      if (pieces === undefined || pieces.length > mostBaseLength) return encode({ kind: 'reply', id, output })
      const before = base === undefined ? undefined : take(base)
      bases.set(id, pieces)
      length += pieces.length
      for (const oldest of bases.keys()) {
        if (length <= mostBaseLength) break
        take(oldest)
      }
      const delta = before && deltaText(before, pieces)
      return delta !== undefined && delta.length < pieces.length
        ? `{"kind":"delta","id":${id},"delta":${delta}}`
        : `{"kind":"reply","id":${id},"isBase":true,"output":${joinAnswer(pieces)}}`
    },
  }
}

/**
 * Serves one connection until it closes: parses every input, answers every call once, emits events, and aborts calls
 * that nobody waits for. Malformed text never ends the connection or the process.
 */
export function serve(link: HostLink, host: PipeHost): Unsubscribe {
  const running = new Map<number, AbortController>()
  const answers = createAnswers()
  let unsubscribe: Unsubscribe | undefined
  let open = true

  const send = (message: HostMessage): void => {
    if (open) link.send(encode(message))
  }
  const refuse = (id: number, error: ContractErrorData): void => send({ kind: 'error', id, error })
  const dropCalls = (): void => {
    for (const controller of running.values()) controller.abort()
    running.clear()
  }
  const greet = (): void => {
    dropCalls()
    answers.clear()
    unsubscribe ??= host.subscribe((event) => send({ kind: 'event', event }))
    send({ kind: 'resync' })
  }
  const call = async ({ id, name, input, base }: Extract<ClientMessage, { kind: 'call' }>): Promise<void> => {
    const found = host.find(name)
    if (!found) return refuse(id, { code: 'badInput', details: { name } })
    if (running.has(id)) return host.onFault({ kind: 'malformed', bytes: 0 })
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const parsed = found.input.safeParse(input)
      if (!parsed.success) return refuse(id, { code: 'badInput', details: { name, issues: issues(parsed.error) } })
      const output = await found.run(parsed.data, { signal: controller.signal })
      if (!open || running.get(id) !== controller) return
      if (found.isQuery) link.send(answers.encode(id, base, output))
      else send({ kind: 'reply', id, output })
    } catch (error) {
      if (running.get(id) === controller) refuse(id, toErrorData(error, controller.signal, name, host))
    } finally {
      if (running.get(id) === controller) running.delete(id)
    }
  }
  const receive = (text: string): void => {
    const message = decodeClientMessage(text)
    switch (message.kind) {
      case 'hello':
        return greet()
      case 'call':
        // An answer that can't be sent must not end the process.
        return void call(message).catch((error: unknown) => host.onFault({ kind: 'failed', name: message.name, error }))
      case 'cancel':
        return running.get(message.id)?.abort()
      case 'malformed': {
        host.onFault({ kind: 'malformed', bytes: text.length })
        if (message.id !== undefined) refuse(message.id, { code: 'badInput' })
      }
    }
  }
  const close = (): void => {
    if (!open) return
    open = false
    stopListening()
    unsubscribe?.()
    dropCalls()
  }
  const stopListening = link.listen({ received: receive, closed: close })
  return close
}

/** Only path and rule: the values may be secrets. */
const issues = (error: { readonly issues: readonly InputIssue[] }) =>
  error.issues.map(({ code, path }) => ({ code, path: path.map(String).join('.') }))

function toErrorData(error: unknown, signal: AbortSignal, name: string, host: PipeHost): ContractErrorData {
  if (isContractError(error)) return error.data
  if (signal.aborted) return { code: 'cancelled' }
  host.onFault({ kind: 'failed', name, error })
  return { code: 'internal' }
}
