import { globalAgent } from 'node:http'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { operationIds, operations, type OperationId } from '../public-api/operations.ts'
import type { Operation } from '../public-api/operation.ts'
import { isProblemCode, statusOfProblem } from '../public-api/problems.ts'
import { hasBody, pathNames } from '../public-api/read-request.ts'
import { idInstance, rawRequest } from './testing/program-scene.ts'
import { startSendingPrograms } from './testing/sending-scene.ts'

const chatId = '79990001122@c.us'
const chat = { instanceId: idInstance, chatId }
const text = { ...chat, text: 'x' }

type Json = Readonly<Record<string, unknown>>

/** A right input of each operation; what a wrong one differs in. */
const right: Readonly<Record<OperationId, Json>> = {
  getMe: {},
  listInstances: {},
  getInstance: { instanceId: idInstance },
  listChats: { instanceId: idInstance, label: 'x', unread: true, archived: false, limit: 1, cursor: 'x' },
  getChat: chat,
  listMessages: { ...chat, order: 'newest', limit: 1, cursor: 'x' },
  getMessage: { messageId: '1', wait: 0, until: 'read' },
  searchMessages: { text: 'x', instanceId: idInstance, chatId, limit: 1, cursor: 'x' },
  listWaiting: { instanceId: idInstance, limit: 1, cursor: 'x' },
  getMedia: { ref: 'f0' },
  sendMessage: { ...text, sendId: 'bad-input', quotedServiceId: 'x', linkPreview: false },
  uploadFile: { name: 'a.txt' },
  getSend: { sendId: 'bad-input' },
  cancelMessage: { messageId: '1' },
  proposeMessage: { ...text, sendId: 'bad-input', reason: 'x', quotedServiceId: 'x', expiresInHours: 1 },
  getProposal: { proposalId: '1' },
  withdrawProposal: { proposalId: '1' },
  setLabel: { ...chat, label: 'x' },
  removeLabel: { ...chat, label: 'x' },
  addNote: text,
  getSubscription: {},
  pauseSubscription: {},
  resumeSubscription: {},
  seekSubscription: { from: '2026-01-01T00:00:00Z' },
  listDeadLetters: {},
  retryDeadLetter: { id: '1' },
  skipDeadLetter: { id: '1' },
  readEvents: { after: 'aaaa-0-1', limit: 1, wait: 0 },
  streamEvents: {},
  acknowledgeEvents: { position: 'aaaa-0-1' },
}

const contents: readonly Json[] = [
  { kind: 'file', uploadId: '0'.repeat(32), name: 'a.txt', caption: 'x', asFile: true },
  { kind: 'fileByUrl', url: 'https://files.example/a', name: 'a.txt', caption: 'x' },
  { kind: 'location', latitude: 1, longitude: 1, name: 'x', address: 'x' },
  { kind: 'contact', phone: '79990001122', chatId, firstName: 'x', lastName: 'x', company: 'x' },
  { kind: 'poll', question: 'x', options: ['x', 'y'], multiple: true },
  { kind: 'forward', fromChatId: chatId, serviceId: 'x' },
]

const wrongValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 7.5, 1e21, '', ' ', 'null', '\u0000', '\u001b[31m', '\ud800', '../..', '%'],
  ...['x'.repeat(21_000), [], [null], ['x'], {}, { a: null }, { toString: 'x' }],
]

const inText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A request for each field and each wrong value of it. */
function* wrongRequests() {
  for (const id of operationIds) {
    const operation: Operation = operations[id]
    const inPath = new Set(pathNames(operation))
    const inBody = hasBody(operation)
    const isWrong = (input: unknown) => !(operation.input as z.ZodType).safeParse(input).success
    for (const name of Object.keys(operation.input.shape)) {
      for (const value of wrongValues) {
        const asJson = inBody && !inPath.has(name)
        // A path and a query have texts alone.
        const given = asJson ? value : inText(value)
        const input = { ...right[id], [name]: given }
        // A number or a switch in a query is a text as well.
        const isReadable = !inBody && typeof given === 'string' && /^(-?\d+|true|false)$/.test(given)
        const read = isReadable ? { ...input, [name]: JSON.parse(given) as unknown } : input
        if (isWrong(input) && isWrong(read)) yield { id, name, input }
      }
      if (inBody && !inPath.has(name) && isWrong({ ...right[id], [name]: undefined }))
        yield { id, name, input: { ...right[id], [name]: undefined } }
    }
    yield { id, name: 'unknown', input: { ...right[id], unknownField: 1 } }
  }
  for (const content of contents) {
    for (const name of Object.keys(content)) {
      for (const value of wrongValues) {
        const { text: _text, ...input } = { ...right.sendMessage, content: { ...content, [name]: value } } as Json
        if (!operations.sendMessage.input.safeParse(input).success)
          yield { id: 'sendMessage' as const, name: `${String(content['kind'])} ${name}`, input }
      }
    }
  }
}

