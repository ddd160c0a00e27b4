import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ProgramKey } from '../../contract/ids.ts'
import type { Input } from '../../contract/index.ts'
import type { ProgramDetails, ProgramRow } from '../../contract/programs.ts'
import type { TestCoreOptions } from '../../core/testing/start-test-core.ts'
import { createTeamScene, giveToken, type SceneDesk } from './team-scene.ts'

/** What a receiver got. */
export interface Delivered {
  readonly id: string
  readonly chatId: string
  readonly text: string
  readonly source: string
  readonly headers: IncomingHttpHeaders
}

export interface TeamReceiver {
  readonly url: string
  readonly got: Delivered[]
  answer: (delivered: Delivered) => number | 'never'
}

interface Body {
  readonly senderData?: { readonly chatId?: string }
  readonly messageData?: { readonly textMessageData?: { readonly textMessage?: string } }
}

/** An endpoint outside of all desks. */
async function startTeamReceiver(): Promise<TeamReceiver> {
  const receiver: TeamReceiver & { url: string } = { url: '', got: [], answer: () => 200 }
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      const source = Buffer.concat(chunks).toString('utf8')
      const body = JSON.parse(source) as Body
      const delivered = {
        id: String(asked.headers['webhook-id']),
        chatId: body.senderData?.chatId ?? '',
        text: body.messageData?.textMessageData?.textMessage ?? '',
        source,
        headers: asked.headers,
      }
      receiver.got.push(delivered)
      const status = receiver.answer(delivered)
      if (status !== 'never') response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

/**
 * What breaks a promise of the team's webhooks: each text comes, first arrivals of a chat in order, each repeat under
 * its first id.
 */
export function wrongDeliveries(
  got: readonly Delivered[],
  sent: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const wrong: string[] = []
  const ids = new Map<string, string>()
  const seen = new Map<string, string[]>()
  for (const { id, chatId, text } of got) {
    const key = `${chatId} ${text}`
    const first = ids.get(key)
    if (first === undefined) {
      if ([...ids.values()].includes(id)) wrong.push(`${key} came under the id of another event`)
      ids.set(key, id)
      seen.set(chatId, [...(seen.get(chatId) ?? []), text])
    } else if (first !== id) wrong.push(`${key} came under ${first} and ${id}`)
  }
  for (const [chatId, texts] of sent) {
    const came = seen.get(chatId) ?? []
    if (JSON.stringify(came) !== JSON.stringify(texts))
      wrong.push(`${chatId} got ${came.join()} instead of ${texts.join()}`)
  }
  return wrong
}

const hookSettings = (url: string) => ({ url, allowPrivate: false, inFlight: 4, timeoutMs: 30_000 })

/** The settings of a webhook of the team that gets everything. */
export const teamWebhook = (url: string, more: Partial<Input<'programs.add'>> = {}): Input<'programs.add'> => ({
  name: 'Shop orders',
  purpose: 'webhook',
  protocol: 'webhook',
  scope: { instances: null, kinds: ['incomingMessageReceived'], labels: null, groups: true },
  from: null,
  keyExpiresAt: null,
  readWhenWritten: false,
  webhook: hookSettings(url),
  authorization: '',
  ofTeam: true,
  ...more,
})

const services = ['receiving', 'history', 'team', 'programs'] as const

/** Two desks of a team, the first one an administrator's that receives, and a receiver to which the team delivers. */
export async function createWebhookScene(options: TestCoreOptions = {}) {
  const scene = await createTeamScene()
  const receiver = await startTeamReceiver()
  const given: TestCoreOptions = { services: [...services], random: Math.random, ...options }
  const first = await scene.desk('Yara', 'administrator', { ...given, instances: [scene.account] })
  await giveToken(first, scene)
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  await first.untilReader()
  const second = await scene.desk('Anna', 'member', given)
  await second.join()
  await first.call('programs.switchTeam', { on: true })
  const { secret } = await first.call('programs.add', teamWebhook(receiver.url))
  await first.waitFor('the webhook at the other desk', async () => (await rowAt(second))?.team?.hasSecret)
  return { ...scene, given, receiver, first, second, secret: secret ?? '' }
}

/** The team's webhook as a desk has it. */
export async function rowAt(desk: SceneDesk): Promise<ProgramRow | undefined> {
  const { rows } = await desk.call('programs.list', {})
  return rows.find(({ team }) => team !== null)
}

export async function keyAt(desk: SceneDesk): Promise<ProgramKey> {
  const row = await rowAt(desk)
  if (row === undefined) throw new Error('The desk has no webhook of the team.')
  return row.key
}

export const detailsAt = async (desk: SceneDesk): Promise<ProgramDetails> =>
  desk.call('programs.details', { program: await keyAt(desk) })
