import { useCallback, useEffect, useRef, useState } from 'react'
import { ContractError } from '../../contract/errors.ts'
import type { CommandName, Input, Output } from '../../contract/index.ts'
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
  /** `toast` (default) shows failures; `return` leaves that to the caller. `cancelled` is never shown. */
  readonly errors?: 'toast' | 'return'
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
  const [state, setState] = useState<CommandState>({ pending: false, error: null })
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const run = useCallback<RunCommand<Name>>(
    async (input, signal) => {
      setState({ pending: true, error: null })
      const settle = (error: ContractError | null): void => {
        if (mounted.current) setState({ pending: false, error })
      }
      try {
        const value = await client.call(name, input, signal ? { signal } : {})
        settle(null)
        return { ok: true, value }
      } catch (thrown) {
        const error = thrown instanceof ContractError ? thrown : new ContractError('internal')
        settle(error)
        if (errors === 'toast' && error.code !== 'cancelled') showErrorToast(error.data)
        return { ok: false, error }
      }
    },
    [client, name, errors],
  )
  return [run, state]
}
