import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { ContractError } from '../../../contract/errors.ts'
import { isLocalAddress, isLoopbackAddress, isPublicAddress } from '../../http/address-guard.ts'

/** The secrets that a webhook is signed with, newest first. */
export interface SigningSecrets {
  readonly current: string
  /** Also signs until `previousUntil`, epoch ms, so that a receiver can change over. */
  readonly previous: string | null
  readonly previousUntil: number
}

/**
 * The headers of Standard Webhooks for one attempt. Each attempt is signed anew, because receivers refuse a signature
 * of more than five minutes.
 * @param now epoch ms
 */
export function signedHeaders(
  { current, previous, previousUntil }: SigningSecrets,
  id: string,
  body: string,
  now: number,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now / 1000))
  const secrets = previous !== null && now < previousUntil ? [current, previous] : [current]
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const literalOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether an address names this computer by itself, without asking a name server. */
const isLoopbackUrl = (url: URL): boolean => url.hostname === 'localhost' || isLoopbackAddress(literalOf(url))

/**
 * The address of a webhook, as a person may set it: https, or http to this computer. Throws ContractError
 * webhookAddress with a reason.
 */
export function checkWebhookUrl(text: string, allowPrivate: boolean): URL {
  const refuse = (reason: string) => new ContractError('webhookAddress', { details: { reason } })
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refuse('badAddress')
  if (url.username !== '' || url.password !== '') throw refuse('credentials')
  if (isLoopbackUrl(url)) return url
  if (url.protocol !== 'https:') throw refuse('notSecure')
  const literal = literalOf(url)
  if (isIP(literal) === 0 || isPublicAddress(literal)) return url
  if (!isLocalAddress(literal)) throw refuse('linkLocal')
  if (!allowPrivate) throw refuse('privateAddress')
  return url
}

/** Which addresses the name of a webhook may lead to. */
export const isAllowedAddress = (url: URL, allowPrivate: boolean): ((address: string) => boolean) =>
  isLoopbackUrl(url)
    ? isLoopbackAddress
    : (address) => isPublicAddress(address) || (allowPrivate && isLocalAddress(address))
