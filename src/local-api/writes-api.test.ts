import { expect, test } from 'vitest'
import type { ProgramRight, ProgramScope } from '../contract/programs.ts'
import { createManualClock } from '../api/testing/manual-clock.ts'
import { idInstance, rawRequest, startPrograms, type ProgramScene } from './testing/program-scene.ts'

const anna = '79990001122@c.us'
const boris = '79990003344@c.us'
const everything: ProgramScope = { instances: null, kinds: null, labels: null, groups: true }

const ask = async (
  { port }: ProgramScene,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const answer = await rawRequest(port, path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) as Record<string, unknown> }
}

async function start(rights: ProgramRight[], scope: Partial<ProgramScope> = {}) {
  // The clock stands still: no time to undo and no minute of a limit passes while a slow machine works.
  const clock = createManualClock()
  const scene = await startPrograms({ clock })
  await scene.receive('Is it ready?', anna)
  await scene.app.untilApplied()
  const { key, program } = await scene.add('jsonl', { name: 'Orders', rights, scope: { ...everything, ...scope } })
  const chat = await scene.app.chat(scene.app.firstKey(), anna)
  return {
    scene,
    clock,
    key,
    program,
    chat,
    ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      ask(scene, key, method, path, body, headers),
  }
}

const text = (more: object = {}) => ({
  sendId: 'order-17-ready',
  instanceId: idInstance,
  chatId: anna,
  text: 'Yes',
  ...more,
})

/** The list To approve of all instances. */
const toApprove = { scope: null, order: 'expiresFirst', offset: 0, limit: 10 } as const

test('a sendId in the body names the send, whatever a client puts into the header of each try', async () => {
  const { ask } = await start(['see', 'send'])
  const first = await ask('POST', '/v1/messages', text(), { 'idempotency-key': 'try-number-1' })
  const again = await ask('POST', '/v1/messages', text(), { 'idempotency-key': 'try-number-2' })
  expect([first.status, again.status]).toEqual([202, 200])
})

test('a send is answered with 202 once, then with 200 and the same message, and says what it may still send', async () => {
  const { scene, ask, chat } = await start(['see', 'send'])
  const first = await ask('POST', '/v1/messages', text())
  expect(first).toMatchObject({
    status: 202,
    headers: { 'ratelimit-policy': '"minute";q=20;w=60, "hour";q=200;w=3600, "day";q=1000;w=86400' },
    body: {
      cancelled: false,
      message: {
        text: 'Yes',
        direction: 'outgoing',
        status: { kind: 'queued' },
        program: { name: 'Orders', how: 'sent' },
      },
    },
  })
  expect(first.headers['ratelimit']).toContain('"minute";r=19')
  const again = await ask('POST', '/v1/messages', text())
  const id = String((first.body['message'] as { id: string }).id)
  expect(again).toMatchObject({ status: 200, body: { message: { id } } })
  // Some clients have a header for it.
  const { sendId, ...rest } = text()
  for (const header of [sendId, `"${sendId}"`])
    expect(await ask('POST', '/v1/messages', rest, { 'idempotency-key': header })).toMatchObject({ status: 200 })
  expect(await ask('POST', '/v1/messages', text({ text: 'No' }))).toMatchObject({
    status: 422,
    body: { code: 'sendIdReused' },
  })
  expect((await ask('GET', '/v1/sends/order-17-ready')).body).toMatchObject({ cancelled: false, message: { id } })
  // The window says who wrote it, and the customer still waits for a person.
  const { rows } = await scene.app.call('messages.window', { chat, anchor: { kind: 'newest' }, before: 10, after: 0 })
  expect(rows.at(-1)).toMatchObject({ program: { how: 'sent', name: 'Orders' } })
  expect(await scene.app.call('chats.details', { chat })).toMatchObject({
    waitingSince: expect.any(Number) as number,
    unread: 1,
  })
  expect(await ask('POST', `/v1/messages/${id}/cancel`)).toMatchObject({ status: 200 })
  expect((await ask('GET', '/v1/sends/order-17-ready')).body).toMatchObject({ cancelled: true, message: null })
  expect((await ask('POST', '/v1/messages', text())).body).toMatchObject({ cancelled: true })
})

