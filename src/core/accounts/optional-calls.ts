import type { AccountsStore } from './accounts-base.ts'
import type { CallOptions, CallResult } from '../../api/call.ts'
import type { InstanceApi } from '../../api/client.ts'
import { operations } from '../../api/operations.ts'
import type { InputOf, OperationName, ReplyOf } from '../../api/operations.ts'
import type { Logger } from '../base/ports.ts'
import type { InstanceRow } from './rules/instance-row.ts'

/** Calls of operations that a family or a host may lack (service 10.2), as one run makes them. */
export interface OptionalCalls {
  /** Whether the service is known to lack an operation. */
  lacks(name: OperationName): boolean
  /**
   * Makes a call unless the operation is known to be missing. Where the service answers that there is no such
   * operation, that is remembered with the instance, over restarts too, until its address, family or form of the path
   * changes; from then on it is `absent` without being asked. Required operations are never absent: there the answer
   * means a wrong address. Never rejects.
   */
  ask<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options: CallOptions,
  ): Promise<CallResult<ReplyOf<Name>> | 'absent'>
  /** Remembers that an operation is missing. What can't be written down now holds for this run. */
  recordAbsent(name: OperationName): Promise<void>
  /** Takes an operation for missing for the rest of this run: the answer did not say it clearly. */
  assumeAbsent(name: OperationName): void
}

/** @param row the instance's newest row; @param first the row that the run was built from. */
export function createOptionalCalls(deps: {
  readonly api: InstanceApi
  readonly store: AccountsStore
  readonly logger: Logger
  readonly row: () => InstanceRow
  readonly first: InstanceRow
  readonly ended: AbortSignal
}): OptionalCalls {
  const { api, store, logger, row, first, ended } = deps
  const { key, apiUrl, family, prefix } = first
  /** Those of this run: the row learns of them only after the commit. */
  const absent = new Set<OperationName>()
  const calls: OptionalCalls = {
    lacks: (name) => absent.has(name) || row().absentOperations.includes(name),
    async ask(name, input, options) {
      if (calls.lacks(name)) return 'absent'
      const result = await api.call(name, input, options)
      if (result.ok || result.error.kind !== 'operationMissing' || operations[name].required) return result
      // The run may have ended because another address is asked now, of which this says nothing.
      if (ended.aborted) return result
      await calls.recordAbsent(name)
      return 'absent'
    },
    assumeAbsent: (name) => void absent.add(name),
    async recordAbsent(operation) {
      absent.add(operation)
      await store.write('accounts.recordAbsent', { key, operation, apiUrl, family, prefix }).catch((error: unknown) => {
        logger.warn({ instance: key, operation, error }, 'a missing operation was not noted')
      })
    },
  }
  return calls
}
