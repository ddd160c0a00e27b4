import { expect, test } from 'vitest'
import { z } from 'zod'
import { operationIds, operations } from './operations.ts'
import type { Operation } from './operation.ts'
import { explainProblem, problems, type ProblemCode } from './problems.ts'
import { findRoute, hasBody, pathNames, readInput } from './read-request.ts'
import { toOpenApi } from './to-open-api.ts'

const rows = operationIds.map((id) => ({ id, operation: operations[id] as Operation }))

test('every schema of the table says in JSON Schema what it says in zod', () => {
  for (const { operation } of rows) {
    const input = z.toJSONSchema(operation.input, { io: 'input' })
    expect(input['additionalProperties'], operation.path).toBe(false)
    for (const name of pathNames(operation)) expect(input['required']).toContain(name)
    expect(() => z.toJSONSchema(operation.output, { io: 'output' })).not.toThrow()
  }
})

test('every operation has an address, a command and a tool of its own, or says why it has no command', () => {
  const unique = (values: readonly (string | undefined)[]) => {
    const given = values.filter((value) => value !== undefined)
    expect(new Set(given).size).toBe(given.length)
  }
  unique(rows.map(({ operation: { method, path } }) => `${method} ${path}`))
  unique(rows.map(({ operation }) => operation.command ?? undefined))
  unique(rows.map(({ operation }) => operation.tool?.name))
  for (const { operation } of rows) expect(operation.command === null).toBe(operation.noCommand !== undefined)
})

test('an address leads to its operation, and another method is told which ones there are', () => {
  for (const { id, operation } of rows) {
    const path = operation.path.replaceAll(/\{\w+\}/g, '7')
    expect(findRoute(operation.method, path)).toMatchObject({ kind: 'found', id })
  }
  expect(findRoute('DELETE', '/v1/me')).toEqual({ kind: 'methodNotAllowed', allow: ['GET'] })
  expect(findRoute('GET', '/v1/chats/11/79990001122%40c.us')).toMatchObject({ path: { chatId: '79990001122@c.us' } })
  for (const path of ['/v1', '/v1/', '/v1/me/', '/v1/chats/1/%E0%A4%A', '/V1/me', '/v1/instances//'])
    expect(findRoute('GET', path), path).toEqual({ kind: 'notFound' })
})

const read = (id: 'listChats' | 'seekSubscription', query: string, body?: unknown) =>
  readInput(id, {
    path: {},
    query: query.split('&').flatMap((pair) => (pair === '' ? [] : [pair.split('=') as [string, string]])),
    body,
  })

test('a parameter or field that is unknown, twice there, null or of another kind is refused', () => {
  expect(read('listChats', 'limit=7&unread=true')).toEqual({
    kind: 'input',
    input: { limit: 7, unread: true, archived: false },
  })
  const wrong = ['limits=7', 'limit=0', 'limit=201', 'limit=1e2', 'limit=', 'limit=7&limit=8', 'unread=yes', 'cursor=']
  for (const query of wrong) expect(read('listChats', query), query).toMatchObject({ kind: 'badRequest' })
  const bodies = [null, 7, 'x', [], { from: null }, { from: 7 }, { form: 'x' }, { from: 'yesterday' }]
  for (const body of bodies) expect(read('seekSubscription', '', body)).toMatchObject({ kind: 'badRequest' })
  expect(read('seekSubscription', 'from=2026-01-01T00:00:00Z')).toMatchObject({ kind: 'badRequest' })
  expect(read('seekSubscription', '', JSON.parse('{"__proto__":1}'))).toMatchObject({ kind: 'badRequest' })
})

test('what the path names can come neither by the query nor by the body', () => {
  for (const { id, operation } of rows)
    for (const name of pathNames(operation)) {
      const path = Object.fromEntries(pathNames(operation).map((one) => [one, '7']))
      const refused = { kind: 'badRequest', detail: expect.stringMatching(/^Unknown (?:parameter|field) /) }
      const given = [
        { path, query: [[name, '8']] as const, body: undefined },
        ...(hasBody(operation) ? [{ path, query: [], body: { [name]: '8' } }] : []),
      ]
      for (const one of given) expect(readInput(id, one), operation.path).toEqual(refused)
    }
})

interface Described {
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, { readonly schema: { readonly required?: readonly string[] } }>>
  }
}

test('the document requires of a body what the operation does, and leaves room in answers for more fields', () => {
  const { paths, components } = toOpenApi({ version: '1.0.0', server: 'http://127.0.0.1:47811' })
  for (const { operation } of rows.filter((row) => hasBody(row.operation))) {
    const methods = (paths as Readonly<Record<string, Readonly<Record<string, Described>>>>)[operation.path]
    const body = methods?.[operation.method.toLowerCase()]?.requestBody
    const { required = [], properties = {} } = z.toJSONSchema(operation.input, { io: 'input' })
    const wanted = required.filter((name) => !pathNames(operation).includes(name))
    const hasFields = Object.keys(properties).some((name) => !pathNames(operation).includes(name))
    expect(body?.required, operation.path).toBe(hasFields ? wanted.length > 0 : undefined)
    expect(body?.content['application/json']?.schema.required ?? [], operation.path).toEqual(wanted)
  }
  expect(JSON.stringify(components)).not.toContain('additionalProperties')
})

test('the document names every operation, and refers to nothing that it does not hold', () => {
  const document = toOpenApi({ version: '1.0.0', server: 'http://127.0.0.1:47811' })
  const text = JSON.stringify(document)
  for (const { id } of rows) expect(text).toContain(`"operationId":"${id}"`)
  const schemas = (document['components'] as { schemas: object }).schemas
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(Object.keys(schemas)).toContain(name)
  expect(text).not.toMatch(/\$schema|\$defs|\$id"/)
  expect(JSON.stringify((document['components'] as { schemas: { Message: object } }).schemas.Message)).toContain('"id"')
})

test('every error has a status and a sentence', () => {
  for (const code of Object.keys(problems) as ProblemCode[]) {
    expect(problems[code][0]).toBeGreaterThanOrEqual(400)
    expect(explainProblem(code)).toMatch(/\.$/)
  }
})

type Shape = Readonly<Record<string, unknown>>

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default'] as const

/** A line for each part of an input that has bounds: its place, then the bounds. */
function boundsOf(shape: Shape, place: string): readonly string[] {
  const own = bounds.flatMap((name) => (name in shape ? [`${name} ${String(shape[name])}`] : []))
  const parts = (value: unknown, name: string) => (isShape(value) ? boundsOf(value, `${place}${name}`) : [])
  const properties = Object.entries(isShape(shape['properties']) ? shape['properties'] : {})
  const choices = [shape['anyOf'], shape['oneOf']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
  return [
    ...(own.length === 0 ? [] : [`${place}: ${own.join(', ')}`]),
    ...properties.flatMap(([name, value]) => parts(value, ` ${name}`)),
    ...parts(shape['items'], '[]'),
    ...choices.flatMap((value) => parts(value, '')),
  ]
}
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && !Array.isArray(value)

test('what programs may send has the bounds that they were told', async () => {
  const lines = rows.flatMap(({ id, operation }) => boundsOf(z.toJSONSchema(operation.input, { io: 'input' }), id))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./testing/bounds.txt')
})
