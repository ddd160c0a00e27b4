import type { OperationId, OperationInput, OperationOutput } from '../../public-api/operations.ts'
import type { ServedFile } from '../hosting/window-origin.ts'
import type { Program } from '../programs/tx/program-row.ts'

/** Operations that are answered as a connection, by what reads the journal. */
type EventOperation = 'readEvents' | 'streamEvents' | 'acknowledgeEvents'

/** Operations of the public table that are one question and one answer. */
export type CalledOperation = Exclude<OperationId, EventOperation>

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
  /** It began something: a repeated call would begin nothing. */
  readonly isNew?: boolean
  /** What the program may still send. */
  readonly allowances?: readonly SendAllowance[]
}

/**
 * What programs may ask of this desk besides the journal. Rights and scope are checked here, for every way on which a
 * program may come. Rejects with ContractError.
 */
export interface ProgramOperations {
  call<Id extends CalledOperation>(
    program: Program,
    id: Id,
    input: OperationInput<Id>,
    signal: AbortSignal,
  ): Promise<OperationAnswer<Id>>
}
