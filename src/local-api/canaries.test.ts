import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createStoreFaults } from '../core/store/store-faults.ts'
import { sized } from '../core/testing/marathon.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createRandom } from '../emulator/random.ts'
import { idInstance, rawRequest, startReceiver } from './testing/program-scene.ts'
import { startSendingPrograms } from './testing/sending-scene.ts'

const calls = sized(300, 5000)
const chats = ['79990001122@c.us', '79990003344@c.us', '79990005566@c.us']

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())

const tool = (chatId: string) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'read_chat', arguments: { instanceId: idInstance, chatId } },
  })

test('no token of an instance, key of another program or secret of a webhook is in an answer, log, event, export or file', async () => {
  using dir = createTempDir()
  const faults = createStoreFaults()
  const { scene, emulator, token } = await startSendingPrograms(['receiving', 'sending'], {
    ...{ dataDir: dir.path, faults, logLevel: 'debug', mcp: true },
  })
  const receiver = await startReceiver()
  const rights = { rights: ['see', 'draft', 'send', 'administer'] as const, writesFirst: true }
  const limits = { minute: 10_000, hour: 10_000, day: 10_000 }
  const more = { ...rights, rights: [...rights.rights], sendLimits: limits }
  const script = await scene.add('jsonl', more)
  const bot = await scene.add('queue', more)
  const other = await scene.add('jsonl', more)
  const hook = await scene.add('webhook', {
    webhook: { url: receiver.url, allowPrivate: false, inFlight: 1, timeoutMs: 30_000 },
  })
  const canaries = { token, script: script.key, bot: bot.key, other: other.key, hook: hook.key, secret: hook.secret }
  const secrets = Object.entries(canaries).filter(([, secret]) => secret !== '')
  expect(secrets.map(([name]) => name)).toEqual(['token', 'script', 'bot', 'other', 'secret'])
  /** A key says its id to everybody: what follows is the secret. */
  const needles = secrets.map(
    ([name, secret]) => [name, secret.startsWith('sbk_') ? secret.slice(13) : secret] as const,
  )
  const seen = (where: string, text: string) => {
    for (const [name, needle] of needles) expect(text.includes(needle), `${name} in ${where}`).toBe(false)
  }

  const { pick } = createRandom(20_261_124)
  // The service repeats its own address in errors, with the token in it.
  const leak = `{"message":"bad ${token}","path":"/waInstance${idInstance}/x/${token}","apiTokenInstance":"${token}"}`
  const rule = { probability: 0.04 }
  for (const status of [400, 403, 404, 429, 500]) emulator.fault({ kind: 'refuse', status, body: leak }, rule)
  emulator.fault({ kind: 'refuse-after', status: 502, body: `<html>${token}</html>`, contentType: 'text/html' }, rule)
  for (const kind of ['reset-before', 'reset-after', 'garbage', 'broken-json'] as const) emulator.fault({ kind }, rule)
  for (const chat of chats) await scene.receive('hello', chat)

  const json = { 'content-type': 'application/json' }
  const asked = (count: number): readonly [string, string, Record<string, string>, string] => {
    const chatId = pick(chats)
    const bearer = { authorization: `Bearer ${pick([script.key, script.key, other.key])}` }
    const base = { instanceId: idInstance, chatId }
    const send = { ...base, sendId: `canary-${count}`, text: `text ${count}` }
    const poll = { ...base, sendId: `canary-${count}`, content: { kind: 'poll', question: 'x', options: ['a', 'b'] } }
    const own = `/waInstance${idInstance}`
    return pick([
      [
        'GET',
        pick(['/v1/me', '/v1/instances', '/v1/chats', '/v1/waiting', '/v1/subscription', '/v1/events']),
        bearer,
        '',
      ],
      ['GET', `/v1/chats/${idInstance}/${chatId}/messages`, bearer, ''],
      ['GET', `/v1/search?text=${pick(['hello', 'text', 'bad', 'token'])}`, bearer, ''],
      ['GET', `/v1/messages/${count}`, bearer, ''],
      ['POST', '/v1/messages', { ...bearer, ...json }, JSON.stringify(pick([send, poll, { ...send, text: null }]))],
      ['POST', '/v1/proposals', { ...bearer, ...json }, JSON.stringify(send)],
      ['POST', `/v1/uploads?name=${count}.txt`, bearer, `file ${count}`],
      ['POST', '/mcp', { ...bearer, ...json, accept: 'application/json, text/event-stream' }, tool(chatId)],
      [
        'GET',
        `${own}/${pick(['getStateInstance', 'getSettings', 'getContacts', 'receiveNotification'])}/${bot.key}`,
        {},
        '',
      ],
      ['POST', `${own}/getChatHistory/${bot.key}`, json, JSON.stringify({ chatId })],
      ['POST', `${own}/getAvatar/${bot.key}`, json, JSON.stringify({ chatId })],
      ['GET', pick(['/openapi.json', '/problems/keyRefused', '/v1/none']), bearer, ''],
      ['GET', '/v1/me', { authorization: `Bearer ${script.key.slice(0, 20)}${'x'.repeat(31)}` }, ''],
    ] as const)
  }
  let answered = 0
  const ask = async (count: number) => {
    const [method, address, headers, body] = asked(count)
    // With the disk away for a moment.
    if (count % 97 === 0) faults.failWith('failing')
    if (count % 97 === 5) faults.failWith(null)
    const answer = await rawRequest(scene.port, address, { method, headers, body })
    answered += 1
    seen(`${method} ${address.slice(0, 40)}`, `${JSON.stringify(answer.headers)}\n${answer.text}`)
  }
  const side = 12
  let next = 0
  const worker = async () => {
    while (next < calls) await ask(next++)
  }
  await Promise.all(Array.from({ length: side }, worker))
  faults.failWith(null)
  expect(answered).toBe(calls)

  const { app } = scene
  await app.waitFor('the store writes again', () =>
    app.call('programs.change', { program: other.program, name: 'Other' }).then(
      () => true,
      () => false,
    ),
  )
  seen('events of the contract', JSON.stringify(app.events))
  const shown = [
    await app.call('programs.list', {}),
    await app.call('programs.details', { program: script.program }),
    await app.call('programs.details', { program: hook.program }),
    await app.call('settings.get', {}),
    await app.call('instances.list', {}),
  ]
  seen('what the window is told', JSON.stringify(shown))
  const bundle = await app.call('diagnostics.bundle', {})
  seen('the bundle of diagnostics', bundle.text)
  const files = [await app.call('export.requests', { scope: null }), bundle.file]
  for (const { id, fileName } of files) {
    const served = await app.core.openFile(id)
    const text = served === undefined ? '' : readFileSync(served.path, 'utf8')
    expect(text.length, fileName).toBeGreaterThan(100)
    seen(fileName, text)
  }
  for (const { body, headers } of receiver.requests) seen('a webhook', `${JSON.stringify(headers)}\n${body}`)
  expect(receiver.requests.length).toBeGreaterThan(0)
  await app.stop()
  const written = filesBelow(dir.path)
  expect(written.some((file) => file.includes('logs'))).toBe(true)
  for (const file of written) seen(path.relative(dir.path, file), readFileSync(file, 'latin1'))
})
