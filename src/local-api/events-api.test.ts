import { EventSource } from 'eventsource'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import type { JournalKey } from '../contract/ids.ts'
import { rawRequest, startPrograms, textOf, type ProgramScene } from './testing/program-scene.ts'
import { sized } from '../core/testing/marathon.ts'

interface Line {
  readonly id: string
  readonly position: string
  readonly instanceId: string
  readonly body: object
  readonly gap?: { readonly first: string; readonly last: string; readonly events: number }
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
const keyOf = (line: Line | undefined) => Number(line?.position.split('-')[2]) as JournalKey
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
const read = async (scene: ProgramScene, key: string, query = '') => {
  const { status, text } = await rawRequest(scene.port, `/v1/events${query}`, bearer(key))
  expect(status, text).toBe(200)
  return linesOf(text)
}

test('a script reads on after the position that it names, and without one where it stopped', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('jsonl')
  for (let count = 0; count < 30; count++) await scene.receive(`message ${count}`)
  const first = await read(scene, key, '?limit=20')
  expect(first.map(({ body }) => textOf(body))).toEqual(Array.from({ length: 20 }, (_, n) => `message ${n}`))
  // Nothing was acknowledged, so a reader that died begins again.
  expect(await read(scene, key, '?limit=20')).toEqual(first)
  const asked = performance.now()
  expect(await read(scene, key, '?limit=5')).toEqual(first.slice(0, 5))
  const took = performance.now() - asked
  const { calls } = await scene.app.call('programs.details', { program })
  expect(calls.map(({ events, outcome }) => [events, outcome])).toEqual(
    [5, 20, 20].map((count) => [count, 'delivered']),
  )
  expect(calls[0]?.durationMs).toBeLessThanOrEqual(took)
  const rest = await read(scene, key, `?after=${first.at(-1)?.position}&limit=20`)
  expect(rest.map(({ body }) => textOf(body))).toEqual(Array.from({ length: 10 }, (_, n) => `message ${n + 20}`))
  expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(30)
  expect(await read(scene, key, `?after=${rest.at(-1)?.position}`)).toEqual([])
  const waiting = read(scene, key, '?wait=30')
  await scene.app.until('programs.list', {}, ({ rows }) => rows.some(({ connected }) => connected))
  await scene.receive('at last')
  expect((await waiting).map(({ body }) => textOf(body))).toEqual(['at last'])
  // A reader may go back, under the same ids.
  expect(await read(scene, key, `?after=${first[4]?.position}&limit=2`)).toEqual(first.slice(5, 7))
  // Its cursor stays where it is.
  const backlog = await scene.app.call('programs.list', {})
  await read(scene, key, `?after=${first[0]?.position}&limit=1`)
  expect((await scene.app.call('programs.list', {})).rows[0]?.backlog).toEqual(backlog.rows[0]?.backlog)
})

test('a position of another journal, and one whose events are gone, is refused with the oldest one', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  for (let count = 0; count < 5; count++) await scene.receive(`message ${count}`)
  const [first] = await read(scene, key)
  const refused = async (position: string) => {
    const { status, text, headers } = await rawRequest(scene.port, `/v1/events?after=${position}`, bearer(key))
    expect(headers['content-type']).toBe('application/problem+json')
    return { status, ...(JSON.parse(text) as { code: string; oldest: string }) }
  }
  const epoch = first?.position.slice(0, 4) ?? ''
  expect(await refused('zzzz-0-1')).toMatchObject({ status: 409, code: 'positionOfAnotherEpoch' })
  expect(await refused(`${epoch}-0-999999`)).toMatchObject({ status: 409, code: 'positionOfAnotherEpoch' })
  expect(await refused('nonsense')).toMatchObject({ status: 400 })
  const last = (await read(scene, key)).at(-1)
  expect(await read(scene, key, `?after=${last?.position}`)).toEqual([])
  await scene.app.call('storage.clear', { what: 'journal' })
  await scene.receive('after the clearing')
  const gone = await refused(first?.position ?? '')
  expect(gone).toMatchObject({ status: 410, code: 'positionGone' })
  const next = await read(scene, key, `?after=${gone.oldest}`)
  expect(next.map(({ body }) => textOf(body))).toEqual(['after the clearing'])
})

