import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createProgramKey } from '../core/programs/identity/rules/program-identity.ts'
import { createWrongKeys } from './guard.ts'
import { openLocalApi } from './open-local-api.ts'
import { idInstance, rawRequest, startPrograms } from './testing/program-scene.ts'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('pages of a browser, other hosts and wrong keys are refused, and no answer allows another origin', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  const ask = async (headers: Record<string, string>, path = '/v1/events') =>
    rawRequest(scene.port, path, { headers: { ...bearer(key), ...headers } })
  const status = async (headers: Record<string, string>, path?: string) => (await ask(headers, path)).status
  expect(await status({})).toBe(200)
  expect(await status({ host: 'localhost:1' })).toBe(200)
  // A name that resolves to this computer (DNS rebinding), and pages of any origin.
  expect(await status({ host: 'evil.example' })).toBe(421)
  expect(await status({ host: `127.0.0.1.evil.example:${scene.port}` })).toBe(421)
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  expect(await status({ origin: `http://127.0.0.1:${scene.port}` })).toBe(403)
  expect(await status({ origin: 'null' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'none' })).toBe(200)
  for (const wrong of [
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`,
    `Basic ${key}`,
  ])
    expect(await status({ authorization: wrong }), wrong).toBe(401)
  expect(await status({ authorization: `Basic ${Buffer.from(`key:${key}`).toString('base64')}` })).toBe(200)
  for (const headers of [{}, { origin: 'https://evil.example' }]) {
    const answered = await ask(headers)
    expect(Object.keys(answered.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  const preflight = await rawRequest(scene.port, '/v1/events', {
    method: 'OPTIONS',
    headers: { ...bearer(key), 'access-control-request-method': 'GET' },
  })
  expect(preflight.status).toBe(405)
})

test('an open stream is a contact, what comes with an old key is none, and a new key has none yet', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('jsonl')
  const contact = async () => (await scene.app.call('programs.details', { program })).lastContactAt
  const used = () => scene.app.until('programs.details', { program }, ({ lastContactAt }) => lastContactAt !== null)
  const stream = new AbortController()
  await fetch(`${scene.base}/v1/events/stream`, { headers: bearer(key), signal: stream.signal })
  await used()
  stream.abort()
  const { key: newKey } = await scene.app.call('programs.renewKey', { program })
  expect(await contact()).toBeNull()
  expect((await rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).status).toBe(401)
  await scene.app.until('programs.details', { program }, ({ trouble }) => trouble !== null)
  expect(await contact()).toBeNull()
  expect((await rawRequest(scene.port, '/v1/events', { headers: bearer(newKey) })).status).toBe(200)
  await used()
})

test('a guessed key is slowed down, and the right one never locked out', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  const guess = `sbk_${key.slice(4, 12)}_${'x'.repeat(38)}`
  const path = '/v1/events'
  const same = new Set<string>()
  for (let count = 0; count < 5; count++) {
    const { status, text } = await rawRequest(scene.port, path, { headers: bearer(guess) })
    expect(status).toBe(401)
    same.add(text)
  }
  same.add((await rawRequest(scene.port, path)).text)
  expect(same.size).toBe(1)
  expect((await rawRequest(scene.port, path, { headers: bearer(key) })).status).toBe(200)
  const { rows } = await scene.app.call('programs.list', {})
  expect(JSON.stringify(rows)).not.toContain(key.slice(13))
})

test('ten wrong keys of one program in a minute end in 429 and are no contact, and its right key goes on', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('jsonl')
  const { key: newKey } = await scene.app.call('programs.renewKey', { program })
  const statuses: number[] = []
  for (let count = 0; count < 12; count++)
    statuses.push((await rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  // It is noted while the program is answered.
  const { rows } = await scene.app.until('programs.list', {}, (list) => list.rows[0]?.trouble !== null)
  expect(rows[0]).toMatchObject({ trouble: { kind: 'keyWrong', status: 401 }, lastContactAt: null })
  expect((await rawRequest(scene.port, '/v1/events', { headers: bearer(newKey) })).status).toBe(200)
  await scene.app.until('programs.list', {}, (list) => list.rows[0]?.lastContactAt !== null)
})

const endings = ['renewKey', 'remove'] as const
test.each(endings)('programs.%s ends an open stream at once', async (how) => {
  // The time stands still: no timer ends it.
  const scene = await startPrograms({ clock: createManualClock(Date.now()) })
  const { key, program } = await scene.add('stream')
  const response = await fetch(`${scene.base}/v1/events/stream`, { headers: bearer(key) })
  const reader = response.body?.getReader()
  await reader?.read()
  await scene.app.call(`programs.${how}`, { program })
  const ending = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return
  })()
  await ending.catch(() => undefined)
  expect((await rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).status).toBe(401)
})

test('a key that expires ends an open stream, also where the clock was set back by a moment', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  const { key } = await scene.add('stream', { keyExpiresAt: clock.now() + 60_000 })
  const response = await fetch(`${scene.base}/v1/events/stream`, { headers: bearer(key) })
  const reader = response.body?.getReader()
  await reader?.read()
  // The timer fires a millisecond before the expiry, as Node's do now and then.
  clock.setNow(clock.now() - 1)
  await clock.advance(60_000)
  expect((await rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).status).toBe(200)
  await clock.advance(1)
  const ending = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return
  })()
  await ending.catch(() => undefined)
  expect((await rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).status).toBe(401)
})

test.each(endings.flatMap((how) => (['/v1/messages', 'sendMessage'] as const).map((call) => [how, call] as const)))(
  'programs.%s between two bytes of a call of %s: nothing of it is done',
  async (how, call) => {
    const scene = await startPrograms()
    await scene.receive('hello')
    await scene.app.untilApplied()
    const { key, program } = await scene.add(call === 'sendMessage' ? 'queue' : 'jsonl', {
      rights: ['see', 'send'],
      writesFirst: true,
    })
    const chatId = '79990001122@c.us'
    const body = JSON.stringify(
      call === 'sendMessage'
        ? { chatId, message: 'too late' }
        : { chatId, instanceId: idInstance, sendId: 'too-late-1', text: 'too late' },
    )
    const socket = connect(scene.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve))
    const path = call === 'sendMessage' ? `/waInstance${idInstance}/sendMessage/${key}` : call
    const head = ['Host: 127.0.0.1', `Authorization: Bearer ${key}`, 'Content-Type: application/json']
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body[0]}`)
    await scene.app.waitFor('the call is there', async () =>
      (await scene.app.call('programs.list', {})).rows.some(({ connected }) => connected),
    )
    await scene.app.call(`programs.${how}`, { program })
    socket.end(body.slice(1))
    await closed
    expect(answer.split('\r\n', 1)[0]).toBe('HTTP/1.1 401 Unauthorized')
    const chat = await scene.app.chat(scene.app.firstKey(), chatId)
    const around = { anchor: { kind: 'newest' as const }, before: 10, after: 0 }
    const { rows } = await scene.app.call('messages.window', { chat, ...around })
    expect(rows.map(({ direction }) => direction)).toEqual(['incoming'])
  },
)

