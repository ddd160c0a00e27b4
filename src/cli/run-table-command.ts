import { askJson } from './ask.ts'
import { CliError, usageError } from './cli-error.ts'
import { findDesk, type Access } from './find-desk.ts'
import { write, readAll, say, type Io } from './io.ts'
import { keyFor } from './key-file.ts'
import { createListPrinter, formOf, printValue, type OutputForm } from './output.ts'
import { numberOf, type Arguments } from './read-arguments.ts'
import type { TableCommand } from './table-commands.ts'
import { isAwaitable, requireStatus, throwStored, waitForMessage, type SentMessage } from './wait-for-message.ts'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { explainIssue } from '../public-api/explain-issue.ts'
import { hasBody, pathNames } from '../public-api/read-request.ts'
import { addedOptions } from './own-commands.ts'

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor?: string | null
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)

export function accessOf(io: Io, { values }: Arguments): Access {
  const dataDir = values['data-dir']
  const find = () => findDesk(io, typeof dataDir === 'string' ? dataDir : undefined)
  return {
    get desk() {
      return find()
    },
    key: keyFor(io, find().dataDir),
  }
}

/** Runs a row of the table: asks the operation and prints its answer. */
export async function runTableCommand(io: Io, command: TableCommand, given: Arguments): Promise<void> {
  const form = formOf(io, { json: given.values['json'] === true, jsonl: given.values['jsonl'] === true })
  const { input: read, madeSendId, file } = await readTableInput(io, command, given)
  const wanted = given.values['wait']
  const isSend = command.id === 'sendMessage'
  if (isSend && wanted !== undefined && !isAwaitable(wanted))
    throw usageError('--wait takes accepted, sent, delivered or read.')
  const timeoutMs = 1000 * (isSend ? (numberOf(given, 'timeout') ?? 60) : 0)
  const access = accessOf(io, given)
  // Before anything can go wrong: who lost the answer asks again with it, and nothing is sent twice.
  if (madeSendId !== null)
    await say(io, form === 'json' ? `${JSON.stringify({ sendId: madeSendId })}\n` : `send-id: ${madeSendId}\n`)
  const input = file === null ? read : await handIn(io, access, file, read)
  const value = await askOperation(io, access, command, input)
  if (isSend) {
    const sent = value as SentMessage
    const until = isAwaitable(wanted) ? wanted : null
    const { last, broken } =
      until === null ? { last: sent, broken: null } : await waitForMessage(io, access, sent, until, timeoutMs)
    try {
      await printValue(io, form, last)
    } finally {
      // Also where nobody reads the output.
      if (broken === null) requireStatus(last, until)
      else throwStored(last, broken)
    }
    return
  }
  if (isPage(value)) return printPages(io, { access, command, input, form, isAll: given.values['all'] === true }, value)
  const isDone = typeof value === 'object' && value !== null && 'done' in value
  if (isDone && form === 'table') return write(io.stdout, 'Done.\n')
  await printValue(io, form, command.id === 'getMe' ? { desk: deskOf(access), ...(value as object) } : value)
  if (command.id === 'getMessage' && Number(input['wait'] ?? 0) > 0) {
    const { until = 'accepted' } = input
    requireStatus({ message: value as SentMessage['message'] }, isAwaitable(until) ? until : null)
  }
}

/** Hands the file in, and names it in the input. A file that was handed in twice has one name. */
async function handIn(
  { signal }: Io,
  { desk, key }: Access,
  file: SentFile,
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const path = `/v1/uploads?name=${encodeURIComponent(file.name)}`
  const { uploadId } = (await askJson(desk, { method: 'POST', path, key, file, signal })) as { uploadId: string }
  return { ...input, content: { ...(input['content'] as object), uploadId } }
}

const deskOf = ({ desk }: Access) => ({ address: `http://127.0.0.1:${desk.port}`, process: desk.pid })

async function askOperation(
  io: Io,
  { desk, key }: Access,
  command: TableCommand,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { path, body } = addressOf(command, input)
  const { method } = command.operation
  try {
    return await askJson(desk, { method, path, key, ...(body === undefined ? {} : { body }), signal: io.signal })
  } catch (error) {
    const isLost = error instanceof CliError && error.code === 'connectionLost'
    if (!isLost || typeof input['sendId'] !== 'string') throw error
    throw new CliError(
      'outcomeUnknown',
      'outcomeUnknown',
      `The connection broke before the desk answered. Ask again with --send-id ${input['sendId']}: nothing is done twice.`,
    )
  }
}

interface Listing {
  readonly access: Access
  readonly command: TableCommand
  readonly input: Readonly<Record<string, unknown>>
  readonly form: OutputForm
  readonly isAll: boolean
}

async function printPages(io: Io, listing: Listing, first: Page): Promise<void> {
  const { access, command, input, form, isAll } = listing
  if (form === 'json' && !isAll) return printValue(io, form, first)
  const printer = createListPrinter(io, form, command.id)
  let page = first
  await printer.print(page.items)
  while (isAll && typeof page.nextCursor === 'string') {
    page = (await askOperation(io, access, command, { ...input, cursor: page.nextCursor })) as Page
    await printer.print(page.items)
  }
  if (typeof page.nextCursor === 'string') await say(io, `There is more: --cursor ${page.nextCursor}, or --all.\n`)
}