test('beginning anew elsewhere wins over every position that was given out before it', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('jsonl')
  const begun = Date.now() - 60_000
  for (const text of ['one', 'two', 'three']) await scene.receive(text)
  const textsAfter = async (position: string | undefined) =>
    (await read(scene, key, `?after=${position}`)).map(({ body }) => textOf(body))
  const [, second, third] = await read(scene, key)
  expect(await textsAfter(third?.position)).toEqual([])
  await scene.app.call('programs.replayFrom', { program, from: begun })
  expect(await textsAfter(third?.position)).toEqual(['one', 'two', 'three'])
  // It acknowledged nothing, and says where reading goes on.
  const acknowledge = await rawRequest(scene.port, '/v1/events/ack', {
    method: 'POST',
    headers: { ...bearer(key).headers, 'content-type': 'application/json' },
    body: JSON.stringify({ position: third?.position }),
  })
  const { position } = JSON.parse(acknowledge.text) as { position: string }
  expect(position).not.toBe(third?.position)
  expect(await textsAfter(position)).toEqual(['one', 'two', 'three'])
  await scene.app.call('programs.skipToNow', { program })
  expect(await textsAfter(second?.position)).toEqual([])
  await scene.receive('four')
  expect(await textsAfter(second?.position)).toEqual(['four'])
})

test("another program's position moves its cursor no more than this one's, and after another beginning nothing", async () => {
  const scene = await startPrograms()
  const begun = Date.now() - 60_000
  const own = await scene.add('jsonl')
  const other = await scene.add('jsonl')
  for (const text of ['one', 'two']) await scene.receive(text)
  const unread = async () =>
    (await scene.app.call('programs.list', {})).rows.map(({ key, backlog }) => [key, backlog.events] as const)
  const [first] = await read(scene, other.key)
  await read(scene, own.key, `?after=${first?.position}`)
  expect(new Map(await unread())).toEqual(
    new Map([
      [own.program, 1],
      [other.program, 2],
    ]),
  )
  await scene.app.call('programs.replayFrom', { program: other.program, from: begun })
  const [, second] = await read(scene, other.key)
  await read(scene, own.key, `?after=${second?.position}`)
  expect(new Map(await unread()).get(own.program)).toBe(1)
})

test('an open stream begins anew where a person says', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('stream')
  for (const text of ['one', 'two']) await scene.receive(text)
  const begun = Date.now() - 60_000
  const reading = readStream(scene, key, 4, async (count) => {
    if (count === 2) await scene.app.call('programs.replayFrom', { program, from: begun })
  })
  expect((await reading).map(({ body }) => textOf(body))).toEqual(['one', 'two', 'one', 'two'])
})

test('a stream that begins anew tells the gaps anew', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('stream')
  for (const text of ['one', 'two', 'three']) await scene.receive(text)
  const begun = Date.now() - 60_000
  const discarded = await scene.app.store.read('programs.feed', {
    ...{ program, after: null, instance: null, limit: 2, maxBytes: 1_000_000 },
  })
  await scene.app.store.write('journal.discard', { events: discarded.events.slice(1).map((event) => event.key) })
  const reading = readStream(scene, key, 5, async (count) => {
    if (count === 3) await scene.app.call('programs.replayFrom', { program, from: begun })
  })
  const seen = (await reading).map(({ gap, body }) => gap?.events ?? textOf(body))
  expect(seen).toEqual(['one', 1, 'three', 'one', 1])
})

