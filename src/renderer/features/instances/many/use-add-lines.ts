import { useEffect, useRef, useState } from 'react'
import type { ContractErrorData } from '../../../../contract/errors.ts'
import type { InstanceKey } from '../../../../contract/ids.ts'
import type {
  CheckReport,
  CheckStep,
  IdentityColour,
  InstanceMode,
  ServiceFamily,
} from '../../../../contract/instances.ts'
import { useClient } from '../../../client/client-context.tsx'
import { nextColour } from '../connecting/connection-form.ts'
import { asError, endsRun, takeToken } from '../tokens/take-token.ts'
import type { ManyLine } from './judge-lines.ts'
import { sideBySide } from './side-by-side.ts'

/** Result of a line's check and adding. */
export type LineOutcome =
  | { readonly kind: 'checking' | 'checked' | 'adding' }
  /** The token of an instance that is here already was checked and is used. */
  | { readonly kind: 'taken'; readonly instance: InstanceKey; readonly warning: CheckStep | null }
  | {
      readonly kind: 'added'
      readonly instance: InstanceKey
      readonly reattached: boolean
      /** Worth knowing, of what the check found. */
      readonly warning: CheckStep | null
    }
  /** The check found why it can't work. */
  | { readonly kind: 'refused'; readonly step: CheckStep }
  | { readonly kind: 'failed'; readonly error: ContractErrorData }

/** For all lines. */
export interface ManyOptions {
  /** Of lines that do not say, as long as the service does not either. */
  readonly family: ServiceFamily
  readonly mode: InstanceMode
  readonly storeToken: boolean
}

export interface LineToRun extends ManyLine {
  /** The instance that is here already and takes the token of the line; null: it is added. */
  readonly known: InstanceKey | null
}

/** Checks under way at once. Each instance has limits of its own, so they slow each other down only at the host. */
const maxConcurrent = 8

type Found =
  | { readonly kind: 'usable'; readonly report: CheckReport; readonly family: ServiceFamily }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'settled' }

/**
 * Checks lines side by side and adds those that can work, in their order. `tokenOf` is asked when a call is made: no
 * token is kept here.
 */
export function useAddLines(tokenOf: (key: number) => string): {
  readonly outcomes: ReadonlyMap<number, LineOutcome>
  readonly running: boolean
  /** Why the last run ended before its end. */
  readonly ended: ContractErrorData | null
  /** Resolves with the lines that were refused or failed. */
  readonly run: (
    lines: readonly LineToRun[],
    options: ManyOptions,
    colours: readonly IdentityColour[],
  ) => Promise<ReadonlySet<number>>
  readonly stop: () => void
  /** A line was changed: what became of it before says nothing any more. */
  readonly forget: (key: number) => void
} {
  const client = useClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, LineOutcome>>(new Map())
  const [running, setRunning] = useState(false)
  const [ended, setEnded] = useState<ContractErrorData | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const run = async (
    lines: readonly LineToRun[],
    options: ManyOptions,
    colours: readonly IdentityColour[],
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
    const takeTokenOf = async (line: ManyLine, instance: InstanceKey): Promise<Found> => {
      const { storeToken } = options
      const outcome = await takeToken(client, { instance, token: tokenOf(line.key), storeToken }, signal)
      if (outcome.kind === 'stopped') return outcome
      if (outcome.kind === 'failed' && endsRun.has(outcome.error.code)) end(outcome.error)
      else setOutcome(line.key, outcome)
      return { kind: 'settled' }
    }
    const check = async (line: LineToRun): Promise<Found> => {
      if (signal.aborted) return { kind: 'stopped' }
      setOutcome(line.key, { kind: 'checking' })
      if (line.known !== null) return takeTokenOf(line, line.known)
      const ask = (family: ServiceFamily) =>
        client.call('instances.check', { ...inputOf(line, family), brief: true }, { signal })
      try {
        const first = line.family ?? options.family
        const report = await ask(first)
        const family = line.family ?? report.family
        const found = family === first ? report : await ask(family)
        const refusal = found.usable ? undefined : found.steps.find(({ result }) => result === 'failed')
        if (refusal === undefined) {
          setOutcome(line.key, { kind: 'checked' })
          return { kind: 'usable', report: found, family }
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
    const dealt = [...colours]
    const add = async (line: ManyLine, { report, family }: Found & { readonly kind: 'usable' }): Promise<void> => {
      setOutcome(line.key, { kind: 'adding' })
      const colour = nextColour(dealt)
      try {
        const { instance, reattached } = await client.call('instances.add', {
          ...inputOf(line, family),
          name: line.name,
          colour,
          mode: options.mode,
          storeToken: options.storeToken,
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
    for (const [index, line] of lines.entries()) {
      const found = await checks[index]
      if (signal.aborted) break
      if (found?.kind === 'usable') await add(line, found)
    }
    // What was under way when it ended was neither refused nor added.
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
    forget: (key) => setOutcomes((before) => new Map([...before].filter(([other]) => other !== key))),
  }
}

const isOpen = (kind: LineOutcome['kind']): boolean => kind === 'checking' || kind === 'checked' || kind === 'adding'

const warningOf = ({ steps }: CheckReport): CheckStep | null => steps.find(({ result }) => result === 'warning') ?? null