async function start() {
  const { account, scene } = await startSendingPrograms()
  await scene.receive('hello', chatId)
  await scene.app.untilApplied()
  const rights = ['see', 'draft', 'send', 'administer'] as const
  const { key, program } = await scene.add('jsonl', { rights: [...rights], writesFirst: true })
  /** What a program could have changed. */
  const changed = async () => {
    const found = await scene.app.chat(scene.app.firstKey(), chatId)
    const { rows } = await scene.app.call('messages.window', {
      ...{ chat: found, anchor: { kind: 'newest' as const } },
      ...{ before: 50, after: 50 },
    })
    return {
      sends: account.sends.length,
      outgoing: rows.filter(({ direction }) => direction === 'outgoing').length,
      proposals: (await scene.app.call('proposals.list', { scope: null, order: 'expiresFirst', offset: 0, limit: 1 }))
        .total,
      labels: (await scene.app.call('labels.list', {})).length,
      notes: (await scene.app.call('notes.list', { chat: found })).length,
      uploads: (await scene.app.call('storage.usage', {})).spoolBytes,
      state: (await scene.app.call('programs.details', { program })).state,
    }
  }
  return { scene, key, changed, untouched: await changed() }
}

interface Problem {
  readonly code: string
  readonly status: number
}

/** Fails where an answer is no problem with a code of the API and its status. */
function expectProblem(
  { status, text: body }: { readonly status: number; readonly text: string },
  what: string,
): string {
  expect(body, what).toMatch(/^\{/)
  const { code, status: named } = JSON.parse(body) as Problem
  expect(isProblemCode(code), `${what}: ${code}`).toBe(true)
  if (!isProblemCode(code)) return code
  expect({ status, named }, what).toEqual({ status: statusOfProblem(code), named: statusOfProblem(code) })
  expect(status, what).toBeLessThan(500)
  return code
}

test('whatever is wrong in whatever field of an operation is a problem with a code, and changes nothing', async () => {
  const { scene, key, changed, untouched } = await start()
  const authorization = `Bearer ${key}`
  let count = 0
  for (const { id, name, input } of wrongRequests()) {
    const operation: Operation = operations[id]
    const names = pathNames(operation)
    const segment = (part: unknown) => encodeURIComponent(inText(part).toWellFormed())
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => segment((input as Json)[part]))
    const rest = Object.entries(input).filter(([part]) => !names.includes(part))
    const query = rest.map(([part, value]) => `${part}=${segment(value)}`).join('&')
    const isJson = hasBody(operation)
    const answer = await rawRequest(scene.port, isJson || query === '' ? path : `${path}?${query}`, {
      method: operation.method,
      headers: { authorization, ...(isJson ? { 'content-type': 'application/json' } : {}) },
      body: isJson ? JSON.stringify(Object.fromEntries(rest)) : operation.takes === 'file' ? 'bytes' : '',
    })
    expectProblem(answer, `${id} ${name} ${JSON.stringify(input).slice(0, 200)}`)
    count += 1
  }
  expect(count).toBeGreaterThan(1000)
  for (const id of operationIds) {
    const operation: Operation = operations[id]
    if (!hasBody(operation)) continue
    const path = operation.path.replaceAll(/\{(\w+)\}/g, '7')
    for (const body of [
      'null',
      '7',
      '"x"',
      '[]',
      'true',
      '{',
      '\u0000',
      '{"a":1}',
      `${'['.repeat(9000)}`,
      '\ufeff[]',
    ]) {
      const headers = { authorization, 'content-type': 'application/json' }
      expectProblem(await rawRequest(scene.port, path, { method: operation.method, headers, body }), `${id} ${body}`)
    }
  }
  expect(await changed()).toEqual(untouched)
})

