import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { InstanceRegistry } from './instance-registry.ts'
import type { InstanceRun } from './instance-runtime.ts'

/**
 * Where an instance may be asked. Throws ContractError with the reason why it may not: notFound, instancePaused,
 * tokenMissing, unreachable.
 */
export function runOf(instances: InstanceRegistry, key: InstanceKey): InstanceRun {
  const runtime = instances.get(key)
  if (runtime === undefined) throw new ContractError('notFound')
  const run = runtime.run()
  if (run !== null) return run
  if (runtime.row().pausedAt !== null) throw new ContractError('instancePaused')
  // With a token it does not run while core is stopped or the computer sleeps.
  throw new ContractError(instances.hasToken(key) ? 'unreachable' : 'tokenMissing')
}
