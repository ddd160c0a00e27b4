import { operationPath, operations, type Family, type Operation, type OperationName } from './operations.ts'

/** The path's version segment: '/v3', or none (service 10.1). */
export type Prefix = '/v3' | ''

/** The address of one instance. Holds the token. */
export interface Target {
  /** Normalised by {@link readBaseUrl}: no version, no slash at the end. */
  readonly baseUrl: string
  /** The address for files, normalised alike. Default: the base URL. */
  readonly mediaUrl?: string | undefined
  readonly prefix: Prefix
  readonly family: Family
  readonly idInstance: string
  readonly token: string
}

export type BaseUrlProblem =
  /** Nothing was typed. */
  | 'empty'
  | 'notUrl'
  /** Neither https nor http. */
  | 'scheme'
  /** Plain http to another machine: the token would be sent unencrypted. */
  | 'plainHttp'
  /** A user name or password in it. */
  | 'credentials'
  | 'query'
  | 'fragment'
  /** The URL of an operation, with instance and perhaps token, instead of the service's. */
  | 'operationUrl'

export type BaseUrlReading =
  | {
      readonly ok: true
      readonly baseUrl: string
      /** The version segment, if one was typed. */
      readonly typedPrefix: Prefix | undefined
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem }

/**
 * Parses the field "API URL": with or without scheme, trailing slashes and `/v3` (service 10.1). Two spellings of one
 * address give the same `baseUrl`.
 */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim()
  if (text === '') return problem('empty')
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  // Without a scheme, only a text that looks like a host name is completed: other input is a typing error.
  if (!hasScheme && !/^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(text)) return problem('notUrl')
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  if (url === null || url.hostname === '') return problem('notUrl')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return problem('scheme')
  if (url.username !== '' || url.password !== '') return problem('credentials')
  if (/\/waInstance/i.test(url.pathname)) return problem('operationUrl')
  if (url.search !== '' || text.includes('?')) return problem('query')
  if (url.hash !== '' || text.includes('#')) return problem('fragment')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return problem('plainHttp')
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const typedPrefix = segments.at(-1)?.toLowerCase() === 'v3' ? '/v3' : undefined
  while (segments.at(-1)?.toLowerCase() === 'v3') segments.pop()
  return { ok: true, baseUrl: [url.origin, ...segments].join('/'), typedPrefix }
}

function problem(code: BaseUrlProblem): BaseUrlReading {
  return { ok: false, problem: code }
}

/** Only this machine: plain http is allowed there. */
function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Instance ids are digits (service 7). */
export function isInstanceId(text: string): boolean {
  return /^\d{1,20}$/.test(text)
}

/**
 * The default media address of an API: the vendor's hosts come in pairs, `1103.api.` and `1103.media.`, older ones
 * without a number; any other host accepts files itself (service 11.3.2).
 */
export function mediaUrlOf(baseUrl: string): string {
  return baseUrl
    .replace(/^(https?:\/\/(?:\d+\.)?)api(\.green-?api\.com)(?=[:/]|$)/i, '$1media$2')
    .replace(/^(https?:\/\/\d+\.)api(?=\.)/i, '$1media')
}

/**
 * A token is one path segment: visible ASCII, without anything that a URL parser would treat as a separator or `..`.
 */
export function isToken(text: string): boolean {
  return /^[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*$/.test(text)
}

/** The default prefix of a family. */
export function prefixOf(family: Family): Prefix {
  return family === 'v3' ? '/v3' : ''
}

/** The other form, to be tried once after a 404 (architecture 9). */
export function otherPrefix(prefix: Prefix): Prefix {
  return prefix === '' ? '/v3' : ''
}

/** The address of one request (service 4). Holds the token: for the HTTP port only. */
export function operationUrl(target: Target, name: OperationName, input: Readonly<Record<string, unknown>>): string {
  const operation: Operation = operations[name]
  const { location } = operation
  const path = operationPath(name, target.family)
  const base = (operation.atMediaUrl === true ? target.mediaUrl : undefined) ?? target.baseUrl
  const root = `${base}${target.prefix}/waInstance${target.idInstance}/${path}/${encodeURIComponent(target.token)}`
  switch (location.kind) {
    case 'nowhere':
    case 'body':
    case 'file':
    case 'form':
      return root
    case 'path':
      return `${root}/${encodeURIComponent(String(input[location.name]))}`
    case 'query': {
      const query = new URLSearchParams()
      for (const key of location.names) if (input[key] !== undefined) query.set(key, String(input[key]))
      return query.size === 0 ? root : `${root}?${query.toString()}`
    }
  }
}
