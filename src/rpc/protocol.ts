import type { ContractErrorData } from '../contract/errors.ts'
import type { ContractEvent } from '../contract/events.ts'

/**
 * What crosses the pipe, as one line of JSON text per message. Text, because every transport carries it unchanged:
 * what is not JSON-safe fails in the memory pair already, and Electron's bridge copies a string faster than a tree.
 */
export type ClientMessage =
  /** First on every connection: calls of an earlier page are dropped, the host answers `resync`. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number }

export type HostMessage =
  /** Events may have been missed: local reads that are shown have to be read again. */
  | { readonly kind: 'resync' }
  | { readonly kind: 'reply'; readonly id: number; readonly output?: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: ContractErrorData }
  | { readonly kind: 'event'; readonly event: ContractEvent }

/** Fails with TypeError on what JSON cannot carry (a bigint, a cycle). */
export const encode = (message: ClientMessage | HostMessage): string => JSON.stringify(message)

/** What a client said, or `malformed` with the call's id where one could still be read, so that it can be answered. */
export function decodeClientMessage(
  text: string,
): ClientMessage | { readonly kind: 'malformed'; readonly id?: number } {
  const message = parseObject(text)
  if (!message) return { kind: 'malformed' }
  const { kind, id, name, input } = message
  if (kind === 'hello') return { kind }
  if (!isCallId(id)) return { kind: 'malformed' }
  if (kind === 'cancel') return { kind, id }
  if (kind === 'call' && typeof name === 'string') return { kind, id, name, input }
  return { kind: 'malformed', id }
}

/** What the host said. The host is our own program: only the frame is checked, an unknown kind is dropped. */
export function decodeHostMessage(text: string): HostMessage | undefined {
  const message = parseObject(text)
  return message && hostKinds.has(message['kind']) ? (message as HostMessage) : undefined
}

const hostKinds: ReadonlySet<unknown> = new Set<HostMessage['kind']>(['resync', 'reply', 'error', 'event'])

const isCallId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
