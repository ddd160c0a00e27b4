import path from 'node:path'
import { startTestCore, unlimited } from '../../src/core/testing/start-test-core.ts'
import { openPassphraseVault } from '../../src/core/vault/passphrase-vault.ts'
import { openLocalApi } from '../../src/local-api/open-local-api.ts'

/**
 * A program of its own: receives the queue of one instance and serves it to the customer's programs. With a webhook's
 * address it adds one of each protocol first and prints their keys. Ends in order when its stdin ends.
 */
const [dataDir = '', apiUrl = '', idInstance = '', token = '', port = '', webhook = ''] = process.argv.slice(2)
const vault = await openPassphraseVault(path.join(dataDir, 'vault.json'))
await vault.unlock('bench bench bench')
const core = await startTestCore({
  services: ['receiving', 'programs'],
  limitClasses: unlimited,
  dataDir,
  vault,
  openLocalApi,
  random: Math.random,
  started: false,
  instances: [{ apiUrl, idInstance, token }],
})
const keys: Record<string, string> = {}
if (webhook !== '') {
  await core.call('settings.update', { programs: true, programsPort: Number(port) })
  for (const protocol of ['queue', 'webhook', 'jsonl'] as const) {
    const { key } = await core.call('programs.add', {
      name: protocol,
      purpose: 'script',
      protocol,
      scope: { instances: null, kinds: null, labels: null, groups: true },
      from: null,
      keyExpiresAt: null,
      readWhenWritten: false,
      webhook: protocol === 'webhook' ? { url: webhook, allowPrivate: false, inFlight: 8, timeoutMs: 5000 } : null,
      authorization: '',
    })
    keys[protocol] = key ?? ''
  }
}
core.core.start()
// Whoever reads the keys connects at once.
if (webhook !== '') await core.until('programs.list', {}, ({ listener }) => listener.kind === 'listening')
process.stdout.write(`${JSON.stringify(keys)}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await core.stop()
