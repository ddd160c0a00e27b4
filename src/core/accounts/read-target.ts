import type { Family } from '../../api/operations.ts'
import { isInstanceId, isToken, prefixOf, readBaseUrl } from '../../api/path.ts'
import type { BaseUrlProblem, Prefix, Target } from '../../api/path.ts'
import { ContractError } from '../../contract/errors.ts'

export interface TypedConnection {
  readonly apiUrl: string
  readonly idInstance: string
  readonly token: string
  readonly family: Family
}

/** Reads an address as a person types it. Throws ContractError urlInvalid (details.problem) or urlNotSecure. */
export function readAddress(apiUrl: string, family: Family): { readonly baseUrl: string; readonly prefix: Prefix } {
  const read = readBaseUrl(apiUrl)
  if (!read.ok) throw new ContractError(codeOf(read.problem), { details: { problem: read.problem } })
  return { baseUrl: read.baseUrl, prefix: read.typedPrefix ?? prefixOf(family) }
}

/**
 * Spaces around an id or a token come from copying and are dropped. Throws idInstanceInvalid, tokenEmpty, wrongToken.
 */
export function readTarget(typed: TypedConnection): Target {
  const { baseUrl, prefix } = readAddress(typed.apiUrl, typed.family)
  const idInstance = typed.idInstance.trim()
  if (!isInstanceId(idInstance)) throw new ContractError('idInstanceInvalid')
  return { baseUrl, prefix, family: typed.family, idInstance, token: readToken(typed.token) }
}

export function readToken(typed: string): string {
  const token = typed.trim()
  if (token === '') throw new ContractError('tokenEmpty')
  // Only a single path segment can be a token: with any other text the service would answer for another address.
  if (!isToken(token)) throw new ContractError('wrongToken')
  return token
}

const codeOf = (problem: BaseUrlProblem) => (problem === 'plainHttp' ? 'urlNotSecure' : 'urlInvalid')
