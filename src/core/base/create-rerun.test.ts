import { expect, test } from 'vitest'
import { createRerun } from './create-rerun.ts'

/** A work whose runs end when the test says so. */
function started() {
  const ends: PromiseWithResolvers<void>[] = []
  const run = createRerun(() => {
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  })
  return {
    run,
    runs: () => ends.length,
    end: (index: number) => ends[index]?.resolve(),
    fail: (index: number) => ends[index]?.reject(new Error(`run ${index}`)),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('calls during a run make one more run, and wait for it', async () => {
  const { run, runs, end } = started()
  let isOver = false
  const first = run()
  void run()
  void run().then(() => (isOver = true))
  expect(runs()).toBe(1)
  end(0)
  await settled()
  expect([runs(), isOver]).toEqual([2, false])
  end(1)
  await first
  await settled()
  expect([runs(), isOver]).toEqual([2, true])
})

test('a call in any turn after the end of a run is not lost', async () => {
  for (let after = 0; after < 12; after += 1) {
    const { run, runs, end } = started()
    void run()
    end(0)
    // Other work that was waiting goes on in one of the turns in which the run ends.
    for (let passed = 0; passed < after; passed += 1) await null
    void run()
    await settled()
    expect(runs(), `${after} turns`).toBe(2)
    end(1)
    await settled()
  }
})

test('a failure is that of whoever called, unless somebody has called since', async () => {
  const { run, fail, end, runs } = started()
  setImmediate(() => fail(0))
  await expect(run()).rejects.toThrow('run 0')
  const mended = run()
  void run()
  fail(1)
  await settled()
  expect(runs()).toBe(3)
  end(2)
  await expect(mended).resolves.toBeUndefined()
})
