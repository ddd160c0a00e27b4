import path from 'node:path'
import { openLocalApi } from '../../src/local-api/open-local-api.ts'
import { startTestCore, unlimited } from '../../src/core/testing/start-test-core.ts'
import { openPassphraseVault } from '../../src/core/vault/passphrase-vault.ts'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import { openTeam } from '../../src/team/open-team.ts'

/**
 * A desk of a team in a program of its own, made to be killed, to which customers' programs connect. The first one, at
 * its first start, gives its instances to the team and adds the team's program. Prints `{key}`, null where another desk
 * has it. Ends in order with its stdin.
 */
interface ServingDesk {
  readonly dataDir: string
  readonly name: string
  readonly address: TeamAddress
  readonly apiUrl: string
  readonly token: string
  readonly port: number
  readonly share: readonly string[]
}
const { dataDir, name, address, apiUrl, token, port, share }: ServingDesk = JSON.parse(process.argv[2] ?? '{}')
const secret = 'a phrase that the desks of the bench know'
const vault = await openPassphraseVault(path.join(dataDir, 'vault.json'))
await vault.unlock(secret)
const desk = await startTestCore({
  ...{ dataDir, vault, openTeam, openLocalApi, limitClasses: unlimited, random: Math.random },
  services: ['receiving', 'sending', 'team', 'subscriptions', 'proposals'],
})
let key: string | null = null
if ((await desk.call('team.status', {})).kind === 'none') {
  await desk.call('settings.update', { programs: true, programsPort: port })
  await desk.call('team.join', { ...address, name, passphrase: secret, create: true })
  for (const idInstance of share) {
    const { instance } = await desk.call('instances.add', {
      ...{ apiUrl, idInstance, token, family: 'v3', name: `Instance ${idInstance}`, colour: 'teal', mode: 'full' },
      storeToken: true,
    })
    await desk.call('team.share', { instance })
  }
  if (share.length > 0) {
    const added = await desk.call('programs.add', {
      ...{ name: 'CRM', purpose: 'script', protocol: 'jsonl', from: null, keyExpiresAt: null, ofTeam: true },
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
