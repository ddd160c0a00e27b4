import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchOutbox, type OutboxCandidate, type ShownMessage } from './match-outbox.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const slack = 3_000
const row = (
  message: number,
  text: string,
  sentAt = noon,
  endedAt: number | null = sentAt + 30_000,
): OutboxCandidate => ({
  message,
  seq: message,
  signature: text,
  sentAt,
  endedAt,
})
const shown = (text: string, rest: Partial<ShownMessage> = {}): ShownMessage => ({
  signature: text,
  acceptedAt: noon,
  actionAt: null,
  sentByApi: true,
  ...rest,
})
const found = (message: ShownMessage, ...rows: readonly OutboxCandidate[]) => matchOutbox(message, rows, slack)?.message

describe('matchOutbox', () => {
  it('compares texts with ends trimmed and line breaks unified', () => {
    expect(found(shown('one\ntwo'), row(1, '  one\r\ntwo\n'))).toBe(1)
    expect(found(shown('one\rtwo '), row(1, 'one\ntwo'))).toBe(1)
    expect(found(shown('one two'), row(1, 'one\ntwo'))).toBeUndefined()
    expect(found(shown('One'), row(1, 'one'))).toBeUndefined()
  })

  it('never takes what the phone sent, nor what has no text', () => {
    expect(found(shown('hi', { sentByApi: false }), row(1, 'hi'))).toBeUndefined()
    expect(found(shown(''), row(1, ' '))).toBeUndefined()
    expect(found(shown('hi', { sentByApi: null }), row(1, 'hi'))).toBe(1)
  })

  it('never takes what was there before the request, beyond what clocks differ', () => {
    expect(found(shown('hi', { acceptedAt: noon - 3_001 }), row(1, 'hi'))).toBeUndefined()
    expect(found(shown('hi', { acceptedAt: noon - 3_000 }), row(1, 'hi'))).toBe(1)
    expect(found(shown('hi', { acceptedAt: null, actionAt: noon - 4_000 }), row(1, 'hi'))).toBeUndefined()
  })

  it('finds a request whose time was wrong, by the time that is known by now', () => {
    const hourEarly = { ...row(1, 'hi', noon + 3_600_000), sentAtNow: noon }
    expect(found(shown('hi'), hourEarly)).toBe(1)
    expect(found(shown('hi', { acceptedAt: noon + 3_600_000 }), hourEarly)).toBe(1)
    expect(found(shown('hi', { acceptedAt: noon - 60_000 }), hourEarly)).toBeUndefined()
    expect(found(shown('hi', { acceptedAt: noon + 1_000 }), hourEarly, row(2, 'hi'))).toBe(1)
  })

  it('takes what waited in the queue for a day, and nothing later', () => {
    const day = 86_400_000
    expect(found(shown('hi', { acceptedAt: noon + day }), row(1, 'hi'))).toBe(1)
    expect(found(shown('hi', { acceptedAt: noon + day + 60_000 }), row(1, 'hi'))).toBeUndefined()
  })

  it('gives each of two equal texts its own by time', () => {
    const first = row(1, 'hi', noon, noon + 30_000)
    const second = row(2, 'hi', noon + 90_000, null)
    expect(found(shown('hi', { acceptedAt: noon + 91_000 }), first, second)).toBe(2)
    expect(found(shown('hi', { acceptedAt: noon + 15_000 }), first, second)).toBe(1)
    expect(found(shown('hi', { acceptedAt: noon + 85_000 }), first, second)).toBe(1)
  })

  it('takes the first in the lane where times tell nothing', () => {
    expect(found(shown('hi'), row(2, 'hi'), row(1, 'hi'))).toBe(1)
    expect(found(shown('hi'), row(1, 'hi'), row(2, 'hi'))).toBe(1)
    expect(found(shown('hi', { acceptedAt: null }), row(2, 'hi'), row(1, 'hi'))).toBe(1)
  })

  it('only ever answers with a row of that text whose request had begun', () => {
    const text = fc.constantFrom('a', 'b', ' a\r\n', 'a\n')
    const time = fc.integer({ min: noon - 200_000, max: noon + 200_000 })
    const rows = fc.array(fc.record({ signature: text, sentAt: time, endedAt: fc.option(time) }), { maxLength: 6 })
    fc.assert(
      fc.property(rows, text, time, (list, shownText, at) => {
        const candidates = list.map((rest, index) => ({ message: index, seq: index, ...rest }))
        const match = matchOutbox(shown(shownText, { acceptedAt: at }), candidates, slack)
        const fits = candidates.filter(
          (candidate) => candidate.signature.trim() === shownText.trim() && candidate.sentAt - slack <= at,
        )
        expect(match === null ? fits.length === 0 : fits.some((fit) => fit === match)).toBe(true)
      }),
    )
  })
})
