import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AttemptRecord, CallOptions } from './call.ts'
import type { ApiClock } from './clock.ts'
import { createInstanceApi, type InstanceApi } from './client.ts'
import type { Http, HttpRequest } from './http.ts'
import type { Target } from './path.ts'
import { createRateLimiter, type RateLimiter } from './limits/rate-limiter.ts'
import { sendOutcome } from './answers/send-outcome.ts'
import { createTestHttp } from './testing/test-http.ts'
import { createManualClock, type ManualClock } from './testing/manual-clock.ts'

const token = 'd75b3a66374942c5b3c019c698abc206'

interface Asked {
  readonly method: string
  readonly path: string
  readonly type: string | undefined
  readonly body: string
}
type Reply =
  | { readonly status?: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'drop'

let asked: Asked[]
let replies: Reply[]
let records: AttemptRecord[]
let baseUrl: string
let close: () => Promise<void>
let limiter: RateLimiter

beforeEach(async () => {
  asked = []
  replies = []
  records = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      asked.push({ method: request.method ?? '', path: request.url ?? '', type: request.headers['content-type'], body })
      const reply = replies.shift() ?? { body: '{}' }
      if (reply === 'drop') request.socket.destroy()
      else response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  baseUrl = `http://127.0.0.1:${address.port}`
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
})

afterEach(() => close())

const realClock: ApiClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(ms, fire) {
    const timer = setTimeout(fire, ms)
    return () => clearTimeout(timer)
  },
}

function api(http: Http = createTestHttp(), more: Partial<Target> = {}, clock: ApiClock = realClock): InstanceApi {
  limiter = createRateLimiter({ clock, limits: { classes: { queue: 1000, send: 1000, lookup: 1000, read: 1000 } } })
  const target = { baseUrl, prefix: '/v3', family: 'v3', idInstance: '1101000001', token, ...more } as const
  return createInstanceApi({ http, clock, limiter, target, random: () => 0, observe: (record) => records.push(record) })
}

const view: CallOptions = { priority: 'view', purpose: 'test' }
const fast = { retries: 2, baseMs: 1, capMs: 2 }

