import { describe, expect, it } from 'vitest'
import type { Behaviour } from '../../emulator/world/behaviour.ts'
import { anna, boris, minute, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()

describe('the status of a message', () => {
  it('is that of the journal, where that knows the message by another id than the reply', async () => {
    const world = await start({ behaviour: { journalIdsDiffer: true, kinder: ['phonesAsIds'] } })
    world.fault({ kind: 'reset-after' })
    const messages = [await world.send(anna, 'one'), await world.send(boris, 'two'), await world.send(boris, 'two')]
    await world.time.advance(2 * minute)
    for (const message of messages) expect(await world.kind(message)).toBe('read')
    const count = async (chatId: string) =>
      (await world.app().store.read('chats.details', { chat: await world.chat(chatId) })).messages
    expect([await count(anna), await count(boris)]).toEqual([1, 2])
  })

  it('is that of a message without an answer, also beside an equal one that was answered in the same second', async () => {
    const world = await start()
    const answered = await world.send(anna, 'Same words')
    world.fault({ kind: 'reset-after' })
    const lost = await world.send(anna, 'Same words')
    expect(await world.kind(lost)).toBe('uncertain')
    await world.time.advance(3 * minute)
    expect([await world.kind(answered), await world.kind(lost)]).toEqual(['read', 'read'])
    const { messages } = await world.app().store.read('chats.details', { chat: await world.chat(anna) })
    expect(messages).toBe(2)
  })

  it.each<[string, Partial<Behaviour>, string]>([
    ['by getMessage', { journalIdsDiffer: true, kinder: ['phonesAsIds'] }, 'getMessage'],
    ['in the lists, where the id is too short for that', {}, 'getChatHistory'],
  ])('is asked for at once %s', async (_, behaviour, operation) => {
    const autoStatus = { sent: 0, delivered: null, read: null }
    const world = await start({ behaviour: { ...behaviour, autoStatus } })
    const message = await world.send(anna, 'Read it')
    await world.time.advance(2 * minute, 5_000)
    expect(await world.kind(message)).toBe('sent')
    world.account.sends[0]?.becomes('read', { notify: false })
    const before = world.requests(operation)
    const rechecked = world.app().call('messages.recheck', { messages: [message] })
    // It may have to wait its turn at the limiter.
    await world.time.advance(2_000, 500)
    await rechecked
    expect(await world.kind(message)).toBe('read')
    expect(world.requests(operation)).toBe(before + 1)
  })

  it('stays what it is when the service does not find the message, which is said in its own words', async () => {
    const world = await start({ behaviour: { journalIdsDiffer: true, kinder: ['phonesAsIds'] } })
    const message = await world.send(anna, 'Here')
    await world.time.advance(2 * minute, 5_000)
    world.fault({ kind: 'refuse', status: 400, body: "Message not found by id 'x'" }, 1, 'getMessage')
    expect(await world.app().call('messages.recheck', { messages: [message] })).toEqual({
      notFound: [{ message, why: 'messageNotFound', text: "Message not found by id 'x'" }],
    })
    expect(await world.kind(message)).toBe('read')
    world.fault({ kind: 'refuse', status: 400, body: 'chatId not found' }, 1, 'getMessage')
    const unknown = world.app().call('messages.recheck', { messages: [message] })
    await world.time.advance(2_000, 500)
    expect(await unknown).toEqual({ notFound: [{ message, why: 'chatNotFound', text: 'chatId not found' }] })
    world.fault({ kind: 'refuse', status: 401 }, 1, 'getMessage')
    await world.time.advance(1_000)
    const refused = world.app().call('messages.recheck', { messages: [message] })
    await expect(refused).rejects.toMatchObject({ code: 'wrongToken' })
  })
})

describe('getMessage', () => {
  const advanced = async <Value>(world: Awaited<ReturnType<typeof start>>, asked: Promise<Value>) => {
    await world.time.advance(3_000, 500)
    return asked
  }

  it('reads an incoming message again', async () => {
    const world = await start()
    const person = world.account.person(anna)
    const written = person.says('At four', { notify: false })
    const chat = await world.chat(person.chatId)
    const { call, store } = world.app()
    const fetched = await advanced(world, call('messages.fetch', { chat, idMessage: written.id }))
    if (fetched.kind !== 'found') throw new Error('It was not found.')
    const { message } = fetched
    person.edits(written, 'At five', { notify: false })
    await advanced(world, call('messages.recheck', { messages: [message] }))
    expect((await store.read('messages.details', { message })).message.content).toMatchObject({ text: 'At five' })
  })

  it('brings a quoted message that is not in the archive, and says when the service has none', async () => {
    const world = await start()
    const person = world.account.person(anna)
    const old = person.says('The plan', { notify: false })
    person.says('I mean this', { quotes: old })
    await world.time.advance(1_000, 100)
    const chat = await world.chat(person.chatId)
    const { call, store } = world.app()
    const fetched = await advanced(world, call('messages.fetch', { chat, idMessage: old.id }))
    if (fetched.kind !== 'found') throw new Error('It was not found.')
    expect((await store.read('messages.details', { message: fetched.message })).message.content).toMatchObject({
      text: 'The plan',
    })
    const none = await advanced(world, call('messages.fetch', { chat, idMessage: '999999999999999999' }))
    expect(none).toMatchObject({ kind: 'notFound', why: 'messageNotFound' })
  })
})
