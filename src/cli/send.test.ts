import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { idInstance, startPrograms } from '../local-api/testing/program-scene.ts'
import { ask, requireSuccess } from './ask.ts'
import { CliError } from './cli-error.ts'
import { createCtl } from './testing/ctl.ts'
import { requireStatus } from './wait-for-message.ts'

const anna = '79990001122@c.us'

test('a text is sent once for each send-id, and the exit code says what became of it', async () => {
  const scene = await startPrograms()
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft', 'send'] })
  const ctl = createCtl(scene.app.dataDir, key)
  const send = ['send', idInstance, anna]
  const first = await ctl([...send, '--json'], { stdin: '  It is ready.\r\n' })
  const { sendId } = JSON.parse(first.err) as { sendId: string }
  const { message } = JSON.parse(first.out) as { message: { id: string; text: string } }
  expect(first.code).toBe(0)
  expect(message.text, 'without the end of its line alone').toBe('  It is ready.')
  const again = await ctl([...send, '--send-id', sendId, '--text', '  It is ready.', '--json'])
  expect(again).toMatchObject({ code: 0, err: '' })
  expect((JSON.parse(again.out) as { message: { id: string } }).message.id).toBe(message.id)
  expect(await ctl([...send, '--send-id', sendId, '--text', 'Another text'])).toMatchObject({ code: 6 })
  // The instance has no token, so that nothing leaves.
  const waited = await ctl([
    ...send,
    '--send-id',
    sendId,
    '--text',
    '  It is ready.',
    '--wait',
    'delivered',
    '--timeout',
    '1',
  ])
  expect(waited).toMatchObject({ code: 8, err: expect.stringContaining('not yet delivered') as string })
  expect((await ctl(['cancel', message.id])).code).toBe(0)
  expect(await ctl([...send, '--send-id', sendId, '--text', '  It is ready.'])).toMatchObject({ code: 9 })
  const closed = (): never => {
    throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  }
  const unread = [...send, '--send-id', 'nobody-reads', '--text', 'x', '--wait', 'delivered', '--timeout', '1']
  expect(await ctl(unread, { onOutput: closed }), 'nobody reads the output').toMatchObject({ code: 8 })
  expect(await ctl([...send, '--text', 'x', '--wait', 'seen'])).toMatchObject({ code: 2 })
  expect(await ctl([...send, '--text', 'x', '--text-file', 'y'])).toMatchObject({ code: 2 })
  expect(await ctl([...send, '--text-file', 'missing'])).toMatchObject({ code: 2 })
  const { key: seeing } = await scene.add('jsonl')
  expect(await createCtl(scene.app.dataDir, seeing)([...send, '--text', 'x'])).toMatchObject({ code: 4 })
})

test('an answer that is lost, or a message that nobody knows of, ends with the code not to repeat it by', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'] })
  const ctl = createCtl(scene.app.dataDir, key)
  const broken = createServer((_request, response) => response.destroy())
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => broken.close(() => resolve(undefined))))
  const file = path.join(scene.app.dataDir, 'local-api.json')
  const desk = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...desk, port: (broken.address() as AddressInfo).port }))
  const lost = await ctl(['send', idInstance, anna, '--send-id', 'my-own-id-1', '--text', 'x'])
  expect(lost).toMatchObject({ code: 10, err: expect.stringContaining('--send-id my-own-id-1') as string })
  expect(await ctl(['chats'])).toMatchObject({ code: 3 })
  const uncertain = { message: { id: '1', status: { kind: 'uncertain', reason: null, text: null } } }
  expect(() => requireStatus(uncertain, null)).toThrow('Do not send it again')
})

test('a desk that goes away after it took a message ends the wait for its status, and nobody sends it again', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'] })
  const ctl = createCtl(scene.app.dataDir, key)
  const leaving = createServer((request, response) => {
    if (request.method !== 'POST') return void response.destroy()
    request.resume().on('end', () => response.end(JSON.stringify({ message: { id: '71', status: null } })))
  })
  await new Promise<void>((resolve) => leaving.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => leaving.close(() => resolve(undefined))))
  const file = path.join(scene.app.dataDir, 'local-api.json')
  const desk = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...desk, port: (leaving.address() as AddressInfo).port }))
  const ended = await ctl(['send', idInstance, anna, '--text', 'x', '--wait', 'sent', '--json'])
  expect(ended.code).toBe(8)
  expect(JSON.parse(ended.out)).toMatchObject({ message: { id: '71' } })
  expect(ended.err).toContain('do not send it again')
})

