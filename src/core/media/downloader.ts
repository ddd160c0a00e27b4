import { createHash, type Hash } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { open, type FileHandle } from 'node:fs/promises'
import { isIP } from 'node:net'
import { pipeline } from 'node:stream'
import { Agent, ProxyAgent, request as undiciRequest, type Dispatcher } from 'undici'
import { isDiskFull } from '../base/disk-full.ts'
import { isPublicAddress } from '../http/address-guard.ts'
import { encodingOf } from '../http/content-encoding.ts'
import { assertAllowedIfKnown, guardedLookup, isRefusedAddress, lookupAll } from '../http/guarded-lookup.ts'
import { untilAborted } from '../http/until-aborted.ts'
import { sniffedBytes } from './sniff.ts'

export interface DownloadRequest {
  readonly url: string
  /**
   * The instance's own API address: its host alone may be on this machine or network, and may speak http if it does.
   */
  readonly apiUrl: string
  /** Where the bytes go; an existing file is replaced. */
  readonly path: string
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly onProgress?: (received: number, total: number | null) => void
}

export type DownloadResult =
  | { readonly kind: 'done'; readonly bytes: number; readonly sha256: string; readonly head: Uint8Array }
  /** The link was good once (403, 404, 410). */
  | { readonly kind: 'expired' }
  /** Not followed; `reason` names the rule. */
  | { readonly kind: 'refused'; readonly reason: RefusedReason }
  | { readonly kind: 'tooLarge'; readonly bytes: number }
  | { readonly kind: 'unreachable'; readonly text: string }
  | { readonly kind: 'diskFull' }
  | { readonly kind: 'cancelled' }

type RefusedReason = 'badAddress' | 'notSecure' | 'credentials' | 'privateAddress' | 'tooManyRedirects'

export interface DownloaderOptions {
  /** As for the service's HTTP: the address of a proxy for this origin, or null for none. */
  readonly resolveProxy?: (origin: string) => Promise<string | null>
  /** As for the service's HTTP. */
  readonly certificates?: Promise<readonly string[]>
  /** Resolves names; all addresses. The system's by default. */
  readonly lookup?: (host: string) => Promise<readonly LookupAddress[]>
  /** Without a byte for so long, ms. */
  readonly idleMs?: number
  /** For the whole, ms. */
  readonly totalMs?: number
}

/** Fetches files that others named: addresses from outside, never to be trusted (architecture 11). */
export interface Downloader {
  download(request: DownloadRequest): Promise<DownloadResult>
}

const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])
const gone = new Set([403, 404, 410])

/**
 * Each hop's address is checked after its name was resolved, and the connection goes to the very address that was
 * checked. No cookie, no referrer, no token goes along. Where the machine lives behind a proxy, the proxy connects:
 * then the names are checked here all the same, as far as they resolve.
 */
