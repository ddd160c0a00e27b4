import { expect, it, onTestFinished } from 'vitest'
import { enqueue } from '../../sending/tx/enqueue.ts'
import { cancel, setHidden } from '../../sending/tx/person-acts.ts'
import { recordOutcome } from '../../sending/tx/record-outcome.ts'
import { takeDue } from '../../sending/tx/take-due.ts'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import { namedMessageReads } from './inspection-intents.ts'

function open() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance } = archive
  const chat = archive.chat('79990001122@c.us')
  const send = (text: string) => enqueue(tx, { chat, text }).message
  const named = (input: Partial<Parameters<(typeof namedMessageReads)['messages.named']>[1]>) =>
    namedMessageReads['messages.named'](tx, { instance, own: [], ids: [], limit: 2, ...input })
  return { ...archive, chat, send, named }
}

it('finds a message of ours by its key, and by the id that its send was answered', () => {
  const { tx, instance, chat, send, named } = open()
  const message = send('From here')
  const own = [{ message, createdAt: testNow }]
  const shown = { key: message, chat, direction: 'outgoing', text: 'From here', chatTitle: '+7 999 000 11 22' }
  expect(named({ own })).toMatchObject({ total: 1, messages: [shown] })
  takeDue(tx, { instance, chats: [chat] })
  recordOutcome(tx, { message, attempt: 1, result: { kind: 'accepted', idMessage: 'REPLY' } })
  expect(named({ own, ids: ['REPLY'] })).toMatchObject({ total: 1, messages: [shown] })
  expect(named({ ids: ['REPLY'], instance: (instance + 1) as never }).total).toBe(0)
})

it('does not take the next message for one that was taken back', () => {
  const { tx, send, named, setNow } = open()
  const first = send('Taken back')
  cancel(tx, { message: first })
  setNow(testNow + 1000)
  const next = send('Another one')
  expect(next).not.toBe(first)
  expect(named({ own: [{ message: first, createdAt: testNow }] }).total).toBe(0)
})

it('counts all of them, names the newest, and leaves out what is shown nowhere', () => {
  const { tx, give, named } = open()
  const written = (idMessage: string, at: number) => ({ idMessage, textMessage: idMessage, timestamp: at })
  const [, , hidden] = give('200', [written('A', 100), written('B', 200), written('C', 300), written('D', 400)])
  if (hidden === undefined) throw new Error('not stored')
  setHidden(tx, { messages: [hidden], hidden: true })
  const { messages, total } = named({ ids: ['A', 'B', 'C', 'D', 'E'] })
  expect([messages.map(({ text }) => text), total]).toEqual([['D', 'B'], 3])
})
