import { existsSync } from 'node:fs'
import path from 'node:path'
import { openLocalApi } from '../../src/local-api/open-local-api.ts'
import { writeCheapVault } from '../../src/core/testing/cheap-key.ts'
import { startTestCore, unlimited } from '../../src/core/testing/start-test-core.ts'
import { openPassphraseVault } from '../../src/core/vault/passphrase-vault.ts'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import { openTeam } from '../../src/team/open-team.ts'

/**
 * A desk in a program of its own, made to be killed, to which customers' programs connect. The first one of a team, or
 * a desk without a team, adds the instances and the program at its first start. Prints `{key}`, null where another desk
 * or start has it. Ends in order with its stdin.
 */
interface ServingDesk {
  readonly dataDir: string
  readonly name: string
  /** Null: no team. */
  readonly address: TeamAddress | null
  readonly apiUrl: string
  readonly token: string
  readonly port: number
  readonly idInstances: readonly string[]
}
const { dataDir, name, address, apiUrl, token, port, idInstances }: ServingDesk = JSON.parse(process.argv[2] ?? '{}')
const secret = 'a phrase that the desks of the bench know'
const vaultFile = path.join(dataDir, 'vault.json')
const isFirstStart = !existsSync(vaultFile)
if (isFirstStart) await writeCheapVault(vaultFile, secret)
const vault = await openPassphraseVault(vaultFile)
await vault.unlock(secret)
const desk = await startTestCore({
  ...{ dataDir, vault, openTeam, openLocalApi, limitClasses: unlimited, random: Math.random },
  services: ['receiving', 'sending', 'team', 'programs', 'proposals'],
})
let key: string | null = null
if (isFirstStart) {
  await desk.call('settings.update', { programs: true, programsPort: port })
  if (address !== null) await desk.call('team.join', { ...address, name, passphrase: secret, create: true })
  for (const idInstance of idInstances) {
    const { instance } = await desk.call('instances.add', {
      ...{
        apiUrl,
        idInstance,
        token,
        family: 'whatsapp',
        name: `Instance ${idInstance}`,
        colour: 'teal',
        mode: 'full',
      },
      storeToken: true,
    })
    if (address !== null) await desk.call('team.share', { instance })
  }
  if (idInstances.length > 0) {
    const added = await desk.call('programs.add', {
      ...{
        name: 'CRM',
        purpose: 'script',
        protocol: 'jsonl',
        from: null,
        keyExpiresAt: null,
        ofTeam: address !== null,
      },
      ...{ readWhenWritten: false, webhook: null, authorization: '', rights: ['see', 'send'], writesFirst: true },
      scope: { instances: null, kinds: null, labels: null, groups: true },
      sendLimits: { minute: 1000, hour: 10_000, day: 100_000 },
    })
    key = added.key
  }
}
await desk.until('programs.list', {}, ({ listener }) => listener.kind === 'listening')
process.stdout.write(`${JSON.stringify({ key })}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await desk.stop()
