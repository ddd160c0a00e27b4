import { expect, onTestFinished, test } from 'vitest'
import type { MessageKey } from '../../contract/ids.ts'
import { anna, boris, createSendingHarness, type StartOptions } from '../testing/sending-harness.ts'

/** A harness of its own for each: some end the program, and the setting is the program's. */
async function start(options: StartOptions = {}) {
  const harness = await createSendingHarness()
  onTestFinished(harness.close)
  const world = await harness.start(options)
  await world.app().call('settings.update', { undoSend: true })
  return world
}
type World = Awaited<ReturnType<typeof start>>

const draftOf = async (world: World, chatId: string) =>
  (await world.app().call('chats.details', { chat: await world.chat(chatId) })).draftText

test('a send waits five seconds where Settings say so, and the chat keeps its order', async () => {
  const world = await start()
  const until = world.time.clock.now() + 5_000
  const first = await world.send(anna, 'First')
  expect(await world.status(first)).toMatchObject({ kind: 'queued', waitReason: { kind: 'undoable', until } })
  await world.time.advance(2_000)
  // Written after the setting was switched off, it goes at once, but not before what was written first.
  await world.app().call('settings.update', { undoSend: false })
  await world.send(anna, 'Second')
  await world.send(boris, 'Beside it')
  expect(world.accepted()).toEqual(['Beside it'])
  await world.time.advance(2_900)
  expect(world.accepted()).toEqual(['Beside it'])
  await world.time.advance(1_000)
  expect(world.accepted()).toEqual(['Beside it', 'First', 'Second'])
  expect((await world.status(first))?.waitReason).toBeUndefined()
})

test('an undone send returns to the draft, and what was written after it goes in time', async () => {
  const world = await start()
  const first = await world.send(anna, 'To the wrong person')
  await world.time.advance(1_000)
  await world.send(anna, 'Second')
  expect(await world.app().call('messages.undoSend', { messages: [first] })).toEqual({
    undone: 1,
    text: 'To the wrong person',
  })
  expect(await draftOf(world, anna)).toBe('To the wrong person')
  expect(await world.status(first)).toBeNull()
  await world.time.advance(6_000)
  expect(world.accepted()).toEqual(['Second'])
  await expect(world.app().call('messages.undoSend', { messages: [first] })).rejects.toThrow('notCancellable')
})

test('what returned to the draft stays when a window that has not heard of it sends its own', async () => {
  const world = await start()
  const { call } = world.app()
  const first = await world.send(anna, 'To the wrong person')
  const chat = await world.chat(anna)
  await call('messages.undoSend', { messages: [first] })
  const sendId = 'a send of it'
  // Its first save went down with the connection. Letters of it stand in what returned.
  const unanswered = [{ id: 'lost-save', text: 'Sorry' }]
  const save = { chat, ...{ id: 'next-save', text: 'Sorry' }, before: '', unanswered }
  await call('chats.saveDraft', { ...save, submission: { id: sendId, text: 'Sorry' } })
  await call('messages.send', { chat, text: 'Sorry', sendId })
  expect((await draftOf(world, anna)).trim()).toBe('To the wrong person')
  // Its answers were lost, so it submits both again.
  await call('chats.saveDraft', { ...save, submission: { id: sendId, text: 'Sorry' } })
  await call('messages.send', { chat, text: 'Sorry', sendId })
  expect((await draftOf(world, anna)).trim()).toBe('To the wrong person')
  await world.time.advance(6_000)
  expect(world.accepted()).toEqual(['Sorry'])
})

test('files and their text are undone together', async () => {
  const world = await start()
  const chat = await world.chat(anna)
  const uploads = await world.attach(chat, [{ name: 'one.pdf' }, { name: 'two.pdf' }])
  const { messages } = await world.app().call('messages.sendFiles', {
    chat,
    files: uploads.map((upload) => ({ upload, caption: '', asFile: false })),
    text: 'Both of them',
  })
  await world.time.advance(4_900)
  // Not even a file has left.
  expect(world.emulator.recorder.list({ operation: 'uploadFile' })).toEqual([])
  expect(await world.app().call('messages.undoSend', { messages: [...messages] })).toEqual({
    undone: 3,
    text: 'Both of them',
  })
  expect(await draftOf(world, anna)).toBe('Both of them')
  const items = await world.app().call('uploads.tray', { chat })
  expect(items.map(({ name }) => name)).toEqual(['one.pdf', 'two.pdf'])
  await world.time.advance(10_000)
  expect(world.account.sends).toEqual([])
})

test('a send can be undone until its time is over, also after a crash, and not a moment longer', async () => {
  const world = await start()
  const undo = (message: MessageKey) => world.app().call('messages.undoSend', { messages: [message] })
  const crashed = await world.send(anna, 'Before the crash')
  const last = await world.send(boris, 'In the last moment')
  await world.time.advance(2_000)
  await world.crash()
  await world.restart()
  expect(await undo(crashed)).toEqual({ undone: 1, text: 'Before the crash' })
  await world.time.advance(2_999)
  expect(await undo(last)).toEqual({ undone: 1, text: 'In the last moment' })
  const late = await world.send(anna, 'Too late')
  await world.time.advance(5_000)
  await expect(undo(late)).rejects.toThrow('notCancellable')
  await world.time.advance(10_000)
  expect(world.accepted()).toEqual(['Too late'])
})

test('a crash meanwhile neither loses the send nor sends it twice', async () => {
  const world = await start()
  const message = await world.send(anna, 'Once')
  await world.time.advance(2_000)
  await world.crash()
  await world.restart()
  await world.time.advance(2_000)
  expect([await world.kind(message), world.accepted()]).toEqual(['queued', []])
  await world.time.advance(2_000)
  expect(world.accepted()).toEqual(['Once'])
  await world.crash()
  await world.restart()
  await world.time.advance(10_000)
  expect(world.accepted()).toEqual(['Once'])
})

test('a program that is quit sends what waits only for that, before it ends', async () => {
  const world = await start()
  await world.send(anna, 'First')
  await world.send(anna, 'Second')
  await world.app().stop()
  expect(world.accepted()).toEqual(['First', 'Second'])
})

test('a reply to a notification, a retry and a scheduled message do not wait for it', async () => {
  const world = await start()
  const chat = await world.chat(anna)
  await world.app().call('messages.send', { chat, text: 'From a notification', keepDraft: true })
  await world.time.settle()
  expect(world.accepted()).toEqual(['From a notification'])
  const now = world.time.clock.now()
  const { message } = await world
    .app()
    .call('messages.send', { chat, text: 'Later', sendAt: { at: now + 60_000, zone: '' } })
  await world.app().call('messages.sendNow', { message })
  await world.time.settle()
  expect(world.accepted()).toEqual(['From a notification', 'Later'])
})

test('a file goes when its send can be undone no longer', async () => {
  const world = await start()
  const chat = await world.chat(anna)
  const [upload] = await world.attach(chat, [{ name: 'one.pdf' }])
  await world.app().call('messages.sendFiles', {
    chat,
    files: [{ upload: upload ?? ('' as never), caption: '', asFile: false }],
    text: '',
  })
  await world.time.advance(4_900)
  expect(world.account.sends).toEqual([])
  await world.time.advance(1_000)
  await world.app().waitFor('it went', () => world.account.sends.length === 1)
})
