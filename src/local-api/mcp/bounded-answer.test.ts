import { expect, test } from 'vitest'
import { boundedAnswer } from './bounded-answer.ts'

const limit = 100_000
const parsed = async (id: string, input: unknown, call: (input: unknown) => Promise<unknown>) => {
  const text = await boundedAnswer(id, input, call)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit)
  return JSON.parse(text) as Record<string, unknown>
}
/** A page of `limit` items with a text each, and the cursor behind them. */
const pageOf = (text: string) => {
  const asked: number[] = []
  const call = async (input: unknown) => {
    const { limit: most } = input as { limit: number }
    asked.push(most)
    return { items: Array.from({ length: most }, (_, index) => ({ index, text })), cursor: `after ${most}` }
  }
  return { asked, call }
}

test('an answer within the limit is whole, and what people outside may have written is marked', async () => {
  const item = { text: 'Hello' }
  expect(await parsed('listMessages', { limit: 1 }, async () => ({ items: [item] }))).toEqual({
    items: [{ ...item, untrusted: true }],
  })
  expect(await parsed('getChat', {}, async () => ({ name: 'Anna' }))).toEqual({ name: 'Anna', untrusted: true })
  expect(await parsed('listInstances', {}, async () => ({ items: [item] }))).toEqual({ items: [item] })
})

test('a page that is too large is asked for with half of its items, until the cursor is behind what fits', async () => {
  const { asked, call } = pageOf('x'.repeat(3000))
  const answer = await parsed('listMessages', { limit: 100 }, call)
  expect(asked).toEqual([100, 50, 25])
  expect(answer).toMatchObject({ cursor: 'after 25' })
  expect(answer['items']).toHaveLength(25)
  expect(answer['cut']).toBeUndefined()
})

test('a single item that is too large is cut', async () => {
  // A surrogate pair stands where the text is cut.
  const long = `${'ж'.repeat(19_999)}🚀${'ж'.repeat(200_000)}`
  const { asked, call } = pageOf(long)
  const answer = await parsed('listMessages', { limit: 4 }, call)
  expect(asked).toEqual([4, 2, 1])
  expect(answer).toMatchObject({ cut: true, items: [{ index: 0, untrusted: true }] })
  const [{ text }] = answer['items'] as [{ text: string }]
  expect(text.length).toBe(20_000)
  expect(text.isWellFormed()).toBe(true)
  expect(await parsed('getMessage', {}, async () => ({ text: long, kind: 'text' }))).toMatchObject({
    cut: true,
    kind: 'text',
  })
})

test('a list without pages ends behind the last item that fits, and each of its items is whole', async () => {
  const items = Array.from({ length: 2000 }, (_, index) => ({
    instanceId: String(1_101_000_000 + index),
    name: 'x'.repeat(80),
  }))
  const answer = await parsed('listInstances', {}, async () => ({ items }))
  const first = answer['items'] as typeof items
  expect(answer['cut']).toBe(true)
  expect(first).toEqual(items.slice(0, first.length))
  expect(Buffer.byteLength(JSON.stringify(items.slice(0, first.length + 1)))).toBeGreaterThan(limit - 40)
  const long = { instanceId: '1101000001', name: 'x'.repeat(200_000) }
  const [cut] = (await parsed('listInstances', {}, async () => ({ items: [long, long] })))['items'] as [typeof long]
  expect(cut).toEqual({ ...long, name: 'x'.repeat(20_000) })
})
