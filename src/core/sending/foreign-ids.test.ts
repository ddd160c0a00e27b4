import { describe, expect, it } from 'vitest'
import type { MessageKey } from '../../contract/ids.ts'
import { manualStatus } from '../../emulator/world/behaviour.ts'
import { anna, useSendingHarness } from '../testing/sending-harness.ts'
import { takeIntoStore } from '../testing/take-notification.ts'

const start = useSendingHarness()

/** A chat in which Anna has written, and a service that answers with the id that a test chooses. */
async function startWithQuestion() {
  const world = await start()
  const { account, time, instance } = world
  const { store } = world.app()
  /** What waits in the notification queue, as the receive loop takes it. */
  const receive = async () => {
    for (let head = account.notifications.head(); head !== undefined; head = account.notifications.head()) {
      const { receiptId, body } = head
      const receivedAt = time.clock.now()
      const received = {
        instance,
        raw: JSON.stringify(body),
        isJson: true,
        receiptId: String(receiptId),
        receivedAt,
        isQueueComplete: true,
      }
      await takeIntoStore(store, { ...received, version: '1' })
      account.notifications.delete(receiptId)
    }
  }
  const person = account.person(anna)
  const { chatId } = person
  const question = person.says('Please cancel my order!')
  await receive()
  // Times of the service are whole seconds.
  await time.advance(2_000)
  const chat = await world.chat(chatId)
  const rows = async () =>
    (await store.read('messages.window', { chat, anchor: { kind: 'newest' }, before: 50, after: 0 })).rows
  const [first] = await rows()
  return {
    ...world,
    receive,
    chatId,
    question: { id: question.id, key: first?.key as MessageKey },
    /** Who wrote what, oldest first. */
    shown: async () =>
      (await rows()).map(({ direction, content }) => [direction, 'text' in content ? content.text : content.kind]),
    answerWith: (operation: string, idMessage: string) =>
      world.fault({ kind: 'refuse-after', status: 200, body: JSON.stringify({ idMessage }) }, 1, operation),
  }
}

const theirs = ['incoming', 'Please cancel my order!']

describe("an id of the service that is a customer's message", () => {
  it('takes neither the typed text nor their message, when a send is answered with it', async () => {
    const world = await startWithQuestion()
    world.answerWith('sendMessage', world.question.id)
    const message = await world.send(world.chatId, 'It is cancelled')
    expect(await world.shown()).toEqual([theirs, ['outgoing', 'It is cancelled']])
    expect(await world.status(message)).toMatchObject({ kind: 'uncertain', waitReason: { kind: 'sameId' } })
    await world.time.advance(3_000)
    expect(await world.kind(message)).not.toBe('uncertain')
    expect(await world.shown()).toEqual([theirs, ['outgoing', 'It is cancelled']])
  })

  it('leaves their message theirs, when a reaction to it is answered with it', async () => {
    const world = await startWithQuestion()
    world.answerWith('sendReaction', world.question.id)
    await world.app().call('messages.react', { message: world.question.key, emoji: '👍' })
    expect(await world.shown()).toEqual([theirs])
  })

  it('takes no status away from another message, when an edit is answered with it', async () => {
    const world = await startWithQuestion()
    const edited = await world.send(world.chatId, 'See you at 5')
    await world.time.advance(2_000)
    const other = await world.send(world.chatId, 'Bye')
    const otherId = world.account.sends[1]?.answeredId ?? ''
    world.answerWith('editMessage', otherId)
    await world.app().call('messages.edit', { message: edited, text: 'See you at 6' })
    world.account.sends[1]?.becomes('failed')
    await world.receive()
    expect(await world.kind(other)).toBe('failed')
    expect(await world.shown()).toEqual([theirs, ['outgoing', 'See you at 6'], ['outgoing', 'Bye']])
  })

  it('stays theirs when a journal shows a message of the account under it', async () => {
    const world = await startWithQuestion()
    await world.app().store.write('archive.ingest', {
      instance: world.instance,
      source: 'getChatHistory',
      chatId: world.chatId,
      records: [
        {
          type: 'outgoing',
          idMessage: world.question.id,
          timestamp: 1,
          typeMessage: 'textMessage',
          textMessage: '',
          statusMessage: 'read',
        },
      ],
      seenAt: world.time.clock.now(),
    })
    expect(await world.shown()).toEqual([theirs])
  })

  it('goes to their message when one of ours was answered with it before they wrote', async () => {
    const world = await startWithQuestion()
    world.account.behave({ ids: 'short' })
    const message = await world.send(world.chatId, 'First')
    const id = world.account.sends[0]?.answeredId ?? ''
    world.account.notifyRaw({
      typeWebhook: 'incomingMessageReceived',
      timestamp: Math.floor(world.time.clock.now() / 1000),
      idMessage: id,
      senderData: { chatId: world.chatId, sender: world.chatId },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'Hello?' } },
    })
    await world.receive()
    expect((await world.shown()).toSorted()).toEqual([['incoming', 'Hello?'], theirs, ['outgoing', 'First']])
    const shown = await world.shown()
    world.account.sends[0]?.becomes('read', { notify: false })
    await world.time.advance(10_000)
    expect(await world.kind(message)).toBe('read')
    expect(await world.shown()).toEqual(shown)
  })
})

describe('an id that the answer alone has', () => {
  const startWithOtherIds = async () => {
    const world = await startWithQuestion()
    world.account.behave({ journalIdsDiffer: true, autoStatus: manualStatus })
    return {
      ...world,
      /** The service reports a status under the id of its answer. */
      async reportsRead() {
        const [sent] = world.account.sends
        expect(sent?.id).not.toBe(sent?.answeredId)
        world.account.notifyRaw({
          typeWebhook: 'outgoingMessageStatus',
          timestamp: Math.floor(world.time.clock.now() / 1000),
          chatId: world.chatId,
          idMessage: sent?.answeredId,
          status: 'read',
        })
        await world.receive()
      },
    }
  }

  it('brings a message its status after the journals showed it under another one', async () => {
    const world = await startWithOtherIds()
    const message = await world.send(world.chatId, 'It is cancelled')
    await world.time.advance(1_000)
    await world.receive()
    await world.reportsRead()
    expect(await world.kind(message)).toBe('read')
  })

  it('brings a message a status that came before the answer, and after the echo', async () => {
    const world = await startWithOtherIds()
    world.fault({ kind: 'delay-after', ms: 5_000 })
    const message = await world.begin(await world.chat(world.chatId), 'It is cancelled')
    await world.app().waitFor('the service has it', () => world.account.sends.length === 1)
    world.emulator.clock.advance(1_000)
    await world.receive()
    await world.reportsRead()
    expect(await world.kind(message)).not.toBe('read')
    world.emulator.clock.advance(5_000)
    await world.time.settle()
    expect(await world.kind(message)).toBe('read')
  })
})
