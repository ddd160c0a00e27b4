import { isIP } from 'node:net'
import { Agent, ProxyAgent, request as undiciRequest, type Dispatcher } from 'undici'
import { retryAfterMs } from '../../../api/limits/retry-after.ts'
import type { ProgramTrouble, WebhookSettings } from '../../../contract/programs.ts'
import { assertAllowedIfKnown, guardedLookup, isRefusedAddress, lookupAll } from '../../http/guarded-lookup.ts'
import type { Lookup } from '../../http/guarded-lookup.ts'
import type { UndiciHttpOptions } from '../../http/undici-http.ts'
import { untilAborted } from '../../http/until-aborted.ts'
import { classifyStatus, type DeliveryOutcome } from './rules/delivery-policy.ts'
import { ContractError } from '../../../contract/errors.ts'
import { isLocalAddress, isLoopbackAddress, isPublicAddress } from '../../http/address-guard.ts'

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
const isAllowedAddress = (url: URL, allowPrivate: boolean): ((address: string) => boolean) =>
  isLoopbackUrl(url)
    ? isLoopbackAddress
    : (address) => isPublicAddress(address) || (allowPrivate && isLocalAddress(address))

/** Of an answer so much is read, bytes, and so much of its text is shown, UTF-16 units. */
const readBytes = 64 * 1024
const shownText = 2048

/** Posts to one endpoint, over connections that are kept. */
export interface WebhookPoster {
  /** Never rejects. @param now epoch ms */
  post(
    headers: Readonly<Record<string, string>>,
    body: string,
    now: () => number,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome>
  close(): void
}

/** Throws ContractError webhookAddress. */
export type OpenWebhookPoster = (settings: WebhookSettings) => WebhookPoster

/**
 * The connection goes to the very address that was checked; no redirect is followed and no cookie kept. Throws
 * ContractError webhookAddress.
 */
export function createWebhookPoster(
  settings: WebhookSettings,
  network: UndiciHttpOptions = {},
  lookup: Lookup = lookupAll,
): WebhookPoster {
  const url = checkWebhookUrl(settings.url, settings.allowPrivate)
  const isAllowed = isAllowedAddress(url, settings.allowPrivate)
  let opened: Promise<Dispatcher> | undefined

  const open = async (): Promise<Dispatcher> => {
    const ca = (await network.certificates) ?? []
    const tls = { timeout: 15_000, ...(ca.length === 0 ? {} : { ca: [...ca] }) }
    const proxy = (await network.resolveProxy?.(url.origin).catch(() => null)) ?? null
    const times = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const
    return proxy === null
      ? new Agent({ ...times, connect: { ...tls, lookup: guardedLookup(lookup, isAllowed) } })
      : new ProxyAgent({ ...times, uri: proxy, requestTls: tls })
  }
  const dispatcher = async (): Promise<Dispatcher> => {
    opened ??= open()
    const found = await opened
    if (found instanceof ProxyAgent) await assertAllowedIfKnown(url.hostname, lookup, isAllowed)
    return found
  }

  return {
    async post(headers, body, now, signal) {
      const deadline = AbortSignal.timeout(settings.timeoutMs)
      const until = AbortSignal.any([signal, deadline])
      const once = async (): Promise<DeliveryOutcome> => {
        const response = await undiciRequest(url.href, {
          method: 'POST',
          dispatcher: await untilAborted(dispatcher(), until),
          signal: until,
          headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Switchboard' },
          body,
        })
        const text = await readSome(response.body)
        return outcomeOf(response.statusCode, text, response.headers, now())
      }
      try {
        // The other side may end an idle connection at the moment of its next use, which says nothing of the endpoint.
        return await once().catch((error: unknown) => {
          if (deadline.aborted || signal.aborted || !isBrokenConnection(error)) throw error
          return once()
        })
      } catch (error) {
        // The network may be another one by now, with another proxy or none.
        const way = opened
        opened = undefined
        way?.then((found) => found.close()).catch(() => undefined)
        return { kind: 'endpoint', retryAfterMs: null, trouble: troubleOf(error, deadline.aborted, now()) }
      }
    },
    close() {
      opened?.then((found) => found.destroy()).catch(() => undefined)
    },
  }
}

function outcomeOf(
  status: number,
  text: string,
  headers: Dispatcher.ResponseData['headers'],
  now: number,
): DeliveryOutcome {
  const kind = classifyStatus(status)
  if (kind === 'delivered') return { kind, status }
  const trouble: ProgramTrouble = {
    at: now,
    kind: status >= 300 && status < 400 ? 'redirect' : 'status',
    status,
    text,
  }
  return kind === 'gone'
    ? { kind, trouble }
    : { kind, trouble, retryAfterMs: retryAfterMs(timesOf(headers), { limit: 'send', now }) ?? null }
}

/** The beginning of an answer; an endless one is let go. Rejects when it breaks off before. */
async function readSome(body: Dispatcher.ResponseData['body']): Promise<string> {
  // A body that is let go ends with an error that nobody waits for.
  body.on('error', () => undefined)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= readBytes) break
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, shownText))
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}

/** The headers of an answer that name times. */
const timesOf = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['retry-after', 'date'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

function troubleOf(error: unknown, isLate: boolean, at: number): ProgramTrouble {
  const code = codeOf(error)
  const kind = isLate
    ? 'timeout'
    : isRefusedAddress(error)
      ? 'privateAddress'
      : code === 'ECONNREFUSED'
        ? 'refused'
        : /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)
          ? 'tls'
          : /TIMEOUT|TIMEDOUT/.test(code)
            ? 'timeout'
            : 'unreachable'
  return { at, kind, status: null, text: isLate ? '' : code }
}

const isBrokenConnection = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error))

/** The system's code of an error; never an address. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? '' : codeOf(error.cause)
}
