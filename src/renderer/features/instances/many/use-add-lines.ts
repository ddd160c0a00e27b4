import { useEffect, useRef, useState } from 'react'
import { ContractError, type ContractErrorData } from '../../../../contract/errors.ts'
import type { CheckReport, CheckStep, InstanceKey, InstanceMode, ServiceFamily } from '../../../../contract/index.ts'
import type { RpcClient } from '../../../../rpc/client.ts'
import { useClient } from '../../../client/client-context.tsx'
import { useInstances } from '../../../client/use-instances.ts'
import { nextColour } from '../connecting/connection-form.ts'
import type { ManyLine } from './judge-lines.ts'
import { sideBySide } from './side-by-side.ts'

/** The result for the token of an instance that is known already. */
type TokenOutcome =
  /** `warning`: worth knowing, of what the check found. */
  | { readonly kind: 'taken'; readonly instance: InstanceKey; readonly warning: CheckStep | null }
  /** The service refuses the token; the instance keeps what it had. */
  | { readonly kind: 'refused'; readonly step: CheckStep }
  | { readonly kind: 'failed'; readonly error: ContractErrorData }
  | { readonly kind: 'stopped' }

/** Result of a line's check and adding. */
export type LineOutcome =
  | { readonly kind: 'checking' | 'checked' | 'adding' }
  | Exclude<TokenOutcome, { readonly kind: 'stopped' }>
  | {
      readonly kind: 'added'
      readonly instance: InstanceKey
      readonly reattached: boolean
      /** Worth knowing, of what the check found. */
      readonly warning: CheckStep | null
    }

/** For all lines; family and mode are of those that are added. */
export interface ManyOptions {
  /** Of lines that do not say, as long as the service does not either. */
  readonly family?: ServiceFamily
  readonly mode?: InstanceMode
  readonly storeToken: boolean
}

/** `known`: the instance that is here already and takes the token of the line; null: it is added. */
export type LineToRun = { readonly key: number; readonly known: InstanceKey } | (ManyLine & { readonly known: null })

/** Checks under way at once. Each instance has limits of its own, so they slow each other down only at the host. */
const maxConcurrent = 8

type Found =
  | {
      readonly kind: 'usable'
      readonly line: ManyLine
      readonly report: CheckReport
      readonly family: ServiceFamily
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'settled' }

/**
 * Checks lines side by side: adds those that can work, in their order, and uses tokens of instances that are here.
 * `tokenOf` is asked when a call is made: no token is kept here.
 */
