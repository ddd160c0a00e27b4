import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import type { JournalKey, ProgramKey } from '../contract/ids.ts'
import type { Output } from '../contract/index.ts'
import type { WebhookSettings } from '../contract/programs.ts'
import { startPrograms, startReceiver, textOf, type ProgramScene, type Receiver } from './testing/program-scene.ts'

const minuteMs = 60_000
type ChatBody = Parameters<typeof textOf>[0] & { readonly senderData: { readonly chatId: string } }
const settings = (receiver: Receiver, more: Partial<WebhookSettings> = {}): WebhookSettings => ({
  url: receiver.url,
  allowPrivate: false,
  inFlight: 1,
  timeoutMs: 30_000,
  ...more,
})
const addWebhook = (scene: ProgramScene, receiver: Receiver, more: Partial<WebhookSettings> = {}, authorization = '') =>
  scene.add('webhook', { webhook: settings(receiver, more), purpose: 'webhook', authorization })
const texts = (receiver: Receiver) => receiver.requests.map(({ body }) => textOf(JSON.parse(body) as object))
const until = (scene: ProgramScene, receiver: Receiver, count: number) =>
  scene.app.waitFor(`${count} requests`, () => receiver.requests.length >= count)
const upToDate = (scene: ProgramScene) =>
  scene.app.waitFor('everything delivered', async () => {
    const { rows } = await scene.app.call('programs.list', {})
    return rows.every(({ backlog, deadLetters }) => backlog.events + deadLetters === 0)
  })
/** Progress is announced by core's clock, which these tests hold: so they ask until the answer fits. */
const untilList = (scene: ProgramScene, fits: (found: Output<'programs.list'>) => boolean) =>
  scene.app.waitFor('the list of programs', async () => {
    const found = await scene.app.call('programs.list', {})
    return fits(found) ? found : null
  })
const untilDetails = (scene: ProgramScene, program: ProgramKey, fits: (found: Output<'programs.details'>) => boolean) =>
  scene.app.waitFor('the details of a program', async () => {
    const found = await scene.app.call('programs.details', { program })
    return fits(found) ? found : null
  })