export function createDownloader(options: DownloaderOptions = {}): Downloader {
  const idleMs = options.idleMs ?? 30_000
  const totalMs = options.totalMs ?? 30 * 60_000
  const lookup = options.lookup ?? lookupAll

  const dispatcherFor = async (url: URL, own: boolean): Promise<Dispatcher> => {
    const settings: Agent.Options = { headersTimeout: idleMs, bodyTimeout: idleMs, allowH2: false }
    const proxy = (await options.resolveProxy?.(url.origin).catch(() => null)) ?? null
    const ca = (await options.certificates) ?? []
    const tls = ca.length === 0 ? {} : { ca: [...ca] }
    if (proxy !== null) {
      if (!own) await assertAllowedIfKnown(url.hostname, lookup, isPublicAddress)
      return new ProxyAgent({ ...settings, uri: proxy, requestTls: { timeout: 15_000, ...tls } })
    }
    const guard = own ? {} : { lookup: guardedLookup(lookup, isPublicAddress) }
    return new Agent({ ...settings, connect: { timeout: 15_000, ...tls, ...guard } })
  }

  return {
    async download(request) {
      const deadline = AbortSignal.timeout(totalMs)
      const signal = AbortSignal.any([request.signal, deadline])
      let next = request.url
      for (let hop = 0; hop <= maxRedirects; hop++) {
        const checked = checkAddress(next, request.apiUrl)
        if (checked.kind === 'refused') return checked
        const { url, own } = checked
        let dispatcher: Dispatcher | undefined
        try {
          dispatcher = await untilAborted(dispatcherFor(url, own), signal)
          const response = await undiciRequest(url.href, { dispatcher, signal, headers: { accept: '*/*' } })
          // A body that is let go ends with an error that nobody waits for.
          response.body.on('error', () => undefined)
          const { statusCode: status } = response
          const location = headerOf(response.headers['location'])
          if (redirects.has(status) && location !== undefined) {
            await response.body.dump()
            const there = URL.parse(location, url.href)
            if (there === null) return { kind: 'refused', reason: 'badAddress' }
            next = there.href
            continue
          }
          if (status !== 200) {
            await response.body.dump()
            return gone.has(status) ? { kind: 'expired' } : { kind: 'unreachable', text: `HTTP ${status}` }
          }
          return await save(response, request)
        } catch (error) {
          if (request.signal.aborted) return { kind: 'cancelled' }
          if (isDiskFull(error)) return { kind: 'diskFull' }
          if (isRefusedAddress(error)) return { kind: 'refused', reason: 'privateAddress' }
          return { kind: 'unreachable', text: deadline.aborted ? 'timeout' : codeOf(error) }
        } finally {
          void dispatcher?.destroy()
        }
      }
      return { kind: 'refused', reason: 'tooManyRedirects' }
    },
  }
}

type Checked =
  | { readonly kind: 'ok'; readonly url: URL; readonly own: boolean }
  | { readonly kind: 'refused'; readonly reason: RefusedReason }

function checkAddress(text: string, apiUrl: string): Checked {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { kind: 'refused', reason: 'badAddress' }
  if (url.username !== '' || url.password !== '') return { kind: 'refused', reason: 'credentials' }
  const own = url.origin === URL.parse(apiUrl)?.origin
  if (own) return { kind: 'ok', url, own }
  if (url.protocol !== 'https:') return { kind: 'refused', reason: 'notSecure' }
  // A literal address is never looked up, so it is checked here.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) return { kind: 'refused', reason: 'privateAddress' }
  return { kind: 'ok', url, own }
}

async function save(response: Dispatcher.ResponseData, request: DownloadRequest): Promise<DownloadResult> {
  const { body, headers } = response
  const announced = Number(headerOf(headers['content-length']) ?? Number.NaN)
  const total = Number.isFinite(announced) ? announced : null
  if (total !== null && total > request.maxBytes) {
    body.destroy()
    return { kind: 'tooLarge', bytes: total }
  }
  const encoding = encodingOf(headerOf(headers['content-encoding']))
  // An error of either ends the other, and is met by the one that reads.
  const content = encoding === undefined ? body : pipeline(body, encoding.stream(), () => undefined)
  const file = await open(request.path, 'w', 0o600)
  try {
    return await pour(content, file, createHash('sha256'), request, encoding === undefined ? total : null)
  } finally {
    await file.close()
  }
}

async function pour(
  body: AsyncIterable<Buffer>,
  file: FileHandle,
  hash: Hash,
  request: DownloadRequest,
  total: number | null,
): Promise<DownloadResult> {
  const head: Buffer[] = []
  let headBytes = 0
  let received = 0
  for await (const chunk of body) {
    received += chunk.length
    if (received > request.maxBytes) return { kind: 'tooLarge', bytes: received }
    if (headBytes < sniffedBytes) {
      head.push(chunk)
      headBytes += chunk.length
    }
    hash.update(chunk)
    await file.writeFile(chunk)
    request.onProgress?.(received, total)
  }
  if (request.signal.aborted) return { kind: 'cancelled' }
  return {
    kind: 'done',
    bytes: received,
    sha256: hash.digest('hex'),
    head: Buffer.concat(head).subarray(0, sniffedBytes),
  }
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** A short system code for the log; never an address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'network'
}
