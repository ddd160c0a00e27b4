import { expect, test } from 'vitest'
import { z } from 'zod'
import { explainIssue } from './explain-issue.ts'
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

const sent = { sendId: 'order-17', instanceId: '1101000001', chatId: '79990001122@c.us' }
const placeOf = (more: object) => ({ ...sent, content: { kind: 'location', latitude: 1, longitude: 2, ...more } })

test.each([
  [{ ...sent, text: '' }, 'text is empty'],
  [{ ...sent, text: 7 }, 'text has to be a text'],
  [{ ...sent, text: 'x'.repeat(20_001) }, 'text has more than 20000 characters'],
  [{ ...sent, text: '\u0007' }, 'text has control characters besides tabs and line breaks'],
  [{ ...sent, instanceId: 'shop', text: 'x' }, 'instanceId has to be the digits of an instance ID'],
  [{ sendId: 'order-17', instanceId: '1101000001', text: 'x' }, 'chatId is missing'],
  [{ ...sent, sendId: 'x', text: 'x' }, 'sendId needs 8 to 64 letters, digits and signs'],
  [{ ...sent, linkPreview: 'no', text: 'x' }, 'linkPreview has to be true or false'],
  [placeOf({ latitude: '1' }), 'content.latitude has to be a number'],
  [placeOf({ latitude: 91 }), 'content.latitude has to be 90 or less'],
  [placeOf({ zoom: 3 }), 'content has an unknown field: zoom'],
  [placeOf({ kind: 'sticker' }), 'content.kind is not understood'],
  [{ ...sent, content: { kind: 'poll', question: 'x', options: ['x'] } }, 'content.options needs 2 entries or more'],
])('what is wrong with %o is said in words', (body, detail) => {
  expect(readInput('sendMessage', { path: {}, query: [], body })).toEqual({ kind: 'badRequest', detail })
})

test('what is wrong with a parameter is said in words, for every pattern too', () => {
  const detailOf = (text: string, name: string) =>
    readInput('listMessages', { path: { instanceId: '1', chatId: 'x' }, query: [[name, text]], body: undefined })
  expect(detailOf('0', 'limit')).toMatchObject({ detail: 'limit has to be 1 or more' })
  expect(detailOf('ten', 'limit')).toMatchObject({ detail: 'limit has to be a number' })
  expect(detailOf('latest', 'order')).toMatchObject({ detail: 'order has to be one of: newest, oldest' })
  const seek = readInput('seekSubscription', { path: {}, query: [], body: { from: 'yesterday' } })
  expect(seek).toMatchObject({ detail: 'from has to be a time such as 2026-11-30T16:05:00Z' })
  for (const { operation } of rows)
    for (const { schema, pattern } of patternsIn(operation.input)) {
      const { error } = schema.safeParse('\u0000', { error: explainIssue })
      expect(error?.issues.find(({ code }) => code === 'invalid_format')?.message, pattern).toMatch(/^(?!is )\w/)
    }
})

/** The texts with a pattern in an input. */
function patternsIn(schema: unknown): readonly { readonly schema: z.ZodType; readonly pattern: string }[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return patternsIn(schema.unwrap())
  if (schema instanceof z.ZodObject) return Object.values(schema.shape as object).flatMap(patternsIn)
  if (schema instanceof z.ZodArray) return patternsIn(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(patternsIn)
  if (!(schema instanceof z.ZodString)) return []
  const { pattern } = z.toJSONSchema(schema)
  return pattern === undefined ? [] : [{ schema, pattern }]
}

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
