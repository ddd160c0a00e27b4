import type { EmulatorClock } from '../clock.ts'
import type { EffectLog } from '../effects.ts'
import type { Instance } from '../world/instance.ts'
import type { JsonObject } from '../world/records.ts'
import { refusal, type Reply } from './reply.ts'
import type { Route } from './route.ts'

/** Whether the client disconnected before its answer. A minimal AbortSignal, without cost while nobody listens. */
export interface Departure {
  readonly isGone: boolean
  /** Calls `listener` when the client disconnects; returns a function that unsubscribes. */
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
  /** The raw body of an upload, and its type. */
  readonly bytes: Uint8Array
  readonly contentType: string
  /** The header GA-Filename, unchanged; '' when absent. */
  readonly givenFileName: string
  /** The client's disconnect. */
  readonly departure: Departure
  readonly clock: EmulatorClock
  readonly effects: EffectLog
  /** Records a delivered receipt: deletes of any other are violations. */
  handedOut(receiptId: number): void
}

export type Handler = (call: Call) => Reply | Promise<Reply>

export const fail = (call: Call, status: number, message: string): Reply =>
  refusal(call.instance, status, message, call.path, call.clock.now())

export const invalid = (call: Call, details: string): Reply => fail(call, 400, `Validation failed. Details: ${details}`)
