import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { open } from './ask.ts'
import { CliError } from './cli-error.ts'
import { write, type Io } from './io.ts'
import type { Arguments } from './read-arguments.ts'
import { accessOf } from './run-table-command.ts'
import type { Access } from './find-desk.ts'

/**
 * The lines of a stream of UTF-8, without their ends. JSON Lines and server-sent events end at a line feed alone: the
 * line separators of Unicode stand inside of texts.
 */
async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  for await (const chunk of stream) {
    const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split(
      '\n',
    )
    parts.push(first)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
  const rest = parts.join('') + decoder.decode()
  if (rest !== '') yield rest
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly name?: unknown
    readonly uri?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}

const versionField = 'io.modelcontextprotocol/protocolVersion'
/** JSON-RPC: what went wrong between the client and the desk. */
const parseError = -32_700
const invalidRequest = -32_600
const relayError = -32_000

/** `mcp`: passes the messages of an MCP client on stdin to the desk, and its answers back. It stores nothing. */
export async function relayMcp(io: Io, given: Arguments): Promise<void> {
  const access = accessOf(io, given)
  const running = new Set<Promise<void>>()
  const { stdin } = io
  const end = () => stdin.destroy()
  let failure: unknown = null
  io.signal.addEventListener('abort', end, { once: true })
  try {
    for await (const line of linesOf(stdin)) {
      if (line.trim() === '') continue
      const work = relayLine(io, access, line)
        .catch((error: unknown) => {
          failure ??= error
          // Nobody reads the answers any more.
          end()
        })
        .finally(() => running.delete(work))
      running.add(work)
    }
  } catch (error) {
    if (!io.signal.aborted) failure ??= error
  }
  await Promise.all(running)
  io.signal.throwIfAborted()
  if (failure !== null) throw failure
}

async function relayLine(io: Io, access: Access, line: string): Promise<void> {
  const say = (value: unknown) => write(io.stdout, `${JSON.stringify(value)}\n`)
  const refuse = (code: number, message: string) => say({ jsonrpc: '2.0', id: null, error: { code, message } })
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return refuse(parseError, 'This is not JSON.')
  }
  if (typeof parsed !== 'object' || parsed === null) return refuse(invalidRequest, 'A message is an object.')
  const message: Message = parsed
  try {
    const response = await open(access.desk, {
      ...{ method: 'POST', path: '/mcp', key: access.key, body: message, signal: io.signal },
      headers: headersOf(message),
    })
    await relayAnswer(io, response, message)
  } catch (error) {
    if (io.signal.aborted || message.id === undefined) return
    const reason = error instanceof CliError ? error.message : 'The answer of the desk broke off.'
    await say({ jsonrpc: '2.0', id: message.id, error: { code: relayError, message: reason } })
  }
}

async function relayAnswer(io: Io, response: IncomingMessage, { id }: Message): Promise<void> {
  const type = response.headers['content-type'] ?? ''
  if (type.startsWith('text/event-stream')) {
    for await (const line of linesOf(response))
      if (line.startsWith('data:')) await write(io.stdout, `${line.slice('data:'.length).trim()}\n`)
    return
  }
  const body = await text(response)
  if (type.startsWith('application/json')) return write(io.stdout, `${JSON.stringify(JSON.parse(body))}\n`)
  if (id === undefined || (response.statusCode ?? 0) < 300) return
  const { title = 'The desk refused it.' } = JSON.parse(body) as { title?: string }
  throw new CliError('failed', 'refused', title)
}

/** HTTP says in headers what a message says of itself, so that nobody on the way has to read it. */
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.[versionField]
  const name = params?.name ?? params?.uri
  return {
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' ? { 'mcp-protocol-version': headerValue(version) } : {}),
    ...(typeof version === 'string' && method !== undefined ? { 'mcp-method': headerValue(method) } : {}),
    ...(typeof version === 'string' && typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  }
}

/** As the protocol writes what no header may hold. */
const headerValue = (value: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`
