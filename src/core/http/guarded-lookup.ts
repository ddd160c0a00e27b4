import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** Resolves a name to all its addresses. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

export const lookupAll: Lookup = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })

/** A name led to an address that is not allowed. */
class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

/**
 * A lookup for connections, which go to the very address that was checked. One refused address among several is enough
 * to refuse them all: the next lookup could give that one alone.
 */
export function guardedLookup(lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, answer) => {
    lookup(host)
      .then((addresses) => {
        const [first] = addresses
        if (first === undefined) throw new Error('ENOTFOUND')
        if (!addresses.every(({ address }) => isAllowed(address))) throw new RefusedAddressError()
        if (options.all === true) answer(null, [...addresses])
        else answer(null, first.address, first.family)
      })
      .catch((error: unknown) => answer(error instanceof Error ? error : new Error('lookup failed'), '', 0))
  }
}

/** Behind a proxy the proxy connects: the name is checked here all the same, as far as it resolves. */
export async function assertAllowedIfKnown(
  host: string,
  lookup: Lookup,
  isAllowed: (address: string) => boolean,
): Promise<void> {
  const addresses = await lookup(host).catch(() => [])
  if (!addresses.every(({ address }) => isAllowed(address))) throw new RefusedAddressError()
}

/** undici wraps what a lookup threw. */
export function isRefusedAddress(error: unknown): boolean {
  if (error instanceof RefusedAddressError) return true
  if (error instanceof AggregateError) return error.errors.some(isRefusedAddress)
  return error instanceof Error && error.cause !== undefined && isRefusedAddress(error.cause)
}
