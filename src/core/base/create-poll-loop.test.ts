import { expect, test } from 'vitest'
import { createPollLoop } from './create-poll-loop.ts'

/** A loop whose polls and waits end when the test says so. */
function started() {
  const polls: PromiseWithResolvers<number>[] = []
  const waits: { readonly ms: number; readonly end: () => void }[] = []
  const loop = createPollLoop({
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve()
        waits.push({ ms, end: resolve })
        signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
  })
  const ending = new AbortController()
  const done = loop.run(ending.signal, () => {
    const poll = Promise.withResolvers<number>()
    polls.push(poll)
    return poll.promise
  })
  return { loop, polls, waits, ending, done }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a poll follows the one before it after the wait that this one returned', async () => {
  const { polls, waits } = started()
  polls[0]?.resolve(700)
  await settled()
  expect([polls.length, waits.map(({ ms }) => ms)]).toEqual([1, [700]])
  waits[0]?.end()
  await settled()
  expect(polls.length).toBe(2)
})

test('a wake-up ends the wait', async () => {
  const { loop, polls } = started()
  polls[0]?.resolve(700)
  await settled()
  loop.wake()
  await settled()
  expect(polls.length).toBe(2)
})

test('wake-ups during a poll lead to one more poll without a wait', async () => {
  const { loop, polls, waits } = started()
  loop.wake()
  loop.wake()
  await settled()
  expect(polls.length).toBe(1)
  polls[0]?.resolve(700)
  await settled()
  expect([polls.length, waits.length]).toEqual([2, 0])
  polls[1]?.resolve(700)
  await settled()
  expect([polls.length, waits.length]).toEqual([2, 1])
})

test('the loop ends with its signal, in a wait or after the running poll', async () => {
  const waiting = started()
  waiting.polls[0]?.resolve(700)
  await settled()
  waiting.ending.abort()
  await waiting.done
  expect(waiting.polls.length).toBe(1)

  const polling = started()
  polling.ending.abort()
  polling.polls[0]?.resolve(700)
  await polling.done
  expect(polling.polls.length).toBe(1)
})
