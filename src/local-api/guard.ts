import type { IncomingHttpHeaders } from 'node:http'
import { isOwnHost } from '../core/hosting/rules/own-host.ts'
import { idOfProgramKey } from '../core/programs/identity/rules/program-identity.ts'
import type { ProblemCode } from '../public-api/problems.ts'

/** Programs send no Origin; whatever a browser sends is refused. */
export function refusalOf({ host, ...headers }: IncomingHttpHeaders): ProblemCode | undefined {
  if (!isOwnHost(host)) return 'wrongHost'
  if (headers.origin !== undefined) return 'browserRefused'
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'none' ? undefined : 'browserRefused'
}

/** The key of a request: as Bearer, or as the password of Basic, which is all that some tools can send. */
export function keyOfHeaders({ authorization = '' }: IncomingHttpHeaders): string {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization.slice(0, 500)) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

/** Wrong keys of one id within a minute, after which only the right one is looked at without a 429. */
const mostWrongKeys = 10
const minuteMs = 60_000
const mostEntries = 1000

/**
 * Counts wrong keys by the id in them, or by connection where the id is unknown. A right key is never locked out by the
 * failures of others: it is not counted.
 */
export interface WrongKeys {
  /** True: too many. */
  add(key: string, connection: object): boolean
}

export function createWrongKeys(now: () => number): WrongKeys {
  const ids = new Map<string, { count: number; since: number }>()
  const connections = new WeakMap<object, { count: number; since: number }>()
  const bump = (entry: { count: number; since: number } | undefined) =>
    entry === undefined || now() - entry.since > minuteMs
      ? { count: 1, since: now() }
      : { count: entry.count + 1, since: entry.since }
  return {
    add(key, connection) {
      const id = idOfProgramKey(key)
      const entry = bump(id === null ? connections.get(connection) : ids.get(id))
      if (id === null) connections.set(connection, entry)
      else {
        if (ids.size >= mostEntries) ids.clear()
        ids.set(id, entry)
      }
      return entry.count > mostWrongKeys
    },
  }
}