test('500 wrong requests get the status that is documented, and no socket stays open', async () => {
  const { scene, key, changed, untouched } = await start()
  globalAgent.destroy()
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const before = sockets()
  const bearer = { authorization: `Bearer ${key}` }
  const json = { ...bearer, 'content-type': 'application/json' }
  const send = JSON.stringify({ ...right.sendMessage, quotedServiceId: undefined })
  const rows: readonly (readonly [
    code: string,
    path: string,
    method: string,
    headers: Record<string, string>,
    body?: string,
  ])[] = [
    ['wrongHost', '/v1/me', 'GET', { ...bearer, host: 'evil.example' }],
    ['wrongHost', '/v1/messages', 'POST', { ...json, host: '127.0.0.1.evil.example' }, send],
    ['browserRefused', '/v1/messages', 'POST', { ...json, origin: 'https://evil.example' }, send],
    ['browserRefused', '/v1/me', 'GET', { ...bearer, origin: 'null' }],
    ['browserRefused', '/v1/uploads?name=a', 'POST', { ...bearer, 'sec-fetch-site': 'cross-site' }, 'x'],
    ['notFound', '/v2/me', 'GET', bearer],
    ['notFound', '/v1/me/', 'GET', bearer],
    ['notFound', '/v1/%E0%A4%A', 'GET', bearer],
    ['notFound', '/v1/chats/1/%E0%A4%A', 'GET', bearer],
    ['methodNotAllowed', '/v1/me', 'POST', json, '{}'],
    ['methodNotAllowed', '/v1/uploads', 'GET', bearer],
    ['bodyTooLarge', '/v1/messages', 'POST', json, 'x'.repeat(300_000)],
    // The limit is one of bytes.
    ['bodyTooLarge', '/v1/messages', 'POST', json, JSON.stringify({ text: 'я'.repeat(140_000) })],
    ['contentType', '/v1/messages', 'POST', bearer, send],
    ['contentType', '/v1/messages', 'POST', { ...bearer, 'content-type': 'text/plain' }, send],
    ['contentType', '/v1/messages', 'POST', { ...bearer, 'content-type': 'application/jsonp' }, send],
    ['badRequest', '/v1/messages', 'POST', { ...json, 'content-encoding': 'gzip' }, '\u001f\u008b'],
    ['badRequest', '/v1/messages', 'POST', json, Buffer.from(send, 'utf16le').toString('latin1')],
    ['badRequest', '/v1/messages?sendId=bad-input', 'POST', json, send],
    ['badRequest', '/v1/messages', 'POST', json],
    ['badRequest', '/v1/uploads?name=a', 'POST', bearer],
    ['badRequest', '/v1/events?after=%00', 'GET', bearer],
    ['positionOfAnotherEpoch', '/v1/events?after=zzzz-0-9', 'GET', bearer],
    ['cursorInvalid', '/v1/chats?cursor=x', 'GET', bearer],
    ['quoteNotPossible', '/v1/messages', 'POST', json, JSON.stringify(right.sendMessage)],
    ['mcpOff', '/mcp', 'POST', json, '{}'],
  ]
  let count = 0
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(
      rows.map(async ([code, path, method, headers, body = '']) => ({
        code,
        path,
        answer: await rawRequest(scene.port, path, { method, headers, body }),
      })),
    )
    for (const { code, path, answer } of answers)
      expect(expectProblem(answer, path), `${path} ${answer.text}`).toBe(code)
    count += answers.length
  }
  expect(count).toBeGreaterThanOrEqual(500)
  // The rest of a body that nobody reads is no next request.
  const large = await rawRequest(scene.port, '/v1/me', { method: 'POST', headers: json, body: 'x'.repeat(300_000) })
  expect({ status: large.status, connection: large.headers.connection }).toEqual({ status: 405, connection: 'close' })
  // A wrong key is slowed down after ten.
  for (let index = 0; index < 12; index++) {
    const { status } = await rawRequest(scene.port, '/v1/me', {
      headers: { authorization: `${bearer.authorization}x` },
    })
    expect([401, 429]).toContain(status)
  }
  expect(await changed()).toEqual(untouched)
  globalAgent.destroy()
  await scene.app.waitFor('no socket of the requests is open', () => sockets() <= before)
})