test('bad sends are refused with a code each, and nothing is sent', async () => {
  const { scene, ask, chat } = await start(['see', 'send'])
  await scene.receive('hello', boris)
  await scene.app.untilApplied()
  const other = await scene.add('jsonl', { rights: ['see', 'draft'] })
  expect(await ask('POST', '/v1/messages', { ...text(), text: null })).toMatchObject({ status: 400 })
  const nulls = Object.keys(text()).map((name) => text({ [name]: null }))
  const wrong = [
    ...nulls,
    text({ sendId: 'short' }),
    text({ sendId: 'x'.repeat(65) }),
    text({ sendId: 'with space' }),
    text({ sendId: 'bell\u0007bell' }),
    text({ text: 'clear\u001b[2J' }),
    text({ text: '' }),
    text({ txt: 'x' }),
    [text()],
    'null',
    '"x"',
    '{"a":',
  ]
  for (const body of wrong)
    expect(await ask('POST', '/v1/messages', body), JSON.stringify(body)).toMatchObject({ status: 400 })
  const codes: [object, string][] = [
    [text({ text: ' \n ' }), '422 textBlank'],
    [text({ chatId: '79995556677@c.us' }), '403 chatNotRecent'],
    [text({ instanceId: '1101000099' }), '404 notFound'],
    [text({ quotedServiceId: 'UNKNOWN' }), '422 quoteNotPossible'],
  ]
  for (const [body, code] of codes) {
    const { status, body: problem } = await ask('POST', '/v1/messages', body)
    expect(`${status} ${String(problem['code'])}`).toBe(code)
  }
  const refused = await rawRequest(scene.port, '/v1/messages', {
    method: 'POST',
    headers: { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(text()),
  })
  expect(refused.status).toBe(403)
  expect(await ask('POST', '/v1/messages/1/cancel')).toMatchObject({ status: 404 })
  const large = await ask('POST', '/v1/messages', text({ text: 'x'.repeat(270_000) }))
  expect(large).toMatchObject({ status: 413, body: { code: 'bodyTooLarge' } })
  const { rows } = await scene.app.call('messages.window', { chat, anchor: { kind: 'newest' }, before: 10, after: 0 })
  expect(rows.filter(({ direction }) => direction === 'outgoing')).toEqual([])
})

test('a program writes only within its scope', async () => {
  const { scene, ask } = await start(['see', 'send', 'draft'], { labels: [] })
  for (const [path, body] of [
    ['/v1/messages', text()],
    ['/v1/proposals', text()],
  ] as const)
    expect(await ask('POST', path, body), path).toMatchObject({ status: 404, body: { code: 'notFound' } })
  const chat = `/v1/chats/${idInstance}/${encodeURIComponent(anna)}`
  expect(await ask('PUT', `${chat}/labels/VIP`)).toMatchObject({ status: 404 })
  expect(await ask('POST', `${chat}/notes`, { text: 'x' })).toMatchObject({ status: 404 })
  expect(await scene.app.call('labels.list', {})).toEqual([])
})

test('a person sends a proposal, as it is or edited; its program is told what became of it', async () => {
  const { scene, clock, ask, chat } = await start(['draft'])
  const proposed = await ask('POST', '/v1/proposals', text({ reason: 'The order was packed' }))
  expect(proposed).toMatchObject({ status: 202, body: { state: 'open', text: 'Yes', messageId: null } })
  expect(await ask('POST', '/v1/proposals', text({ reason: 'The order was packed' }))).toMatchObject({
    status: 200,
    body: proposed.body,
  })
  expect(await ask('POST', '/v1/proposals', text())).toMatchObject({ status: 422, body: { code: 'sendIdReused' } })
  expect(await ask('POST', '/v1/messages', text())).toMatchObject({ status: 403 })
  await clock.advance(1000)
  await scene.receive('Hello?', anna)
  await scene.app.untilApplied()
  const { rows, ...sum } = await scene.app.call('proposals.list', toApprove)
  expect(sum).toMatchObject({ total: 1, chats: 1, counts: { proposals: 1 } })
  expect(rows).toMatchObject([
    { chat: { key: chat }, text: 'Yes', programName: 'Orders', hasNewer: true, place: { at: 1, of: 1 } },
  ])
  const proposal = rows[0]?.key
  if (proposal === undefined) throw new Error('no proposal')
  expect(await scene.app.call('proposals.shown', { chat, proposal: null })).toMatchObject({
    shown: {
      proposal: {
        ...{ key: proposal, programName: 'Orders', text: 'Yes', reason: 'The order was packed' },
        ...{ newer: 1, newest: { text: 'Hello?' } },
      },
      previous: null,
      next: null,
    },
  })
  const { message } = await scene.app.call('proposals.approve', { proposal, text: 'Yes, it is' })
  const details = await scene.app.call('messages.details', { message })
  expect(details.message).toMatchObject({
    content: { text: 'Yes, it is' },
    program: { how: 'proposed', name: 'Orders' },
  })
  // Whoever comes second gets a clear answer, and nothing is sent twice.
  await expect(scene.app.call('proposals.approve', { proposal })).rejects.toMatchObject({
    data: { code: 'proposalClosed', details: { state: 'sent' } },
  })
  const after = await ask('GET', `/v1/proposals/${String(proposed.body['id'])}`)
  expect(after.body).toMatchObject({ state: 'sent', edited: true, messageId: String(message) })
  expect(await scene.app.call('proposals.list', toApprove)).toMatchObject({
    ...{ rows: [], total: 0, chats: 0, counts: { proposals: 0 } },
  })
  expect(await scene.app.call('proposals.shown', { chat, proposal })).toEqual({ shown: null, expired: null })
  // A person's answer ends the waiting, whoever proposed it.
  expect((await scene.app.call('chats.details', { chat })).waitingSince).toBeNull()
})

test('proposals are dismissed, withdrawn and expire, and then can not be sent', async () => {
  const { scene, ask } = await start(['draft'])
  const add = async (sendId: string) =>
    Number((await ask('POST', '/v1/proposals', text({ sendId, expiresInHours: 1 }))).body['id'])
  const [dismissed, withdrawn, expired] = [await add('proposal-1'), await add('proposal-2'), await add('proposal-3')]
  type Key = Parameters<typeof scene.app.store.write<'proposals.approve'>>[1]['proposal']
  await scene.app.call('proposals.dismiss', { proposal: dismissed as Key })
  expect(await ask('DELETE', `/v1/proposals/${withdrawn}`)).toMatchObject({ status: 200 })
  const stateOf = async (id: number) => (await ask('GET', `/v1/proposals/${id}`)).body['state']
  // The person can still undo that it was dismissed.
  expect([await stateOf(dismissed), await stateOf(withdrawn), await stateOf(expired)]).toEqual([
    'open',
    'withdrawn',
    'open',
  ])
  for (const [proposal, state] of [
    [dismissed, 'dismissed'],
    [withdrawn, 'withdrawn'],
  ] as const)
    await expect(scene.app.call('proposals.approve', { proposal: proposal as Key })).rejects.toMatchObject({
      data: { code: 'proposalClosed', details: { state } },
    })
  // What a person sent can not be taken back, and the program is not told that it was.
  await scene.app.call('proposals.approve', { proposal: expired as Key })
  expect(await ask('DELETE', `/v1/proposals/${expired}`)).toMatchObject({
    status: 409,
    body: { code: 'proposalClosed' },
  })
  const stranger = await scene.add('jsonl', { rights: ['draft'] })
  const foreign = await rawRequest(scene.port, `/v1/proposals/${expired}`, {
    headers: { authorization: `Bearer ${stranger.key}` },
  })
  expect(foreign.status).toBe(404)
})

test('a chat outside of the scope and one that does not exist get one answer', async () => {
  const { scene, ask } = await start(['send'], { labels: [7 as never] })
  const stranger = '79990009999@c.us'
  for (const chatId of [anna, stranger, '120363000000000000@g.us'])
    expect(await ask('POST', '/v1/messages', text({ chatId })), chatId).toMatchObject({
      status: 404,
      body: { code: 'notFound' },
    })
  const { key } = await scene.add('jsonl', { rights: ['send'] })
  const unknown = await rawRequest(scene.port, '/v1/messages', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(text({ chatId: stranger })),
  })
  expect(JSON.parse(unknown.text)).toMatchObject({ status: 403, code: 'chatNotRecent' })
})