/** Throws where the library that receivers use refuses a request. */
const verify = (secret: string, headers: Receiver['requests'][number]['headers'], body: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
/** A clock that the test moves, at the present. */
const manual = () => createManualClock(Date.now())

test('each event is posted as it came, signed, under an id that is the same at every try', async () => {
  const receiver = await startReceiver()
  receiver.answer = (_body, count) => (count === 1 ? 500 : 204)
  const clock = manual()
  const scene = await startPrograms({ clock })
  const { secret } = await addWebhook(scene, receiver, {}, 'Bearer of-the-receiver')
  const body = '{"typeWebhook":"stateInstanceChanged", "x":1.0,"idMessage":176755410848212345,"text":"\\u00e9"}'
  await scene.receiveRaw(body)
  await until(scene, receiver, 1)
  await scene.app.waitFor('a retry', async () => {
    await clock.advance(1000)
    return receiver.requests.length === 2
  })
  expect(receiver.requests.map((request) => request.body)).toEqual([body, body])
  const [first, second] = receiver.requests
  expect(first?.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(first?.headers['authorization']).toBe('Bearer of-the-receiver')
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
  expect(first?.headers['webhook-id']).toMatch(/^1101000001-[0-9a-f]{4}-1$/)
  for (const { headers } of receiver.requests) verify(secret, headers, body)
  expect(() => verify(secret, first?.headers ?? {}, `${body} `)).toThrow('No matching signature')
  await upToDate(scene)
})

test('events of one chat go one after another, and other chats do not wait for them', async () => {
  const receiver = await startReceiver()
  const scene = await startPrograms()
  await addWebhook(scene, receiver, { inFlight: 8 })
  const sent = Array.from({ length: 24 }, (_, count) => ({
    chat: `7999000${1000 + (count % 6)}@c.us`,
    text: String(count),
  }))
  for (const { chat, text } of sent) await scene.receive(text, chat)
  await upToDate(scene)
  const got = receiver.requests.map(({ body }) => JSON.parse(body) as ChatBody)
  for (const chat of new Set(sent.map((one) => one.chat))) {
    expect(got.filter(({ senderData }) => senderData.chatId === chat).map(textOf)).toEqual(
      sent.filter((one) => one.chat === chat).map(({ text }) => text),
    )
  }
  expect(got).toHaveLength(24)
})

test('an event that the endpoint refuses becomes a dead letter as soon as another one succeeds, and can be replayed', async () => {
  const receiver = await startReceiver()
  let isMended = false
  receiver.answer = (body) => (body.includes('poison') && !isMended ? 422 : 200)
  const clock = manual()
  const scene = await startPrograms({ clock })
  const { program } = await addWebhook(scene, receiver)
  await scene.receive('poison', '79990001@c.us')
  await scene.receive('behind it', '79990001@c.us')
  await scene.receive('another chat', '79990002@c.us')
  await until(scene, receiver, 3)
  expect(texts(receiver)).toEqual(['poison', 'another chat', 'behind it'])
  const details = await untilDetails(scene, program, ({ deadLetterRows }) => deadLetterRows.length === 1)
  expect(details.deadLetterRows).toMatchObject([{ tries: 1, trouble: { status: 422, text: 'so it is' } }])
  expect(details.state).toBe('active')
  isMended = true
  await scene.app.call('programs.replayDeadLetters', { program, events: [...details.deadLetterEvents] })
  await until(scene, receiver, 4)
  expect(texts(receiver)[3]).toBe('poison')
  expect(receiver.requests.map(({ headers }) => headers['webhook-replay'])).toEqual([
    undefined,
    undefined,
    undefined,
    '1',
  ])
  expect(receiver.requests[3]?.headers['webhook-id']).toBe(receiver.requests[0]?.headers['webhook-id'])
  await upToDate(scene)

  // A person sends one that was delivered once more, and none that the program is not given.
  const { rows } = await scene.app.call('journal.list', {
    ...{ scope: null, kinds: [], exceptKinds: false, from: null, to: null, states: [], chats: [], text: '' },
    ...{ before: null, upTo: null, limit: 10 },
  })
  const event = rows.find(({ summary }) => summary.includes('another chat'))?.key as JournalKey
  expect(await scene.app.call('programs.sendAgain', { program, event })).toEqual({ queued: true })
  // Replayed events go out one after another.
  await clock.advance(1000)
  await until(scene, receiver, 5)
  expect(texts(receiver)[4]).toBe('another chat')
  expect(receiver.requests[4]?.headers['webhook-id']).toBe(receiver.requests[1]?.headers['webhook-id'])
  await upToDate(scene)
  const gone = 1_000_000 as JournalKey
  expect(await scene.app.call('programs.sendAgain', { program, event: gone })).toEqual({ queued: false })
})

test('an endpoint that was away costs no event, and goes on in order, also where the clock is set back meanwhile', async () => {
  const receiver = await startReceiver()
  let isAway = true
  receiver.answer = () => (isAway ? 503 : 200)
  const clock = manual()
  const scene = await startPrograms({ clock })
  const { program } = await addWebhook(scene, receiver)
  for (let count = 0; count < 12; count++) await scene.receive(String(count), `7999000${1000 + (count % 4)}@c.us`)
  await until(scene, receiver, 3)
  const failing = await untilList(scene, ({ rows }) => rows[0]?.state === 'failing')
  expect(failing.rows[0]).toMatchObject({
    trouble: { kind: 'status', status: 503 },
    lastContactAt: null,
    deadLetters: 0,
  })
  isAway = false
  // Probes and retries wait by another clock than the one that a person sets.
  clock.setNow(clock.now() - 300 * minuteMs)
  const before = receiver.requests.length
  await clock.advance(6 * minuteMs)
  await upToDate(scene)
  const after = receiver.requests.slice(before).map(({ body }) => JSON.parse(body) as ChatBody)
  expect(after).toHaveLength(12)
  for (let chat = 0; chat < 4; chat++) {
    const own = after.filter(({ senderData }) => senderData.chatId === `7999000${1000 + chat}@c.us`).map(textOf)
    expect(own).toEqual(Array.from({ length: 3 }, (_, n) => String(n * 4 + chat)))
  }
  const { deadLetters } = await scene.app.call('programs.details', { program })
  expect(deadLetters).toBe(0)
})

test('410 stops the program until a person resumes it, and nothing is lost', async () => {
  const receiver = await startReceiver()
  let status = 410
  receiver.answer = () => status
  const scene = await startPrograms()
  const { program } = await addWebhook(scene, receiver)
  await scene.receive('one')
  await scene.receive('two', '79990002@c.us')
  const { rows } = await untilList(scene, (found) => found.rows[0]?.state === 'stopped')
  expect(rows[0]?.trouble).toMatchObject({ status: 410 })
  expect(receiver.requests).toHaveLength(1)
  status = 200
  await scene.app.call('programs.resume', { program })
  await upToDate(scene)
  expect(texts(receiver)).toEqual(['one', 'one', 'two'])
})

test('Retry-After is kept to, up to an hour, and a paused program gets nothing', async () => {
  const receiver = await startReceiver()
  receiver.answer = (_body, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '600' } } : 200)
  const clock = manual()
  const scene = await startPrograms({ clock })
  const { program } = await addWebhook(scene, receiver)
  await scene.receive('one')
  await untilList(scene, ({ rows }) => rows[0]?.trouble?.status === 429)
  await clock.advance(9 * minuteMs)
  await scene.receive('meanwhile', '79990002@c.us')
  await until(scene, receiver, 2)
  expect(texts(receiver)[1]).toBe('meanwhile')
  await scene.app.call('programs.pause', { program })
  await clock.advance(10 * minuteMs)
  const event = (await scene.receive('while paused', '79990003@c.us')) as JournalKey
  await untilList(scene, ({ rows }) => rows[0]?.backlog.events === 2)
  expect(receiver.requests).toHaveLength(2)
  // It comes in its turn, so it does not go out besides.
  expect(await scene.app.call('programs.sendAgain', { program, event })).toEqual({ queued: true })
  const { retries } = await scene.app.store.read('programs.delivery', { program, instances: null })
  expect(retries.map(({ key }) => key)).not.toContain(event)
  await scene.app.call('programs.resume', { program })
  await upToDate(scene)
  expect(texts(receiver).slice(2).toSorted()).toEqual(['one', 'while paused'])
})

