import { z } from 'zod'
import { explainIssue } from './explain-issue.ts'
import { operationIds, operations, type OperationId } from './operations.ts'
import type { Operation } from './operation.ts'

interface Route {
  readonly id: OperationId
  readonly operation: Operation
  readonly pattern: RegExp
  readonly names: readonly string[]
}

const routes: readonly Route[] = operationIds.map((id) => {
  const operation: Operation = operations[id]
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  return { id, operation, pattern, names }
})

export type FoundRoute =
  | { readonly kind: 'found'; readonly id: OperationId; readonly path: Readonly<Record<string, string>> }
  /** The address takes other methods. */
  | { readonly kind: 'methodNotAllowed'; readonly allow: readonly string[] }
  | { readonly kind: 'notFound' }

/** Which operation a request asks for. `pathname` as it came: each part is decoded by itself. */
export function findRoute(method: string, pathname: string): FoundRoute {
  const there = routes.filter(({ pattern }) => pattern.test(pathname))
  const route = there.find(({ operation }) => operation.method === method)
  if (route === undefined) {
    const allow = there.map(({ operation }) => operation.method)
    return there.length === 0 ? { kind: 'notFound' } : { kind: 'methodNotAllowed', allow }
  }
  const [, ...parts] = route.pattern.exec(pathname) ?? []
  try {
    const path = Object.fromEntries(route.names.map((name, index) => [name, decodeURIComponent(parts[index] ?? '')]))
    return { kind: 'found', id: route.id, path }
  } catch {
    return { kind: 'notFound' }
  }
}

/** Names of the parts of a path. */
export const pathNames = ({ path }: Operation): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Whether the input comes as a body of JSON. */
export const hasBody = ({ method, takes }: Operation): boolean =>
  (method === 'POST' || method === 'PUT') && takes === undefined

/** A parameter as its schema wants it: everything in a query is text. */
function valueOf(schema: z.ZodType | undefined, text: string): unknown {
  let inner: unknown = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap()
  if (inner instanceof z.ZodNumber) return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (inner instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text
  return text
}

export type ReadInput =
  | { readonly kind: 'input'; readonly input: unknown }
  | { readonly kind: 'badRequest'; readonly detail: string }

/** The input of an operation from path, query and body. A word that it does not know is an error, not ignored. */
export function readInput(
  id: OperationId,
  given: {
    readonly path: Readonly<Record<string, string>>
    readonly query: Iterable<readonly [name: string, value: string]>
    /** Undefined: there is none. */
    readonly body: unknown
  },
): ReadInput {
  const operation: Operation = operations[id]
  const { shape } = operation.input
  const refuse = (detail: string): ReadInput => ({ kind: 'badRequest', detail })
  const fields: Record<string, unknown> = { ...given.path }
  const seen = new Set<string>()
  for (const [name, text] of given.query) {
    const isKnown = !hasBody(operation) && !Object.hasOwn(given.path, name) && Object.hasOwn(shape, name)
    if (!isKnown) return refuse(`Unknown parameter ${quoted(name)}.`)
    if (seen.has(name)) return refuse(`The parameter ${quoted(name)} stands twice.`)
    seen.add(name)
    fields[name] = valueOf(shape[name] as z.ZodType, text)
  }
  if (hasBody(operation) && given.body !== undefined) {
    if (typeof given.body !== 'object' || given.body === null || Array.isArray(given.body))
      return refuse('The body has to be a JSON object.')
    for (const [name, value] of Object.entries(given.body)) {
      if (!Object.hasOwn(shape, name) || Object.hasOwn(given.path, name))
        return refuse(`Unknown field ${quoted(name)}.`)
      fields[name] = value
    }
  }
  const parsed = operation.input.safeParse(fields, { error: explainIssue })
  if (parsed.success) return { kind: 'input', input: parsed.data }
  const [issue] = parsed.error.issues
  return refuse(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.slice(0, 300))
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 64))
