import { BlockList, isIP } from 'node:net'

/**
 * Addresses that a link from outside may never lead to: this machine, its networks, and what stands for another
 * address (architecture 11). From the IANA special-purpose registries.
 */
const refused = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // shared, carrier
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, clouds' metadata
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const) {
  refused.addSubnet(network, prefix, 'ipv4')
}
/** Of IPv6 only the global unicast space is public; within it, these stand for other addresses or for nobody. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const refused6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23], // special purposes, Teredo
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['3fff::', 20],
] as const) {
  refused6.addSubnet(network, prefix, 'ipv6')
}

/** Whether an IP address is one of the public internet. False for what is no address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
    default:
      return false
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Networks of a home or a company. */
const local = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(network, prefix, 'ipv4')
}
local.addSubnet('fc00::', 7, 'ipv6')

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an IP address is this computer. False for what is no address. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, family(address))

/**
 * Whether an IP address is of a private network or of this computer: a person may allow these. Link-local addresses,
 * where clouds keep their metadata, are not among them.
 */
export const isLocalAddress = (address: string): boolean =>
  isLoopbackAddress(address) || (isIP(address) !== 0 && local.check(address, family(address)))
