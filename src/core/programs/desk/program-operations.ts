import type { OperationId, OperationInput, OperationOutput } from '../../../public-api/operations.ts'
import type { ServedFile } from '../../hosting/window-origin.ts'
import type { Program } from '../identity/tx/program-row.ts'

/** Operations that are answered as a connection, by what reads the journal. */
type EventOperation = 'readEvents' | 'streamEvents' | 'acknowledgeEvents'

/** Operations of the public table that are one question and one answer. */
export type CalledOperation = Exclude<OperationId, EventOperation>

/** A file that comes as the body of a request. */
export interface CalledFile {
  /** MIME type; '' where it is not known. */
  readonly type: string
  /** Null: it is not known before all of it came. */
  readonly bytes: number | null
  /** Rejects when the connection breaks off. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The input of an operation. */
export type CallInput<Id extends CalledOperation> = OperationInput<Id>

/** How many messages a program may still send in a period. `resetMs`: until one more is free. */
interface SendAllowance {
  readonly period: 'minute' | 'hour' | 'day'
  readonly limit: number
  readonly left: number
  readonly resetMs: number
}

export interface OperationAnswer<Id extends CalledOperation> {
  /** Of `getMedia`: where its bytes are. */
  readonly value: Id extends 'getMedia' ? ServedFile : OperationOutput<Id>
  /** The call started something: a repeated call would start nothing. */
  readonly isNew?: boolean
  /** The program's remaining sends. */
  readonly allowances?: readonly SendAllowance[]
}

/** A read of the service that a program asks for by the service's own name, in lower case. */
export interface ServiceRead {
  readonly idInstance: string
  readonly method: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The service's answer as it came, without the instance's token; or one of this desk. */
export interface ServiceAnswer {
  readonly status: number
  /** JSON. */
  readonly body: string
  readonly retryAfterS?: number
}

/**
 * Operations for programs besides the journal. Rights and scope are checked here, for every transport. Rejects with
 * ContractError.
 */
export interface ProgramOperations {
  call<Id extends CalledOperation>(
    program: Program,
    id: Id,
    input: OperationInput<Id>,
    signal: AbortSignal,
    file?: CalledFile,
  ): Promise<OperationAnswer<Id>>
  /** Sends several messages, all or none. */
  sendAll(
    program: Program,
    inputs: readonly OperationInput<'sendMessage'>[],
    signal: AbortSignal,
  ): Promise<readonly OperationOutput<'sendMessage'>[]>
  /** Gives up what a run that ended had reserved with the team and not put into the outbox. */
  releaseStale(): Promise<void>
  /** Null: there is no such read of the service. Rejects with ProgramError and ContractError. */
  readService(program: Program, read: ServiceRead, signal: AbortSignal): Promise<ServiceAnswer | null>
}