test('a file that can not be read, or became shorter, ends the command by saying so', async () => {
  const scene = await startPrograms()
  const desk = { dataDir: scene.app.dataDir, port: scene.port, pid: process.pid, ticket: '' }
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'] })
  const file = path.join(scene.app.dataDir, 'report.txt')
  writeFileSync(file, 'short')
  const send = (file: { readonly path: string; readonly bytes: number }) =>
    ask(desk, { method: 'POST', path: '/v1/uploads?name=a.txt', key, file, signal: new AbortController().signal })
  await expect(send({ path: `${file}.gone`, bytes: 5 })).rejects.toMatchObject({ exit: 'usage' })
  await expect(send({ path: file, bytes: 6 })).rejects.toMatchObject({ exit: 'usage' })
  expect(await send({ path: file, bytes: 4 }), 'longer').toMatchObject({ status: 200 })
})

test('a text that is awaited on an open stdin ends with the first signal', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'] })
  const interrupt = new AbortController()
  const stdin = new Readable({
    read() {
      interrupt.abort()
    },
  })
  const ended = await createCtl(scene.app.dataDir, key)(['send', idInstance, anna], { stdin, signal: interrupt.signal })
  expect(ended.code).toBe(130)
})

test.each([199, 300, 302, 404])('what answers with the status %i has done nothing', (status) => {
  const refused = () => requireSuccess({ status, headers: {}, text: '' })
  expect(refused).toThrow(`The answer has the status ${status}.`)
})

test.each([200, 201, 299])('what answers with the status %i has done it', (status) => {
  const answer = { status, headers: {}, text: '{}' }
  expect(requireSuccess(answer)).toBe(answer)
})

test('a desk that asks for a pause says for how long, after its own sentence', () => {
  const text = '{"code":"tooManyRequests","title":"Too many requests."}'
  const refused = (headers: { 'retry-after'?: string }) => () => requireSuccess({ status: 429, headers, text })
  expect(refused({ 'retry-after': '7' })).toThrow(/^Too many requests\. Try again after 7 s\.$/)
  expect(refused({})).toThrow(/^Too many requests\.$/)
})

const here = (kind: string) => ({ message: { id: '1', status: { kind, reason: null, text: null } } })

test.each([
  [here('accepted'), 'accepted', null],
  [here('pending'), 'accepted', null],
  [here('accepted'), 'sent', 'notReached'],
  [here('pending'), 'sent', 'notReached'],
  [here('delivered'), 'read', 'notReached'],
  [here('read'), 'sent', null],
  [here('sent'), 'read', 'notReached'],
  [here('failed'), 'sent', 'messageFailed'],
  [here('expired'), 'sent', 'messageFailed'],
  [here('cancelled'), null, 'messageFailed'],
  [here('uncertain'), null, 'outcomeUnknown'],
  [{ message: { id: '1', status: null } }, 'accepted', 'notReached'],
  [{ message: null, cancelled: true, elsewhere: null }, null, 'messageFailed'],
  [{ message: null, cancelled: false, elsewhere: { desk: 'Anna', state: 'accepted' } }, null, null],
  [{ message: null, cancelled: false, elsewhere: { desk: 'Anna', state: 'queued' } }, null, null],
  [{ message: null, cancelled: false, elsewhere: { desk: 'Anna', state: 'queued' } }, 'sent', 'notReached'],
  [{ message: null, cancelled: false, elsewhere: { desk: 'Anna', state: 'accepted' } }, 'accepted', null],
  [{ message: null, cancelled: false, elsewhere: { desk: 'Anna', state: 'failed' } }, null, 'messageFailed'],
  [{ message: null, cancelled: false, elsewhere: { desk: null, state: 'uncertain' } }, null, 'outcomeUnknown'],
  [{ message: null, cancelled: false, elsewhere: { desk: 'Anna', state: 'dismissed' } }, null, 'outcomeUnknown'],
  [{ message: null, cancelled: true, elsewhere: { desk: 'Anna', state: 'cancelled' } }, null, 'messageFailed'],
  [{ message: null, cancelled: false, elsewhere: null }, null, 'outcomeUnknown'],
] as const)(
  'of %j it says that it is as far as was wanted, and "not sent" only where that is known',
  (sent, until, exit) => {
    const exitOf = () => {
      try {
        requireStatus(sent, until)
        return null
      } catch (error) {
        return error instanceof CliError ? error.exit : error
      }
    }
    expect(exitOf()).toBe(exit)
  },
)