test("a gap's line acknowledges no event before it, and what leaves in pieces is counted once", async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('jsonl', {
    scope: { instances: null, kinds: null, labels: null, groups: false },
  })
  const at = { program, instance: null, maxBytes: 1_000_000 }
  for (const text of ['one', 'two', 'three', 'four']) await scene.receive(text)
  const [one, two] = await read(scene, key)
  await scene.app.store.write('journal.discard', { events: [keyOf(one)] })
  expect((await read(scene, key))[0]?.gap?.events).toBe(1)
  await read(scene, key, `?after=${one?.position}`)
  await scene.app.store.write('journal.discard', { events: [keyOf(two)] })
  expect((await read(scene, key))[0]?.gap?.events).toBe(1)
  // A page that ends before the gap does not name it: what lies between is unread.
  const [, three, four] = await read(scene, key)
  await scene.app.store.write('journal.discard', { events: [keyOf(four)] })
  const page = await scene.app.store.read('programs.feed', { ...at, after: { key: keyOf(two), round: 0 }, limit: 1 })
  expect(page).toMatchObject({ more: false, gaps: [{ first: keyOf(four) }] })
  await scene.receive('five')
  const first = await scene.app.store.read('programs.feed', { ...at, after: { key: keyOf(two), round: 0 }, limit: 1 })
  expect(first).toMatchObject({ more: true, events: [{ key: keyOf(three) }], gaps: [] })
})

test('who asks for headers alone is refused, holds no connection open and acknowledges nothing', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  await scene.receive('unread')
  const [unread] = await read(scene, key)
  for (const path of ['/v1/events/stream', `/v1/events?after=${unread?.position}`]) {
    const { status, headers, text } = await rawRequest(scene.port, path, { method: 'HEAD', ...bearer(key) })
    expect({ status, allow: headers['allow'], text }).toEqual({ status: 405, allow: 'GET', text: '' })
  }
  expect(await read(scene, key)).toEqual([unread])
})

test('events that leave the journal unread are named, not skipped', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('jsonl')
  for (let count = 0; count < 12; count++) await scene.receive(`message ${count}`)
  const [second] = (await read(scene, key, '?limit=2')).slice(1)
  await read(scene, key, `?after=${second?.position}&limit=1`)
  expect(await scene.app.call('programs.unread', { instance: scene.app.firstKey() })).toMatchObject([{ events: 10 }])
  await scene.app.call('storage.clear', { what: 'journal' })
  await scene.receive('after the clearing')
  const lines = await read(scene, key)
  expect(lines[0]?.gap?.events).toBe(10)
  expect(textOf(lines[1]?.body ?? {})).toBe('after the clearing')
  // Read on after the gap alone: it is told once.
  const rest = await read(scene, key, `?after=${lines[0]?.position}`)
  expect(rest.map(({ body }) => textOf(body))).toEqual(['after the clearing'])
  const { gaps } = await scene.app.call('programs.details', { program })
  expect(gaps).toMatchObject([{ events: 10 }])
})

test('a program whose events go to its address can not take them from there by reading', async () => {
  const scene = await startPrograms()
  const webhook = { url: 'http://127.0.0.1:9/hook', allowPrivate: false, inFlight: 1, timeoutMs: 5000 }
  const { key, program } = await scene.add('webhook', { webhook, purpose: 'webhook', rights: ['see', 'draft'] })
  await scene.app.call('programs.pause', { program })
  await scene.receive('one')
  for (const path of ['/v1/events', '/v1/events/stream'])
    expect((await rawRequest(scene.port, path, bearer(key))).text).toContain('wrongProtocol')
})

test('a quiet stream is kept open by comments, also while others get events', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  const { key } = await scene.add('stream', {
    scope: { instances: null, kinds: ['stateInstanceChanged'], labels: null, groups: true },
  })
  const drop = new AbortController()
  const response = await fetch(`${scene.base}/v1/events/stream`, { ...bearer(key), signal: drop.signal })
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk)
    }
  })().catch(() => undefined)
  for (const comments of [1, 2]) {
    for (let seconds = 0; seconds < 15; seconds += 5) {
      await clock.advance(5000)
      await scene.receive('for others')
    }
    // The next one is due 15 s after this one was written, however late a busy machine writes it.
    await scene.app.waitFor('a comment', () => text.split(': still here').length === comments + 1)
  }
  drop.abort()
  await reading
  expect(text).not.toContain('data:')
})