interface TableInput {
  readonly input: Readonly<Record<string, unknown>>
  /** The sendId that this command made; it is printed, so that a call whose answer is lost can be repeated. */
  readonly madeSendId: string | null
  /** To be handed in before; the input names it by its id then. */
  readonly file: SentFile | null
}

interface SentFile {
  readonly path: string
  readonly bytes: number
  readonly name: string
}

/** The input of an operation from the arguments, checked by the schema of the table. Throws CliError `usage`. */
async function readTableInput(io: Io, command: TableCommand, given: Arguments): Promise<TableInput> {
  const { operation, positionals, options } = command
  if (given.positionals.length !== positionals.length) {
    const wanted = positionals.map(({ option }) => `<${option}>`).join(' ')
    throw usageError(`Usage: switchboardctl ${[...command.parts, wanted].join(' ').trim()} [options]`)
  }
  const input: Record<string, unknown> = {}
  positionals.forEach(({ name, kind }, index) => {
    const text = given.positionals[index]
    input[name] = kind === 'number' ? Number(text) : text
  })
  const added = new Set((addedOptions[command.id] ?? []).map(({ option }) => option))
  for (const field of options) {
    if (added.has(field.option)) continue
    const value = valueOf(given, field)
    if (value !== undefined) input[field.name] = value
  }
  const file = fileOf(io, given)
  if (file !== null) input['content'] = { ...fileContent(given), uploadId: '0'.repeat(32) }
  if (input['content'] !== undefined && (input['text'] ?? given.values['text-file']) !== undefined)
    throw usageError('Give a text, --file or --content, and one of them alone.')
  const hasText = hasBody(operation) && options.some(({ name }) => name === 'text')
  if (hasText && input['content'] === undefined) input['text'] = await textOf(io, given)
  const takesSendId = options.some(({ name, isRequired }) => name === 'sendId' && isRequired)
  const madeSendId = takesSendId && input['sendId'] === undefined ? `ctl-${randomUUID()}` : null
  if (madeSendId !== null) input['sendId'] = madeSendId
  const parsed = operation.input.safeParse(input, { error: explainIssue })
  if (parsed.success) return { input, madeSendId, file }
  const [issue] = parsed.error.issues
  const field = [...positionals, ...options].find(({ name }) => name === issue?.path[0])
  const name =
    field === undefined ? 'The input' : positionals.includes(field) ? `<${field.option}>` : `--${field.option}`
  const part = [name, ...(issue?.path.slice(1) ?? [])].join(' ')
  throw usageError(`${part} ${issue?.message ?? 'is not understood'}.`)
}

function valueOf(given: Arguments, { option, kind }: TableCommand['options'][number]): unknown {
  const value = given.values[option]
  if (kind === 'number') return numberOf(given, option)
  if (kind !== 'json' || typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    throw usageError(`--${option} takes JSON.`)
  }
}

/** The file of a send, which stands in the place of a text. */
function fileOf(io: Io, { values }: Arguments): SentFile | null {
  const { file, name } = values
  const alone = ['name', 'caption', 'as-file'].find((option) => values[option] !== undefined)
  if (typeof file !== 'string') {
    if (alone !== undefined) throw usageError(`--${alone} goes with --file.`)
    return null
  }
  if (values['content'] !== undefined) throw usageError('Give --file or --content, not both.')
  const location = path.resolve(io.cwd, file)
  try {
    const found = statSync(location)
    if (!found.isFile()) throw new Error(`${file} is no file.`)
    return { path: location, bytes: found.size, name: typeof name === 'string' ? name : path.basename(location) }
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

const fileContent = ({ values }: Arguments): Readonly<Record<string, unknown>> => ({
  kind: 'file',
  ...(values['caption'] === undefined ? {} : { caption: values['caption'] }),
  ...(values['as-file'] === true ? { asFile: true } : {}),
})

async function textOf(io: Io, { values }: Arguments): Promise<string> {
  const { text, 'text-file': file } = values
  if (text !== undefined && file !== undefined) throw usageError('Give --text or --text-file, not both.')
  if (typeof text === 'string') return text
  if (typeof file === 'string') return decode(readFile(path.resolve(io.cwd, file)))
  if (io.stdin.isTTY === true) throw usageError('Give the text by --text, --text-file or stdin.')
  return decode(
    await readAll(io.stdin, io.signal).catch((error: unknown) => {
      throw usageError(error instanceof Error ? error.message : String(error))
    }),
  )
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

/** Editors and `echo` end a file with a line break, which is no part of a message. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
  } catch {
    throw usageError('The text is not valid UTF-8.')
  }
}

/** Where an operation is asked, with the parts of its input that stand in the address. */
function addressOf(
  { operation }: TableCommand,
  input: Readonly<Record<string, unknown>>,
): {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | undefined
} {
  const names = pathNames(operation)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name]) => !names.includes(name))
  if (hasBody(operation)) return { path, body: Object.fromEntries(rest) }
  const query = rest.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return { path: query === '' ? path : `${path}?${query}`, body: undefined }
}
