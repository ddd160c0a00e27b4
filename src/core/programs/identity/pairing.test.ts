import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ProgramKey } from '../../../contract/ids.ts'
import { createPairing } from './pairing.ts'

const program = 7 as ProgramKey
const minuteMs = 60_000

function open() {
  const programs = new Set<ProgramKey>()
  const adding = Promise.withResolvers<void>()
  const pairing = createPairing({
    clock: { now: () => 0, monotonic: () => 0, setTimer: () => () => undefined, sleep: () => Promise.resolve() },
    ticket: 'ticket',
    async addProgram() {
      await adding.promise
      programs.add(program)
      return { program, key: 'sbk_paired' }
    },
    removeProgram: (removed) => Promise.resolve(void programs.delete(removed)),
    onBegan: () => undefined,
    onEnded: () => undefined,
  })
  const leaving = new AbortController()
  const begin = () => pairing.begin('ticket', 'anna', leaving.signal)
  return {
    programs,
    pairing,
    begin,
    leaving: leaving.signal,
    leave: () => leaving.abort(),
    finishAdding: () => adding.resolve(),
  }
}

test('a pairing that is allowed after its asker left adds no program, and says that it is over', async () => {
  const { programs, pairing, begin, leave, finishAdding } = open()
  begin()
  const answer = pairing.answer(1, true)
  leave()
  finishAdding()
  await expect(answer).rejects.toMatchObject({ code: 'notFound' })
  expect(programs.size).toBe(0)
})

test('nobody is asked about a pairing whose asker left before it began', async () => {
  const { pairing, begin, leave } = open()
  leave()
  expect(await begin().outcome).toEqual({ kind: 'expired' })
  expect(pairing.pending()).toBeNull()
})

test('five pairings may begin in ten minutes, one at a time, for three minutes, by who has the ticket', async () => {
  const clock = createManualClock()
  const taken = new Set(['anna'])
  const pairing = createPairing({
    ...{ clock, ticket: 'ticket', onBegan: () => undefined, onEnded: () => undefined },
    async addProgram(name) {
      if (taken.has(name)) throw new ContractError('programNameTaken')
      return { program, key: `key of ${name}` }
    },
    removeProgram: () => Promise.resolve(),
  })
  const { signal } = new AbortController()
  const begin = (name: string, ticket = 'ticket') => pairing.begin(ticket, name, signal)
  expect(() => begin('anna', 'another')).toThrow('pairingRefused')
  const first = begin(' anna\n')
  expect(() => begin('boris')).toThrow('pairingBusy')
  expect(pairing.pending()).toMatchObject({ name: 'anna', code: first.code })
  expect(first.code).toMatch(/^[A-Z\d]{4}-[A-Z\d]{4}$/)
  await pairing.answer(1, true)
  expect(await first.outcome).toEqual({ kind: 'allowed', name: 'anna 2', key: 'key of anna 2' })

  await clock.advance(minuteMs)
  const late = begin('\u202e')
  // The time of the answered one ends none that began since.
  await clock.advance(2.5 * minuteMs)
  expect(pairing.pending()).toMatchObject({ name: 'switchboardctl' })
  await clock.advance(0.5 * minuteMs)
  expect(await late.outcome).toEqual({ kind: 'expired' })
  for (let count = 3; count <= 5; count++) {
    const { outcome } = begin('clara')
    await pairing.answer(count, false)
    expect(await outcome).toEqual({ kind: 'refused' })
  }
  expect(() => begin('clara')).toThrow(expect.objectContaining({ code: 'tooManyPairings', retryAfterMs: 6 * minuteMs }))
  await clock.advance(6 * minuteMs)
  expect(() => begin('clara')).not.toThrow()
})

test('a name that is cut within a letter is a name still', () => {
  const { pairing, leaving } = open()
  pairing.begin('ticket', `${'a'.repeat(47)}😀`, leaving)
  expect(pairing.pending()?.name).toBe(`${'a'.repeat(47)}\ufffd`)
})
