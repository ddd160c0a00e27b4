import { expect, test } from 'vitest'
import { fuzzReceiving } from '../testing/fuzz-receiving.ts'
import { createTempDir } from '../testing/temp-dir.ts'

// The same bodies every time: enough for every kind of mutation in every kind of body. `npm run bench -- fuzz` goes on with more.
test('4,000 mutated bodies: no crash, no stuck queue, each applied or set aside', async () => {
  using dir = createTempDir()
  const report = await fuzzReceiving({ dataDir: dir.path, bodies: 4_000, seed: 1, instances: 60 })
  expect(report.applyFailed).toEqual([])
  expect(report.lost).toBe(0)
  expect(report.applied).toBeGreaterThan(report.notifications / 4)
  expect(report.quarantined).toBeGreaterThan(100)
}, 600_000)
