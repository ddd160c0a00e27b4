import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = IncomingHttpHeaders

/**
 * Access control of the browser host. Cookies ignore ports: a cookie for the whole host would also be sent to other
 * servers on this machine. So everything is below a random path, and the cookie is limited to that path; a random key
 * in the address is exchanged for both. The path, which an address bar shows, is not sufficient by itself; the cookie,
 * which scripts can't read, is sent only below the path. Keys are valid as long as this process; path and cookie
 * outlast it (stored-session.ts): an open tab, a bookmark and the key of yesterday let a browser with the cookie in.
 */
export interface Access {
  /** A key for a printed address, valid for this run. */
  readonly key: string
  /** A key, valid once, for an address that other users of this machine may see in the list of processes. */
  createSingleUseKey(): string
  /**
   * For a valid key: the session's path (with a slash at both ends), and the Set-Cookie header. The printed key of an
   * earlier run gives the path alone, which it contains.
   */
  exchange(key: string): Exchanged | undefined
  /** The requested path below the session's path (beginning with a slash), if the request has the session's cookie. */
  admit(headers: RequestHeaders, pathname: string): string | undefined
}

interface Exchanged {
  readonly path: string
  readonly cookie?: string
}

/** A browser's credentials: the path's name and the cookie's value. */
export interface Session {
  readonly place: string
  readonly cookie: string
}

const cookieName = 'switchboard'

/** How long a browser, and the file, keep a session. */
export const sessionDays = 30

const random = (): string => randomBytes(32).toString('base64url')

export const createSession = (): Session => ({ place: random(), cookie: random() })

export function createAccess(session: Session): Access {
  const path = `/${session.place}/`
  const key = `${session.place}.${random()}`
  const maxAge = sessionDays * 24 * 60 * 60
  const singleUseKeys = new Set<string>()
  return {
    key,
    createSingleUseKey() {
      const fresh = random()
      singleUseKeys.add(fresh)
      return fresh
    },
    exchange(given) {
      if (equal(given, key) || singleUseKeys.delete(given)) {
        const cookie = `${cookieName}=${session.cookie}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`
        return { path, cookie }
      }
      return equal(given.split('.')[0] ?? '', session.place) ? { path } : undefined
    },
    admit(headers, pathname) {
      const isInside = equal(pathname.slice(0, path.length), path)
      // A page on another port may have set cookies of this name for the whole host: they are ignored.
      const hasCookie = cookiesNamed(headers.cookie, cookieName).some((value) => equal(value, session.cookie))
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
