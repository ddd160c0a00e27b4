import { expect, test } from 'vitest'
import { fuzzReceiving } from '../testing/fuzz-receiving.ts'
import { createTempDir } from '../testing/temp-dir.ts'

test('20,000 mutated bodies: no crash, no stuck queue, each applied or set aside', async () => {
  using dir = createTempDir()
  const report = await fuzzReceiving({ dataDir: dir.path, bodies: 20_000, seed: 1, instances: 60 })
  expect(report.applyFailed).toEqual([])
  expect(report.lost).toBe(0)
  expect(report.applied).toBeGreaterThan(report.notifications / 4)
  expect(report.quarantined).toBeGreaterThan(100)
}, 600_000)
