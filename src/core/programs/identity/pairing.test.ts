import { expect, test } from 'vitest'
import type { ProgramKey } from '../../../contract/ids.ts'
import { createPairing } from './pairing.ts'

const program = 7 as ProgramKey

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
  return { programs, pairing, begin, leave: () => leaving.abort(), finishAdding: () => adding.resolve() }
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