describe('requests', () => {
  test('a file goes in a form whose names can not end a part, and its progress counts the file alone', async () => {
    let form = ''
    const http: Http = {
      async request({ body }) {
        if (typeof body !== 'object') throw new Error('There is no form.')
        for await (const piece of body.open()) form += Buffer.from(piece).toString()
        for (const sent of [10, body.bytes]) body.onSent?.(sent)
        return { kind: 'response', status: 200, headers: {}, body: '{"idMessage":"1"}', bytesIn: 0, bytesOut: 0 }
      },
    }
    const progress: number[] = []
    const file = {
      bytes: 5,
      async *open() {
        yield new TextEncoder().encode('hello')
      },
      onSent: (bytes: number) => progress.push(bytes),
    }
    const fileName = 'a"\r\nx: y.txt'
    const result = await api(http).call('sendFileByUpload', { chatId: '-1', fileName, file }, view)
    expect(result).toMatchObject({ ok: true })
    expect(form).toContain('filename="a%22%0D%0Ax: y.txt"')
    expect(form.match(/^hello\r$/gm)).toHaveLength(1)
    expect(progress).toEqual([0, 5])
  })

  test('a token that the end of the logged body cuts in two is not in the log', async () => {
    replies = [{ status: 500, body: `ab${token.repeat(3000)}` }]
    await api().call('getSettings', {}, view)
    expect(records[0]?.response).toMatch(/^ab\[token\]/)
    expect(records[0]?.response).not.toContain(token.slice(0, 8))
  })

  test('a call that may not leave any more asks nothing, and its request counts as over', async () => {
    const clock = createManualClock()
    const one = api(createTestHttp(), {}, clock)
    const result = await one.call('getStateInstance', {}, { ...view, mayLeave: () => false })
    expect(result).toMatchObject({ ok: false, error: { kind: 'aborted' } })
    expect(asked).toEqual([])
    await clock.advance(500)
    expect(limiter.uses()).toEqual({ getStateInstance: { requests: 1, agoMs: 500 } })
  })

  test('a POST never goes over a pipeline, where it might be executed twice', async () => {
    const request = () => Promise.reject(new Error('It is not for the pipeline.'))
    const pipeline = { request, close: () => undefined }
    const result = await api().call('sendMessage', { chatId: '-1', message: 'Hello' }, { ...view, pipeline })
    expect(result).toMatchObject({ info: { status: 200 } })
    expect(asked.map(({ method }) => method)).toEqual(['POST'])
  })

  test('input travels in the body, the query or the path, as the table says', async () => {
    const one = api()
    await one.call('getChatHistory', { chatId: '-1', count: 5 }, view)
    await one.call('lastOutgoingMessages', { minutes: 3 }, view)
    await one.call('deleteNotification', { receiptId: '9007199254740993' }, view)
    await one.call('getStateInstance', {}, view)
    const root = '/v3/waInstance1101000001'
    expect(asked).toEqual([
      {
        method: 'POST',
        path: `${root}/getChatHistory/${token}`,
        type: 'application/json',
        body: '{"chatId":"-1","count":5}',
      },
      { method: 'GET', path: `${root}/lastOutgoingMessages/${token}?minutes=3`, type: undefined, body: '' },
      { method: 'DELETE', path: `${root}/deleteNotification/${token}/9007199254740993`, type: undefined, body: '' },
      { method: 'GET', path: `${root}/getStateInstance/${token}`, type: undefined, body: '' },
    ])
  })

  test('what can not be right is not sent', async () => {
    const one = api()
    const short = await one.call('getMessage', { chatId: '1', idMessage: 'short' }, view)
    const large = await one.call('sendMessage', { chatId: '1', message: '\u0001'.repeat(20_000) }, view)
    expect(short).toMatchObject({
      ok: false,
      error: { kind: 'invalidInput', fields: ['idMessage'] },
      info: { attempts: 0 },
    })
    expect(large).toMatchObject({ ok: false, error: { kind: 'invalidInput', fields: ['body'] } })
    expect(asked).toEqual([])
  })

  test('a long poll has the wait and more before it times out', async () => {
    const seen: HttpRequest[] = []
    const http: Http = {
      request: (request) => {
        seen.push(request)
        return Promise.resolve({ kind: 'response', status: 200, headers: {}, body: 'null', bytesIn: 4, bytesOut: 0 })
      },
    }
    const one = api(http)
    await one.call('receiveNotification', { receiveTimeout: 30 }, view)
    await one.call('receiveNotification', {}, view)
    await one.call('receiveNotification', { receiveTimeout: 30 }, { ...view, totalMs: 7000 })
    expect(seen[0]?.timeoutMs).toBeGreaterThanOrEqual(45_000)
    expect(seen[1]?.timeoutMs).toBeGreaterThanOrEqual(20_000)
    expect(seen[2]?.timeoutMs).toBeLessThanOrEqual(7000)
  })
})

describe('replies', () => {
  test('value, raw and how it went', async () => {
    replies = [{ body: '{"idMessage":115599887766554433,"more":1}' }]
    const result = await api().call('sendMessage', { chatId: '1', message: 'hi' }, { priority: 'send' })
    expect(result).toMatchObject({
      ok: true,
      value: { idMessage: '115599887766554433' },
      raw: { idMessage: '115599887766554433', more: 1 },
      info: { attempts: 1, status: 200, bytesIn: 41, bytesOut: 29 },
    })
  })

  test('a group is asked for again under the other name, once, and from then on at once', async () => {
    const refusal = {
      status: 400,
      body: JSON.stringify({ message: `Validation failed. Details: 'chatId' is required` }),
    }
    replies = [refusal, { body: '{"chatId":"-1","subject":"A"}' }, { body: '{"chatId":"-2"}' }, refusal]
    const one = api()
    const first = await one.call('getGroupData', { groupId: '-1' }, view)
    await one.call('getGroupData', { groupId: '-2' }, view)
    const third = await one.call('getGroupData', { groupId: '-3' }, view)
    expect(first).toMatchObject({ ok: true, value: { groupId: '-1', subject: 'A' }, info: { attempts: 2 } })
    expect(third).toMatchObject({ ok: false, error: { kind: 'validation' } })
    expect(asked.map((request) => request.body)).toEqual([
      '{"groupId":"-1"}',
      '{"chatId":"-1"}',
      '{"chatId":"-2"}',
      '{"chatId":"-3"}',
    ])
  })

  test('a redirect is an error', async () => {
    replies = [{ status: 302, headers: { location: `${baseUrl}/other` } }]
    expect(await api().call('getChats', {}, view)).toMatchObject({
      ok: false,
      error: { kind: 'redirect', status: 302 },
    })
    expect(asked).toHaveLength(1)
  })
})

