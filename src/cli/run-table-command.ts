import { askJson } from './ask.ts'
import { CliError, usageError } from './cli-error.ts'
import { findDesk } from './find-desk.ts'
import type { Desk } from './find-desk.ts'
import type { Io } from './io.ts'
import { write } from './io.ts'
import { keyFor } from './key-file.ts'
import { createListPrinter, formOf, printValue } from './output.ts'
import type { OutputForm } from './output.ts'
import { numberOf } from './read-arguments.ts'
import type { Arguments } from './read-arguments.ts'
import { addressOf, readTableInput } from './table-input.ts'
import type { SentFile } from './table-input.ts'
import type { TableCommand } from './table-commands.ts'
import { isAwaitable, requireStatus, waitForMessage } from './wait-for-message.ts'
import type { SentMessage } from './wait-for-message.ts'

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor?: string | null
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)

/** The desk and the key of a command. */
export interface Access {
  readonly desk: Desk
  readonly key: string
}

export function accessOf(io: Io, { values }: Arguments): Access {
  const dataDir = values['data-dir']
  const desk = findDesk(io, typeof dataDir === 'string' ? dataDir : undefined)
  return { desk, key: keyFor(io, desk.dataDir) }
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
    await write(io.stderr, form === 'json' ? `${JSON.stringify({ sendId: madeSendId })}\n` : `send-id: ${madeSendId}\n`)
  const input = file === null ? read : await handIn(io, access, file, read)
  const value = await askOperation(io, access, command, input)
  if (isSend) {
    const sent = value as SentMessage
    const until = isAwaitable(wanted) ? wanted : null
    const last = until === null ? sent : await waitForMessage(io, access, sent, until, timeoutMs)
    await printValue(io, form, last)
    return requireStatus(last, until)
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
  if (typeof page.nextCursor === 'string')
    await write(io.stderr, `There is more: --cursor ${page.nextCursor}, or --all.\n`)
}
