import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChatKey, InstanceKey, JournalKey, MessageKey, ProgramKey, RequestKey } from '../../../contract/ids.ts'
import { currentRoute, parseRoute, redirect, routeHref, startRoute, type Route } from './route.ts'

const key = <Key extends number>() => fc.integer({ min: 1, max: 2 ** 40 }).map((value) => value as Key)
const scope = fc.option(key<InstanceKey>())
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.record(
    { view: fc.constant('chats' as const), scope, chat: key<ChatKey>(), message: key<MessageKey>() },
    { requiredKeys: ['view', 'scope'] },
  ),
  fc.record(
    { view: fc.constant('outgoing' as const), scope, query: fc.string({ minLength: 1 }), message: key<MessageKey>() },
    { requiredKeys: ['view', 'scope'] },
  ),
  fc.record(
    { view: fc.constant('events' as const), scope, event: key<JournalKey>() },
    { requiredKeys: ['view', 'scope'] },
  ),
  fc.record(
    { view: fc.constant('requests' as const), scope, request: key<RequestKey>() },
    { requiredKeys: ['view', 'scope'] },
  ),
  fc.record(
    { view: fc.constant('programs' as const), scope, program: key<ProgramKey>() },
    { requiredKeys: ['view', 'scope'] },
  ),
  fc.record(
    {
      view: fc.constant('instance' as const),
      scope,
      tab: fc.constantFrom('groups' as const, 'contacts' as const, 'account' as const),
    },
    { requiredKeys: ['view', 'scope'] },
  ),
  fc.record(
    { view: fc.constant('settings' as const), scope, section: fc.constantFrom('storage', 'about') },
    { requiredKeys: ['view', 'scope'] },
  ),
)

describe('places', () => {
  it('come back from their address', () => {
    fc.assert(
      fc.property(route, (one) => {
        expect(parseRoute(routeHref(one))).toEqual(one)
      }),
    )
  })

  it.each(['', '#', '#/', '#/nowhere/1', '#/chats', '#/chats/all/x?m=-1', '#/chats/0', '#//%'])(
    'read %j without failing',
    (hash) => {
      expect(parseRoute(hash).scope).toBe(null)
    },
  )

  it('leads to the start from anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseRoute(`#/x${text}`)).toEqual(startRoute)
      }),
    )
  })
})

it('redirects nobody who has left the place meanwhile', () => {
  const address = { hash: '' }
  vi.stubGlobal('location', address)
  vi.stubGlobal('history', {
    state: null,
    replaceState(_state: unknown, _title: string, href: string) {
      address.hash = href
    },
  })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('HashChangeEvent', Event)
  onTestFinished(() => void vi.unstubAllGlobals())
  const only = { view: 'chats', scope: 1 as InstanceKey } as const
  const rendered = currentRoute()
  address.hash = '#/settings'
  redirect(rendered, only)
  expect(address.hash).toBe('#/settings')
  redirect(currentRoute(), only)
  expect(address.hash).toBe('#/chats/1')
})
