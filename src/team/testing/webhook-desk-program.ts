import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { TeamAddress } from '../../core/sharing/shared-team.ts'
import { writeCheapVault } from '../../core/testing/cheap-key.ts'
import { startTestCore, unlimited } from '../../core/testing/start-test-core.ts'
import { openPassphraseVault } from '../../core/vault/passphrase-vault.ts'
import { openTeam } from '../open-team.ts'

// Run by a test: a desk that joined a team before, or joins now, and delivers its webhooks until it is killed. Prints a
// line once it runs. Ends in order with its stdin.
interface Orders {
  readonly dataDir: string
  readonly vaultFile: string
  readonly name: string
  readonly address: TeamAddress
  readonly passphrase: string
}
const orders = JSON.parse(process.argv[2] ?? '{}') as Orders
if (!existsSync(orders.vaultFile)) await writeCheapVault(orders.vaultFile, orders.passphrase)
const vault = await openPassphraseVault(orders.vaultFile)
await vault.unlock(orders.passphrase)
const desk = await startTestCore({
  dataDir: orders.dataDir,
  services: ['receiving', 'team', 'programs'],
  limitClasses: unlimited,
  vault,
  openTeam,
  random: Math.random,
})
if ((await desk.call('team.status', {})).kind === 'none')
  await desk.call('team.join', { ...orders.address, name: orders.name, passphrase: orders.passphrase })
process.stdout.write('runs\n')
for await (const _line of createInterface({ input: process.stdin }));
await desk.stop()