test('a call that is not answered ends after a quarter of an hour, and gives its place to others', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({
    clock,
    openLocalApi: ({ desk, ...options }) =>
      openLocalApi({
        ...options,
        desk: {
          ...desk,
          // What has to answer never does.
          admit(given) {
            const admission = desk.admit(given)
            if (admission.kind === 'refused') return admission
            return {
              kind: 'admitted',
              connection: { ...admission.connection, call: () => new Promise(() => undefined) },
            }
          },
        },
      }),
  })
  const { key } = await scene.add('jsonl')
  let ended = 0
  const asking = Array.from({ length: 32 }, () =>
    rawRequest(scene.port, '/v1/me', { headers: bearer(key) }).catch(() => (ended += 1)),
  )
  const tooMany = async () => (await rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).status
  await scene.app.waitFor('every place is taken', async () => (await tooMany()) === 429)
  await clock.advance(899_999)
  expect({ ended, status: await tooMany() }).toEqual({ ended: 0, status: 429 })
  await clock.advance(1)
  await Promise.all(asking)
  expect({ ended, status: await tooMany() }).toEqual({ ended: 32, status: 200 })
})

test('with programs off there is no port', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  await scene.app.call('settings.update', { programs: false })
  await scene.app.until('programs.list', {}, ({ listener }) => listener.kind === 'off')
  await expect(rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).rejects.toThrow('ECONNREFUSED')
})

test('a taken port is named, and no other is tried', async () => {
  const scene = await startPrograms()
  const other = await startPrograms()
  await other.app.call('settings.update', { programsPort: scene.port })
  const { listener } = await other.app.until('programs.list', {}, (found) => found.listener.kind === 'failed')
  expect(listener).toEqual({ kind: 'failed', port: scene.port, code: 'EADDRINUSE' })
})