test('a program with an address that is refused is not added', async () => {
  const scene = await startPrograms()
  const webhook = { url: 'http://shop.example/hook', allowPrivate: false, inFlight: 1, timeoutMs: 5000 }
  await expect(scene.add('webhook', { webhook, purpose: 'webhook' })).rejects.toThrow('webhookAddress')
  expect((await scene.app.call('programs.list', {})).rows).toEqual([])
})

test('a redirect is not followed', async () => {
  const target = await startReceiver()
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 307, headers: { location: target.url } })
  const scene = await startPrograms()
  const { program } = await addWebhook(scene, receiver)
  await scene.receive('one')
  const found = await untilDetails(scene, program, ({ trouble }) => trouble !== null)
  expect(found.trouble).toMatchObject({ kind: 'redirect', status: 307 })
  expect(target.requests).toEqual([])
})

test('a test event is marked, signed, and counts for nothing', async () => {
  const receiver = await startReceiver()
  const scene = await startPrograms()
  const { program } = await addWebhook(scene, receiver)
  const call = await scene.app.call('programs.sendTest', { program })
  expect(call).toMatchObject({ outcome: 'delivered', attempt: 0, event: null })
  expect(receiver.requests[0]?.headers['webhook-id']).toMatch(/^test-/)
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ typeWebhook: 'switchboardTest' })
  expect((await scene.app.call('programs.details', { program })).deliveredLastHour).toBe(0)
})

test('an old secret signs beside the new one for a day', async () => {
  const receiver = await startReceiver()
  const clock = manual()
  const scene = await startPrograms({ clock })
  const { program, secret: old } = await addWebhook(scene, receiver)
  const { secret } = await scene.app.call('programs.renewSecret', { program })
  await scene.app.call('programs.sendTest', { program })
  for (const known of [old, secret])
    verify(known, receiver.requests[0]?.headers ?? {}, receiver.requests[0]?.body ?? '')
  await clock.advance(25 * 60 * minuteMs)
  await scene.app.call('programs.sendTest', { program })
  const signatures = receiver.requests.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
  expect(signatures).toEqual([2, 1])
})

test('no secret is in a list, the details or the store', async () => {
  const receiver = await startReceiver()
  const scene = await startPrograms()
  const { program, secret } = await addWebhook(scene, receiver, {}, 'Bearer of-the-receiver')
  const shown = JSON.stringify([
    await scene.app.call('programs.list', {}),
    await scene.app.call('programs.details', { program }),
    await scene.app.store.read('programs.all', undefined),
  ])
  expect(shown).not.toContain(secret.slice(6))
  expect(shown).not.toContain('of-the-receiver')
})

test('an event that comes while the one before is on its way goes out at once', async () => {
  const receiver = await startReceiver()
  // Core's clock stands still: what waits for a timer never comes.
  const scene = await startPrograms({ clock: manual() })
  await addWebhook(scene, receiver)
  for (let count = 0; count < 20; count++) await scene.receive(String(count), `7999000${1000 + (count % 5)}@c.us`)
  await until(scene, receiver, 20)
  expect(new Set(texts(receiver)).size).toBe(20)
})

