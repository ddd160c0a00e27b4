import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'

/** A desk that answers nothing for so long is one that does not answer, ms. */
const answerMs = 15_000
const startMs = 60_000
const endMs = 60_000

interface DeskState {
  /** Of the shared journal, applied. */
  readonly entries: number
  /** Messages that are not settled. */
  readonly waiting: number
  /** The state of the team at this desk, and its trouble. */
  readonly team: string
}

/** A text to be sent. */
interface DeskOrder {
  readonly n: number
  readonly idInstance: string
  readonly chatId: string
  readonly text: string
}

export interface DeskOptions {
  readonly name: string
  readonly dataDir: string
  readonly address: TeamAddress
  readonly apiUrl: string
  readonly token: string
  readonly share: readonly string[]
  /** A message is on its disk. */
  readonly onPersisted: () => void
  /** It asks the service to send this text. */
  readonly onSends: (text: string) => void
  /** It ended, and had so many orders not on its disk yet. */
  readonly onLost: (orders: number) => void
  /** Something that no desk may do. */
  readonly onFailure: (what: string) => void
}

/** A desk of the bench as a program (team-desk-program.ts). Nothing here waits for ever. */
export interface DeskProgram {
  /** Resolves when it runs, or has failed to. */
  start(): Promise<void>
  /** Null: in order, with its stdin. */
  end(signal: 'SIGKILL' | null): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** False: it does not run. */
  order(order: DeskOrder): boolean
  /** Null: it does not run, or does not answer. */
  state(): Promise<DeskState | null>
}

export function createDeskProgram(options: DeskOptions): DeskProgram {
  const { onPersisted, onSends, onLost, onFailure, ...orders } = options
  const { name } = options
  let child: ChildProcessWithoutNullStreams | null = null
  let isReady = false
  const open = new Set<number>()
  let onState: (state: DeskState) => void = () => undefined
  /** Whether its end is our doing. */
  let ending = false

  const within = <Value>(work: Promise<Value>, ms: number): Promise<Value | null> => {
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), ms)
    return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
  }

  return {
    async start() {
      const program = path.join(import.meta.dirname, 'team-desk-program.ts')
      const one = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(orders)])
      child = one
      isReady = false
      ending = false
      one.stdin.on('error', () => undefined)
      one.stderr.pipe(process.stderr)
      const ready = Promise.withResolvers<true>()
      one.once('exit', (code) => {
        if (child === one) child = null
        onLost(open.size)
        open.clear()
        if (!ending) onFailure(`${name} ended by itself with code ${code}`)
        ready.resolve(true)
      })
      createInterface({ input: one.stdout }).on('line', (line) => {
        const report: { ready?: true; n?: number; refused?: string; sends?: string } & Partial<DeskState> =
          JSON.parse(line)
        if (report.ready) {
          isReady = true
          ready.resolve(true)
        }
        if (report.sends !== undefined) onSends(report.sends)
        if (report.n !== undefined) open.delete(report.n)
        if (report.n !== undefined && report.refused === undefined) onPersisted()
        if (report.refused !== undefined) onFailure(`${name} refused a message: ${report.refused}`)
        if (report.entries !== undefined)
          onState({ entries: report.entries, waiting: report.waiting ?? 0, team: report.team ?? '' })
      })
      if ((await within(ready.promise, startMs)) === null) onFailure(`${name} does not start`)
    },
    async end(signal) {
      const one = child
      if (one === null) return
      ending = true
      const ended = new Promise<true>((resolve) => {
        one.once('exit', () => resolve(true))
      })
      if (signal === null) one.stdin.end()
      else one.kill(signal)
      if ((await within(ended, endMs)) !== null) return
      onFailure(`${name} does not end`)
      one.kill('SIGKILL')
      await ended
    },
    signal: (signal) => void child?.kill(signal),
    order(order) {
      if (child === null || !isReady) return false
      open.add(order.n)
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return true
    },
    async state() {
      if (child === null) return null
      const report = new Promise<DeskState>((resolve) => {
        onState = resolve
      })
      child.stdin.write('state\n')
      return within(report, answerMs)
    },
  }
}