test('proposes, labels and notes with the right to draft', async () => {
  const scene = await startPrograms()
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'] })
  const ctl = createCtl(scene.app.dataDir, key)
  const proposed = await ctl(['propose', idInstance, anna, '--text', 'May I?', '--reason', 'asked', '--json'])
  const { id } = JSON.parse(proposed.out) as { id: string }
  expect(JSON.parse((await ctl(['proposals', 'get', id, '--json'])).out)).toMatchObject({
    state: 'open',
    text: 'May I?',
  })
  expect(await ctl(['proposals', 'withdraw', id], { isTerminal: true })).toMatchObject({ code: 0, out: 'Done.\n' })
  expect((await ctl(['label', 'add', idInstance, anna, 'urgent'])).code).toBe(0)
  expect((await ctl(['note', idInstance, anna, '--text', 'called'])).code).toBe(0)
  expect((await ctl(['chats', '--label', 'urgent', '--jsonl'])).out).toContain(anna)
  expect((await ctl(['label', 'remove', idInstance, anna, 'urgent'])).code).toBe(0)
  expect((await ctl(['chats', '--label', 'urgent'])).out).toBe('')
})

test('a file goes with its caption, once for each send-id, also where it is handed in once more', async () => {
  const scene = await startPrograms()
  await scene.receive('hello', anna)
  await scene.app.untilApplied()
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'] })
  const ctl = createCtl(scene.app.dataDir, key)
  const file = path.join(scene.app.dataDir, 'invoice.pdf')
  writeFileSync(file, '%PDF-1.7')
  const send = ['send', idInstance, anna, '--file', file, '--send-id', 'invoice-17', '--json']
  const first = await ctl([...send, '--name', 'Invoice 17.pdf'])
  expect(JSON.parse(first.out)).toMatchObject({
    message: { kind: 'document', file: { name: 'Invoice 17.pdf', bytes: 8 }, status: { kind: 'queued' } },
  })
  const messageOf = ({ out }: { out: string }) => (JSON.parse(out) as { message: { id: string } }).message.id
  expect(messageOf(await ctl([...send, '--name', 'Invoice 17.pdf']))).toBe(messageOf(first))
  expect(await ctl(send)).toMatchObject({ code: 6 })
  const poll = JSON.stringify({ kind: 'poll', question: 'When?', options: ['Today', 'Later'] })
  const polled = await ctl(['send', idInstance, anna, '--content', poll, '--json'])
  expect(JSON.parse(polled.out)).toMatchObject({ message: { kind: 'poll', text: expect.any(String) as string } })
  const reply = await ctl(['send', idInstance, anna, '--text', 'x', '--reply-to', 'NOMESSAGE', '--json'])
  expect(reply).toMatchObject({ code: 1, err: expect.stringContaining('quoteNotPossible') as string })
  for (const wrong of [
    ['--file', `${file}x`],
    ['--file', scene.app.dataDir],
    ['--file', file, '--text', 'x'],
    ['--file', file, '--content', poll],
    ['--content', poll, '--text', 'x'],
    ['--content', poll, '--text-file', file],
    ['--content', '{'],
    ['--content', '{"kind":"sticker"}'],
    ['--caption', 'x'],
  ])
    expect(await ctl(['send', idInstance, anna, ...wrong], { stdin: 'x' }), wrong.join(' ')).toMatchObject({ code: 2 })
})
