import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatusKind } from '../../../../contract/statuses.ts'
import { deriveStatus, type OwnStatus } from './derive-status.ts'
import { readRawStatus } from './raw-status.ts'

const seen = (...rawStatuses: readonly string[]) => rawStatuses.map((raw) => ({ raw, ...readRawStatus(raw) }))
const accepted: OwnStatus = { status: 'accepted' }

describe('deriveStatus', () => {
  it.each<[string, OwnStatus | null, readonly string[], StatusKind]>([
    ['nothing but our own reply', accepted, [], 'accepted'],
    ['pending, which only the service says', accepted, ['pending'], 'pending'],
    ['sent, delivered, read in order', accepted, ['sent', 'delivered', 'read'], 'read'],
    ['read before delivered', accepted, ['read', 'delivered', 'sent'], 'read'],
    ['an empty status after accepted', accepted, [''], 'accepted'],
    ['UNKNOWN after accepted', accepted, ['UNKNOWN'], 'accepted'],
    ['UNKNOWN and empty after delivered', accepted, ['delivered', 'UNKNOWN', ''], 'delivered'],
    ['an empty status of a message from elsewhere', null, [''], 'none'],
    ['UNKNOWN of a message from elsewhere', null, ['', 'UNKNOWN', ''], 'unknown'],
    ['nothing at all', null, [], 'none'],
    ['a word that nobody described', null, ['teleported'], 'unknown'],
    ['failed', accepted, ['failed'], 'failed'],
    ['noAccount after sent', accepted, ['sent', 'noAccount'], 'failed'],
    ['refused by the messenger as spam', accepted, ['sent', 'yellowCard'], 'failed'],
    ['refused by the messenger in the newer word', accepted, ['suspended'], 'failed'],
    ['delivered after the messenger had refused it', accepted, ['yellowCard', 'delivered'], 'delivered'],
    ['a closed window of a business account', accepted, ['noActiveSession'], 'failed'],
    ['sent after failed', accepted, ['failed', 'sent'], 'failed'],
    ['failed for a message that was delivered', accepted, ['delivered', 'failed'], 'delivered'],
    ['delivered after failed', accepted, ['failed', 'delivered'], 'delivered'],
    ['read after notInGroup', accepted, ['notInGroup', 'read'], 'read'],
    ['expired while it was pending', { status: 'expired' }, ['pending'], 'expired'],
    ['sent after all, though it had expired', { status: 'expired' }, ['pending', 'sent'], 'sent'],
    ['uncertain, without a word', { status: 'uncertain' }, [], 'uncertain'],
    ['uncertain, with a word that says nothing', { status: 'uncertain' }, [''], 'uncertain'],
    ['uncertain, then seen as pending', { status: 'uncertain' }, ['pending'], 'pending'],
    ['a status that comes before the send reply', { status: 'sending' }, ['delivered'], 'delivered'],
    ['queued', { status: 'queued' }, [], 'queued'],
    ['refused', { status: 'failed', reason: 'refused', text: 'too long' }, [], 'failed'],
  ])('%s', (_, own, rawStatuses, shown) => {
    expect(deriveStatus(own, seen(...rawStatuses)).status).toBe(shown)
  })

  it('names the reason that belongs to the mark', () => {
    expect(deriveStatus(accepted, seen('noAccount', 'failed'))).toMatchObject({ status: 'failed', reason: 'noAccount' })
    expect(deriveStatus(accepted, seen('noAccount', 'delivered'))).toMatchObject({ status: 'delivered', reason: null })
    expect(deriveStatus({ status: 'failed', reason: 'refused', text: 'why' }, [])).toMatchObject({
      reason: 'refused',
      text: 'why',
    })
  })

  it('keeps the latest raw word where it differs from what is shown', () => {
    expect(deriveStatus(accepted, seen('delivered', 'UNKNOWN'))).toMatchObject({ status: 'delivered', raw: 'UNKNOWN' })
    expect(deriveStatus(accepted, seen('delivered', ''))).toMatchObject({ status: 'delivered', raw: '' })
    expect(deriveStatus(accepted, seen('sent', 'delivered'))).toMatchObject({ status: 'delivered', raw: null })
    expect(deriveStatus(null, seen(''))).toMatchObject({ status: 'none', raw: '' })
  })

  const raw = fc.constantFrom('', 'UNKNOWN', 'pending', 'sent', 'delivered', 'read', 'failed', 'noAccount', 'other')
  const rawStatuses = fc.array(raw, { maxLength: 12 })
  const own = fc.constantFrom<OwnStatus | null>(
    null,
    { status: 'sending' },
    { status: 'accepted' },
    { status: 'uncertain' },
    { status: 'expired' },
  )
  /** The order in which a status may change, ours and the service's. */
  const order: readonly StatusKind[] = [
    'none',
    'unknown',
    'queued',
    'sending',
    'uncertain',
    'accepted',
    'pending',
    'expired',
    'sent',
    'failed',
    'delivered',
    'read',
  ]

  it('never moves backward, whatever comes next', () => {
    fc.assert(
      fc.property(own, rawStatuses, raw, (state, before, next) => {
        const was = deriveStatus(state, seen(...before)).status
        const is = deriveStatus(state, seen(...before, next)).status
        expect(order.indexOf(is)).toBeGreaterThanOrEqual(order.indexOf(was))
      }),
      { numRuns: 1000 },
    )
  })

  it('depends on what was seen, not on the order of it', () => {
    const shuffled = rawStatuses.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(own, shuffled, (state, [before, after]) => {
        expect(deriveStatus(state, seen(...after)).status).toBe(deriveStatus(state, seen(...before)).status)
      }),
      { numRuns: 1000 },
    )
  })

  it('never shows a status that nobody said', () => {
    fc.assert(
      fc.property(rawStatuses, (list) => {
        const { status } = deriveStatus(accepted, seen(...list))
        expect(['accepted', ...seen(...list).map((observation) => observation.status)]).toContain(status)
      }),
    )
  })
})
