import { startTestCore, unlimited } from '../../src/core/testing/start-test-core.ts'

/**
 * A program of its own, made to be killed: receives the queue of one instance into a data directory. Histories are
 * off, so that what the queue lost would stay lost. Ends in order when its stdin ends.
 */
const [dataDir = '', apiUrl = '', idInstance = '', token = ''] = process.argv.slice(2)
const core = await startTestCore({
  services: ['receiving'],
  limitClasses: unlimited,
  dataDir,
  instances: [{ apiUrl, idInstance, token }],
})
process.stdout.write('ready\n')
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await core.stop()