test('500 wrong requests get an answer each, and the server goes on', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  const paths = [
    '/',
    '/v1',
    '/v1/events/',
    '/v1/events?limit=0',
    '/v1/events?limit=1001',
    '/v1/events?limit=1e2',
    '/v1/events?wait=-1',
    '/v1/events?unknown=1',
    '/v1/events?after=%00',
    '//v1//events',
    '/problems/none',
    '/problems/__proto__',
    `/waInstance/receiveNotification/${key}`,
    '/%ff%fe',
    '/v1/me?x=1',
    '/v1/events/ack',
  ]
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '{"position":1}',
    '{"position":"x"}',
    '{"position":"a","x":1}',
    '['.repeat(30_000),
    'x'.repeat(70_000),
  ]
  let asked = 0
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'TRACE'] as const) {
    for (const path of paths) {
      const { status } = await rawRequest(scene.port, path, { method, headers: bearer(key) })
      expect(status === 200 || (status >= 400 && status < 500), `${method} ${path} ${status}`).toBe(true)
      asked += 1
    }
  }
  for (const body of bodies) {
    for (const type of ['application/json', 'text/plain', '', 'application/json; charset=utf-8']) {
      const { status } = await rawRequest(scene.port, '/v1/events/ack', {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': type },
        body,
      })
      expect([400, 413, 415], `${body.slice(0, 20)} ${type} ${status}`).toContain(status)
      asked += 1
    }
  }
  for (const raw of [
    'GET',
    'GET / HTTP/1.1\r\n\r\n',
    '\0\0\0',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ]) {
    for (let count = 0; count < 80; count++) {
      await new Promise<void>((resolve) => {
        const socket = connect(scene.port, '127.0.0.1', () => socket.end(raw))
        socket.on('error', () => resolve())
        socket.on('close', () => resolve())
        socket.resume()
      })
      asked += 1
    }
  }
  expect(asked).toBeGreaterThan(500)
  await scene.receive('still here')
  expect((await rawRequest(scene.port, '/v1/events', { headers: bearer(key) })).text).toContain('still here')
})

test('neither answers nor the log hold a key', async () => {
  using dir = createTempDir()
  const scene = await startPrograms({ dataDir: dir.path })
  const { key } = await scene.add('queue')
  await rawRequest(scene.port, `/waInstance${idInstance}/nothing/${key}`)
  scene.app.core.logger.warn({ path: `/waInstance${idInstance}/nothing/${key}`, error: new Error(`bad ${key}`) }, key)
  await scene.app.stop()
  const folder = `${dir.path}/logs`
  const log = readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('')
  expect(log).toContain('[token]')
  expect(log).not.toContain(key.slice(13))
})

test('of two thousand connections that say nothing the surplus is closed, and a program that is connected goes on', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` }
      get({ agent, headers, host: '127.0.0.1', port: scene.port, path: '/v1/me' }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      }).on('error', reject)
    })
  expect(await ask()).toBe(200)
  const open = new Set<Socket>()
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
  })
  let closed = 0
  for (let made = 0; made < 2000; made += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () => {
        const socket = connect(scene.port, '127.0.0.1')
        open.add(socket)
        socket.on('close', () => {
          closed += 1
          open.delete(socket)
        })
        return new Promise<void>((resolve) => socket.on('connect', resolve).on('error', () => resolve()))
      }),
    )
  }
  await scene.app.waitFor('the surplus is closed', () => closed >= 2000 - 512)
  expect(open.size).toBeLessThanOrEqual(512)
  expect(await ask()).toBe(200)
})

test('a body that takes too long is ended, and its connection with it', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'] })
  const ends = async (address: string, ms: number) => {
    const head = `POST ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
    const socket = connect(scene.port, '127.0.0.1')
    const closed = new Promise<boolean>((resolve) =>
      socket.on('error', () => undefined).on('close', () => resolve(true)),
    )
    socket.resume()
    const before = clock.pending()
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"position"`)
    await scene.app.waitFor('the server waits for the rest', () => clock.pending() > before)
    await clock.advance(ms - 1)
    const isOpen = socket.readyState === 'open'
    await clock.advance(1)
    return isOpen && (await closed)
  }
  expect(await ends('/v1/events/ack', 30_000)).toBe(true)
  expect(await ends('/v1/uploads?name=slow.bin', 600_000)).toBe(true)
})

test('wrong keys of one id are too many from the eleventh within a minute on, however long the program runs', () => {
  let now = 10 * 3_600_000
  const wrong = createWrongKeys(() => now)
  const [key, other] = [createProgramKey('abcdefgh'), createProgramKey('ijklmnop')]
  const add = (given: string) => wrong.add(given, {})
  expect(Array.from({ length: 11 }, () => add(key))).toEqual([...Array.from({ length: 10 }, () => false), true])
  expect(add(other)).toBe(false)
  now += 60_001
  expect(add(key)).toBe(false)
})
