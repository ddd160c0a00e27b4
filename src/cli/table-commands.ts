import { z } from 'zod'
import { operationIds, operations } from '../public-api/operations.ts'
import type { Operation } from '../public-api/operation.ts'
import { hasBody } from '../public-api/read-request.ts'
import { optionNames } from './own-commands.ts'

interface Field {
  readonly name: string
  /** After `--`. */
  readonly option: string
  readonly kind: 'text' | 'number' | 'switch' | 'json'
  readonly choices: readonly string[]
  readonly isRequired: boolean
  readonly description: string
}

/** A command that comes from a row of the table of operations. */
export interface TableCommand {
  readonly id: string
  readonly parts: readonly string[]
  readonly operation: Operation
  readonly positionals: readonly Field[]
  readonly options: readonly Field[]
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function fieldOf(name: string, schema: z.ZodType): Field {
  let inner: unknown = schema
  let description = z.globalRegistry.get(schema)?.description
  let isRequired = true
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) {
    isRequired = false
    inner = inner.unwrap()
    description ??= z.globalRegistry.get(inner as z.ZodType)?.description
  }
  return {
    name,
    option: optionNames[name] ?? kebab(name),
    kind: kindOf(inner),
    choices: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
    isRequired,
    description: description ?? '',
  }
}

function kindOf(schema: unknown): Field['kind'] {
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'switch'
  return schema instanceof z.ZodUnion ? 'json' : 'text'
}

/** A text comes by an option, a file or stdin, and a sendId is made where none is given. */
const isPositional = (operation: Operation, { name, isRequired }: Field): boolean =>
  isRequired && name !== 'sendId' && !(name === 'text' && hasBody(operation))

export const tableCommands: readonly TableCommand[] = operationIds.flatMap((id) => {
  const operation: Operation = operations[id]
  if (operation.command === null) return []
  const fields = Object.entries(operation.input.shape).map(([name, schema]) => fieldOf(name, schema as z.ZodType))
  return [
    {
      id,
      parts: operation.command.split(' '),
      operation,
      positionals: fields.filter((field) => isPositional(operation, field)),
      options: fields.filter((field) => !isPositional(operation, field)),
    },
  ]
})
