import { expect, onTestFinished, test, vi } from 'vitest'
import type { ProgramRight, ProgramScope } from '../contract/programs.ts'
import { operationIds, operations } from '../public-api/operations.ts'
import type { Operation } from '../public-api/operation.ts'
import { idInstance, rawRequest, startPrograms, type ProgramScene } from './testing/program-scene.ts'

const everything: ProgramScope = { instances: null, kinds: null, labels: null, groups: true }
const anna = '79990001122@c.us'
const boris = '79990003344@c.us'
const group = '120363000000000001@g.us'

const ask = async <Answer = Record<string, unknown>>(
  { port }: ProgramScene,
  key: string,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
) => {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await rawRequest(port, path, { method, headers, body: sent })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) as Answer }
}

interface List<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

const keyOf = async (scene: ProgramScene, scope: Partial<ProgramScope> = {}, rights: ProgramRight[] = ['see']) =>
  (await scene.add('jsonl', { scope: { ...everything, ...scope }, rights })).key

/** All pages of a list. */
async function all<Item>(scene: ProgramScene, key: string, path: string, limit: number): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await ask<List<Item>>(
      scene,
      key,
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${from}`,
    )
    expect(status).toBe(200)
    expect(body.items.length).toBeLessThanOrEqual(limit)
    items.push(...body.items)
    cursor = body.nextCursor
  } while (cursor !== null)
  return items
}

test('a program reads chats and messages in pages, and nothing counts as read', async () => {
  const scene = await startPrograms()
  for (let count = 0; count < 25; count++) await scene.receive(`message ${count}`, anna)
  await scene.receive('hello from Boris', boris)
  await scene.app.untilApplied()
  const key = await keyOf(scene)
  const before = await scene.app.call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 10 })
  const chats = await all<{ chatId: string; unread: number; last: { text: string } }>(scene, key, '/v1/chats', 1)
  expect(chats.map(({ chatId }) => chatId).toSorted()).toEqual([anna, boris])
  expect(chats.find(({ chatId }) => chatId === boris)).toMatchObject({ unread: 1, last: { text: 'hello from Boris' } })
  const path = `/v1/chats/${idInstance}/${encodeURIComponent(anna)}/messages`
  const newest = await all<{ id: string; text: string; from: { name: string } }>(scene, key, path, 7)
  expect(newest.map(({ text }) => text)).toEqual(Array.from({ length: 25 }, (_, n) => `message ${24 - n}`))
  const oldest = await all<{ id: string }>(scene, key, `${path}?order=oldest`, 9)
  expect(oldest.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toReversed())
  const { body: one } = await ask(scene, key, `/v1/messages/${newest[3]?.id}`)
  expect(one).toEqual(newest[3])
  const { body: found } = await ask<List<{ messageId: string }>>(scene, key, '/v1/search?text=Boris')
  expect(found.items).toMatchObject([{ chatId: boris, text: 'hello from Boris' }])
  const waiting = await all<{ chatId: string }>(scene, key, '/v1/waiting', 1)
  expect(waiting.map(({ chatId }) => chatId).toSorted()).toEqual([anna, boris])
  expect(await scene.app.call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 10 })).toEqual(before)
})

test('the status of a message says what holds it back, and until when', async () => {
  const scene = await startPrograms()
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const key = await keyOf(scene)
  const chat = await scene.app.chat(scene.app.firstKey(), anna)
  const statusOf = async () => {
    const path = `/v1/chats/${idInstance}/${encodeURIComponent(anna)}/messages?limit=1`
    return (await ask<List<{ status: unknown }>>(scene, key, path)).body.items[0]?.status
  }
  // A message that came from the service has no status.
  expect(await statusOf()).toBeNull()
  const at = Date.now() + 3_600_000
  await scene.app.call('messages.send', { chat, text: 'Later', sendAt: { at, zone: 'UTC' } })
  expect(await statusOf()).toEqual({
    ...{ kind: 'scheduled', reason: null, text: null },
    ...{ wait: 'scheduled', waitUntil: new Date(at).toISOString() },
  })
})

test('what lies outside the scope is not there: other instances, groups, chats without the label', async () => {
  const scene = await startPrograms()
  const other = await scene.app.addInstance({
    apiUrl: 'https://api.example.com',
    idInstance: '1101000002',
    token: null,
  })
  await scene.receive('to Anna', anna)
  await scene.receive('to the group', group)
  await scene.receive('secret word', boris)
  await scene.app.untilApplied()
  const chat = await scene.app.chat(scene.app.firstKey(), anna)
  const { key: label } = await scene.app.call('labels.save', { name: 'VIP' })
  await scene.app.call('labels.set', { chat, label, on: true })
  const messageOf = async (key: string, chatId: string) => {
    const path = `/v1/chats/${idInstance}/${encodeURIComponent(chatId)}/messages`
    return (await ask<List<{ id: string }>>(scene, key, path)).body.items[0]?.id ?? ''
  }
  const full = await keyOf(scene)
  const [ofBoris, ofGroup] = [await messageOf(full, boris), await messageOf(full, group)]
  const narrow = await keyOf(scene, { instances: [scene.app.firstKey()], labels: [label], groups: false })
  const chats = await all<{ chatId: string; labels: string[] }>(scene, narrow, '/v1/chats', 50)
  expect(chats).toMatchObject([{ chatId: anna, labels: ['VIP'] }])
  const outside = [
    `/v1/chats/${idInstance}/${encodeURIComponent(boris)}`,
    `/v1/chats/${idInstance}/${encodeURIComponent(boris)}/messages`,
    `/v1/chats/${idInstance}/${encodeURIComponent(group)}/messages`,
    `/v1/messages/${ofBoris}`,
    `/v1/messages/${ofGroup}`,
    '/v1/instances/1101000002',
    '/v1/chats?instanceId=1101000002',
    `/v1/search?text=secret&instanceId=${idInstance}&chatId=${encodeURIComponent(boris)}`,
    '/v1/chats/1101000009/x',
    '/v1/messages/999999999',
  ]
  for (const path of outside)
    expect(await ask(scene, narrow, path), path).toMatchObject({ status: 404, body: { code: 'notFound' } })
  expect((await ask<List<unknown>>(scene, narrow, '/v1/search?text=secret')).body.items).toEqual([])
  expect((await ask<List<unknown>>(scene, narrow, '/v1/waiting')).body.items).toHaveLength(1)
  expect((await ask<List<unknown>>(scene, narrow, '/v1/instances')).body.items).toMatchObject([
    { instanceId: idInstance },
  ])
  const withoutGroups = await keyOf(scene, { groups: false })
  const people = await all<{ chatId: string }>(scene, withoutGroups, '/v1/chats', 50)
  expect(people.map(({ chatId }) => chatId).toSorted()).toEqual([anna, boris])
  expect(await ask(scene, withoutGroups, `/v1/messages/${ofGroup}`)).toMatchObject({ status: 404 })
  // Kinds choose messages too: who gets no customer's messages as events reads none in the archive.
  const onlyOwn = await keyOf(scene, { kinds: ['outgoingMessageReceived'] })
  expect((await ask<List<{ last: unknown }>>(scene, onlyOwn, '/v1/chats')).body.items[0]?.last).toBeNull()
  expect(await ask(scene, onlyOwn, `/v1/messages/${ofBoris}`)).toMatchObject({ status: 404 })
  const states = await keyOf(scene, { kinds: ['stateInstanceChanged'] })
  expect((await ask<List<unknown>>(scene, states, '/v1/chats')).body.items).toEqual([])
  expect(other).not.toBe(scene.app.firstKey())
})

test('an operation needs its right, which a person may take back at any time', async () => {
  const scene = await startPrograms()
  await scene.receive('hello', anna)
  const nothing = await scene.add('jsonl', { rights: [] })
  for (const id of operationIds) {
    const operation: Operation = operations[id]
    const path = operation.path.replaceAll(/\{\w+\}/g, '7')
    const refused = await ask(scene, nothing.key, path, { method: operation.method })
    expect(refused, path).toMatchObject({ status: 403, body: { code: 'rightMissing', type: '/problems/rightMissing' } })
  }
  const { key, program } = await scene.add('jsonl', { rights: ['see', 'administer'] })
  expect(await ask(scene, key, '/v1/subscription/pause', { method: 'POST' })).toMatchObject({ status: 200 })
  expect((await ask(scene, key, '/v1/subscription')).body).toMatchObject({ state: 'paused', protocol: 'jsonl' })
  expect(await ask(scene, key, '/v1/subscription/resume', { method: 'POST', body: {} })).toMatchObject({ status: 200 })
  const again = { method: 'POST', body: { from: '2020-01-01T00:00:00Z' } }
  expect((await ask(scene, key, '/v1/subscription/seek', again)).body).toEqual({ events: 1 })
  await scene.app.call('programs.change', { program, rights: ['see'] })
  expect(await ask(scene, key, '/v1/subscription/pause', { method: 'POST' })).toMatchObject({ status: 403 })
  expect((await ask(scene, key, '/v1/me')).body).toMatchObject({ rights: ['see'], scope: { instanceIds: null } })
})

test('what is not understood is refused with a code that the server explains', async () => {
  const scene = await startPrograms()
  const key = await keyOf(scene, {}, ['see', 'administer'])
  const codeOf = async (path: string, more: { method?: string; body?: unknown } = {}) => {
    const { status, body, headers } = await ask<{ code: string; type: string }>(scene, key, path, more)
    expect(headers['content-type']).toBe('application/problem+json')
    expect((await rawRequest(scene.port, body.type)).status).toBe(200)
    return `${status} ${body.code}`
  }
  expect(await codeOf('/v1/chats?limitt=3')).toBe('400 badRequest')
  expect(await codeOf('/v1/chats?cursor=nonsense')).toBe('400 cursorInvalid')
  const ofWaiting = Buffer.from('["waiting",1,2,3]').toString('base64url')
  expect(await codeOf(`/v1/chats?cursor=${ofWaiting}`)).toBe('400 cursorInvalid')
  expect(await codeOf('/v1/search?text=x&cursor=zzz')).toBe('400 cursorInvalid')
  expect(await codeOf(`/v1/search?text=x&chatId=${anna}`)).toBe('400 badRequest')
  expect(await codeOf('/v1/media/..%2F..%2Fstore.db')).toBe('400 badRequest')
  expect(await codeOf('/v1/media/unknown')).toBe('404 notFound')
  expect(await codeOf('/v1/subscription/seek', { method: 'POST', body: '{"from":null}' })).toBe('400 badRequest')
  expect(await codeOf('/v1/subscription/seek', { method: 'POST', body: '[' })).toBe('400 badRequest')
  expect(await codeOf('/v1/me', { method: 'DELETE' })).toBe('405 methodNotAllowed')
  expect(await codeOf('/v1/nothing')).toBe('404 notFound')
})

test('the document of the API needs no key, names this address, and is made once', async () => {
  const scene = await startPrograms()
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => stringify.mockRestore())
  const made = () =>
    stringify.mock.calls.filter(
      ([value]: readonly unknown[]) => typeof value === 'object' && value !== null && 'openapi' in value,
    )
  const { status, text } = await rawRequest(scene.port, '/openapi.json')
  expect(status).toBe(200)
  const document = JSON.parse(text) as { openapi: string; servers: { url: string }[]; paths: object }
  expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: scene.base }] })
  expect(Object.keys(document.paths)).toContain('/v1/chats/{instanceId}/{chatId}/messages')
  expect(made()).toHaveLength(1)
  expect((await rawRequest(scene.port, '/openapi.json')).text).toBe(text)
  expect(made()).toHaveLength(1)
  expect((await rawRequest(scene.port, '/openapi.json', { headers: { origin: 'https://evil.example' } })).status).toBe(
    403,
  )
})

test('what a person deleted here is in no answer', async () => {
  const scene = await startPrograms()
  for (const text of ['one', 'secret']) await scene.receive(text, anna)
  await scene.app.untilApplied()
  const key = await keyOf(scene)
  const path = `/v1/chats/${idInstance}/${anna}/messages`
  const before = await all<{ id: string; text: string }>(scene, key, path, 10)
  const secret = before.find(({ text }) => text === 'secret')
  await scene.app.call('messages.deleteLocally', { messages: [Number(secret?.id) as never] })
  expect((await all<{ text: string }>(scene, key, path, 10)).map(({ text }) => text)).toEqual(['one'])
  expect((await ask(scene, key, `/v1/messages/${secret?.id}`)).status).toBe(404)
  expect((await ask<List<object>>(scene, key, '/v1/search?text=secret')).body.items).toEqual([])
})
