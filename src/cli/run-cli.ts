import { toOpenApi } from '../public-api/to-open-api.ts'
import { CliError, exitCodes, usageError } from './cli-error.ts'
import { escapeJson, escapeText } from './escape-text.ts'
import { findDesk } from './find-desk.ts'
import { helpOf, helpText } from './help.ts'
import type { Io } from './io.ts'
import { write } from './io.ts'
import { login, logout } from './login.ts'
import { relayMcp } from './mcp-relay.ts'
import type { OwnCommandId } from './own-commands.ts'
import { printValue, formOf } from './output.ts'
import type { Arguments, Command } from './read-arguments.ts'
import { commands, findCommand, optionsOf, positionalsOf, readArguments, numberOf } from './read-arguments.ts'
import { runTableCommand, accessOf } from './run-table-command.ts'
import type { EventLine } from './read-events.ts'
import { readEvents } from './read-events.ts'

/** `tail`: prints events as they come. What was printed counts as read. */
async function tail(io: Io, given: Arguments): Promise<void> {
  const form = formOf(io, { json: given.values['json'] === true, jsonl: given.values['jsonl'] === true })
  const isJson = form === 'json' || form === 'jsonl'
  const count = numberOf(given, 'count', 1) ?? null
  const access = accessOf(io, given)
  const after = given.values['after']
  await readEvents(io, access, {
    after: typeof after === 'string' ? after : null,
    count,
    isFollowing: given.values['no-follow'] !== true,
    handle: (line) =>
      write(io.stdout, `${isJson ? escapeJson(line.text) : cellsOf(line).join(form === 'table' ? '  ' : '\t')}\n`),
  })
}

/** Of an event: when and where, its kind, and its body. */
function cellsOf({ gap, position, receivedAt = '', instanceId = '', body }: EventLine): readonly string[] {
  if (gap !== undefined) return ['gap', gap.first, gap.last, `${gap.events} events are not in the journal any more`]
  let kind = ''
  try {
    const { typeWebhook } = JSON.parse(body) as { typeWebhook?: unknown }
    if (typeof typeWebhook === 'string') kind = typeWebhook
  } catch {
    // Printed as it is.
  }
  return [receivedAt, position, instanceId, kind, body].map(escapeText)
}

const ownRuns: Readonly<Record<Exclude<OwnCommandId, 'help'>, (io: Io, given: Arguments) => Promise<void>>> = {
  login,
  logout,
  mcp: relayMcp,
  openapi: printOpenApi,
}

/** Runs `switchboardctl` with its arguments. Answers the exit code, and never rejects. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  try {
    await run(args, io)
    return exitCodes.done
  } catch (error) {
    if (io.signal.aborted) return exitCodes.interrupted
    // Whoever reads has enough, as `head` does.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return exitCodes.done
    const problem = error instanceof CliError ? error : new CliError('failed', 'internal', String(error))
    await write(io.stderr, errorText(problem, args.includes('--json'))).catch(() => undefined)
    return exitCodes[problem.exit]
  }
}

function errorText(error: CliError, isJson: boolean): string {
  const { code, message, problem } = error
  if (!isJson) return `switchboardctl: ${escapeText(message)} (${escapeText(code)})\n`
  return `${escapeJson(JSON.stringify(problem ?? { type: 'about:blank', code, title: message }))}\n`
}

async function run(args: readonly string[], io: Io): Promise<void> {
  const [first] = args
  if (first === undefined || first === '--help' || first === '-h') return write(io.stdout, helpText())
  const command = findCommand(args)
  if (command === undefined) throw unknownCommand(args)
  const rest = args.slice(command.parts.length)
  if (command.kind === 'own' && command.id === 'help') return write(io.stdout, helpAbout(rest))
  const given = readArguments(rest, optionsOf(command))
  if (given.values['help'] === true) return write(io.stdout, helpOf(command))
  return runCommand(command, io, given)
}

function runCommand(command: Command, io: Io, given: Arguments): Promise<void> {
  if (command.kind === 'table')
    return command.command.id === 'readEvents' ? tail(io, given) : runTableCommand(io, command.command, given)
  if (given.positionals.length > positionalsOf(command).length)
    throw usageError(`Too many arguments. See switchboardctl help ${command.parts.join(' ')}.`)
  if (command.id === 'help') throw usageError('See switchboardctl help.')
  return ownRuns[command.id](io, given)
}

function helpAbout(parts: readonly string[]): string {
  if (parts.length === 0) return helpText()
  const command = findCommand(parts)
  if (command === undefined) throw unknownCommand(parts)
  return helpOf(command)
}

function unknownCommand(args: readonly string[]): CliError {
  const [first = ''] = args
  const below = commands.filter(({ parts }) => parts[0] === first).map(({ parts }) => parts.join(' '))
  return usageError(
    below.length > 0
      ? `Which one? ${below.join(', ')}.`
      : `There is no command "${first.slice(0, 40)}". See switchboardctl help.`,
  )
}

/** Made from the same table that the desk serves it from, so that no desk has to run. */
function printOpenApi(io: Io, { values }: Arguments): Promise<void> {
  const dataDir = values['data-dir']
  let port = 47_811
  try {
    port = findDesk(io, typeof dataDir === 'string' ? dataDir : undefined).port
  } catch {
    // The usual one.
  }
  return printValue(io, 'json', toOpenApi({ version: '1.0.0', server: `http://127.0.0.1:${port}` }))
}
