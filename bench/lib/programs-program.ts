import path from 'node:path'
import { programProtocols } from '../../src/contract/programs.ts'
import { startTestCore, unlimited } from '../../src/core/testing/start-test-core.ts'
import { openPassphraseVault } from '../../src/core/vault/passphrase-vault.ts'
import { openLocalApi } from '../../src/local-api/open-local-api.ts'

/**
 * A program of its own, made to be killed: receives the queue of one instance and serves it to the customer's programs.
 * With a webhook's address it adds them first, by their protocols, and prints their keys and the webhook's secret. Ends
 * in order when its stdin ends.
 */
const [dataDir = '', apiUrl = '', idInstance = '', token = '', port = '', webhook = '', protocols = ''] =
  process.argv.slice(2)
const vault = await openPassphraseVault(path.join(dataDir, 'vault.json'))
await vault.unlock('bench bench bench')
const core = await startTestCore({
  services: ['receiving', 'subscriptions'],
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
  for (const name of protocols.split(',')) {
    const protocol = programProtocols.find((one) => name.startsWith(one)) ?? 'jsonl'
    const { key, secret } = await core.call('programs.add', {
      name,
      purpose: 'script',
      protocol,
      scope: { instances: null, kinds: null, labels: null, groups: true },
      from: null,
      keyExpiresAt: null,
      readWhenWritten: false,
      webhook: protocol === 'webhook' ? { url: webhook, allowPrivate: false, inFlight: 8, timeoutMs: 5000 } : null,
      authorization: '',
    })
    keys[name] = key ?? secret ?? ''
  }
}
core.core.start()
// Whoever reads the keys connects at once.
if (webhook !== '') await core.until('programs.list', {}, ({ listener }) => listener.kind === 'listening')
process.stdout.write(`${JSON.stringify(keys)}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await core.stop()
