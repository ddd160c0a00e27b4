import { startTestCore } from '../../src/core/testing/start-test-core.ts'

/**
 * A program of its own with `count` instances and nothing to do. Each line on stdin is answered with what it cost
 * since the last one: `{cpuMs, wallMs, rssMb}`; ends with stdin.
 */
const [dataDir = '', apiUrl = '', first = '', count = '1', token = ''] = process.argv.slice(2)
const core = await startTestCore({
  dataDir,
  random: Math.random,
  instances: Array.from({ length: Number(count) }, (_, index) => ({
    apiUrl,
    idInstance: String(Number(first) + index),
    token,
  })),
})
let since = { cpu: process.cpuUsage(), at: performance.now() }
process.stdout.write('ready\n')
process.stdin.on('data', () => {
  const cpu = process.cpuUsage(since.cpu)
  const wallMs = performance.now() - since.at
  const rssMb = process.memoryUsage.rss() / 1e6
  process.stdout.write(`${JSON.stringify({ cpuMs: (cpu.user + cpu.system) / 1000, wallMs, rssMb })}\n`)
  since = { cpu: process.cpuUsage(), at: performance.now() }
})
await new Promise((resolve) => process.stdin.once('end', resolve))
await core.stop()