/** Reads a stream of server-sent events until it has so many, then drops the connection. */
async function readStream(
  scene: ProgramScene,
  key: string,
  most: number,
  onCount: (count: number) => Promise<void> = async () => undefined,
) {
  const drop = new AbortController()
  const response = await fetch(`${scene.base}/v1/events/stream`, {
    headers: { authorization: `Bearer ${key}` },
    signal: drop.signal,
  })
  const events: Line[] = []
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        text = text.slice(end + 2)
        if (data === undefined) continue
        events.push(JSON.parse(data) as Line)
        await onCount(events.length)
        if (events.length >= most) return events
      }
    }
  } finally {
    drop.abort()
  }
  return events
}

/** A way that breaks off each stream after one to three events; the client comes back at once instead of after 3 s. */
const breakingOff = (key: string, counts: { drops: number }): typeof fetch => {
  return async (url, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), authorization: `Bearer ${key}` }
    const response = await fetch(url, { ...init, headers })
    const decoder = new TextDecoder()
    let left = 1 + (counts.drops % 3)
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (const event of decoder.decode(chunk, { stream: true }).split(/(?<=\n\n)/)) {
          if (left === 0) break
          controller.enqueue(new TextEncoder().encode(event.replace('retry: 3000', 'retry: 1')))
          left -= event.includes('data: ') ? 1 : 0
        }
        if (left > 0) return
        counts.drops += 1
        controller.terminate()
      },
    })
    return new Response(response.body?.pipeThrough(cut) ?? null, { status: response.status, headers: response.headers })
  }
}

test('the usual client of server-sent events resumes over drop after drop, nothing lost and in order', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('stream')
  const drops = sized(40, 200)
  const total = 2 * drops + 2
  for (let count = 0; count < total; count++) await scene.receive(`message ${count}`)
  const counts = { drops: 0 }
  const seen: (string | undefined)[] = []
  const source = new EventSource(`${scene.base}/v1/events/stream`, { fetch: breakingOff(key, counts) as never })
  onTestFinished(() => source.close())
  await new Promise<void>((resolve) => {
    source.addEventListener('message', ({ data }) => {
      seen.push(textOf((JSON.parse(data as string) as Line).body))
      if (seen.length === total) resolve()
    })
  })
  expect(seen).toEqual(Array.from({ length: total }, (_, n) => `message ${n}`))
  expect(counts.drops).toBeGreaterThanOrEqual(drops)
})

test('a reader that never acknowledges begins again, unless what is written counts as read', async () => {
  const scene = await startPrograms()
  const careful = await scene.add('stream')
  const careless = await scene.add('stream', { readWhenWritten: true })
  await scene.receive('one')
  for (const { key } of [careful, careless]) expect(await readStream(scene, key, 1)).toHaveLength(1)
  await scene.app.until('programs.list', {}, ({ rows }) => rows.some(({ backlog }) => backlog.events === 0))
  // What is written before the drop is noticed counts as read too.
  await scene.app.until('programs.list', {}, ({ rows }) => rows.every(({ connected }) => !connected))
  await scene.receive('two')
  const texts = async (key: string, most: number) =>
    (await readStream(scene, key, most)).map(({ body }) => textOf(body))
  expect(await texts(careful.key, 2)).toEqual(['one', 'two'])
  expect(await texts(careless.key, 1)).toEqual(['two'])
})

test('a line break between the tokens of a body becomes a space, and nothing else changes', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl')
  const body = '{"typeWebhook":"stateInstanceChanged",\n\r\n "x":1.0,"idMessage":176755410848212345,"text":"a\\nb"}'
  await scene.receiveRaw(body)
  const { text } = await rawRequest(scene.port, '/v1/events', bearer(key))
  expect(text).toContain(`"body":${body.replace('\n\r\n', ' ')}}\n`)
})

test('a stream leaves no timer behind for what it has written', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  const { key } = await scene.add('stream')
  let events = 0
  const source = new EventSource(`${scene.base}/v1/events/stream`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...bearer(key).headers } }),
  })
  onTestFinished(() => source.close())
  source.addEventListener('message', () => (events += 1))
  const take = async (count: number) => {
    for (const until = events + count; events < until;) {
      const before = events
      await scene.receive(`message ${before}`)
      await scene.app.waitFor('it comes', () => events > before)
    }
  }
  await take(3)
  const timers = clock.pending()
  await take(20)
  expect(clock.pending()).toBeLessThan(timers + 10)
})