describe('attempts', () => {
  test.each<[string, Reply]>([
    ['a dropped connection', 'drop'],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['429', { status: 429 }],
  ])('a message is sent once, even when asked to repeat: %s', async (_name, reply) => {
    replies = [reply]
    const result = await api().call('sendMessage', { chatId: '1', message: 'hi' }, { priority: 'send', retry: fast })
    expect([asked.length, result.info.attempts]).toEqual([1, 1])
    expect(sendOutcome(result).kind).toBe(reply !== 'drop' && reply.status === 429 ? 'retryable' : 'uncertain')
  })

  test('reads are repeated when asked, and only then', async () => {
    replies = ['drop', { status: 502 }, { body: '[]' }]
    const one = api()
    expect(await one.call('getChats', {}, { ...view, retry: fast })).toMatchObject({ ok: true, info: { attempts: 3 } })
    replies = [{ status: 502 }]
    expect(await one.call('getChats', {}, view)).toMatchObject({
      ok: false,
      error: { kind: 'gateway' },
      info: { attempts: 1 },
    })
    replies = [{ status: 401 }]
    expect(await one.call('getChats', {}, { ...view, retry: fast })).toMatchObject({
      error: { kind: 'wrongToken' },
      info: { attempts: 1 },
    })
  })

  test('a read that waits after a 429 goes on when a person wants to try now', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '3600' } }, { body: '[]' }]
    const waiting = api().call('getChats', {}, { ...view, retry: fast })
    await expect.poll(() => limiter.levels()[0]?.closedForMs ?? 0).toBeGreaterThan(0)
    limiter.reopen()
    expect(await waiting).toMatchObject({ ok: true, info: { attempts: 2 } })
  })

  test('a 429 slows the operation down', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '3600' } }]
    const one = api()
    expect(await one.call('getAvatar', { chatId: '1' }, view)).toMatchObject({
      error: { kind: 'rateLimited', retryAfterMs: 3_600_000 },
    })
    expect(limiter.levels()[0]?.closedForMs).toBeGreaterThan(1_800_000)
    const late = await one.call('getAvatar', { chatId: '1' }, { ...view, totalMs: 30 })
    expect(late).toMatchObject({ ok: false, error: { kind: 'waitedTooLong' } })
    const aborted = await one.call('getAvatar', { chatId: '1' }, { ...view, signal: AbortSignal.abort() })
    expect(aborted).toMatchObject({ ok: false, error: { kind: 'aborted' } })
    expect(asked).toHaveLength(1)
    expect(limiter.levels()).toMatchObject([{ operation: 'getAvatar', configured: 1000, waiting: 0 }])
    expect(limiter.levels()[0]?.perSecond).toBeLessThan(510)
  })
})

describe('time limits', () => {
  let clock: ManualClock
  beforeEach(() => (clock = createManualClock()))

  test('attempts and the pauses between them share the total', async () => {
    const seen: number[] = []
    const http: Http = {
      request: async (request) => {
        seen.push(request.timeoutMs)
        await clock.advance(1000)
        return { kind: 'failure', reason: 'reset', mayHaveLeft: true, bytesIn: 0, bytesOut: 0 }
      },
    }
    const one = createInstanceApi({
      http,
      clock,
      limiter: createRateLimiter({ clock, limits: { classes: { lookup: Number.POSITIVE_INFINITY } } }),
      target: { baseUrl, prefix: '/v3', family: 'v3', idInstance: '1', token },
      random: () => 0,
    })
    const call = one.call(
      'getAvatar',
      { chatId: '1' },
      { ...view, timeoutMs: 4000, totalMs: 5000, retry: { retries: 9, baseMs: 2000, capMs: 2000 } },
    )
    for (let n = 0; n < 10; n += 1) await clock.advance(1000)
    expect(await call).toMatchObject({ ok: false, error: { kind: 'network', reason: 'reset' }, info: { attempts: 3 } })
    expect(seen).toEqual([4000, 3000, 1000])
  })
})

test('a port that throws still gives an outcome', async () => {
  const result = await api({ request: () => Promise.reject(new Error(`POST ${token}`)) }).call(
    'sendMessage',
    { chatId: '1', message: 'hi' },
    { priority: 'send' },
  )
  expect([sendOutcome(result).kind, JSON.stringify(result).includes(token)]).toEqual(['uncertain', false])
})

