import { parseArgs } from 'node:util'
import { usageError } from './cli-error.ts'
import { addedOptions, everything, globalOptions, ownCommands, textFile } from './own-commands.ts'
import type { OwnCommandId, OwnOption } from './own-commands.ts'
import { tableCommands, type TableCommand } from './table-commands.ts'

export type Command =
  | { readonly kind: 'table'; readonly parts: readonly string[]; readonly command: TableCommand }
  | { readonly kind: 'own'; readonly parts: readonly string[]; readonly id: OwnCommandId }

export const commands: readonly Command[] = [
  ...tableCommands.map((command): Command => ({ kind: 'table', parts: command.parts, command })),
  ...(Object.keys(ownCommands) as OwnCommandId[]).map((id): Command => ({
    kind: 'own',
    parts: ownCommands[id].parts,
    id,
  })),
]

/** The options of a command, besides those that every one has. */
export function optionsOf(given: Command): readonly OwnOption[] {
  if (given.kind === 'own') return ownCommands[given.id].options
  const { id, operation, options } = given.command
  const names = options.map(({ name }) => name)
  const added = addedOptions[id] ?? []
  return [
    ...options
      .filter(({ option }) => !added.some((one) => one.option === option))
      .filter(({ name }) => id !== 'readEvents' || name === 'after')
      .map(({ option, kind, description, choices }) => ({
        option,
        kind,
        description: [description, choices.join(', ')].filter((part) => part !== '').join(': '),
      })),
    ...(operation.method !== 'GET' && names.includes('text') ? [textFile] : []),
    ...(names.includes('cursor') ? [everything] : []),
    ...added,
  ]
}

export const positionalsOf = (given: Command): readonly string[] =>
  given.kind === 'own' ? ownCommands[given.id].positionals : given.command.positionals.map(({ option }) => option)

/** The command that the first arguments name, the longer one before the shorter one. */
export function findCommand(args: readonly string[]): Command | undefined {
  const fits = commands.filter(({ parts }) => parts.every((word, index) => args[index] === word))
  return fits.toSorted((a, b) => b.parts.length - a.parts.length)[0]
}

export interface Arguments {
  readonly positionals: readonly string[]
  /** By the name after `--`. */
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

/** Ids of chats may be negative numbers, and no option is one: they are hidden from the parser. */
const hide = (arg: string): string => (/^-\d+$/.test(arg) ? `\u0000${arg}` : arg)
const show = (arg: string): string => (arg.startsWith('\u0000') ? arg.slice(1) : arg)

export function readArguments(args: readonly string[], options: readonly OwnOption[]): Arguments {
  const types = [...options, ...globalOptions].map(({ option, kind }) => [
    option,
    { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) },
  ])
  try {
    const parsed = parseArgs({
      args: args.map(hide),
      options: Object.fromEntries(types) as Record<string, { type: 'boolean' | 'string' }>,
      allowPositionals: true,
      strict: true,
    })
    const values = Object.entries(parsed.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? show(value) : value,
    ])
    return {
      positionals: parsed.positionals.map(show),
      values: Object.fromEntries(values) as Arguments['values'],
    }
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

/** A whole number of an option; undefined where it is not given. */
export function numberOf({ values }: Arguments, option: string, least = 0): number | undefined {
  const given = values[option]
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given) || Number(given) < least)
    throw usageError(`--${option} takes a whole number from ${least} on.`)
  return Number(given)
}
