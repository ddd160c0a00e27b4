import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = IncomingHttpHeaders

/**
 * Access control of the browser host. Cookies ignore ports: a cookie for the whole host would also be sent to other
 * servers on this machine. So everything is below a random path, and the cookie is limited to that path; a random key
 * in the address is exchanged for both. The path, which an address bar shows, is not sufficient by itself; the cookie,
 * which scripts can't read, is sent only below the path. All are valid as long as this process.
 */
export interface Access {
  /** A key for a printed address, valid for this run. */
  readonly key: string
  /** A key, valid once, for an address that other users of this machine may see in the list of processes. */
  createSingleUseKey(): string
  /** For a valid key: the session's path (with a slash at both ends), and the Set-Cookie header. */
  exchange(key: string): Session | undefined
  /** The requested path below the session's path (beginning with a slash), if the request has the session's cookie. */
  admit(headers: RequestHeaders, pathname: string): string | undefined
}

export interface Session {
  readonly path: string
  readonly cookie: string
}

const cookieName = 'switchboard'

export function createAccess(random: () => string = () => randomBytes(32).toString('base64url')): Access {
  const key = random()
  const place = random()
  const session = random()
  const path = `/${place}/`
  const singleUseKeys = new Set<string>()
  return {
    key,
    createSingleUseKey() {
      const fresh = random()
      singleUseKeys.add(fresh)
      return fresh
    },
    exchange(given) {
      if (!equal(given, key) && !singleUseKeys.delete(given)) return undefined
      return { path, cookie: `${cookieName}=${session}; Path=${path}; HttpOnly; SameSite=Strict` }
    },
    admit(headers, pathname) {
      const isInside = equal(pathname.slice(0, path.length), path)
      // A page on another port may have set cookies of this name for the whole host: they are ignored.
      const hasCookie = cookiesNamed(headers.cookie, cookieName).some((value) => equal(value, session))
      return isInside && hasCookie ? pathname.slice(path.length - 1) : undefined
    },
  }
}

const cookiesNamed = (header: string | undefined, name: string): readonly string[] =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** An Origin header, where there is one, has to be ours; a WebSocket needs one, because no cookie rule protects it. */
export function isOwnOrigin(headers: RequestHeaders, { required }: { readonly required: boolean }): boolean {
  const { origin, host } = headers
  return origin === undefined ? !required : origin === `http://${host}`
}

/** Browsers name the site of a request's page; requests of other sites are refused before the cookie is checked. */
export function isFromOtherSite(headers: RequestHeaders): boolean {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate'
}
