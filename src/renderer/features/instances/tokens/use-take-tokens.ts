import { useEffect, useRef, useState } from 'react'
import type { ContractErrorData } from '../../../../contract/errors.ts'
import type { InstanceKey } from '../../../../contract/ids.ts'
import { useClient } from '../../../client/client-context.tsx'
import { sideBySide } from '../many/side-by-side.ts'
import { endsRun, takeToken, type TokenOutcome } from './take-token.ts'

/** What became of the token of a row; no outcome: it was not tried yet. */
export type RowOutcome = { readonly kind: 'checking' } | Exclude<TokenOutcome, { readonly kind: 'stopped' }>

/** Checks under way at once. Each instance has limits of its own, so they slow each other down only at the host. */
const maxConcurrent = 8

/** Checks tokens side by side and uses those that work. `tokenOf` is asked when a call is made. */
export function useTakeTokens(tokenOf: (key: InstanceKey) => string): {
  readonly outcomes: ReadonlyMap<InstanceKey, RowOutcome>
  readonly running: boolean
  /** Why the last run ended before its end. */
  readonly ended: ContractErrorData | null
  readonly run: (keys: readonly InstanceKey[], storeToken: boolean) => Promise<void>
  readonly stop: () => void
  /** Another token was given: what became of the one before says nothing any more. */
  readonly forget: (keys: Iterable<InstanceKey>) => void
} {
  const client = useClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<InstanceKey, RowOutcome>>(new Map())
  const [running, setRunning] = useState(false)
  const [ended, setEnded] = useState<ContractErrorData | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const setOutcome = (key: InstanceKey, outcome: RowOutcome): void =>
    setOutcomes((before) => new Map(before).set(key, outcome))
  const forget = (keys: Iterable<InstanceKey>): void => {
    const gone = new Set(keys)
    setOutcomes((before) => new Map([...before].filter(([key]) => !gone.has(key))))
  }

  const run = async (keys: readonly InstanceKey[], storeToken: boolean): Promise<void> => {
    const control = new AbortController()
    abort.current = control
    const { signal } = control
    setRunning(true)
    setEnded(null)
    const take = async (instance: InstanceKey): Promise<void> => {
      if (signal.aborted) return
      setOutcome(instance, { kind: 'checking' })
      const outcome = await takeToken(client, { instance, token: tokenOf(instance), storeToken }, signal)
      if (outcome.kind === 'stopped') return
      if (outcome.kind === 'failed' && endsRun.has(outcome.error.code)) {
        control.abort()
        return setEnded(outcome.error)
      }
      setOutcome(instance, outcome)
    }
    await Promise.all(sideBySide(keys, maxConcurrent, take))
    // What was under way when it ended was neither refused nor taken.
    setOutcomes((before) => new Map([...before].filter(([, { kind }]) => kind !== 'checking')))
    setRunning(false)
  }
  return { outcomes, running, ended, run, stop: () => abort.current?.abort(), forget }
}
