import type { AccountsStore } from './tx/accounts-intents.ts'
import type { CallOptions, CallResult } from '../../api/call.ts'
import type { InstanceApi } from '../../api/client.ts'
import { capabilities, lackedOperations } from '../../api/families.ts'
import { operations, type InputOf, type OperationName, type ReplyOf } from '../../api/operations.ts'
import type { Clock, Logger } from '../base/ports.ts'
import { absentOperations, isStillAbsent } from './rules/absent-operations.ts'
import type { InstanceRow } from './rules/instance-row.ts'

/** Calls of operations that a family or a host may lack (service 10.2), as one run makes them. */
export interface OptionalCalls {
  /** Whether the service is known to lack an operation. */
  lacks(name: OperationName): boolean
  /**
   * Makes a call unless the operation is known to be missing. If the service answers that it has no such operation,
   * that is stored with the instance until its address, family or form of the path changes, for a week at most; further
   * calls answer `absent` without a request. Required operations are never absent: such an answer means a wrong
   * address. An operation that a business account lacks is asked for only after getSettings, which says whether the
   * instance is one. Never rejects.
   */
  ask<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options: CallOptions,
  ): Promise<CallResult<ReplyOf<Name>> | 'absent'>
  /** Remembers a missing operation; for this run only, if the store refuses it. */
  recordAbsent(name: OperationName): Promise<void>
  /** Treats an operation as missing in this run, for as long, because the answer was not clear. */
  assumeAbsent(name: OperationName): void
}

/** @param row the instance's newest row; @param first the row that the run was built from. */
export function createOptionalCalls(deps: {
  readonly api: InstanceApi
  readonly store: AccountsStore
  readonly logger: Logger
  readonly clock: Pick<Clock, 'now'>
  readonly row: () => InstanceRow
  readonly first: InstanceRow
  readonly ended: AbortSignal
}): OptionalCalls {
  const { api, store, logger, clock, row, first, ended } = deps
  const { key, apiUrl, family, prefix } = first
  /** Those of this run, by when they were found missing: the row learns of them only after the commit. */
  const absent = new Map<OperationName, number>()
  const found = (name: OperationName) => void absent.set(name, clock.now())
  let kindRead: Promise<void> | null = null
  const readKind = async (options: CallOptions): Promise<void> => {
    const settings = await calls.ask('getSettings', {}, options)
    // Asked again with the next call: until it is known, what a business account lacks is asked in vain.
    if (settings === 'absent' || !settings.ok) return void (kindRead = null)
    for (const name of lackedOperations(family, settings.value.typeInstance)) found(name)
  }
  const calls: OptionalCalls = {
    lacks: (name) =>
      isStillAbsent(absent.get(name), clock.now()) || absentOperations(row(), clock.now()).includes(name),
    async ask(name, input, options) {
      if (family === 'whatsapp' && row().settings === null && capabilities.waba.lacks.includes(name))
        await (kindRead ??= readKind(options))
      if (calls.lacks(name)) return 'absent'
      const result = await api.call(name, input, options)
      if (result.ok || result.error.kind !== 'operationMissing' || operations[name].required) return result
      // The run may have ended because the address changed, to which this answer does not apply.
      if (ended.aborted) return result
      await calls.recordAbsent(name)
      return 'absent'
    },
    assumeAbsent: found,
    async recordAbsent(operation) {
      found(operation)
      await store.write('accounts.recordAbsent', { key, operation, apiUrl, family, prefix }).catch((error: unknown) => {
        logger.warn({ instance: key, operation, error }, 'a missing operation was not noted')
      })
    },
  }
  return calls
}
