import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import { createStoreFaults } from '../core/store/store-faults.ts'
import { idInstance, rawRequest, startPrograms, type ProgramScene } from './testing/program-scene.ts'

const anna = '79990001122@c.us'
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const codeOf = ({ text }: { readonly text: string }) => (JSON.parse(text) as { readonly code?: string }).code

const ask = ({ port }: ProgramScene, key: string, method: string, path: string, body?: unknown) =>
  rawRequest(port, path, {
    method,
    headers: { ...bearer(key), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Opens a stream of events. `ended` resolves when it ends, whichever way. */
async function openStream({ base }: ProgramScene, key: string) {
  const response = await fetch(`${base}/v1/events/stream`, { headers: bearer(key) })
  const reader = response.body?.getReader()
  const readOn = async () => {
    for (;;) if ((await reader?.read())?.done !== false) return true
  }
  return { ended: readOn().catch(() => true) }
}

test('a program that may not see gets no event by the queue, and moves nothing in it', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('queue', { rights: ['send'] })
  await scene.receive('not for it', anna)
  const calls = [
    ['receiveNotification', 'GET'],
    ['deleteNotification', 'DELETE'],
    ['getWebhooksCount', 'GET'],
    ['clearWebhooksQueue', 'DELETE'],
  ] as const
  // Refusals of the queue are slow: they wait beside each other.
  const answers = await Promise.all(
    calls.map(([method, verb]) => {
      const rest = method === 'deleteNotification' ? '/1' : ''
      return ask(scene, key, verb, `/waInstance${idInstance}/${method}/${key}${rest}`)
    }),
  )
  for (const answer of answers) expect([answer.status, codeOf(answer)], answer.text).toEqual([403, 'rightMissing'])
  expect((await scene.app.call('programs.details', { program })).backlog.events).toBe(1)
})

test('an open stream ends when the right to see is taken back', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('stream')
  const { ended } = await openStream(scene, key)
  await scene.app.call('programs.change', { program, rights: ['draft'] })
  expect(await ended).toBe(true)
  expect(codeOf(await ask(scene, key, 'GET', '/v1/events'))).toBe('rightMissing')
})

test('a stream whose place can not be stored ends, so that its reader comes again', async () => {
  const faults = createStoreFaults()
  const scene = await startPrograms({ faults })
  const { key } = await scene.add('stream', { readWhenWritten: true })
  await scene.receive('one', anna)
  faults.failWith('failing')
  const { ended } = await openStream(scene, key)
  expect(await ended).toBe(true)
})

test('an answer that its reader does not take counts as a connection, and is ended', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  const { key, program } = await scene.add('jsonl')
  for (let count = 0; count < 100; count++) await scene.receive('x'.repeat(80_000), anna)
  const socket = connect(scene.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<void>((resolve) => socket.on('error', () => undefined).on('close', () => resolve()))
  socket.pause()
  const before = clock.pending()
  socket.write(`GET /v1/events?limit=1000 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  const isConnected = async () =>
    (await scene.app.call('programs.list', {})).rows.find(({ key: one }) => one === program)?.connected
  await scene.app.waitFor('the answer waits', () => clock.pending() > before)
  expect(await isConnected()).toBe(true)
  await clock.advance(30_000)
  await scene.app.waitFor('it counts no more', async () => (await isConnected()) === false)
  socket.resume()
  await closed
})

test('JSON that is nested deep is refused wherever it comes', async () => {
  const scene = await startPrograms({ mcp: true })
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft', 'send'] })
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  for (const depth of [101, 5000, 100_000]) {
    for (const path of ['/v1/messages', '/v1/proposals', '/v1/events/ack', '/mcp', '/pairing']) {
      const body = `{"text":${nested(depth)}}`
      const answer = await ask(scene, key, 'POST', path, body)
      expect({ depth, path, status: answer.status }).toEqual({ depth, path, status: 400 })
    }
  }
  expect((await ask(scene, key, 'GET', '/v1/me')).status).toBe(200)
})

test('a program that writes notes without end is told to wait', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['draft'] })
  const chat = `/v1/chats/${idInstance}/${encodeURIComponent(anna)}`
  const note = (count: number) => ask(scene, key, 'POST', `${chat}/notes`, { text: `note ${count}` })
  const statuses = new Set<number>()
  for (let count = 0; count < 200; count++) statuses.add((await note(count)).status)
  // Two hundred notes are what a chat takes as well.
  expect([...statuses]).toEqual([200])
  const refused = await note(201)
  expect({ status: refused.status, code: codeOf(refused) }).toEqual({ status: 429, code: 'tooManyRequests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30)
  await clock.advance(44_000)
  expect(codeOf(await note(202))).toBe('noteTooMany')
})

const call = (id: number) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'list_chats', arguments: {} },
})

test('requests of hostile shapes to /mcp are refused, and one request is one request', async () => {
  const scene = await startPrograms({ mcp: true })
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'] })
  const post = async (body: unknown) => {
    const headers = {
      ...bearer(key),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return rawRequest(scene.port, '/mcp', { method: 'POST', headers, body: text })
  }
  const shapes: readonly unknown[] = [
    ...['', '{', 'null', '7', '"x"', 'true', '[]', '[[]]', '[null]', '{}', '{"jsonrpc":"1.0"}'],
    { ...call(1), id: { a: 1 } },
    { ...call(1), id: null },
    { ...call(1), method: 7 },
    { ...call(1), method: '__proto__' },
    { ...call(1), method: 'x'.repeat(100_000) },
    { ...call(1), params: null },
    { ...call(1), params: [] },
    { ...call(1), params: { name: '__proto__', arguments: {} } },
    { ...call(1), params: { name: 'toString' } },
    { ...call(1), params: { name: 'list_chats', arguments: { __proto__: 1, constructor: 1 } } },
    { ...call(1), params: { name: 'list_chats', arguments: { limit: 1e9 } } },
    { ...call(1), params: { name: 'list_chats', arguments: 'x'.repeat(100_000) } },
    { ...call(1), params: { name: 'send_message', arguments: { text: 'x' } } },
    { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'file:///etc/passwd' } },
    { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'switchboard://chats/%E0%A4%A/x' } },
    { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `switchboard://chats/${idInstance}/../../x` } },
    { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'switchboard://messages/1%20or%201=1' } },
    { jsonrpc: '2.0', id: 1, method: 'completion/complete', params: { ref: {}, argument: {} } },
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 'x'.repeat(50_000) } },
  ]
  for (const shape of shapes) {
    const { status, text } = await post(shape)
    expect({ shape: JSON.stringify(shape).slice(0, 80), isServed: status < 500 }).toMatchObject({ isServed: true })
    expect(text).not.toContain('hello')
    expect(text).not.toMatch(/ at .*\.(ts|js|mjs):\d+/)
  }
  // Earlier versions of the protocol know batches: a thousand calls would be one for the limits.
  const batch = await post(Array.from({ length: 200 }, (_, id) => call(id)))
  expect(batch.text).not.toContain(anna)
  expect(batch.status).toBe(400)
})

