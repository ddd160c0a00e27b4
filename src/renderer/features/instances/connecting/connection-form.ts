import type { ErrorCode, IdentityColour, ServiceFamily } from '../../../../contract/index.ts'
import type { MessageId } from '../../../lib/translations.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'

export interface ConnectionFields {
  readonly name: string
  readonly apiUrl: string
  readonly idInstance: string
  readonly token: string
}

export type FieldName = keyof ConnectionFields
export type FieldErrors = Readonly<Partial<Record<FieldName, MessageId>>>

/** Names that mean this machine: plain http is allowed there, because the token does not travel. */
const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host) || host.endsWith('.localhost')

export function urlError(text: string): MessageId | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return 'instances.error.urlEmpty'
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return 'error.urlInvalid'
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return 'instances.error.urlNotSecure'
  return undefined
}

function idError(text: string): MessageId | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return 'instances.error.idEmpty'
  if (/^\d+$/.test(trimmed)) return undefined
  return /^[\doо]+$/i.test(trimmed) ? 'instances.error.idLetterO' : 'error.idInstanceInvalid'
}

/** Problems of each field before any request; empty if there are none. Core checks again. */
export function checkFields({ name, apiUrl, idInstance, token }: ConnectionFields): FieldErrors {
  const found: Partial<Record<FieldName, MessageId | undefined>> = {
    name: name.trim() === '' ? 'error.nameEmpty' : undefined,
    apiUrl: urlError(apiUrl),
    idInstance: idError(idInstance),
    token: token.trim() === '' ? 'instances.error.tokenEmpty' : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined)) as FieldErrors
}

/** The field that an error of the host belongs to. */
export function fieldOfError(code: ErrorCode): FieldName | undefined {
  switch (code) {
    case 'nameEmpty':
      return 'name'
    case 'urlInvalid':
    case 'urlNotSecure':
      return 'apiUrl'
    case 'idInstanceInvalid':
      return 'idInstance'
    case 'tokenEmpty':
      return 'token'
    default:
      return undefined
  }
}

/** The order in which the first wrong field takes the focus. */
export const fieldOrder: readonly FieldName[] = ['name', 'apiUrl', 'idInstance', 'token']

/** Address and family of the instance that was added last, samples of the demo apart; most have one address for all. */
export function useLastConnection(): { readonly apiUrl: string; readonly family: ServiceFamily } {
  const samples = useContractQuery('host.demo', {}).data?.instances ?? []
  const last = useInstances()
    .filter(({ key }) => !samples.includes(key))
    .reduce<{ key: number; apiUrl: string; family: ServiceFamily } | null>(
      (newest, instance) => (newest !== null && newest.key > instance.key ? newest : instance),
      null,
    )
  return { apiUrl: last?.apiUrl ?? '', family: last?.family ?? 'v3' }
}

export const colours: readonly IdentityColour[] = ['teal', 'violet', 'ochre', 'rose', 'moss', 'steel', 'plum', 'brick']

/**
 * The colour that the fewest of these have, in their order on the rail, and never the last one's: neighbours differ.
 */
export function nextColour(given: readonly IdentityColour[]): IdentityColour {
  const uses = (colour: IdentityColour): number => given.filter((one) => one === colour).length
  return colours
    .filter((colour) => colour !== given.at(-1))
    .reduce((best, colour) => (uses(colour) < uses(best) ? colour : best))
}
