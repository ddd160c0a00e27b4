import { addAbortSignal, type Readable, type Writable } from 'node:stream'

/** The process that a command runs in, as tests hand it in. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly cwd: string
  readonly home: string
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
}

/** Resolves when the text is on its way: a reader that is slow, such as `less`, holds the command up. */
export const write = (stream: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())))

/** Beside the output: whoever closes stderr does without it, and the command goes on. */
export const say = (io: Io, text: string): Promise<void> => write(io.stderr, text).catch(() => undefined)

const mostBytes = 1_048_576

/** The whole input; throws at one that is larger than any request may be, and where it is interrupted. */
export async function readAll(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  addAbortSignal(signal, stream)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const buffer = Buffer.from(chunk as string)
    bytes += buffer.length
    if (bytes > mostBytes) throw new Error(`The input is larger than ${mostBytes} bytes.`)
    chunks.push(buffer)
  }
  return Buffer.concat(chunks)
}