test('cursors that nobody gave are refused, or lead nowhere but into the scope', async () => {
  const scene = await startPrograms()
  await scene.receive('for the program', anna)
  await scene.receive('not for it', '120363000000000001@g.us')
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', {
    scope: { instances: null, kinds: null, labels: null, groups: false },
  })
  const chat = `/v1/chats/${idInstance}/${encodeURIComponent(anna)}/messages`
  const lists = ['/v1/chats', '/v1/waiting', '/v1/search?text=program', chat]
  const forged = [
    ...['x', 's', 's-1', 's99999999999999999', 's1;drop table chat', '%00', 'null', '[]', '{}', '../..'],
    ...[
      ['chats', 1e308, 1e308],
      ['chats', -1, -1],
      ['chats', '1', '1'],
      ['chats', null, null],
      ['waiting', -1, -1, -1],
      ['waiting', 1e308, 0, 0],
      ['newest', 0, 1e308, '\uffff'],
      ['newest', 0, 0, '\ud800'],
      ['newest', 0, 9e15, `' or 1=1 --`],
      ['oldest', -1, -1, ''],
      ['chats', 0],
      [['chats'], 1, 1],
      { 0: 'chats', length: 3 },
    ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
    Buffer.from('["chats",1e999,-1e999]').toString('base64url'),
    Buffer.from(`${'['.repeat(70)}`).toString('base64url'),
  ]
  for (const list of lists) {
    for (const cursor of forged) {
      const path = `${list}${list.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
      const { status, text } = await ask(scene, key, 'GET', path)
      expect([200, 400], `${path} ${text}`).toContain(status)
      expect(text).not.toContain('not for it')
    }
  }
})

test('the name of a file that is handed in leads nowhere', async () => {
  const scene = await startPrograms({ services: ['programs', 'sending'] })
  const { key } = await scene.add('jsonl', { rights: ['send'] })
  const names = [
    ...['../../evil.txt', '/etc/passwd', String.raw`..\..\evil.txt`, 'C:\\evil.txt', '..', '.', 'con', 'a/b/c.txt'],
    ...['a\u202egpj.exe', 'a.txt.', '~/.ssh/id', '%2e%2e%2fevil', `${'a'.repeat(250)}.txt`, 'a:b.txt', 'a\u2028b.txt'],
  ]
  for (const name of names) {
    const headers = { ...bearer(key), 'content-type': 'text/plain' }
    const path = `/v1/uploads?name=${encodeURIComponent(name)}`
    const { status, text } = await rawRequest(scene.port, path, { method: 'POST', headers, body: `of ${name}` })
    expect(status, `${name} ${text}`).toBe(200)
    const stored = (JSON.parse(text) as { readonly name: string }).name
    expect(stored, name).not.toMatch(/[/\\\0\u202e]|^\.*$/)
  }
})