test('a program fills nobody with proposals: beyond 500 that wait it is told so', async () => {
  const { scene, ask } = await start(['draft'])
  const instance = scene.app.firstKey()
  const { rows } = await scene.app.call('programs.list', {})
  const program = rows[0]?.key
  if (program === undefined) throw new Error('no program')
  const one = { program, instance, chatId: anna, text: 'Offer', reason: '', lifetimeMs: 3_600_000 }
  const results = await Promise.all(
    Array.from({ length: 1000 }, (_, count) =>
      scene.app.store.write('proposals.add', { ...one, sendId: `offer-${count}` }),
    ),
  )
  expect(results.filter(({ kind }) => kind === 'proposed')).toHaveLength(500)
  expect(await ask('POST', '/v1/proposals', text())).toMatchObject({ status: 429, body: { code: 'tooManyProposals' } })
  expect((await scene.app.call('proposals.list', toApprove)).total).toBe(500)
})

test('a program sets labels and writes notes with the right to draft', async () => {
  const { scene, ask, chat } = await start(['draft'])
  const path = `/v1/chats/${idInstance}/${encodeURIComponent(anna)}`
  for (let times = 0; times < 2; times++) expect(await ask('PUT', `${path}/labels/VIP`)).toMatchObject({ status: 200 })
  expect(await ask('POST', `${path}/notes`, { text: 'Paid twice' })).toMatchObject({ status: 200 })
  expect(await scene.app.call('labels.list', {})).toMatchObject([{ name: 'VIP', chats: 1 }])
  expect(await scene.app.call('notes.list', { chat })).toMatchObject([{ text: 'Paid twice' }])
  // Names that differ in capitals alone are one label's.
  expect(await ask('PUT', `${path}/labels/vip`)).toMatchObject({ status: 200 })
  expect(await scene.app.call('labels.list', {})).toMatchObject([{ name: 'VIP', chats: 1 }])
  expect(await ask('DELETE', `${path}/labels/vip`)).toMatchObject({ status: 200 })
  expect((await scene.app.call('chats.details', { chat })).labels).toEqual([])
  expect(await ask('POST', `${path}/notes`, { text: ' ' })).toMatchObject({ status: 422, body: { code: 'noteBlank' } })
})

