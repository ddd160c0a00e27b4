import { ContractError, isContractError } from '../../contract/errors.ts'
import { StoreError, troubleOfSqliteError } from './store-error.ts'
import type { WireError } from './store-protocol.ts'

/** An error on its way between threads. SQL errors name tables and columns, never values. */
export function toWireError(error: unknown): WireError {
  if (error instanceof StoreError) return { type: 'store', kind: error.kind, message: error.message }
  if (isContractError(error)) return { type: 'contract', ...error.data }
  const message = error instanceof Error ? errorTextOf(error) : String(error)
  return { type: 'store', kind: troubleOfSqliteError(error) ?? 'intent', message }
}

/**
 * A parser quotes what it could not read, and in a damaged row that is what somebody wrote: only where it happened is
 * told.
 */
function errorTextOf(error: Error): string {
  const stack = error.stack ?? error.message
  if (!(error instanceof SyntaxError)) return stack
  return `SyntaxError: a stored value is no JSON${stack.slice(`${error.name}: ${error.message}`.length)}`
}

/** `name` is the intent's, so that a log line says which one failed. */
export function fromWireError(error: WireError, name: string): Error {
  if (error.type === 'store') return new StoreError(error.kind, `${name}: ${error.message}`)
  const { code, retryAfterMs, details } = error
  return new ContractError(code, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(details === undefined ? {} : { details }),
  })
}