test('a narrowed scope holds for what is retried and for dead letters, and a cleared one is counted as a gap', async () => {
  const receiver = await startReceiver()
  receiver.answer = (body) => (body.includes('poison') ? 422 : 200)
  const clock = manual()
  const scene = await startPrograms({ clock })
  const { program } = await addWebhook(scene, receiver)
  await scene.receive('poison one', '79990001@c.us')
  await scene.receive('good', '79990002@c.us')
  const [letter] = (await untilDetails(scene, program, ({ deadLetters }) => deadLetters === 1)).deadLetterRows
  await scene.receive('poison two', '79990003@c.us')
  await until(scene, receiver, 3)
  const events = letter === undefined ? [] : [letter.event]
  const everything = { instances: null, kinds: null, labels: null, groups: true }
  await scene.app.call('programs.change', { program, scope: { ...everything, kinds: ['stateInstanceChanged'] } })
  expect(await scene.app.call('programs.details', { program })).toMatchObject({ deadLetters: 0, deadLetterRows: [] })
  await expect(scene.app.call('programs.replayDeadLetters', { program, events })).rejects.toThrow('notFound')
  await clock.advance(minuteMs)
  // What the scope leaves goes out after the retries that are due.
  await scene.receiveRaw('{"typeWebhook":"stateInstanceChanged","stateInstance":"authorized","timestamp":1795176000}')
  await until(scene, receiver, 4)
  expect(receiver.requests.filter(({ body }) => body.includes('poison two'))).toHaveLength(1)
  await scene.app.call('programs.change', { program, scope: everything })
  expect((await scene.app.call('programs.details', { program })).deadLetters).toBe(1)
  // Clearing the journal takes the dead letter with it, which the program is told, and the window.
  await scene.app.call('storage.clear', { what: 'journal' })
  const cleared = await scene.app.call('programs.details', { program })
  expect(cleared.deadLetterRows).toEqual([])
  expect(cleared.gaps.map(({ first }) => first)).toContain(letter?.event)
  await expect(scene.app.call('programs.replayDeadLetters', { program, events })).rejects.toThrow('notFound')
})

test('events go on being signed by the new secret after it was renewed between two of them', async () => {
  const receiver = await startReceiver()
  const scene = await startPrograms()
  const { program, secret: old } = await addWebhook(scene, receiver)
  await scene.receive('before')
  await until(scene, receiver, 1)
  const { secret } = await scene.app.call('programs.renewSecret', { program })
  await scene.receive('after')
  await until(scene, receiver, 2)
  const { headers = {}, body = '' } = receiver.requests[1] ?? {}
  for (const known of [old, secret]) expect(() => verify(known, headers, body)).not.toThrow()
})

test('where an endpoint answers with what it got, nobody is shown the Authorization', async () => {
  const receiver = await startReceiver()
  receiver.answer = () => {
    const { authorization = '', ...headers } = receiver.requests.at(-1)?.headers ?? {}
    return { status: 500, headers: {}, text: JSON.stringify({ headers, key: authorization.split(' ')[1] }) }
  }
  const scene = await startPrograms()
  const { program } = await addWebhook(scene, receiver, {}, 'Bearer of-the-receiver')
  await scene.receive('Hello')
  const details = await untilDetails(scene, program, ({ trouble }) => trouble !== null)
  expect(details.trouble?.text).toContain('webhook-signature')
  expect(JSON.stringify(details)).not.toContain('of-the-receiver')
})

test('an Authorization goes to the address that it was entered for, and goes along where the address alone changes', async () => {
  const [before, after] = [await startReceiver(), await startReceiver()]
  const scene = await startPrograms()
  const { program } = await addWebhook(scene, before, {}, 'Bearer of-before')
  const change = (to: Receiver, authorization?: string) =>
    scene.app.call('programs.change', { program, webhook: settings(to), authorization })
  const sentTo = ({ requests }: Receiver) => requests.map(({ headers }) => headers['authorization'])
  await scene.receive('one')
  await until(scene, before, 1)
  await change(after, 'Bearer of-after')
  await scene.receive('two')
  await until(scene, after, 1)
  await change(before)
  await scene.receive('three')
  await until(scene, before, 2)
  await change(before, '')
  await scene.receive('four')
  await until(scene, before, 3)
  expect(sentTo(before)).toEqual(['Bearer of-before', 'Bearer of-after', undefined])
  expect(sentTo(after)).toEqual(['Bearer of-after'])
})
