import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { applyDelta, cutAnswer, deltaText, joinAnswer, type Delta } from './delta.ts'
import { decodeClientMessage } from './protocol.ts'
import { serve, type PipeHost } from './server.ts'
import { createMemoryLink } from './testing/memory-link.ts'

const crossed = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** What a client that has `base` makes of the delta to `answer`. */
function viaDelta<Answer>(base: Answer, answer: unknown): Answer | undefined {
  const [from, to] = [cutAnswer(base), cutAnswer(answer)]
  const text = from && to && deltaText(from, to)
  return text === undefined ? undefined : (applyDelta(base, JSON.parse(text) as Delta) as Answer)
}

const row = fc.oneof(
  fc.record({ key: fc.nat(3), text: fc.constantFrom('a', 'b') }, { requiredKeys: ['key'] }),
  fc.constantFrom(null, 1, 'a'),
)
const rows = fc.array(row, { maxLength: 8 })
const scalar = fc.oneof(fc.constantFrom(undefined, null, 0, 'a'), fc.record({ unread: fc.nat(2) }))
const page = fc.dictionary(fc.constantFrom('rows', 'total', '__proto__', '', '"'), fc.oneof(rows, scalar))

describe('a delta', () => {
  test('makes every answer of every other one', () => {
    for (const answers of [page, rows])
      fc.assert(
        fc.property(answers, answers, (base, answer) => {
          const pieces = cutAnswer(answer)
          expect(pieces && JSON.parse(joinAnswer(pieces))).toEqual(crossed(answer))
          expect(viaDelta(crossed(base), answer)).toEqual(crossed(answer))
        }),
      )
  })

  test('keeps the objects of what did not change', () => {
    const base = { rows: [{ key: 1 }, { key: 2 }, { key: 3 }], counts: { unread: 2 } }
    expect(viaDelta(base, crossed(base))).toBe(base)
    const moved = viaDelta(base, { ...base, rows: [{ key: 3 }, { key: 1 }, { key: 4 }] })
    expect(moved?.rows[0]).toBe(base.rows[2])
    expect(moved?.rows[1]).toBe(base.rows[0])
    expect(moved?.counts).toBe(base.counts)
  })

  test('is none between a list and an object, and of a value without properties', () => {
    expect(viaDelta([], {})).toBeUndefined()
    for (const value of [null, undefined, 1, 'text', new Date(0)]) expect(cutAnswer(value)).toBeUndefined()
  })
})

/** A desk whose list of chats the test changes, and a window of it; `texts` are what came to the window. */
function openWindow(desk: { rows: readonly object[] }) {
  const host: PipeHost = {
    find: (name) => ({
      isQuery: name === 'chats.list',
      input: { safeParse: (data) => ({ success: true, data }) },
      run: async () => desk,
    }),
    subscribe: () => () => undefined,
    onFault({ kind }) {
      throw new Error(kind)
    },
  }
  const texts: string[] = []
  const link = createMemoryLink((end) => {
    serve({ ...end, send: (text) => (texts.push(text), end.send(text)) }, host)
  })
  link.connect()
  const call = createClient(link.client).call as (name: string, input: object) => Promise<unknown>
  return { texts, link, read: (name = 'chats.list', input: object = {}) => call(name, input) }
}

const chats = (count: number, text = 'Good day'): readonly object[] =>
  Array.from({ length: count }, (_, key) => ({ key, text, preview: { at: key } }))

describe('a read that is repeated', () => {
  test.for([10, 1000])('costs one row where one of %i rows changed', async (count) => {
    const desk = { rows: chats(count) }
    const { read, texts } = openWindow(desk)
    await read()
    desk.rows = [{ key: count, text: 'New' }, ...desk.rows]
    expect(await read()).toEqual(desk)
    expect(texts.at(-1)?.length).toBeLessThan(140)
  })

  test('is whole again for a page that was reloaded, and after the connection broke', async () => {
    const desk = { rows: chats(10) }
    const { read, link, texts } = openWindow(desk)
    await read()
    link.disconnect()
    link.connect()
    desk.rows = [{ key: 'new' }, ...desk.rows]
    expect(await read()).toEqual(desk)
    expect(texts.at(-1)).toContain('"kind":"reply"')
    // A page that was reloaded begins again on the same connection, and its calls have the numbers of earlier ones.
    link.client.send('{"kind":"hello"}')
    link.client.send('{"kind":"call","id":2,"name":"chats.list","input":{},"base":1}')
    await expect.poll(() => texts.at(-1)).toContain('"kind":"reply","id":2')
  })

  test('is right where its calls overlap, and beside other reads', async () => {
    const desk = { rows: chats(5) }
    const { read } = openWindow(desk)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 3 }), fc.nat(6)), { maxLength: 12 }),
        async (steps) => {
          for (const [input, times, count] of steps) {
            desk.rows = chats(count, String(input))
            const answers = await Promise.all(Array.from({ length: times }, () => read('chats.list', { input })))
            expect(answers).toEqual(answers.map(() => desk))
          }
        },
      ),
    )
  })

  test('is whole where the host has let its base go, and the bases of a connection have a bound', async () => {
    const desk = { rows: chats(12_000) }
    const { read, texts } = openWindow(desk)
    for (const input of [1, 2, 3, 4]) await read('chats.list', { input })
    desk.rows = [...desk.rows, { key: 'new' }]
    expect(await read('chats.list', { input: 1 })).toEqual(desk)
    expect(texts.at(-1)).toContain('"kind":"reply"')
    expect(await read('chats.list', { input: 4 })).toEqual(desk)
    expect(texts.at(-1)?.length).toBeLessThan(200)
  })

  test('is never a delta of a command', async () => {
    const { read, texts } = openWindow({ rows: chats(10) })
    await read('chats.open')
    await read('chats.open')
    expect(texts.at(-1)).not.toMatch(/isBase|delta/)
  })
})

test('a call keeps its base if that is a number of a call', () => {
  const call = { kind: 'call', id: 2, name: 'chats.list', input: null }
  expect(decodeClientMessage(JSON.stringify({ ...call, base: 1 }))).toEqual({ ...call, base: 1 })
  for (const base of [-1, '1', null, 1e300])
    expect(decodeClientMessage(JSON.stringify({ ...call, base }))).toEqual(call)
})
