import { toOpenApi } from '../public-api/to-open-api.ts'
import { CliError, exitCodes, usageError } from './cli-error.ts'
import { escapeJson, escapeText } from './escape-text.ts'
import { findDesk, dataDirOf } from './find-desk.ts'
import { say, write, type Io } from './io.ts'
import { relayMcp } from './mcp-relay.ts'
import { globalOptions, ownCommands, type OwnCommandId, type OwnOption } from './own-commands.ts'
import { printValue, formOf } from './output.ts'
import { commands, findCommand, optionsOf, positionalsOf, readArguments, numberOf } from './read-arguments.ts'
import type { Arguments, Command } from './read-arguments.ts'
import { runTableCommand, accessOf } from './run-table-command.ts'
import { readEvents, type EventLine } from './read-events.ts'
import { operations } from '../public-api/operations.ts'
import type { Operation } from '../public-api/operation.ts'
import { hostname, userInfo } from 'node:os'
import { linesOfAnswer, open, readAnswer, requireSuccess } from './ask.ts'
import { forgetKey, keyFileOf, storeKey } from './key-file.ts'

/** `tail`: prints events as they come. Printed events count as read. */
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
    // The reader of the pipe has closed it, as `head` does.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return exitCodes.done
    const problem = error instanceof CliError ? error : new CliError('failed', 'internal', String(error))
    await say(io, errorText(problem, args.includes('--json')))
    return exitCodes[problem.exit]
  }
}

function errorText(error: CliError, isJson: boolean): string {
  const { code, message, problem } = error
  if (!isJson) return `switchboardctl: ${escapeText(message)} (${escapeText(code)})\n`
  return `${escapeJson(JSON.stringify(problem ?? { type: 'about:blank', code, title: message }))}\n`
}

async function run(args: readonly string[], io: Io): Promise<void> {
  const before = countBefore(args)
  const named = args.slice(before)
  const [first] = named
  if (first === undefined || first === '--help' || first === '-h') return write(io.stdout, helpText())
  const command = findCommand(named)
  if (command === undefined) throw unknownCommand(named)
  const rest = named.slice(command.parts.length)
  if (command.kind === 'own' && command.id === 'help') return write(io.stdout, helpAbout(rest))
  const given = readArguments([...args.slice(0, before), ...rest], optionsOf(command))
  if (given.values['help'] === true) return write(io.stdout, helpOf(command))
  return runCommand(command, io, given)
}

/** The number of arguments before the command: options that every command has may stand there. */
function countBefore(args: readonly string[]): number {
  let count = 0
  for (;;) {
    const [name, value] = (args[count] ?? '').split('=', 2)
    const found = globalOptions.find(({ option }) => option !== 'help' && name === `--${option}`)
    if (found === undefined) return count
    count += found.kind === 'switch' || value !== undefined ? 1 : 2
  }
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

const summaryOf = (command: Command): string =>
  command.kind === 'own'
    ? ownCommands[command.id].summary
    : ((operations as Readonly<Record<string, Operation>>)[command.command.id]?.summary ?? '')

const line = (left: string, right: string, places: number): string => `  ${left.padEnd(places)}  ${right}\n`

function helpText(): string {
  const places = Math.max(...commands.map(({ parts }) => parts.join(' ').length))
  return [
    'switchboardctl: Switchboard from the command line. It asks the desk that runs on this computer.\n\n',
    'Usage: switchboardctl COMMAND [options]\n\nCommands:\n',
    ...commands.map((command) => line(command.parts.join(' '), summaryOf(command), places)),
    '\nOptions of every command:\n',
    ...optionLines(globalOptions),
    '\nThe key is that of an earlier login, or SWITCHBOARD_KEY. SWITCHBOARD_DATA_DIR names the data directory.\n',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no desk, 4 key or right refused, 5 not found, 6 send-id used before,\n',
    '7 too fast, 8 status not reached in time, 9 message failed, 10 outcome unknown, 130 interrupted.\n',
  ].join('')
}

function helpOf(command: Command): string {
  const options = optionsOf(command)
  const places = positionalsOf(command).map((name) => `<${name}>`)
  const description = command.kind === 'table' ? command.command.operation.description : undefined
  const right = command.kind === 'table' ? [`Needs the right ${command.command.operation.right}.\n`] : []
  return [
    `Usage: ${['switchboardctl', ...command.parts, ...places].join(' ')} [options]\n\n${summaryOf(command)}.\n`,
    ...(description === undefined ? [] : [`${description}\n`]),
    ...right,
    ...(options.length === 0 ? [] : ['\nOptions:\n', ...optionLines(options)]),
    '\nOptions of every command:\n',
    ...optionLines(globalOptions),
  ].join('')
}

function optionLines(options: readonly OwnOption[]): readonly string[] {
  const shown = options.map(({ option, kind, description }) => ({
    left: `--${option}${kind === 'switch' ? '' : kind === 'number' ? ' N' : kind === 'json' ? ' JSON' : ' TEXT'}`,
    description,
  }))
  const places = Math.max(...shown.map(({ left }) => left.length))
  return shown.map(({ left, description }) => line(left, description, places))
}

const given = ({ values }: Arguments): string | undefined =>
  typeof values['data-dir'] === 'string' ? values['data-dir'] : undefined

/** `login`: prints a code, which the window shows too, and stores the key that a person allows. */
async function login(io: Io, args: Arguments): Promise<void> {
  const desk = findDesk(io, given(args))
  const name = `switchboardctl (${userName()}${hostname()})`.slice(0, 200)
  const asked = { method: 'POST', path: '/pairing', body: { ticket: desk.ticket, name }, signal: io.signal }
  const response = await open(desk, asked)
  if (response.statusCode !== 200) requireSuccess(await readAnswer(response, io.signal))
  for await (const line of linesOfAnswer(response, io.signal)) {
    const { code, kind, key } = JSON.parse(line) as { code?: string; kind?: string; key?: string }
    if (code !== undefined) {
      await write(io.stdout, `Code: ${code}\n`)
      await say(io, 'Open Switchboard. If its window shows the same code, choose Allow. Waiting.\n')
    } else if (kind === 'allowed' && key !== undefined) {
      storeKey(io, desk.dataDir, key)
      return say(io, `Logged in: may read, and propose messages. The key is in ${keyFileOf(io)}.\n`)
    } else if (kind === 'refused') throw new CliError('refused', 'loginRefused', 'The window refused it.')
    else throw new CliError('refused', 'loginExpired', 'Nobody answered in the window in time.')
  }
  throw new CliError('noDesk', 'connectionLost', 'Switchboard was closed before anybody answered.')
}

function userName(): string {
  try {
    return `${userInfo().username}@`
  } catch {
    return ''
  }
}

/** `logout`: the program stays in the window until a person removes it there. */
async function logout(io: Io, args: Arguments): Promise<void> {
  const isForgotten = forgetKey(io, dataDirOf(io, given(args)))
  await say(
    io,
    isForgotten
      ? 'The key is forgotten. Remove the program in the window, under Programs, to end its key.\n'
      : 'There is no key for this desk.\n',
  )
}
