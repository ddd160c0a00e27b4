import type { ContractErrorData } from '../contract/errors.ts'
import type { ContractEvent } from '../contract/events.ts'
import type { Delta } from './delta.ts'

/**
 * Messages of a connection, one line of JSON text each. Text, because every transport carries it unchanged: a value
 * that is not JSON-safe fails in the memory link already, and Electron's bridge copies a string faster than an object
 * tree.
 */
export type ClientMessage =
  /** First on every connection: calls of an earlier page are dropped, the host answers `resync`. */
  | { readonly kind: 'hello' }
  /** `base`: an earlier call of the same read, whose answer the client has: a delta to that answer is enough. */
  | {
      readonly kind: 'call'
      readonly id: number
      readonly name: string
      readonly input: unknown
      readonly base?: number
    }
  | { readonly kind: 'cancel'; readonly id: number }

export type HostMessage =
  /** Events may have been missed: the client has to repeat the reads it shows. */
  | { readonly kind: 'resync' }
  /** `isBase`: the host keeps the answer for a while, and a later call may name it as its base. */
  | { readonly kind: 'reply'; readonly id: number; readonly output?: unknown; readonly isBase?: true }
  /** The changes since the base that the call named; the answer is kept as a base in its turn. */
  | { readonly kind: 'delta'; readonly id: number; readonly delta: Delta }
  | { readonly kind: 'error'; readonly id: number; readonly error: ContractErrorData }
  | { readonly kind: 'event'; readonly event: ContractEvent }

/** Throws TypeError for values that JSON cannot represent (a bigint, a cycle). */
export const encode = (message: ClientMessage | HostMessage): string => JSON.stringify(message)

/**
 * Decodes a client's message; `malformed` with the call's id if one could be read, so that the call can be answered.
 */
export function decodeClientMessage(
  text: string,
): ClientMessage | { readonly kind: 'malformed'; readonly id?: number } {
  const message = parseObject(text)
  if (!message) return { kind: 'malformed' }
  const { kind, id, name, input, base } = message
  if (kind === 'hello') return { kind }
  if (!isCallId(id)) return { kind: 'malformed' }
  if (kind === 'cancel') return { kind, id }
  if (kind === 'call' && typeof name === 'string') return { kind, id, name, input, ...(isCallId(base) ? { base } : {}) }
  return { kind: 'malformed', id }
}

/**
 * Decodes a host's message. The host is our own program, so only the frame is checked, and an unknown kind is dropped.
 */
export function decodeHostMessage(text: string): HostMessage | undefined {
  const message = parseObject(text)
  return message && hostKinds.has(message['kind']) ? (message as HostMessage) : undefined
}

const hostKinds: ReadonlySet<unknown> = new Set<HostMessage['kind']>(['resync', 'reply', 'delta', 'error', 'event'])

const isCallId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
