import { expect, onTestFinished, test } from 'vitest'
import type { LabelKey, MessageKey, ProgramKey } from '../../../contract/ids.ts'
import type { ProgramScope } from '../../../contract/programs.ts'
import { createTestArchive, testSeconds } from '../../testing/create-test-archive.ts'
import { publicReads } from './public-reads.ts'

const everything: ProgramScope = { instances: null, kinds: null, labels: null, groups: true }
const incomingAlone: ProgramScope = { ...everything, kinds: ['incomingMessageReceived'] }

/** A chat of two messages, each with a file, and what a program of a scope reads of them. */
function open() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance } = archive
  const give = (chatId: string, type: 'incoming' | 'outgoing', text: string, seconds: number): MessageKey => {
    const record = {
      type,
      typeMessage: 'textMessage',
      textMessage: text,
      idMessage: text,
      timestamp: testSeconds + seconds,
    }
    return archive.give(chatId, [record])[0] as MessageKey
  }
  const asked = give('200', 'incoming', 'asked', -60)
  const answered = give('200', 'outgoing', 'answered', -30)
  for (const [message, ref] of [
    [asked, 'fasked'],
    [answered, 'fanswered'],
  ] as const)
    tx.run('insert into message_media (message, ref) values (?, ?)', [message, ref])
  const page = { instance, order: 'newest', limit: 10 } as const
  const list = { instance: null, label: null, unread: false, archived: false, limit: 10 }
  return {
    ...archive,
    ...{ give, asked, answered },
    sees: (ref: string, scope = everything) => publicReads['public.seesFile'](tx, { program: { scope }, ref }),
    texts: (scope = everything) =>
      publicReads['public.messages'](tx, { program: { scope }, ...page, chatId: '200' })?.items.map(({ text }) => text),
    chats: (scope = everything, more: { limit?: number; unread?: boolean; archived?: boolean; cursor?: string } = {}) =>
      publicReads['public.chats'](tx, { program: { scope }, ...list, ...more }),
  }
}

test('a program reads files and last texts of the kinds that it may, and nothing of what was deleted', () => {
  const { tx, chat, answered, sees, texts, chats } = open()
  // Opened, and without a message.
  chat('300')
  expect([sees('fasked'), sees('fanswered'), sees('fother')]).toEqual([true, true, false])
  expect(chats().items).toMatchObject([{ chatId: '200', last: { direction: 'outgoing', text: 'answered' } }])

  expect([sees('fasked', incomingAlone), sees('fanswered', incomingAlone)]).toEqual([true, false])
  expect(texts(incomingAlone)).toEqual(['asked'])
  expect(chats(incomingAlone).items).toMatchObject([{ chatId: '200', last: null }])

  tx.run('update message set deleted = 1 where key = ?', [answered])
  expect([sees('fasked'), sees('fanswered')]).toEqual([true, false])
  expect(texts()).toEqual(['', 'asked'])
  expect(chats().items).toMatchObject([{ last: { kind: 'text', text: '' } }])
  tx.run('update message set hidden_at = 1 where key = ?', [answered])
  expect(texts()).toEqual(['asked'])
})

test('a program with labels, without groups or of other instances sees no other chats', () => {
  const { give, chats, addInstance } = open()
  give('120363000000000001@g.us', 'incoming', 'to all', -10)
  const ids = (scope: Partial<ProgramScope>) => chats({ ...everything, ...scope }).items.map(({ chatId }) => chatId)
  expect(ids({})).toEqual(['120363000000000001@g.us', '200'])
  expect(ids({ groups: false })).toEqual(['200'])
  expect(ids({ labels: [7 as LabelKey] })).toEqual([])
  expect(ids({ instances: [addInstance('1101000002')] })).toEqual([])
})

test('unread chats are those that a person marked too; a page goes on by a cursor of its own list alone', () => {
  const { tx, give, chats } = open()
  for (const n of [1, 2]) give(`30${n}`, 'incoming', `hello ${n}`, n)
  tx.run(`update chat set unread = 0, marked_unread = chat_id = '301'`)
  expect(chats(everything, { unread: true }).items.map(({ chatId }) => chatId)).toEqual(['301'])
  const first = chats(everything, { limit: 2 })
  expect(first.items.map(({ chatId }) => chatId)).toEqual(['302', '301'])
  const cursor = first.nextCursor ?? ''
  expect(chats(everything, { limit: 2, cursor })).toMatchObject({ items: [{ chatId: '200' }], nextCursor: null })
  const ofAnother = Buffer.from(JSON.stringify(['newest', 1, 2])).toString('base64url')
  for (const wrong of [ofAnother, 'x', '', Buffer.from('["chats","1",2]').toString('base64url')])
    expect(() => chats(everything, { cursor: wrong }), wrong).toThrow('badInput')
})

test('a program is told since when a chat waits, and whether it is archived', () => {
  const { tx, give, chats } = open()
  expect(chats().items).toMatchObject([{ waitingSince: null, archived: false, unread: 0 }])
  give('200', 'incoming', 'again', 60)
  const since = new Date((testSeconds + 60) * 1000).toISOString()
  expect(chats().items).toMatchObject([{ waitingSince: since, at: since, unread: 1 }])
  tx.run('update chat set archived = 1')
  expect(chats(everything, { archived: true }).items).toMatchObject([{ chatId: '200', archived: true }])
})

test('whatever its scope is, a program reads a message that it sent itself, and no other one by its key', () => {
  const { tx, asked, answered } = open()
  tx.run(
    `insert into program_send (key, program, program_name, send_id, input_hash, message, at)
     values ('k', 1, 'CRM', 'order-17', 'h', ?, 0)`,
    [answered],
  )
  const textOf = (program: number, message: MessageKey, scope: ProgramScope) =>
    publicReads['public.message'](tx, { program: { key: program as ProgramKey, scope }, message })?.text
  const nothing = { ...everything, labels: [7 as LabelKey] }
  expect([textOf(1, answered, nothing), textOf(1, asked, nothing)]).toEqual(['answered', undefined])
  expect([textOf(2, answered, nothing), textOf(2, asked, incomingAlone)]).toEqual([undefined, 'asked'])
})
