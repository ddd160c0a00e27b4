import { startTestCore } from './start-test-core.ts'

// Run by a test: writes to the store of a data directory and prints each name once it was answered, until it is killed.
const { call } = await startTestCore({ dataDir: process.argv[2] ?? '' })
for (let n = 0; ; n++) {
  await call('app.setPreference', { name: `n${n}`, value: 'kept' })
  process.stdout.write(`n${n}\n`)
}
