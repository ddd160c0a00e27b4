import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { createProcessorTally, measureProcessorTime } from './processor-time.mjs'

/** A running process as the system shows it. */
const running = (pid, parent, ownMs, waitedMs = 0) => ({ pid, parent, began: 1, ownMs, waitedMs })

test('processes that nobody waited for count by their last reading', () => {
  const tally = createProcessorTally()
  tally.take([running(10, 1, 100), running(20, 10, 50), running(30, 20, 400)])
  // The browser (20) was killed, and its page (30) belongs to the first process of the system now.
  tally.take([running(10, 1, 110, 60), running(30, 1, 500)])
  expect(tally.total(10)).toBe(110 + 50 + 500)
  tally.take([running(10, 1, 120, 60)])
  expect(tally.total(10)).toBe(120 + 50 + 500)
})

test('processes that were waited for count once, with those that no reading met', () => {
  const tally = createProcessorTally()
  tally.take([running(10, 1, 100), running(20, 10, 50)])
  tally.take([running(10, 1, 100, 900)])
  expect(tally.total(10)).toBe(1000)
})

test('other trees, and processes that take a pid again, do not count', () => {
  const tally = createProcessorTally()
  tally.take([running(10, 1, 100), running(11, 1, 7_000), running(20, 10, 50)])
  tally.take([running(10, 1, 100), { ...running(20, 11, 9_000), began: 2 }])
  expect(tally.total(10)).toBe(150)
  expect(tally.total(99)).toBe(0)
})

test.runIf(process.platform === 'linux')('what a killed program left behind is measured', async () => {
  const busyMs = 300
  const grandchild = `const began = process.cpuUsage()
    for (let used = 0; used < ${busyMs}; ) {
      const { user, system } = process.cpuUsage(began)
      used = (user + system) / 1000
    }
    console.log('done')
    setInterval(() => {}, 1000)`
  const child = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: ['pipe', 'inherit', 'inherit'] })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  const measure = measureProcessorTime()
  try {
    await once(createInterface({ input: child.stdout }), 'line')
    await expect.poll(() => measure.total(child.pid)).toBeGreaterThanOrEqual(busyMs)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(measure.total(child.pid)).toBeGreaterThanOrEqual(busyMs)
  } finally {
    measure.stop()
    // Both, as one group: the grandchild would wait for ever.
    process.kill(-child.pid, 'SIGKILL')
  }
})
