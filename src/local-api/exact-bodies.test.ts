import { EventSource } from 'eventsource'
import { expect, onTestFinished, test } from 'vitest'
import { sized } from '../core/testing/marathon.ts'
import { createRandom } from '../emulator/random.ts'
import { idInstance, rawRequest, startPrograms, startReceiver } from './testing/program-scene.ts'

const total = sized(200, 10_000)
const { pick, between } = createRandom(3)

const spaces = ['', '', '', ' ', '  ', '\t', '\n', '\r\n', '\n  ']
const numbers = ['0', '-0', '1.0', '1e400', '-1E-7', '176755410848212345', '9007199254740993', '0.1000000000000000055']
const characters = [
  'a',
  ' ',
  'é',
  '\\u00e9',
  '\\/',
  '/',
  '\\"',
  '\\\\',
  '\\n',
  '\\u0000',
  '\\ud83d\\ude42',
  '🙂',
  '​',
  '\u2028',
]
const names = ['b', '10', '2', 'a b', '\\u0061', '__proto__', 'constructor', 'idMessage', 'й']

const quoted = (): string => `"${Array.from({ length: between(0, 8) }, () => pick(characters)).join('')}"`

function jsonText(depth: number): string {
  const space = () => pick(spaces)
  const list = (item: () => string) =>
    Array.from({ length: between(0, 3) }, () => `${space()}${item()}${space()}`).join(',')
  switch (depth === 0 ? between(0, 2) : between(0, 4)) {
    case 0:
      return pick(numbers)
    case 1:
      return quoted()
    case 2:
      return pick(['true', 'false', 'null'])
    case 3:
      return `[${list(() => jsonText(depth - 1))}]`
    default:
      return `{${list(() => `"${pick(names)}"${space()}:${space()}${jsonText(depth - 1)}`)}}`
  }
}

/** Bodies with everything that parsers like to change: order and repeats of names, spaces, escapes, numbers. */
const bodies = Array.from(
  { length: total },
  (_, index) =>
    `{${pick(spaces)}"typeWebhook":"quotaExceeded",${pick(spaces)}"n":${index},"x":${jsonText(4)}}${pick(['', ' '])}`,
)
/** What the protocols of lines make of it: breaks stand only between tokens. */
const oneLine = (body: string): string => body.replaceAll(/[\r\n]+/g, ' ')

test('every body arrives as it came, byte for byte; lines have spaces for breaks, and nothing else is changed', async () => {
  const scene = await startPrograms()
  const receiver = await startReceiver()
  const bot = await scene.add('queue')
  const script = await scene.add('jsonl')
  const stream = await scene.add('stream')
  await scene.add('webhook', { webhook: { url: receiver.url, allowPrivate: false, inFlight: 1, timeoutMs: 30_000 } })
  const source = new EventSource(`${scene.base}/v1/events/stream`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${stream.key}` } }),
  })
  onTestFinished(() => source.close())
  const streamed: string[] = []
  const bodyOf = (line: string): string => line.slice(line.indexOf('"body":') + 7, -1)
  source.addEventListener('message', ({ data }) => streamed.push(bodyOf(String(data))))
  for (const body of bodies) await scene.receiveRaw(body)

  const lines: string[] = []
  for (let after = ''; lines.length < total;) {
    const { text } = await rawRequest(scene.port, `/v1/events?limit=1000${after}`, {
      headers: { authorization: `Bearer ${script.key}` },
    })
    const page = text.split('\n').filter((line) => line !== '')
    lines.push(...page.map(bodyOf))
    after = `&after=${(JSON.parse(page.at(-1) ?? '') as { position: string }).position}`
  }
  expect(lines).toEqual(bodies.map(oneLine))

  const queued: string[] = []
  const own = (method: string) => `/waInstance${idInstance}/${method}/${bot.key}`
  while (queued.length < total) {
    const { text } = await rawRequest(scene.port, own('receiveNotification'))
    const [, receipt = '', body = ''] = /^\{"receiptId":(\d+),"body":(.*)\}$/s.exec(text) ?? []
    queued.push(body)
    await rawRequest(scene.port, `${own('deleteNotification')}/${receipt}`, { method: 'DELETE' })
  }
  expect(queued).toEqual(bodies)

  await scene.app.waitFor('all are posted', () => receiver.requests.length === total, 300_000)
  expect(receiver.requests.map(({ body }) => body)).toEqual(bodies)
  await scene.app.waitFor('all are streamed', () => streamed.length === total)
  expect(streamed).toEqual(bodies.map(oneLine))
})
