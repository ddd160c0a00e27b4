import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { AttemptRecord } from '../../api/call.ts'
import type { InstanceKey, RequestKey } from '../../contract/ids.ts'
import { anyRequest, type RequestFilter } from '../../contract/requests.ts'
import { createInstanceRegistry } from '../accounts/instance-registry.ts'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createRequestLog } from './request-log.ts'
import type { LoggedRequest } from './tx/request-log-writes.ts'
import { createRequestsHandlers } from './requests-handlers.ts'
import { watchedEntries } from '../testing/watched-entries.ts'

const everything: RequestFilter = anyRequest

async function open(prepare: (dataDir: string) => void = () => undefined) {
  const dir = createTempDir()
  prepare(dir.path)
  const clock = createManualClock()
  const logger = createSilentLogger()
  const store = await openTestStore(dir.path, { clock })
  await store.write('accounts.add', {
    apiUrl: 'https://api.example',
    idInstance: '1101000001',
    family: 'v3',
    prefix: '/v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
  })
  const http = { request: () => Promise.reject(new Error('no network here')) }
  const registry = createInstanceRegistry({ clock, http, ids: { uuid: () => '', random: () => 0 }, logger, store })
  registry.update(await store.read('accounts.list', undefined))
  const instance = registry.list()[0]?.key ?? (0 as never)
  let recordAttempt: (key: InstanceKey, record: AttemptRecord) => void = () => undefined
  const instances = {
    ...registry,
    onAttempt(listener: typeof recordAttempt) {
      recordAttempt = listener
      return () => undefined
    },
  }
  const deps = { dataDir: dir.path, clock, logger, store, instances, emit: () => undefined }
  const requestLog = createRequestLog({ ...deps, entries: watchedEntries() })
  onTestFinished(async () => {
    await requestLog.stop()
    await store.close()
    dir[Symbol.dispose]()
  })
  let calls = 0
  const attempt = (record: Partial<AttemptRecord> = {}) =>
    recordAttempt(instance, {
      operation: 'sendMessage',
      method: 'POST',
      priority: 'send',
      purpose: 'send',
      subject: undefined,
      call: `call ${(calls += 1)}`,
      attempt: 1,
      startedAt: clock.now(),
      endedAt: clock.now() + 30,
      outcome: 'reply',
      error: undefined,
      status: 200,
      request: '{"chatId":"200","message":"hello"}',
      response: '{"idMessage":"1"}',
      responseTruncated: false,
      responseHeaders: { 'content-type': 'application/json' },
      serviceDate: undefined,
      limiterWaitMs: 5,
      connectMs: 10,
      firstByteMs: 20,
      totalMs: 30,
      bytesIn: 17,
      bytesOut: 34,
      ...record,
    })
  const handlers = createRequestsHandlers({ ...deps, requestLog })
  const context = { signal: new AbortController().signal }
  const list = (filter: Partial<RequestFilter> = {}) =>
    handlers['requests.list']({ filter: { ...everything, ...filter }, before: null, upTo: null, limit: 100 }, context)
  return { dataDir: dir.path, clock, store, instance, requestLog, attempt, handlers, context, list }
}

it('keeps every attempt with its parts, newest first, in pages', async () => {
  const { attempt, list, handlers, context, instance } = await open()
  attempt()
  attempt({
    operation: 'receiveNotification',
    method: 'GET',
    request: '{"receiveTimeout":20}',
    response: '{"receiptId":7}',
    purpose: 'receive',
  })
  attempt({ operation: 'deleteNotification', method: 'DELETE', request: '{"receiptId":"7"}' })
  const { rows, total, more } = await list()
  expect([rows.map(({ operation }) => operation), total, more]).toEqual([
    ['deleteNotification', 'receiveNotification', 'sendMessage'],
    3,
    false,
  ])
  expect(rows[2]).toMatchObject({ instance, limiterMs: 5, connectMs: 10, answerMs: 20, totalMs: 35, errorKind: null })
  const page = await handlers['requests.list'](
    { filter: everything, before: rows[0]?.key ?? null, upTo: null, limit: 1 },
    context,
  )
  expect(page).toMatchObject({ more: true, newer: 0, rows: [{ operation: 'receiveNotification' }] })
  const paused = (upTo: RequestKey | 0, operations: readonly string[] = []) =>
    handlers['requests.list'](
      { filter: { ...everything, operations: [...operations] }, before: null, upTo, limit: 9 },
      context,
    )
  const newest = rows[0]?.key
  expect(await paused(rows[1]?.key ?? 0)).toMatchObject({ newest, newer: 1, rows: [rows[1], rows[2]] })
  expect(await paused(0)).toMatchObject({ newest, newer: 3, rows: [] })
  expect(await paused(0, ['sendMessage'])).toMatchObject({ newest, newer: 1, rows: [] })
  const details = await Promise.all(rows.map(({ key }) => handlers['requests.details']({ request: key }, context)))
  expect(details.map(({ path }) => path)).toEqual([
    '/v3/waInstance1101000001/deleteNotification/API_TOKEN/7',
    '/v3/waInstance1101000001/receiveNotification/API_TOKEN?receiveTimeout=20',
    '/v3/waInstance1101000001/sendMessage/API_TOKEN',
  ])
  expect(details.map(({ requestBody }) => requestBody)).toEqual([null, null, '{"chatId":"200","message":"hello"}'])
})

