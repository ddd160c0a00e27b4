import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Null: no answer. */
export type ProgramAnswer = {
  readonly port: number
  readonly status: number
  readonly code: string | null
  /** Another desk of the team has the send. */
  readonly isElsewhere: boolean
  readonly message: { readonly id: string; readonly text: string } | null
} | null

export const isTaken = (answer: ProgramAnswer): boolean => answer !== null && answer.status < 300

interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly waiting: Map<number, (answers: readonly ProgramAnswer[]) => void>
}

function start(): Running {
  const program = path.join(import.meta.dirname, 'sending-program.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program])
  const waiting: Running['waiting'] = new Map()
  child.stdin.on('error', () => undefined)
  child.stderr.pipe(process.stderr)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, answers }: { readonly id: number; readonly answers: readonly ProgramAnswer[] } = JSON.parse(line)
    waiting.get(id)?.(answers)
    waiting.delete(id)
  })
  return { child, waiting }
}

/** A customer's program in a process of its own, which starts again with the first message after it was killed. */
export function startSendingProgram() {
  let running: Running | null = null
  let lastId = 0
  return {
    /** Sends one message once to each of the ports; there are no answers if the program is killed meanwhile. */
    send(ports: readonly number[], key: string, body: object): Promise<readonly ProgramAnswer[]> {
      running ??= start()
      const { child, waiting } = running
      const id = ++lastId
      child.stdin.write(`${JSON.stringify({ id, ports, key, body })}\n`)
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    /** By SIGKILL; false: it was not running. */
    async kill(): Promise<boolean> {
      if (running === null) return false
      const { child, waiting } = running
      running = null
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      for (const resolve of waiting.values()) resolve([])
      return true
    },
  }
}
