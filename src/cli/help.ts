import { operations } from '../public-api/operations.ts'
import type { Operation } from '../public-api/operation.ts'
import { globalOptions, ownCommands } from './own-commands.ts'
import type { OwnOption } from './own-commands.ts'
import type { Command } from './read-arguments.ts'
import { commands, optionsOf, positionalsOf } from './read-arguments.ts'

const summaryOf = (command: Command): string =>
  command.kind === 'own'
    ? ownCommands[command.id].summary
    : ((operations as Readonly<Record<string, Operation>>)[command.command.id]?.summary ?? '')

const line = (left: string, right: string, places: number): string => `  ${left.padEnd(places)}  ${right}\n`

export function helpText(): string {
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

export function helpOf(command: Command): string {
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