it('lists requests in the order in which they ended, and says when that was', async () => {
  const { attempt, clock, list } = await open()
  const at = clock.now()
  // The slow one began first, and the network measured less than passed until its answer was read.
  attempt({ operation: 'getChats', startedAt: at, endedAt: at + 400, totalMs: 395 })
  attempt({ operation: 'sendMessage', startedAt: at - 1_100, endedAt: at + 401, totalMs: 1_380 })
  const { rows } = await list()
  expect(rows.map(({ operation, endedAt }) => [operation, endedAt - at])).toEqual([
    ['sendMessage', 401],
    ['getChats', 400],
  ])
})

it('finds what touched a message, newest first, as long as it is kept', async () => {
  const { attempt, list, instance, requestLog } = await open()
  const touching = async (...subjects: readonly string[]) =>
    (await requestLog.ask('log.touching', { instance, subjects, limit: 3 })).map(({ operation }) => operation)
  attempt({ subject: 'message 7', response: '', outcome: 'network', status: undefined })
  attempt({ operation: 'lastOutgoingMessages', response: '[{"idMessage":"A"},{"idMessage":"B"}]' })
  attempt({ operation: 'getMessage', request: '{"chatId":"200","idMessage":"A"}', response: '' })
  await list()
  expect(await touching('message 7', 'id A')).toEqual(['getMessage', 'lastOutgoingMessages', 'sendMessage'])
  expect(await touching('id B')).toEqual(['lastOutgoingMessages'])
  expect(await touching('id C')).toEqual([])
  expect(
    await requestLog.ask('log.touching', { instance: (instance + 1) as never, subjects: ['id A'], limit: 3 }),
  ).toEqual([])
  attempt({ subject: 'message 7' })
  attempt({ subject: 'message 7' })
  expect(await touching('message 7', 'id A', 'id B')).toHaveLength(3)
  await requestLog.clear()
  expect(await touching('message 7', 'id A')).toEqual([])
})

it('finds a message by its id beyond the newest bodies', async () => {
  const { attempt, list, requestLog } = await open()
  attempt({ operation: 'getMessage', request: '{"idMessage":"3EB0FULLID"}', response: '' })
  await list()
  const filler: LoggedRequest = {
    instance: null,
    operation: 'getChats',
    method: 'GET',
    startedAt: 0,
    endedAt: 0,
    status: 200,
    errorKind: null,
    limiterMs: 0,
    connectMs: null,
    answerMs: 0,
    totalMs: 0,
    bytesOut: 0,
    bytesIn: 0,
    call: '',
    attempt: 1,
    purpose: '',
    subject: null,
    priority: 'background',
    path: '',
    requestBody: '',
    responseBody: '',
    responseTruncated: false,
    serviceText: null,
    responseHeaders: {},
  }
  await requestLog.ask('log.add', { requests: Array.from({ length: 20_001 }, () => filler), waits: [] })
  expect((await list({ text: '3EB0FULLID' })).rows.map(({ operation }) => operation)).toEqual(['getMessage'])
  expect((await list({ text: '3EB0FULL' })).total).toBe(0)
})

