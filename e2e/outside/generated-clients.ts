import { operations, type OperationId } from '../../src/public-api/operations.ts'
import type { Operation } from '../../src/public-api/operation.ts'
import { hasBody, pathNames } from '../../src/public-api/read-request.ts'

/** A call as every client gets it. */
export interface Asked {
  readonly id: OperationId
  readonly method: string
  readonly template: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Which parts the operation takes: generated functions have an argument for each. */
  readonly takes: { readonly body: boolean; readonly query: boolean; readonly headers: boolean }
  readonly isText: boolean
}

export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** A call from the input of an operation, as the table divides it into path, query and body. */
export function askedOf(id: OperationId, input: Readonly<Record<string, unknown>>, more: Partial<Asked> = {}): Asked {
  const operation: Operation = operations[id]
  const names = pathNames(operation)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
  const others = Object.keys(operation.input.shape).filter((name) => !names.includes(name))
  const inBody = hasBody(operation)
  return {
    ...{ id, method: operation.method, template: operation.path, headers: {} },
    path: Object.fromEntries(names.map((name) => [name, String(input[name])])),
    query: inBody ? {} : rest,
    body: inBody && others.length > 0 ? rest : undefined,
    takes: {
      body: operation.takes === 'file' || (inBody && others.length > 0),
      query: !inBody && others.length > 0,
      headers: operation.headers !== undefined,
    },
    isText: operation.form === 'lines',
    ...more,
  }
}

const asked = `export interface Asked {
  readonly id: string
  readonly method: string
  readonly template: string
  readonly path: Record<string, string>
  readonly query: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly body: unknown
  readonly takes: { readonly body: boolean; readonly query: boolean; readonly headers: boolean }
  readonly isText: boolean
}
`

/**
 * What stands between the script of calls and each generated client: which function is called with which arguments, and
 * where it has status and body. Each file is compiled with the client, under `strict`.
 */
export const adapters: Readonly<Record<'openapi-typescript' | 'hey-api' | 'orval', string>> = {
  'openapi-typescript': `import createClient from 'openapi-fetch'
import type { paths } from './types'
${asked}
type Method = (template: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
export function createCall(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })
  // The types know what is asked and answered.
  const name = async (): Promise<string | undefined> => (await client.GET('/v1/me')).data?.name
  const call = async ({ method, template, path, query, headers, body, isText }: Asked) => {
    const ask = (client as unknown as Record<string, Method>)[method] as Method
    const file = body instanceof Blob
    const { data, error, response } = await ask(template, {
      params: { path, query, header: headers },
      ...(body === undefined ? {} : { body }),
      ...(file ? { bodySerializer: (bytes: Blob) => bytes, headers: { 'content-type': 'application/octet-stream' } } : {}),
      ...(isText ? { parseAs: 'text' } : {}),
    })
    return { status: response.status, body: data ?? error }
  }
  return { call, name }
}
`,
  'hey-api': `import * as sdk from './hey/sdk.gen'
import { client } from './hey/client.gen'
${asked}
type Ask = (options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
export function createCall(baseUrl: string, key: string) {
  client.setConfig({ baseUrl, auth: key })
  const name = async (): Promise<string | undefined> => (await sdk.getMe()).data?.name
  const call = async ({ id, path, query, headers, body, isText }: Asked) => {
    const ask = (sdk as unknown as Record<string, Ask>)[id] as Ask
    const options = { path, query, headers, ...(body === undefined ? {} : { body }), ...(isText ? { parseAs: 'text' } : {}) }
    const { data, error, response } = await ask(options)
    return { status: response.status, body: data ?? error }
  }
  return { call, name }
}
`,
  orval: `import * as api from './orval'
${asked}
type Ask = (...args: unknown[]) => Promise<{ status: number; data?: unknown; stream?: Response }>
export function createCall(_baseUrl: string, key: string) {
  const options = { headers: { authorization: \`Bearer \${key}\` } }
  const name = async (): Promise<string | undefined> => {
    const answer = await api.getMe(options)
    return answer.status === 200 ? answer.data.name : undefined
  }
  const call = async ({ id, path, query, headers, body, takes }: Asked) => {
    const ask = (api as unknown as Record<string, Ask>)[id] as Ask
    const { status, data, stream } = await ask(
      ...Object.values(path),
      ...(takes.body ? [body] : []),
      ...(takes.query ? [query] : []),
      ...(takes.headers ? [headers] : []),
      options,
    )
    if (stream !== undefined) return { status, body: await stream.text() }
    // Where the answer is a file, an error comes as one too.
    return { status, body: data instanceof Blob && status !== 200 ? JSON.parse(await data.text()) : data }
  }
  return { call, name }
}
`,
}
