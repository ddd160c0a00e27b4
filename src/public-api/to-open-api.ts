import { z } from 'zod'
import { operationIds, operations } from './operations.ts'
import type { Operation } from './operation.ts'
import { hasBody, pathNames } from './read-request.ts'
import * as schemas from './schemas.ts'

type Json = { readonly [name: string]: unknown }

/** Schemas that have a name. */
const named = Object.values(schemas).flatMap((schema) => {
  const id = schema instanceof z.ZodType ? z.globalRegistry.get(schema)?.id : undefined
  return schema instanceof z.ZodType && id !== undefined ? ([[id, schema]] as const) : []
})

/** The document of the API for programs, OpenAPI 3.1, made from the table of operations. */
export function toOpenApi({ version, server }: { readonly version: string; readonly server: string }): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const id of operationIds) {
    const operation: Operation = operations[id]
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = operationOf(id, operation)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Switchboard for programs',
      version,
      description:
        'Reads from the archive of one Switchboard, and its events. Switchboard listens on 127.0.0.1 only, and every request needs the key of a program. Lists are pages: pass nextCursor as cursor.',
      contact: { name: 'Switchboard contributors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ key: [] }],
    tags: [{ name: 'programs', description: 'What programs may ask' }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The key of a program' } },
      schemas: Object.fromEntries(named.map(([id, schema]) => [id, definitionOf(id, schema)])),
      responses: {
        Problem: {
          description: 'An error (RFC 9457). Its code says which; /problems/{code} explains it.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}

const contentTypes = {
  json: 'application/json',
  lines: 'application/x-ndjson',
  stream: 'text/event-stream',
  file: 'application/octet-stream',
} as const

function operationOf(id: string, operation: Operation): Json {
  const { summary, description, right, input, output, form = 'json', headers = {}, takes, status } = operation
  const names = pathNames(operation)
  const schema = jsonOf(input, 'input')
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
  const required = (schema['required'] ?? []) as readonly string[]
  const others = Object.keys(properties).filter((name) => !names.includes(name))
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: properties[name] })),
    ...(hasBody(operation)
      ? []
      : others.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] }))),
    ...Object.entries(headers).map(([name, header]) => headerOf(name, jsonOf(header, 'input'))),
  ]
  const answer = {
    description: summary,
    content: {
      [contentTypes[form]]: { schema: form === 'file' ? binary : refTo(output) },
    },
  }
  return {
    operationId: id,
    summary,
    description: [description, `Needs the right \`${right}\`.`].filter((part) => part !== undefined).join(' '),
    tags: ['programs'],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody(operation) && others.length > 0 ? { requestBody: bodyOf(properties, required, others) } : {}),
    ...(takes === 'file' ? { requestBody: fileBody } : {}),
    responses: {
      200: answer,
      ...(status === undefined ? {} : { [status]: { ...answer, description: `${summary}; it has begun` } }),
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  }
}

const binary = { type: 'string', format: 'binary' }

const fileBody: Json = { required: true, content: { 'application/octet-stream': { schema: binary } } }

const headerOf = (name: string, { description, ...schema }: Json): Json => ({
  ...{ name, in: 'header', required: false, schema },
  ...(description === undefined ? {} : { description }),
})

const bodyOf = (
  properties: Readonly<Record<string, Json>>,
  required: readonly string[],
  names: readonly string[],
): Json => ({
  required: names.some((name) => required.includes(name)),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
        required: names.filter((name) => required.includes(name)),
        additionalProperties: false,
      },
    },
  },
})

/** An answer as a reference where it has a name, also inside a page. */
function refTo(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id
  return id === undefined ? jsonOf(schema, 'output') : { $ref: `#/components/schemas/${id}` }
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _schema, $defs: _defs, ...json } = z.toJSONSchema(schema, { io }) as Record<string, unknown>
  return (io === 'output' ? answered(rebased(json)) : json) as Json
}

/** zod may refer to a named schema even at the root. */
function definitionOf(id: string, schema: z.ZodType): Json {
  const { $defs } = z.toJSONSchema(schema, { io: 'output' })
  return $defs?.[id] === undefined ? jsonOf(schema, 'output') : (answered(rebased($defs[id])) as Json)
}

/** Definitions of zod's stand beside the document's components. */
const rebased = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))

/** Answers to programs may get more fields in a later version. */
function answered(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(answered)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name, value]) => name !== 'additionalProperties' && (name !== 'id' || typeof value !== 'string'))
      .map(([name, value]) => [name, answered(value)]),
  )
}
