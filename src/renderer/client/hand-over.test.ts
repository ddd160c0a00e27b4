import { expect, it } from 'vitest'
import { sliceBytes } from '../../contract/values.ts'
import { handOver } from './hand-over.ts'

const stored = (status: number, bytes: number): Response => new Response(JSON.stringify({ stored: bytes }), { status })

function play(file: Blob, answers: (url: string, body: Blob) => Response | Promise<Response>) {
  const asked: string[] = []
  const progress: number[] = []
  const stop = new AbortController()
  const result = handOver({
    file,
    address: 'upload/one',
    async send(url, init) {
      asked.push(url.split('=')[1] ?? '')
      return answers(url, init.body as Blob)
    },
    onStored: (bytes) => progress.push(bytes),
    signal: stop.signal,
  })
  return { result, asked, progress, stop }
}
const large = new Blob([new Uint8Array(sliceBytes * 2 + 5)])

it('sends one slice after another, and tells what is on the disk', async () => {
  let there = 0
  const { result, asked, progress } = play(large, (_url, body) => stored(200, (there += body.size)))
  expect(await result).toEqual({ kind: 'whole' })
  expect(asked).toEqual(['0', String(sliceBytes), String(sliceBytes * 2)])
  expect(progress).toEqual([sliceBytes, sliceBytes * 2, sliceBytes * 2 + 5])
})

it('goes on where core says', async () => {
  const answers = [stored(409, 7), stored(200, sliceBytes * 2 + 5)]
  const { result, asked } = play(large, () => answers.shift() ?? stored(500, 0))
  expect(await result).toEqual({ kind: 'whole' })
  expect(asked).toEqual(['0', '7'])
})

it.each([
  [404, 'unknown'],
  [413, 'changed'],
  [507, 'full'],
  [500, 'offline'],
])('reads %i as %s', async (status, kind) => {
  expect(await play(large, () => new Response(null, { status })).result).toEqual({ kind })
})

it.each(['null', '7', '{}', '{"stored":"7"}', 'no JSON'])('takes the answer %s for none', async (body) => {
  expect(await play(large, () => new Response(body)).result).toEqual({ kind: 'offline' })
})

it('gives up on core that goes nowhere', async () => {
  const { result, asked } = play(large, () => stored(409, 0))
  expect(await result).toEqual({ kind: 'offline' })
  expect(asked.length).toBeLessThan(10)
})

it('tells a file that can not be read from core that is out of reach', async () => {
  const fails = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await play(large, fails).result).toEqual({ kind: 'offline' })
  const gone = new Blob(['gone'])
  gone.slice = () => ({ slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }) }) as never
  expect(await play(gone, fails).result).toEqual({ kind: 'changed' })
})

it('ends when it is given up', async () => {
  const asked = Promise.withResolvers<never>()
  const { result, stop } = play(large, () => asked.promise)
  stop.abort()
  asked.reject(new DOMException('aborted', 'AbortError'))
  expect(await result).toEqual({ kind: 'aborted' })
})

it('gives a slice up that is not answered in time, so that the files behind it go on', async () => {
  const result = handOver({
    file: large,
    address: 'upload/one',
    send: (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    onStored: () => undefined,
    signal: new AbortController().signal,
    deadline: () => AbortSignal.timeout(1),
  })
  expect(await result).toEqual({ kind: 'offline' })
})
