import { expect, it } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { StoreError } from './store-error.ts'
import { untilStored } from './until-stored.ts'

/** A store that refuses so many writes, and then takes what is true. */
function setUp(refusals: readonly Error[]) {
  const clock = createManualClock()
  const stop = new AbortController()
  const written: number[] = []
  const left = [...refusals]
  let value = 1
  const done = untilStored({ store: { whenOk: async () => undefined }, clock }, stop.signal, async () => {
    const refusal = left.shift()
    if (refusal !== undefined) throw refusal
    written.push(value)
  })
  return { clock, done, stop, written, left, set: (next: number) => (value = next) }
}

it('writes what is true when the disk is free again', async () => {
  const { clock, done, set, written } = setUp([new StoreError('busy', 'x'), new StoreError('full', 'x')])
  set(2)
  await clock.advance(2_000)
  await done
  expect(written).toEqual([2])
})

it('tries once where it is to end already, and no more', async () => {
  const { clock, done, stop, written, left } = setUp([new StoreError('full', 'x'), new StoreError('full', 'x')])
  stop.abort()
  await clock.advance(10_000)
  await done
  expect([written, left.length]).toEqual([[], 1])
})

it.for([new StoreError('closed', 'x'), new StoreError('intent', 'x'), new Error('x')])(
  'rejects with what does not pass: %s',
  async (error) => {
    await expect(setUp([error]).done).rejects.toBe(error)
  },
)