export function useAddLines(tokenOf: (key: number) => string): {
  readonly outcomes: ReadonlyMap<number, LineOutcome>
  readonly running: boolean
  /** Why the last run ended before its end. */
  readonly ended: ContractErrorData | null
  /** Resolves with the lines that were refused or failed. */
  readonly run: (lines: readonly LineToRun[], options: ManyOptions) => Promise<ReadonlySet<number>>
  readonly stop: () => void
  /** Lines were changed: what became of them before says nothing any more. */
  readonly forget: (keys: Iterable<number>) => void
} {
  const client = useClient()
  const instances = useInstances()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, LineOutcome>>(new Map())
  const [running, setRunning] = useState(false)
  const [ended, setEnded] = useState<ContractErrorData | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const run = async (
    lines: readonly LineToRun[],
    { family: assumed = 'v3', mode = 'full', storeToken }: ManyOptions,
  ): Promise<ReadonlySet<number>> => {
    const failed = new Set<number>()
    const setOutcome = (key: number, outcome: LineOutcome): void => {
      if (outcome.kind === 'refused' || outcome.kind === 'failed') failed.add(key)
      setOutcomes((before) => new Map(before).set(key, outcome))
    }
    const control = new AbortController()
    abort.current = control
    const { signal } = control
    setRunning(true)
    setEnded(null)
    const end = (error: ContractErrorData): void => {
      control.abort()
      setEnded(error)
    }
    const inputOf = (line: ManyLine, family: ServiceFamily) => ({
      apiUrl: line.apiUrl.trim(),
      idInstance: line.idInstance.trim(),
      token: tokenOf(line.key),
      family,
    })
    const takeTokenOf = async (key: number, instance: InstanceKey): Promise<Found> => {
      const outcome = await takeToken(client, { instance, token: tokenOf(key), storeToken }, signal)
      if (outcome.kind === 'stopped') return outcome
      if (outcome.kind === 'failed' && endsRun.has(outcome.error.code)) end(outcome.error)
      else setOutcome(key, outcome)
      return { kind: 'settled' }
    }
    const check = async (line: LineToRun): Promise<Found> => {
      if (signal.aborted) return { kind: 'stopped' }
      setOutcome(line.key, { kind: 'checking' })
      if (line.known !== null) return takeTokenOf(line.key, line.known)
      const ask = (family: ServiceFamily) =>
        client.call('instances.check', { ...inputOf(line, family), brief: true }, { signal })
      try {
        const first = line.family ?? assumed
        const report = await ask(first)
        const family = line.family ?? report.family
        const found = family === first ? report : await ask(family)
        const refusal = found.usable ? undefined : found.steps.find(({ result }) => result === 'failed')
        if (refusal === undefined) {
          setOutcome(line.key, { kind: 'checked' })
          return { kind: 'usable', line, report: found, family }
        }
        setOutcome(line.key, { kind: 'refused', step: refusal })
      } catch (thrown) {
        const error = asError(thrown)
        if (error.code === 'cancelled' || signal.aborted) return { kind: 'stopped' }
        if (endsRun.has(error.code)) end(error)
        else setOutcome(line.key, { kind: 'failed', error })
      }
      return { kind: 'settled' }
    }
    const dealt = instances.map(({ colour }) => colour)
    const add = async ({ line, report, family }: Found & { readonly kind: 'usable' }): Promise<void> => {
      setOutcome(line.key, { kind: 'adding' })
      const colour = nextColour(dealt)
      try {
        const { instance, reattached } = await client.call('instances.add', {
          ...inputOf(line, family),
          name: line.name,
          colour,
          mode,
          storeToken,
        })
        dealt.push(colour)
        setOutcome(line.key, { kind: 'added', instance, reattached, warning: warningOf(report) })
      } catch (thrown) {
        const error = asError(thrown)
        if (endsRun.has(error.code)) end(error)
        else setOutcome(line.key, { kind: 'failed', error })
      }
    }
    const checks = sideBySide(lines, maxConcurrent, check)
    for (const check of checks) {
      const found = await check
      if (signal.aborted) break
      if (found.kind === 'usable') await add(found)
    }
    // Lines under way when the run ended were neither refused nor added.
    setOutcomes((before) => new Map([...before].filter(([, { kind }]) => !isOpen(kind))))
    setRunning(false)
    return failed
  }
  return {
    outcomes,
    running,
    ended,
    run,
    stop: () => abort.current?.abort(),
    forget(keys) {
      const gone = new Set(keys)
      setOutcomes((before) => new Map([...before].filter(([key]) => !gone.has(key))))
    },
  }
}

/** Errors that end a whole run, because every other line would get them too. */
const endsRun: ReadonlySet<string> = new Set([
  'vaultConsentNeeded',
  'vaultLocked',
  'disconnected',
  'storeFull',
  'storeReadOnly',
])

const asError = (thrown: unknown): ContractErrorData =>
  thrown instanceof ContractError ? thrown.data : { code: 'internal' }

/** Checks a token and uses it for its instance unless the service refuses it. Never rejects. */
async function takeToken(
  client: RpcClient,
  input: { readonly instance: InstanceKey; readonly token: string; readonly storeToken: boolean },
  signal: AbortSignal,
): Promise<TokenOutcome> {
  try {
    const { steps } = await client.call('instances.setToken', input, { signal })
    const refusal = steps.find(({ step, result }) => step === 'credentials' && result === 'failed')
    if (refusal !== undefined) return { kind: 'refused', step: refusal }
    const warning = steps.find(({ result }) => result === 'failed' || result === 'warning') ?? null
    return { kind: 'taken', instance: input.instance, warning }
  } catch (thrown) {
    const error = asError(thrown)
    return error.code === 'cancelled' || signal.aborted ? { kind: 'stopped' } : { kind: 'failed', error }
  }
}

const isOpen = (kind: LineOutcome['kind']): boolean => kind === 'checking' || kind === 'checked' || kind === 'adding'

const warningOf = ({ steps }: CheckReport): CheckStep | null => steps.find(({ result }) => result === 'warning') ?? null
