import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { runCli } from '../run-cli.ts'

interface CtlOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string | Readable
  readonly isTerminal?: boolean
  readonly columns?: number
  readonly signal?: AbortSignal
  /** Called with each piece of output, stdout and stderr together. What it throws is an error of the stream. */
  readonly onOutput?: (text: string) => void
}

interface CtlResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `switchboardctl` with a home of its own, as a shell would run it against a desk. */
export interface Ctl {
  readonly home: string
  (args: readonly string[], options?: CtlOptions): Promise<CtlResult>
}

class Sink extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns: number
  readonly onOutput: (text: string) => void

  constructor(isTTY: boolean, columns: number, onOutput: (text: string) => void) {
    super()
    this.isTTY = isTTY
    this.columns = columns
    this.onOutput = onOutput
    // The write that failed tells of it.
    this.on('error', () => undefined)
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    const text = chunk.toString('utf8')
    this.text += text
    try {
      this.onOutput(text)
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)))
    }
    done()
  }
}

export function createCtl(dataDir: string, key?: string): Ctl {
  const home = mkdtempSync(path.join(tmpdir(), 'switchboardctl-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const run = async (args: readonly string[], options: CtlOptions = {}): Promise<CtlResult> => {
    const { env = {}, stdin = '', isTerminal = false, columns = 120, onOutput = () => undefined } = options
    const [stdout, stderr] = [new Sink(isTerminal, columns, onOutput), new Sink(false, columns, onOutput)]
    const code = await runCli(args, {
      env: { SWITCHBOARD_DATA_DIR: dataDir, ...(key === undefined ? {} : { SWITCHBOARD_KEY: key }), ...env },
      platform: process.platform,
      cwd: home,
      home,
      stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin,
      stdout,
      stderr,
      signal: options.signal ?? new AbortController().signal,
    })
    return { code, out: stdout.text, err: stderr.text }
  }
  return Object.assign(run, { home })
}
