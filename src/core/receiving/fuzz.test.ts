import { expect, test } from 'vitest'
import { fuzzReceiving } from '../testing/fuzz-receiving.ts'
import { sized } from '../testing/marathon.ts'
import { createTempDir } from '../testing/temp-dir.ts'

// The same bodies every time: in the long form enough for every kind of mutation in every kind of body.
test('thousands of mutated bodies: no crash, no stuck queue, each applied or set aside', async () => {
  using dir = createTempDir()
  const bodies = sized(1_000, 20_000)
  const report = await fuzzReceiving({ dataDir: dir.path, bodies, seed: 1, instances: 60 })
  expect(report.applyFailed).toEqual([])
  expect(report.lost).toBe(0)
  expect(report.applied).toBeGreaterThan(report.notifications / 4)
  expect(report.quarantined).toBeGreaterThan(bodies / 40)
})
