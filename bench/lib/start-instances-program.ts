import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

interface InstancesProgramOptions {
  readonly dataDir: string
  readonly apiUrl: string
  /** The emulator's instances, which are there already: their ids count up from `first`. */
  readonly first: number
  readonly count: number
  readonly token: string
}

/**
 * What the lines are answered with: `list`, `open` and `search` with `ms`, `send` and `arrival` with `at`, `cost` with
 * the others.
 */
interface ProgramAnswer {
  readonly ms: readonly number[]
  /** Epoch ms. */
  readonly at: number
  readonly cpuMs: number
  readonly wallMs: number
  readonly rssMb: number
}

interface InstancesProgram {
  /** From the start of its process until it answered the first list, ms. */
  readonly startMs: number
  /** How many of its instances have their token. */
  readonly running: number
  /** Tells it a line (instances-program.ts) and gives what it answers. */
  ask(line: string): Promise<ProgramAnswer>
  end(): Promise<void>
}

/**
 * Adds instances in one program, and starts another one on them: adding leaves memory behind that a usual start does
 * not.
 */
export async function startInstancesProgram(options: InstancesProgramOptions): Promise<InstancesProgram> {
  const { dataDir, apiUrl, first, count, token } = options
  const run = (...more: readonly string[]) =>
    spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        path.join(import.meta.dirname, 'instances-program.ts'),
        ...[dataDir, apiUrl, String(first), String(count), token],
        ...more,
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
  await once(run('add'), 'exit')
  const child = run()
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => JSON.parse(String((await lines.next()).value))
  const { startMs, running } = await read()
  return {
    startMs,
    running,
    ask(line) {
      child.stdin.write(`${line}\n`)
      return read()
    },
    async end() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