it('is filtered by HTTP status, by time, by all operations but some, and without what core asks again and again', async () => {
  const { attempt, list, clock, handlers, context } = await open()
  attempt({ operation: 'receiveNotification', purpose: 'receive' })
  attempt({ operation: 'getChats', status: 429, purpose: 'history.sync' })
  const later = clock.now() + 60_000
  attempt({ operation: 'getSettings', status: undefined, startedAt: later })
  const names = async (filter: Partial<RequestFilter>) => (await list(filter)).rows.map(({ operation }) => operation)
  expect(await names({ withoutPolling: true })).toEqual(['getSettings', 'getChats'])
  const polling = { ...everything, withoutPolling: true }
  expect(await handlers['requests.polling']({ filter: polling }, context)).toBe(1)
  expect(await names({ withoutPolling: true, operations: ['receiveNotification'] })).toEqual(['receiveNotification'])
  expect(await names({ operations: ['getChats'], exceptOperations: true })).toEqual([
    'getSettings',
    'receiveNotification',
  ])
  expect(await names({ statuses: [429] })).toEqual(['getChats'])
  expect(await names({ statuses: [0] })).toEqual(['getSettings'])
  expect(await names({ from: later })).toEqual(['getSettings'])
  expect(await names({ to: later - 1 })).toEqual(['getChats', 'receiveNotification'])
  expect(await handlers['requests.kinds']({ scope: null }, context)).toMatchObject({
    operations: [{ count: 1 }, { count: 1 }, { count: 1 }],
    statuses: [
      { status: 0, count: 1 },
      { status: 200, count: 1 },
      { status: 429, count: 1 },
    ],
  })
  attempt({ operation: 'lastOutgoingMessages', purpose: 'sending.follow', startedAt: 0 })
  attempt({ operation: 'lastIncomingMessages', purpose: 'history.fresh', startedAt: 0 })
  expect(await names({ withoutPolling: true })).toEqual(['getSettings', 'getChats'])
})

it('knows the attempts of one call, oldest first, and no other of its calls', async () => {
  const { attempt, list, handlers, context } = await open()
  const sending = { call: 'message 7 of 1', subject: 'message 7 of 1' }
  attempt({ ...sending, outcome: 'rateLimited', status: 429, response: '' })
  attempt({ ...sending, operation: 'getMessage' })
  attempt()
  attempt({ ...sending, attempt: 2 })
  const { rows } = await list()
  const attemptsOf = async (index: number) => {
    const found = await handlers['requests.attempts']({ request: rows[index]?.key ?? (0 as never) }, context)
    return found.map(({ operation, status, attempt: number }) => `${operation} ${status} ${number}`)
  }
  const both = ['sendMessage 429 1', 'sendMessage 200 2']
  expect([await attemptsOf(0), await attemptsOf(3)]).toEqual([both, both])
  expect(await attemptsOf(1)).toEqual(['sendMessage 200 1'])
  expect(await attemptsOf(2)).toEqual(['getMessage 200 1'])
})

it('leads from a request to the messages that it touched', async () => {
  const { attempt, list, handlers, context, store, instance } = await open()
  const written = (idMessage: string, timestamp: number) => ({
    type: 'incoming',
    idMessage,
    timestamp,
    typeMessage: 'textMessage',
    chatId: '200',
    textMessage: `text of ${idMessage}`,
  })
  await store.write('archive.ingest', {
    instance,
    source: 'lastIncomingMessages',
    chatId: null,
    records: [written('A', 1_700_000_000), written('B', 1_700_000_100)],
    seenAt: 1_700_000_200_000,
  })
  attempt({ operation: 'lastIncomingMessages', response: '[{"idMessage":"A"},{"idMessage":"B"},{"idMessage":"gone"}]' })
  attempt({ operation: 'getChats', request: '{}', response: '[]' })
  const [chats, lists] = (await list()).rows
  const touched = async (row: typeof chats) =>
    handlers['requests.messages']({ request: row?.key ?? (0 as never) }, context)
  expect(await touched(lists)).toMatchObject({
    total: 2,
    messages: [
      { text: 'text of B', direction: 'incoming', chatTitle: '200', at: 1_700_000_100_000, kind: 'text' },
      { text: 'text of A' },
    ],
  })
  expect(await touched(chats)).toEqual({ messages: [], total: 0 })
})

it('counts empty waits by the minute instead of keeping them', async () => {
  const { attempt, list, handlers, context, clock, instance } = await open()
  const wait = (more: Partial<AttemptRecord>) =>
    attempt({ operation: 'receiveNotification', request: '{}', response: '', ...more })
  wait({})
  wait({ response: 'null' })
  wait({ status: 408, response: '' })
  wait({ status: 504, response: '<html>' })
  await clock.advance(60_000)
  wait({})
  expect((await list()).total).toBe(0)
  const counted = async (scope: InstanceKey | null) =>
    (await handlers['requests.waits']({ scope, minutes: 10 }, context)).map(({ count }) => count)
  expect([await counted(instance), await counted(null)]).toEqual([
    [4, 1],
    [4, 1],
  ])
  expect(await counted((instance + 1) as InstanceKey)).toEqual([])
})

