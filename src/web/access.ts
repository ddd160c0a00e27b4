import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = IncomingHttpHeaders

/**
 * Who may talk to the browser host. A random key in the address is exchanged for a cookie that scripts cannot read and
 * other sites cannot send; without the cookie nothing is served. Both live as long as this process.
 */
export interface Access {
  /** A key for an address that is printed: good for this run. */
  readonly key: string
  /** A key for an address that other users of this machine may see in the list of processes: good once. */
  createKeyForOnce(): string
  /** The Set-Cookie header for a right key, else undefined. */
  exchange(key: string, port: number): string | undefined
  hasCookie(headers: RequestHeaders, port: number): boolean
}

export function createAccess(random: () => string = () => randomBytes(32).toString('base64url')): Access {
  const key = random()
  const session = random()
  const once = new Set<string>()
  return {
    key,
    createKeyForOnce() {
      const fresh = random()
      once.add(fresh)
      return fresh
    },
    exchange(given, port) {
      if (!equal(given, key) && !once.delete(given)) return undefined
      return `${cookieName(port)}=${session}; Path=/; HttpOnly; SameSite=Strict`
    },
    hasCookie: (headers, port) => equal(readCookie(headers.cookie, cookieName(port)) ?? '', session),
  }
}

/** Cookies know no ports: two hosts on one machine need two names. */
const cookieName = (port: number): string => `switchboard-${port}`

function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([key]) => key === name)?.[1]
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * A page elsewhere can make its own name resolve to 127.0.0.1 and then is "same origin" with us: so only the loopback's
 * own names are served. The port may differ, for a tunnel.
 */
export const isOwnHost = (host: string | undefined): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/.test(host ?? '')

/** An Origin header, where there is one, has to be ours; a WebSocket needs one, because no cookie rule protects it. */
export function isOwnOrigin(headers: RequestHeaders, { required }: { readonly required: boolean }): boolean {
  const { origin, host } = headers
  return origin === undefined ? !required : origin === `http://${host}`
}

/** Browsers say where a request comes from; what another site asks for is refused even before the cookie is looked at. */
export function isFromOtherSite(headers: RequestHeaders): boolean {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate'
}
