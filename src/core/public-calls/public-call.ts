import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { OperationInput } from '../../public-api/operations.ts'
import type { InstanceRuntime } from '../accounts/instance-runtime.ts'
import type { WindowOriginSources } from '../hosting/window-origin.ts'
import type { ProposalSync } from '../proposals/proposal-sync.ts'
import { instanceNamed } from '../programs/identity/rules/program-error.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import type { CalledFile, CalledOperation, OperationAnswer } from '../programs/desk/program-operations.ts'
import type { SendingService } from '../sending/sending-service.ts'
import type { ProgramUploads } from '../uploads/program-uploads.ts'
import type { PublicCallsBase } from './public-calls-base.ts'
import type { SendReservations } from './send-reservations.ts'

/** Commands of the window that programs cause. */
type CausedCalls =
  | 'programs.details'
  | 'programs.pause'
  | 'programs.resume'
  | 'programs.replayFrom'
  | 'programs.skipToNow'
  | 'programs.replayDeadLetters'
  | 'programs.skipDeadLetters'
  | 'search.messages'
  | 'labels.list'
  | 'labels.save'
  | 'labels.set'
  | 'notes.add'

export interface PublicCallsDeps extends Pick<PublicCallsBase, 'store' | 'clock' | 'instances'> {
  readonly wake: SendingService['wake']
  readonly stopUpload: SendingService['stopUpload']
  readonly takeFile: ProgramUploads['take']
  readonly reservations: SendReservations
  readonly openMedia: WindowOriginSources['openMedia']
  readonly handlers: () => Pick<CoreHandlers, CausedCalls>
  /** Four letters in every event id and position. */
  readonly epoch: () => string
  readonly proposals: Pick<ProposalSync, 'adding' | 'put' | 'act' | 'run'>
  /** A proposal was added, which ends at some time. */
  readonly onProposed: () => void
}

export interface Asking<Id extends CalledOperation> {
  readonly program: Program
  readonly input: OperationInput<Id>
  /** The body, of an operation that takes a file. */
  readonly file?: CalledFile | undefined
  readonly signal: AbortSignal
}

/** A row of this table: the query or command of the contract that it comes down to, and the answer. */
export interface PublicCall<Id extends CalledOperation> {
  readonly core: keyof CoreHandlers
  readonly answer: (asking: Asking<Id>) => Promise<OperationAnswer<Id>>
}

/** The row of a question that is answered with its value alone. */
export const plain = <Id extends CalledOperation>(
  core: keyof CoreHandlers,
  ask: (asking: Asking<Id>) => Promise<OperationAnswer<Id>['value']> | OperationAnswer<Id>['value'],
): PublicCall<Id> => ({ core, answer: async (asking) => ({ value: await ask(asking) }) })

export type PublicCallTable<Ids extends CalledOperation = CalledOperation> = { readonly [Id in Ids]: PublicCall<Id> }

export const done = { done: true } as const

/** The value, or `notFound`: what is not there, or out of scope. */
export function there<Value>(value: Value | null): Value {
  if (value === null) throw new ContractError('notFound')
  return value
}

/** Instances in a program's scope. */
export function createInstanceView({ instances }: Pick<PublicCallsDeps, 'instances'>) {
  const visible = ({ scope }: Program): readonly InstanceRuntime[] =>
    instances.list().filter(({ key }) => scope.instances === null || scope.instances.includes(key))
  /** Throws `notFound`, also where the instance is out of scope, and ProgramError `instanceAmbiguous`. */
  const instanceOf = ({ scope }: Program, idInstance: string): InstanceRuntime =>
    there(instanceNamed(instances, scope, idInstance) ?? null)
  const keyOf = (program: Program, idInstance: string | undefined): InstanceKey | null =>
    idInstance === undefined ? null : instanceOf(program, idInstance).key
  return { visible, instanceOf, keyOf }
}
