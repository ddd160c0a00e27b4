import { useCallback, useState } from 'react'
import { ContractError } from '../../contract/errors.ts'
import type { CommandName, Input, Output } from '../../contract/index.ts'
import { useIsShown } from '../lib/use-is-shown.ts'
import { showErrorToast } from '../ui/overlays/toast-store.ts'
import { useClient } from './client-context.tsx'

type CommandResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ContractError }

export interface CommandState {
  readonly pending: boolean
  readonly error: ContractError | null
}

export interface ContractCommandOptions {
  /**
   * `toast` (default) shows failures; `return` leaves that to the caller while it is on the screen, and shows those
   * that come after it has left; `ignore` is for what no person waits for. `cancelled` is never shown.
   */
  readonly errors?: 'toast' | 'return' | 'ignore'
}

export type RunCommand<Name extends CommandName> = (
  input: Input<Name>,
  signal?: AbortSignal,
) => Promise<CommandResult<Output<Name>>>

/**
 * A command: `const [send, { pending }] = useContractCommand('messages.send')`; the promise never rejects. Neither
 * input nor output is stored, so it may carry a token.
 */
export function useContractCommand<Name extends CommandName>(
  name: Name,
  { errors = 'toast' }: ContractCommandOptions = {},
): readonly [RunCommand<Name>, CommandState] {
  const client = useClient()
  const [running, setRunning] = useState(0)
  const [error, setError] = useState<ContractError | null>(null)
  const isShown = useIsShown()
  const run = useCallback<RunCommand<Name>>(
    async (input, signal) => {
      setRunning((count) => count + 1)
      setError(null)
      try {
        return { ok: true, value: await client.call(name, input, signal ? { signal } : {}) }
      } catch (thrown) {
        const failure = thrown instanceof ContractError ? thrown : new ContractError('internal')
        setError(failure)
        const isToast = errors === 'toast' || (errors === 'return' && !isShown.current)
        if (isToast && failure.code !== 'cancelled') showErrorToast(failure.data)
        return { ok: false, error: failure }
      } finally {
        setRunning((count) => count - 1)
      }
    },
    [client, name, errors, isShown],
  )
  return [run, { pending: running > 0, error }]
}
