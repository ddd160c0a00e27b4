import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { hasBody, pathNames } from '../public-api/read-request.ts'
import { usageError } from './cli-error.ts'
import type { Io } from './io.ts'
import { readAll } from './io.ts'
import { addedOptions } from './own-commands.ts'
import { numberOf } from './read-arguments.ts'
import type { Arguments } from './read-arguments.ts'
import type { TableCommand } from './table-commands.ts'

export interface TableInput {
  readonly input: Readonly<Record<string, unknown>>
  /** It was made here, and is printed, so that a lost answer can be asked for again. */
  readonly madeSendId: string | null
  /** To be handed in before; the input names it by its id then. */
  readonly file: SentFile | null
}

export interface SentFile {
  readonly path: string
  readonly bytes: number
  readonly name: string
}

/** The input of an operation from the arguments, checked by the schema of the table. Throws CliError `usage`. */
export async function readTableInput(io: Io, command: TableCommand, given: Arguments): Promise<TableInput> {
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
  const parsed = operation.input.safeParse(input)
  if (parsed.success) return { input, madeSendId, file }
  const [issue] = parsed.error.issues
  const field = [...positionals, ...options].find(({ name }) => name === issue?.path[0])
  const name = field === undefined ? '' : positionals.includes(field) ? `<${field.option}>: ` : `--${field.option}: `
  throw usageError(`${name}${issue?.message ?? 'The input is not understood.'}`)
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
    await readAll(io.stdin).catch((error: unknown) => {
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
export function addressOf(
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
