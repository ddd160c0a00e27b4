import { describe, expect, test } from 'vitest'
import type { InstanceKey, ProgramKey, ProgramRow } from '../../../contract/index.ts'
import { isInScope, needsAttention, noticesOf, shownState, usualLimits as limits } from './program-facts.ts'
import { shownPrograms } from './shown-programs.ts'

const now = Date.UTC(2026, 10, 23, 12)
const minute = 60_000
const day = 24 * 60 * minute

const rowWith = (part: Partial<ProgramRow>): ProgramRow => ({
  key: 1 as ProgramKey,
  id: '4f7q2m9x',
  name: 'Shop orders',
  purpose: 'webhook',
  protocol: 'webhook',
  state: 'active',
  stateSince: now - day,
  createdAt: now - 20 * day,
  rights: ['see'],
  sendLimits: { minute: 20, hour: 200, day: 1000 },
  writesFirst: false,
  scope: { instances: null, kinds: null, labels: null, groups: true },
  webhook: { url: 'https://shop.example/hook', allowPrivate: false, inFlight: 1, timeoutMs: 30_000 },
  readWhenWritten: false,
  keyExpiresAt: null,
  connected: false,
  backlog: { events: 0, more: false, oldestAt: null },
  deliveredLastHour: 0,
  trouble: null,
  lastContactAt: null,
  deadLetters: 0,
  nextTryAt: null,
  team: null,
  ...part,
})

describe('what needs a person', () => {
  test.each<[string, Partial<ProgramRow>, readonly string[], boolean]>([
    ['nothing', {}, [], false],
    ['a pause', { state: 'paused' }, [], false],
    ['an endpoint that has failed for nine minutes', { state: 'failing', stateSince: now - 9 * minute }, [], true],
    ['one that has for ten', { state: 'failing', stateSince: now - 10 * minute }, ['failing'], true],
    ['one that said Gone', { state: 'stopped' }, ['stopped'], true],
    ['a dead letter', { deadLetters: 1 }, ['deadLetters'], true],
    ['a key that ended', { keyExpiresAt: now - 1 }, [], true],
    ['a key that ends later', { keyExpiresAt: now + 1 }, [], false],
    ['events older than nine tenths of the time', { backlog: unread(now - 12.6 * day) }, ['retention'], true],
    ['a reader that stopped half an hour ago', { protocol: 'queue', backlog: unread(now - 30 * minute) }, [], true],
    ['one that is a little behind', { protocol: 'queue', backlog: unread(now - 29 * minute) }, [], false],
    ['younger ones', { backlog: unread(now - 12.5 * day) }, [], false],
    ['a stopped one, which holds no events', { state: 'stopped', backlog: unread(now - 13 * day) }, ['stopped'], true],
    [
      'a secret that this computer has lost',
      { trouble: { at: now, kind: 'secretMissing', status: null, text: '' } },
      ['secretMissing'],
      true,
    ],
  ])('%s', (_case, part, notices, isNeeded) => {
    const row = rowWith(part)
    expect(noticesOf(row, limits, now)).toEqual(notices)
    expect(needsAttention(row, limits, now)).toBe(isNeeded)
  })

  function unread(oldestAt: number) {
    return { events: 3, more: false, oldestAt }
  }
})

test('a key that has ended is said, unless something graver is', () => {
  expect(shownState(rowWith({ keyExpiresAt: now }), { limits, now, isTeamOff: false })).toBe('keyExpired')
  expect(shownState(rowWith({ keyExpiresAt: now, state: 'paused' }), { limits, now, isTeamOff: false })).toBe('paused')
})

test('a program that asks for its events reads them within the time that Settings say', () => {
  const row = rowWith({ protocol: 'queue', backlog: { events: 514, more: false, oldestAt: now - 45 * minute } })
  const shown = (programReadsWithinMinutes: number) =>
    shownState(row, { limits: { ...limits, programReadsWithinMinutes }, now, isTeamOff: false })
  expect([30, 45, 60].map(shown)).toEqual(['notReading', 'notReading', 'active'])
})

test('a webhook of the team is shown as off while the team has its webhooks off, unless it is paused or stopped', () => {
  const off = { limits, now, isTeamOff: true }
  const team = { hasSecret: true }
  const states = ['active', 'failing', 'paused', 'stopped'] as const
  const shown = (part: Partial<ProgramRow>, when = off) =>
    states.map((state) => shownState(rowWith({ state, ...part }), when))
  expect(shown({ team })).toEqual(['teamOff', 'teamOff', 'paused', 'stopped'])
  expect(shown({ team }, { limits, now, isTeamOff: false })).toEqual(states)
  expect(shown({ team: null })).toEqual(states)
  expect(shown({ team, protocol: 'stream' })).toEqual(states)
  const rows = [rowWith({ team }), rowWith({ key: 2 as ProgramKey, name: 'Own' })]
  const sort = { by: 'name', direction: 'asc' } as const
  const active = shownPrograms(rows, { text: '', filter: 'active', sort, ...off })
  expect(active.map(({ name }) => name)).toEqual(['Own'])
})

test('a program belongs to the instances of its scope', () => {
  const [first, second] = [1 as InstanceKey, 2 as InstanceKey]
  const narrow = rowWith({ scope: { instances: [first], kinds: null, labels: null, groups: true } })
  expect([isInScope(narrow, null), isInScope(narrow, first), isInScope(narrow, second)]).toEqual([true, true, false])
  expect(isInScope(rowWith({}), second)).toBe(true)
})

test('the gravest stand first, and the search looks at names and addresses', () => {
  const rows = [
    rowWith({ key: 1 as ProgramKey, name: 'Calm' }),
    rowWith({ key: 2 as ProgramKey, name: 'Paused', state: 'paused' }),
    rowWith({ key: 3 as ProgramKey, name: 'Letters', deadLetters: 2 }),
    rowWith({ key: 4 as ProgramKey, name: 'Failing', state: 'failing', webhook: null }),
  ]
  const given = {
    text: '',
    filter: 'all',
    sort: { by: 'state', direction: 'desc' },
    limits,
    now,
    isTeamOff: false,
  } as const
  const names = (part: object) => shownPrograms(rows, { ...given, ...part }).map(({ name }) => name)
  expect(names({})).toEqual(['Failing', 'Letters', 'Paused', 'Calm'])
  expect(names({ filter: 'attention' })).toEqual(['Failing', 'Letters'])
  expect(names({ filter: 'paused' })).toEqual(['Paused'])
  expect(names({ text: ' SHOP.example ' })).toEqual(['Letters', 'Paused', 'Calm'])
  expect(names({ sort: { by: 'name', direction: 'desc' } })).toEqual(['Calm', 'Failing', 'Letters', 'Paused'])
})
