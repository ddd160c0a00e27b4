import { createReadStream } from 'node:fs'
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { CliError, exitOfProblem, usageError } from './cli-error.ts'
import { noDesk, type Desk } from './find-desk.ts'

// `fetch` would cost a quarter of the start.
const agent = new Agent({ keepAlive: true })

interface Request {
  readonly method: string
  readonly path: string
  readonly key?: string
  readonly body?: unknown
  /** The body, in place of JSON. */
  readonly file?: { readonly path: string; readonly bytes: number }
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A request to the desk, up to the head of its answer. Rejects with a CliError when the desk is not there. */
export function open(desk: Desk, asked: Request): Promise<IncomingMessage> {
  const { method, path, key, body, file, headers = {}, signal } = asked
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port: desk.port, method, path, agent, signal },
        headers: {
          ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': sent.length }),
          ...(file === undefined ? {} : { 'content-type': 'application/octet-stream', 'content-length': file.bytes }),
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
      },
      resolve,
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(error)
      else if (error.code === 'ECONNREFUSED') reject(noDesk(desk.dataDir))
      else reject(connectionLost())
    })
    if (file === undefined || file.bytes === 0) return void outgoing.end(sent)
    // The length is announced: a file that grows is sent as long as it was, and one that shrank not at all.
    const bytes = createReadStream(file.path, { end: file.bytes - 1 })
    const refuse = (why: string): void => {
      reject(usageError(why))
      outgoing.destroy()
    }
    bytes.on('error', (error) => refuse(error.message))
    bytes.on('end', () => {
      if (bytes.bytesRead < file.bytes) refuse(`${file.path} became shorter while it was sent.`)
    })
    outgoing.on('close', () => bytes.destroy())
    bytes.pipe(outgoing)
  })
}

const connectionLost = (): CliError =>
  new CliError('noDesk', 'connectionLost', 'The connection to the desk broke before it answered.')

/** A request and its whole answer, whatever its status. */
export async function ask(desk: Desk, asked: Request): Promise<Answer> {
  return readAnswer(await open(desk, asked), asked.signal)
}

/** The answer whose head has come. Rejects with a CliError when the connection breaks before its end. */
export async function readAnswer(response: IncomingMessage, signal: AbortSignal): Promise<Answer> {
  try {
    return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
  } catch (error) {
    throw signal.aborted ? error : connectionLost()
  }
}

/** The same line by line, as they come. */
export async function* linesOfAnswer(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: response })
  } catch (error) {
    throw signal.aborted ? error : connectionLost()
  }
}

/** Throws what the desk refused. */
export function requireSuccess(answer: Answer): Answer {
  const { status, headers } = answer
  if (status >= 200 && status < 300) return answer
  throw refusalOf(answer.text, status, headers['retry-after'])
}

function refusalOf(body: string, status: number, retryAfter: string | undefined): CliError {
  let problem: Record<string, unknown> = {}
  try {
    problem = JSON.parse(body) as Record<string, unknown>
  } catch {
    // Not a desk, or one of another time: the status has to do.
  }
  const { code, title, detail } = problem
  const text = (value: unknown) => (typeof value === 'string' ? [value] : [])
  const sentences = [
    ...(text(title).length === 0 ? [`The answer has the status ${status}.`] : text(title)),
    ...text(detail),
    ...(retryAfter === undefined ? [] : [`Try again after ${retryAfter} s.`]),
  ]
  const name = text(code)[0] ?? 'unknown'
  return new CliError(exitOfProblem(status, name), name, sentences.join(' '), { problem })
}

/** A request whose answer is JSON. */
export async function askJson(desk: Desk, asked: Request): Promise<unknown> {
  const answer = requireSuccess(await ask(desk, asked))
  try {
    return JSON.parse(answer.text) as unknown
  } catch {
    throw new CliError('failed', 'answerBroken', 'What answers at this port is not Switchboard.')
  }
}