it('filters, groups errors and sums up', async () => {
  const { attempt, list, handlers, context } = await open()
  for (let ms = 1; ms <= 100; ms++) attempt({ totalMs: ms, limiterWaitMs: 0, operation: 'getChatHistory' })
  const failure = { operation: 'getAvatar', outcome: 'gateway', status: 502 } as const
  attempt({ ...failure, error: { operation: 'getAvatar', kind: 'gateway', status: 502, text: 'Bad gateway' } })
  attempt({
    outcome: 'network',
    status: undefined,
    error: { operation: 'sendMessage', kind: 'network', reason: 'reset', mayHaveLeft: true },
  })
  const operations = async (...input: Parameters<typeof list>) =>
    (await list(...input)).rows.map(({ operation }) => operation)
  expect(await operations({ outcomes: ['error'] })).toEqual(['sendMessage', 'getAvatar'])
  expect(await operations({ outcomes: ['gateway'] })).toEqual(['getAvatar'])
  expect((await list({ outcomes: ['ok'], slowerThanMs: 90 })).total).toBe(10)
  expect(await operations({ text: 'bad gate' })).toEqual(['getAvatar'])
  expect((await list({ text: 'hello' })).total).toBe(102)
  expect((await list({ text: '100%' })).total).toBe(0)
  expect(await handlers['requests.errors']({ scope: null, minutes: 5 }, context)).toMatchObject([
    { count: 1 },
    { count: 1 },
  ])
  expect(await handlers['requests.summary']({ scope: null, minutes: 5 }, context)).toMatchObject({
    count: 102,
    errors: 2,
    medianMs: expect.closeTo(50, -1),
    p95Ms: expect.closeTo(97, -1),
    bytes: 102 * (17 + 34),
  })
  // A long poll takes as long as it waits, which says nothing of the service.
  for (let count = 0; count < 200; count++) attempt({ operation: 'receiveNotification', totalMs: 20_000 })
  expect(await handlers['requests.summary']({ scope: null, minutes: 5 }, context)).toMatchObject({
    count: 302,
    medianMs: expect.closeTo(50, -1),
    p95Ms: expect.closeTo(97, -1),
  })
})

it('keeps to its age and size, oldest first', async () => {
  const { attempt, list, clock, store, requestLog } = await open()
  await store.write('settings.update', { keepRequestsDays: 1, keepRequestsBytes: 1_000_000 })
  attempt({ purpose: 'old' })
  await clock.advance(25 * 3_600_000)
  for (let index = 0; index < 60; index++) attempt({ response: 'x'.repeat(30_000), purpose: `p${index}` })
  await list()
  await clock.advance(61_000)
  attempt({ purpose: 'last' })
  await list()
  const { rows } = await list()
  expect(rows[0]?.purpose).toBe('last')
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.length).toBeLessThan(40)
  await requestLog.clear()
  expect((await list()).total).toBe(0)
})

it('begins anew over a file that is none', async () => {
  const { attempt, list } = await open((dataDir) =>
    writeFileSync(join(dataDir, 'requests.db'), 'no database, '.repeat(2000)),
  )
  attempt()
  expect((await list()).total).toBe(1)
})

it('shows the limits in use and lets them be set', async () => {
  const { handlers, context, instance, store } = await open()
  await handlers['requests.setLimit']({ instance, operation: 'getChatHistory', perSecond: 0.5 }, context)
  expect((await store.read('accounts.get', { key: instance })).limits).toEqual({ getChatHistory: 0.5 })
  await handlers['requests.setLimit']({ instance, operation: 'getChatHistory', perSecond: null }, context)
  expect((await store.read('accounts.get', { key: instance })).limits).toEqual({})
  expect(await handlers['requests.limits']({ scope: instance }, context)).toEqual([])
})

it('holds nothing of an instance that was erased, whenever a request under way ends', async () => {
  const { attempt, requestLog, instance, list, clock } = await open()
  attempt()
  expect((await list()).total).toBe(1)
  let isErased = false
  void requestLog.erase(instance).then(() => (isErased = true))
  await expect.poll(() => (clock.advance(100), isErased)).toBe(true)
  attempt({ request: '{"chatId":"200","message":"sent while it was removed"}' })
  expect((await list()).total).toBe(0)
})

it('loses what names an erased person, and what was cut off and may', async () => {
  const { attempt, requestLog, list, clock } = await open()
  attempt({ request: '{"chatId":"38222017"}' })
  attempt({
    operation: 'receiveNotification',
    method: 'GET',
    request: '{}',
    response: '{"senderData":{"chatId":"38222',
  })
  attempt({ operation: 'getSettings', method: 'GET', request: '{}', response: '{"wid":"79001112233"}' })
  attempt({ operation: 'getContacts', method: 'GET', request: '{}', response: '', status: undefined })
  let isErased = false
  void requestLog.eraseNaming(['38222017']).then(() => (isErased = true))
  await expect.poll(() => (clock.advance(100), isErased)).toBe(true)
  expect((await list()).rows.map(({ operation }) => operation)).toEqual(['getContacts', 'getSettings'])
})
