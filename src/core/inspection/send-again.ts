import { operations } from '../../api/operations.ts'
import type { Family, InputOf, Operation, OperationName } from '../../api/operations.ts'
import { isJsonObject } from '../../api/json.ts'
import { parseJson } from '../../api/answers/parse-json.ts'
import type { RequestDetails } from '../../contract/requests.ts'

/**
 * What may be asked once more: it changes nothing at the service, takes nothing from its queue, and its answer holds no
 * secret.
 */
export function canSendAgain(name: string): name is OperationName {
  if (!Object.hasOwn(operations, name) || name === 'readChat') return false
  const { retry, limit, location, secrets }: Operation = operations[name as OperationName]
  const isPlain = location.kind === 'nowhere' || location.kind === 'body' || location.kind === 'query'
  return retry === 'idempotent' && limit !== 'queue' && isPlain && secrets === undefined
}

/** The input of a logged request, read back from its address and body; null where they do not hold it whole. */
export function readLoggedInput<Name extends OperationName>(
  name: Name,
  family: Family,
  { path, requestBody }: Pick<RequestDetails, 'path' | 'requestBody'>,
): InputOf<Name> | null {
  const operation: Operation = operations[name]
  const given =
    operation.location.kind === 'body' ? readBody(requestBody ?? '') : readQuery(path.slice(path.indexOf('?') + 1))
  if (given === null) return null
  const own = Object.entries(operation.familyNames?.[family] ?? {})
  const input = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [own.find(([, named]) => named === field)?.[0] ?? field, value]),
  )
  return operation.request.safeParse(input).success ? (input as InputOf<Name>) : null
}

function readBody(text: string): object | null {
  if (text === '') return {}
  const body = parseJson(text)
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : null
}

const readQuery = (text: string): object =>
  Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value]),
  )