test('a proposal whose time is over can not be sent any more, and the list says so by itself', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock, services: ['programs', 'proposals'] })
  await scene.receive('Is it ready?', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['draft'] })
  const { body } = await ask(scene, key, 'POST', '/v1/proposals', text({ expiresInHours: 1 }))
  const { rows } = await scene.app.call('proposals.list', toApprove)
  const proposal = rows[0]?.key
  if (proposal === undefined) throw new Error('no proposal')
  await scene.app.waitFor('the end is planned', () => clock.pending() > 0)
  const dismissed = await ask(scene, key, 'POST', '/v1/proposals', text({ sendId: 'order-17-late', text: 'No' }))
  const stateOf = async ({ id }: Record<string, unknown>) =>
    (await ask(scene, key, 'GET', `/v1/proposals/${String(id)}`)).body['state']
  const row = (await scene.app.call('proposals.list', toApprove)).rows.find((one) => one.text === 'No')
  if (row === undefined) throw new Error('no proposal')
  await scene.app.call('proposals.dismiss', { proposal: row.key })
  expect(await stateOf(dismissed.body)).toBe('open')
  await scene.app.waitFor('the program is told that it was dismissed', async () => {
    await clock.advance(1000)
    return (await stateOf(dismissed.body)) === 'dismissed'
  })
  for (let minutes = 0; minutes < 61; minutes++) await clock.advance(60_000)
  await scene.app.until('proposals.list', toApprove, ({ total }) => total === 0)
  await expect(scene.app.call('proposals.approve', { proposal })).rejects.toMatchObject({
    data: { code: 'proposalClosed', details: { state: 'expired' } },
  })
  const after = await ask(scene, key, 'GET', `/v1/proposals/${String(body['id'])}`)
  expect(after.body).toMatchObject({ state: 'expired', messageId: null })
  await scene.app.waitFor('the window is told', () =>
    scene.app.events.some((event) => event.type === 'changed' && event.change.kind === 'proposals'),
  )
})

test('a clock that was ahead for a while costs a program none of the messages of the days before', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  await scene.receive('Is it ready?', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'], sendLimits: { minute: 1, hour: 1, day: 1 } })
  const send = (sendId: string) => ask(scene, key, 'POST', '/v1/messages', text({ sendId }))
  const now = clock.now()
  clock.setNow(now + 3 * 86_400_000)
  expect(await send('order-17-ready')).toMatchObject({ status: 202 })
  clock.setNow(now)
  expect(await send('order-18-ready')).toMatchObject({ status: 202 })
  expect(await send('order-19-ready')).toMatchObject({ status: 429 })
})
