import { describe, expect, test } from 'vitest'
import { isLocalAddress, isLoopbackAddress, isPublicAddress } from './address-guard.ts'

/** The first and the last address of each network, and those on both sides of it. */
const refused = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private 10': ['10.0.0.0', '10.255.255.255'],
  carrier: ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.255'],
  'link-local, where clouds keep their metadata': ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  'private 172': ['172.16.0.0', '172.31.255.255'],
  'private 192': ['192.168.0.0', '192.168.255.255'],
  'protocols and relays': ['192.0.0.0', '192.0.0.255', '192.88.99.0', '192.88.99.255'],
  documentation: ['192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  benchmarks: ['198.18.0.0', '198.19.255.255'],
  'multicast, reserved, broadcast': ['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
  'loopback and unspecified of IPv6': ['::1', '::'],
  'an IPv4 address within IPv6': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
  'Teredo and 6to4, which stand for IPv4 addresses': ['2001::1', '2001:1ff:ffff::1', '2002:7f00:1::'],
  'documentation of IPv6': ['2001:db8::', '2001:db8:ffff:ffff::', '3fff::', '3fff:fff:ffff::'],
  'private, link-local and multicast of IPv6': ['fc00::1', 'fd12::1', 'fe80::1', 'ff02::1'],
  'no address': ['', 'localhost', '127.1', '8.8.8.8.8', 'example.com'],
}

describe('no link from outside leads to', () => {
  test.each(Object.entries(refused))('%s', (_what, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })
})

test('the addresses beside them are public', () => {
  const beside = [
    ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...['191.255.255.255', '192.0.1.0', '192.0.1.255', '192.0.3.0', '192.88.98.255', '192.88.100.0'],
    ...['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0'],
    ...['223.255.255.255', '8.8.8.8', '2000::1', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2001:ffff::'],
    ...['2003::', '2606:4700::1111', '3ffe:ffff::', '3fff:1000::'],
  ]
  expect(beside.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('a person may allow a private network and this computer, and never link-local addresses', () => {
  const allowed = ['10.0.0.1', '100.64.0.1', '172.16.0.1', '192.168.1.1', 'fd12::1', '127.0.0.1', '::1']
  const never = ['169.254.169.254', 'fe80::1', '8.8.8.8', '0.0.0.0', 'localhost']
  expect([...allowed, ...never].filter(isLocalAddress)).toEqual(allowed)
  expect([...allowed, ...never].filter(isLoopbackAddress)).toEqual(['127.0.0.1', '::1'])
})
