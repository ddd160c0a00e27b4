import path from 'node:path'
import { createInterface } from 'node:readline'
import { openPassphraseVault } from '../../src/core/vault/passphrase-vault.ts'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import { startTestCore, unlimited } from '../../src/core/testing/start-test-core.ts'
import { createUndiciHttp } from '../../src/core/http/undici-http.ts'
import { openTeam } from '../../src/team/open-team.ts'

/**
 * A desk of a team in a program of its own, made to be killed. Histories are off, so that what queue and journal lost
 * would stay lost. `share` are instances that it gives to the team at its first start. Each line on stdin is
 * `{n, idInstance, chatId, text}` to be sent, answered by `{n}` once it is on the disk (with `refused` where it is
 * not), or `state`, answered by `{entries, waiting, team}`: how many entries of the journal are applied here, how many
 * messages are not settled, and the state of the team and its trouble. Writes `{sends}`, a text, when it asks
 * the service to send it. Ends in order with its stdin.
 */
interface DeskOrders {
  readonly dataDir: string
  readonly name: string
  readonly address: TeamAddress
  readonly apiUrl: string
  readonly token: string
  readonly share: readonly string[]
}
const orders: DeskOrders = JSON.parse(process.argv[2] ?? '{}')
const secret = 'a phrase that the desks of the bench know'
const vault = await openPassphraseVault(path.join(orders.dataDir, 'vault.json'))
await vault.unlock(secret)
const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const http = createUndiciHttp()
const desk = await startTestCore({
  dataDir: orders.dataDir,
  services: ['receiving', 'sending', 'team'],
  limitClasses: unlimited,
  vault,
  openTeam,
  http: {
    ...http,
    request(request) {
      const { method, url, body } = request
      if (method === 'POST' && url.includes('/sendMessage/') && typeof body === 'string')
        answer({ sends: JSON.parse(body).message })
      return http.request(request)
    },
  },
})

if ((await desk.call('team.status', {})).kind === 'none') {
  await desk.call('team.join', { ...orders.address, name: orders.name, passphrase: secret, create: true })
  for (const idInstance of orders.share) {
    const { instance } = await desk.call('instances.add', {
      apiUrl: orders.apiUrl,
      idInstance,
      token: orders.token,
      family: 'v3',
      name: `Instance ${idInstance}`,
      colour: 'teal',
      mode: 'full',
      storeToken: true,
    })
    await desk.call('team.share', { instance })
  }
}
answer({ ready: true })

async function state() {
  const status = await desk.call('team.status', {})
  const inbox = await desk.store.read('receiving.waiting', undefined)
  const open = await desk.store.read('team.openSends', undefined)
  const instances = desk.instances.list()
  const lanes = await Promise.all(
    instances.map(({ key }) => desk.store.read('sending.chatsWithQueuedMessages', { instance: key })),
  )
  const entries =
    status.kind === 'joined' ? status.instances.reduce((sum, row) => sum + row.entries - row.backlog, 0) : 0
  const team = status.kind === 'joined' ? `${status.state} ${status.trouble?.kind ?? ''}`.trim() : status.kind
  return {
    team,
    entries: entries - inbox.reduce((sum, { count }) => sum + count, 0),
    waiting: open.filter(({ state: now }) => now !== 'uncertain').length + lanes.flat().length,
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'state') {
    answer(await state())
    continue
  }
  const { n, idInstance, chatId, text }: { n: number; idInstance: string; chatId: string; text: string } =
    JSON.parse(line)
  const instance = desk.instances.list().find(({ row }) => row().idInstance === idInstance)
  if (instance === undefined) continue
  try {
    const { chat } = await desk.call('chats.open', { instance: instance.key, chatId })
    await desk.call('messages.send', { chat, text })
    answer({ n })
  } catch (error) {
    answer({ n, refused: String(error) })
  }
}
await desk.stop()
