import type { CallOptions, CallResult } from '../../api/call.ts'
import { operations } from '../../api/operations.ts'
import type { InputOf, OperationName, ReplyOf } from '../../api/operations.ts'
import type { InstanceRegistry } from '../accounts/instance-registry.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { Store } from '../intents.ts'

/**
 * Makes a call that not every service family has (service 10.2). One that is missing is asked once and remembered:
 * `absent` is answered from then on without asking.
 */
export type AskOptional = <Name extends OperationName>(
  run: InstanceRun,
  name: Name,
  input: InputOf<Name>,
  options: CallOptions,
) => Promise<CallResult<ReplyOf<Name>> | 'absent'>

export function createAskOptional(deps: { readonly store: Store; readonly instances: InstanceRegistry }): AskOptional {
  const { store, instances } = deps
  return async (run, name, input, options) => {
    if (run.instance.row().absentOperations.includes(name)) return 'absent'
    const result = await run.api.call(name, input, options)
    if (result.ok || result.error.kind !== 'operationMissing' || operations[name].required) return result
    const known = run.instance.row().absentOperations
    if (!known.includes(name)) {
      await store.write('accounts.learn', { key: run.key, absentOperations: [...known, name] })
      instances.updateSome(await store.read('accounts.some', { keys: [run.key] }))
    }
    return 'absent'
  }
}
