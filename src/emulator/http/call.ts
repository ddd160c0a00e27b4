import type { EmulatorClock } from '../clock.ts'
import type { EffectLog } from '../effects.ts'
import type { Instance } from '../world/instance.ts'
import type { JsonObject } from '../world/records.ts'
import { refusal, type Reply } from './reply.ts'
import type { Route } from './route.ts'

/**
 * Whether and when a client went away before its answer. An AbortSignal in small: it costs nothing while nobody waits.
 */
export interface Departure {
  readonly isGone: boolean
  /** Calls `listener` when the client goes; returns how to forget it. */
  listen(listener: () => void): () => void
}

/** One request that found its instance and passed authorization. */
export interface Call {
  readonly instance: Instance
  readonly route: Route
  /** The request target as the client wrote it. */
  readonly path: string
  /** The parsed JSON body; {} for GET and DELETE. */
  readonly input: JsonObject
  /** The body as it came, and its type: of uploads. */
  readonly bytes: Uint8Array
  readonly contentType: string
  /** The header GA-Filename, as it came; '' when it is absent. */
  readonly givenFileName: string
  /** When the client goes away. */
  readonly departure: Departure
  readonly clock: EmulatorClock
  readonly effects: EffectLog
  /** Remembers what was handed out: deletes of anything else are violations. */
  handedOut(receiptId: number): void
}

export type Handler = (call: Call) => Reply | Promise<Reply>

export const fail = (call: Call, status: number, message: string): Reply =>
  refusal(call.instance, status, message, call.path, call.clock.now())

export const invalid = (call: Call, details: string): Reply => fail(call, 400, `Validation failed. Details: ${details}`)
