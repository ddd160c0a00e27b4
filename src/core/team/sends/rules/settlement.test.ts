import { expect, test } from 'vitest'
import type { MessageKey } from '../../../../contract/ids.ts'
import { settlementOf, type OpenSend } from './settlement.ts'

const row = (state: OpenSend['state'], local: OpenSend['local'], isOver = false): OpenSend => ({
  id: 'id',
  message: 1 as MessageKey,
  state,
  attempt: 1,
  local,
  isOver,
  idMessage: local === 'accepted' ? 'ID' : null,
  isFound: false,
  shownId: null,
})

test.each([
  ['queued', 'queued', null],
  ['queued', 'sending', null],
  ['queued', 'accepted', 'accepted'],
  // The database went back to before its claim.
  ['queued', 'uncertain', 'uncertain'],
  ['queued', null, 'cancelled'],
  // Claimed, and the program ended before it was marked as on its way: it never left.
  ['sending', 'queued', 'queued'],
  ['sending', 'sending', null],
  ['sending', 'accepted', 'accepted'],
  ['sending', 'failed', 'failed'],
  ['sending', 'expired', 'failed'],
  ['sending', 'uncertain', 'uncertain'],
  // A colleague said so while this desk was away; this desk's disk knows better.
  ['uncertain', 'accepted', 'accepted'],
  ['uncertain', 'queued', 'queued'],
  ['uncertain', 'dismissed', 'dismissed'],
  ['uncertain', 'uncertain', null],
] as const)('open as %s, here %s: the team is told %s', (state, local, expected) => {
  expect(settlementOf(row(state, local))?.state ?? null).toBe(expected)
})

test('what the person put back into its lane, or keeps for later, is another send: the first one is over', () => {
  for (const state of ['queued', 'sending', 'uncertain'] as const) {
    expect(settlementOf(row(state, 'queued', true))).toMatchObject({ state: 'cancelled', idMessage: null })
  }
  expect(settlementOf(row('sending', 'accepted', true))).toMatchObject({ state: 'accepted', idMessage: 'ID' })
})

test('an accepted send has its ids and how they were found, any other outcome none', () => {
  const open = { idMessage: 'ID', isFound: true, shownId: 'SHOWN' }
  expect(settlementOf({ ...row('sending', 'accepted'), ...open })).toEqual({ state: 'accepted', ...open })
  expect(settlementOf({ ...row('sending', 'failed'), ...open })).toEqual({
    ...{ state: 'failed', idMessage: null, isFound: false, shownId: null },
  })
})
