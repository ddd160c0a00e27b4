import { ContractError, isContractError } from '../contract/errors.ts'
import type { Logger } from './base/ports.ts'
import { StoreError } from './store/store-error.ts'
import { coreContract, type CallContext, type CoreHandlers, type HostHandlers } from '../contract/index.ts'

type AnyHandler = (input: never, context: CallContext) => Promise<unknown>

/** Makes every handler fail only with a ContractError; other errors are bugs, which are logged in full. */
export function guardHandlers<Handlers extends Readonly<Record<string, AnyHandler>>>(
  handlers: Handlers,
  logger: Logger,
): Handlers {
  const guarded: Record<string, AnyHandler> = {}
  for (const [name, handler] of Object.entries(handlers)) {
    guarded[name] = async (input, context) => {
      try {
        return await handler(input, context)
      } catch (error) {
        throw toContractError(error, context.signal, (bug) => logger.error({ call: name, error: bug }, 'a call failed'))
      }
    }
  }
  return guarded as Handlers
}

function toContractError(error: unknown, signal: AbortSignal, report: (bug: unknown) => void): ContractError {
  if (isContractError(error)) return error
  if (signal.aborted) return new ContractError('cancelled')
  if (error instanceof StoreError) {
    switch (error.kind) {
      case 'full':
        return new ContractError('storeFull')
      case 'readOnly':
      case 'failing':
      case 'busy':
        return new ContractError('storeReadOnly')
      case 'damaged':
        return new ContractError('storeDamaged')
      case 'cancelled':
      case 'closed':
        return new ContractError('cancelled')
      default:
        break
    }
  }
  report(error)
  return new ContractError('internal')
}

/** Every call of the contract: core's, which are looked up by name when they are made, and the host's own. */
export function joinHandlers(core: CoreHandlers, host: HostHandlers): CoreHandlers & HostHandlers {
  const names = Object.keys(coreContract) as (keyof CoreHandlers)[]
  return { ...(Object.fromEntries(names.map((name) => [name, core[name]])) as unknown as CoreHandlers), ...host }
}