describe('the request log', () => {
  test('a record ends when it is made, also where the network measured less than passed', async () => {
    const clock = createManualClock()
    const startedAt = clock.now()
    const http: Http = {
      request: async () => {
        await clock.advance(250)
        const timing = { connectMs: 1, firstByteMs: 2, totalMs: 3 }
        return { kind: 'response', status: 200, headers: {}, body: '{}', timing, bytesIn: 2, bytesOut: 0 }
      },
    }
    await api(http, {}, clock).call('getStateInstance', {}, view)
    expect(records).toMatchObject([{ startedAt, endedAt: startedAt + 250, totalMs: 3 }])
  })

  test('one record per attempt, without the token anywhere', async () => {
    replies = [
      'drop',
      {
        status: 404,
        body: JSON.stringify({ message: `Cannot GET /v3/waInstance1/getChats/${token}`, path: `/${token}` }),
      },
    ]
    const result = await api().call('getChats', {}, { ...view, retry: fast })
    expect(records).toMatchObject([
      { operation: 'getChats', purpose: 'test', priority: 'view', attempt: 1, outcome: 'network', status: undefined },
      { operation: 'getChats', attempt: 2, outcome: 'operationMissing', status: 404, method: 'GET', request: '{}' },
    ])
    expect(JSON.stringify([records, result])).not.toContain(token)
    expect(JSON.stringify([records, result])).not.toContain('127.0.0.1')
  })

  test('attempts name their call, and go on where the caller repeats it itself', async () => {
    const one = api()
    replies = ['drop', { body: '[]' }, { body: '[]' }, { body: '[]' }]
    await one.call('getChats', {}, { ...view, retry: fast })
    await one.call('getChats', {}, view)
    await one.call('getChats', {}, { ...view, repeats: { call: 'mine', attempts: 4 } })
    const [first, second, third] = records
    expect(second?.call).toBe(first?.call)
    expect(third?.call).not.toBe(first?.call)
    expect(records.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 5])
    expect(records[3]?.call).toBe('mine')
  })

  test('long answers are kept up to 64 KiB', async () => {
    replies = [{ body: JSON.stringify([{ chatId: '1', name: 'x'.repeat(100_000) }]) }]
    await api().call('getChats', {}, view)
    expect(records[0]).toMatchObject({ outcome: 'reply', responseTruncated: true })
    expect(records[0]?.response).toHaveLength(65_536)
  })
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'

test.each([
  ['qr', {}, { body: JSON.stringify({ type: 'qrCode', message: png }) }, png],
  ['qr', {}, { body: JSON.stringify({ message: png }) }, png],
  ['updateApiToken', {}, { body: '{"apiTokenInstance":"ffff5a66374942c5b3c0"}' }, 'ffff5a66374942c5b3c0'],
  ['updateApiToken', {}, { body: '<p>ffff5a66374942c5b3c0</p>' }, 'ffff5a66374942c5b3c0'],
  ['getAuthorizationCode', { phoneNumber: 79990001122 }, { body: '{"status":true,"code":"WXYZ2345"}' }, 'WXYZ2345'],
  [
    'sendAuthorizationPassword',
    { password: 'correct horse' },
    { status: 400, body: `{"message":"\\"password\\" with value \\"correct horse\\" fails to match"}` },
    'correct horse',
  ],
  ['sendAuthorizationCode', { code: '', password: 'correct "horse' }, { body: '{"status":true}' }, 'correct'],
] as const)('what %s asks or answers in secret is in no record and no error', async (name, input, reply, secret) => {
  replies.push(reply)
  const result = await api().call(name, input as never, view)
  expect(JSON.stringify([records, result.ok ? [] : result.error])).not.toContain(secret)
  expect(records).toHaveLength(1)
})

test('a group is named by the key of its family, from the first request on', async () => {
  replies.push({ body: '{"leaveGroup":true}' }, { body: '{"removeAdmin":true}' })
  const left = await api().call('leaveGroup', { groupId: '-100200' }, view)
  const whatsapp = await api(createTestHttp(), { family: 'whatsapp', prefix: '' }).call(
    'leaveGroup',
    { groupId: '120300@g.us' },
    view,
  )
  expect(asked.map(({ body }) => body)).toEqual(['{"chatId":"-100200"}', '{"groupId":"120300@g.us"}'])
  // An administrator who leaves is answered otherwise (service 11.6): both mean left.
  expect([left.ok && left.value.done, whatsapp.ok && whatsapp.value.done]).toEqual([true, true])
})
