import { describe, expect, it } from 'vitest'
import type { MessageKey } from '../../../contract/ids.ts'
import { anna, boris, useSendingHarness } from '../../testing/sending-harness.ts'

const start = useSendingHarness()

describe('what a person does', () => {
  it('a queued message can be edited and taken back, one on its way can not', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'Draft')
    expect(await world.status(message)).toEqual({
      kind: 'queued',
      changeable: true,
      waitReason: { kind: 'tokenMissing' },
    })
    const { call } = world.app()
    await call('messages.editQueued', { message, text: 'Better' })
    const other = await world.send(anna, 'Never mind')
    expect(await call('messages.cancel', { message: other })).toEqual({ text: 'Never mind' })
    expect(await world.status(other)).toBeNull()
    await world.setToken()
    expect(world.accepted()).toEqual(['Better'])
    await expect(call('messages.cancel', { message })).rejects.toMatchObject({ code: 'notCancellable' })
    await expect(call('messages.editQueued', { message, text: 'x' })).rejects.toMatchObject({
      code: 'notEditable',
    })
  })

  it('a message that was cancelled is in the draft, and does not go when a window submits it once more', async () => {
    const world = await start({ online: false })
    const chat = await world.chat(anna)
    const { call } = world.app()
    const send = () => call('messages.send', { chat, text: 'Never mind', sendId: 'a-cancelled-send' })
    const { message } = await send()
    await call('chats.saveDraft', { chat, text: 'Begun since' })
    await call('messages.cancel', { message })
    expect(await send()).toEqual({ message })
    await world.setToken()
    expect(world.accepted()).toEqual([])
    expect((await call('chats.details', { chat })).draftText).toBe('Begun since\nNever mind')
  })

  it('what is cancelled comes back below an answer that is being written, which stays the answer that it is', async () => {
    const world = await start()
    const [first, second] = [await world.send(anna, 'We have two'), await world.send(anna, 'We have three')]
    const app = world.app()
    app.instances.setToken(world.instance, null)
    const chat = await world.chat(anna)
    const { message } = await app.call('messages.send', { chat, text: 'Never mind', quote: second })
    await app.call('chats.saveDraft', { chat, text: 'Begun since', quote: first })
    await app.call('messages.cancel', { message })
    const { draftText, draftQuote } = await app.call('chats.details', { chat })
    expect([draftText, draftQuote?.key]).toEqual(['Begun since\nNever mind', first])
  })

  it('a queued message that was edited is found by its new words alone', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'Turquoise')
    const { call } = world.app()
    await call('messages.editQueued', { message, text: 'Vermilion' })
    const found = async (text: string) =>
      (await call('search.messages', { scope: world.instance, chat: null, text, cursor: null, limit: 10 })).hits.map(
        (hit) => hit.message,
      )
    expect([await found('turquoise'), await found('vermilion')]).toEqual([[], [message]])
  })

  it('nothing but an uncertain or expired message is dismissed', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'On its way')
    await world.app().call('messages.dismiss', { message })
    await world.setToken()
    expect(world.accepted()).toEqual(['On its way'])
  })

  it('a file that was cancelled stands in the composer again, with its caption, and does not go', async () => {
    const world = await start({ online: false })
    const chat = await world.chat(anna)
    const { call } = world.app()
    const [upload = ''] = await world.attach(chat, [{ name: 'chair.png' }])
    const input = { chat, files: [{ upload, caption: 'Chair', asFile: false }], text: '', sendId: 'a-cancelled-file' }
    const { messages } = await call('messages.sendFiles', input)
    const [message = 0 as MessageKey] = messages
    await call('messages.cancel', { message })
    expect(await call('uploads.tray', { chat })).toMatchObject([{ upload, name: 'chair.png', caption: 'Chair' }])
    expect(await call('messages.sendFiles', input)).toEqual({ messages })
    expect(await call('uploads.tray', { chat })).toHaveLength(1)
    await world.setToken()
    expect(world.account.sends).toEqual([])
  })

  it('a queued message that is deleted does not go, and goes when it is restored', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'Deleted')
    const { call } = world.app()
    await call('messages.deleteLocally', { messages: [message] })
    await world.setToken()
    expect(world.accepted()).toEqual([])
    await call('messages.restoreDeleted', { messages: [message] })
    await world.time.settle()
    expect(world.accepted()).toEqual(['Deleted'])
  })

  it('what was being written goes with the message, however far it was saved; other drafts stay', async () => {
    const world = await start()
    const { call, store } = world.app()
    const draftOf = async (chatId: string) =>
      (await store.read('chats.details', { chat: await world.chat(chatId) })).draftText
    const save = async (chatId: string, text: string) =>
      store.write('chats.saveDraft', { chat: await world.chat(chatId), text })
    await save(anna, 'See you to')
    await save(boris, 'See you to')
    world.fault({ kind: 'refuse', status: 400 })
    const message = await world.send(anna, 'See you tomorrow')
    expect(await draftOf(anna)).toBe('')
    expect(await draftOf(boris)).toBe('See you to')
    // Sending again is no reason to drop what is being written now.
    await save(anna, 'And')
    await call('messages.retry', { messages: [message] })
    await world.time.settle()
    expect(await draftOf(anna)).toBe('And')
  })

  it('a send that is told twice, because its answer got lost, is one message', async () => {
    const world = await start()
    const [chat, other] = [await world.chat(anna), await world.chat(boris)]
    const send = (to: typeof chat, sendId?: string) =>
      world.app().call('messages.send', { chat: to, text: 'Once', ...(sendId ? { sendId } : {}) })
    const first = await send(chat, 'a-send-of-its-own')
    await world.time.settle()
    expect(await send(chat, 'a-send-of-its-own')).toEqual(first)
    await world.time.settle()
    expect(world.requests('sendMessage')).toBe(1)
    expect(await send(chat, 'another-send')).not.toEqual(first)
    await expect(send(other, 'a-send-of-its-own')).rejects.toMatchObject({ code: 'badInput' })
    await world.time.settle()
    expect(world.requests('sendMessage')).toBe(2)
  })

  it('a draft that was sent under a name is kept until that send arrives, and never after it', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const { call, store } = world.app()
    const submission = { id: 'a-send-with-a-draft', text: 'Once' }
    const save = (text = 'Once') => store.write('chats.saveDraft', { chat, text, submission })
    const draft = async () => {
      const { draftText, draftSend } = await call('chats.details', { chat })
      return { draftText, draftSend }
    }
    await save()
    expect(await draft()).toEqual({ draftText: 'Once', draftSend: 'a-send-with-a-draft' })
    await call('messages.send', { chat, text: 'Once', sendId: 'a-send-with-a-draft' })
    expect(await draft()).toEqual({ draftText: '', draftSend: null })
    // What the window saves when the answer got lost.
    await save()
    expect(await draft()).toEqual({ draftText: '', draftSend: null })
    expect(await save('Once more')).toEqual({ text: ' more', isSent: true })
    expect(await draft()).toEqual({ draftText: ' more', draftSend: null })
    await store.write('chats.saveDraft', { chat, text: 'Once' })
    expect(await draft()).toEqual({ draftText: 'Once', draftSend: null })
  })

  it('a text that can not go is refused before anything is written', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const send = (text: string) => world.app().call('messages.send', { chat, text })
    await expect(send(' \n')).rejects.toMatchObject({ code: 'textBlank' })
    await expect(send('x'.repeat(30_000))).rejects.toMatchObject({
      code: 'textTooLong',
      data: { details: { length: 30_000, limit: 20_000 } },
    })
    await expect(send('\u0001'.repeat(20_000))).rejects.toMatchObject({ code: 'bodyTooLarge' })
    await expect(send('half \ud83d')).rejects.toMatchObject({ code: 'textBroken' })
    await world.time.settle()
    expect(world.requests('sendMessage')).toBe(0)
  })

  it('a paused instance keeps its messages until it goes on', async () => {
    const world = await start()
    const { store, refresh } = world.app()
    const pause = async (paused: boolean) => {
      await store.write('accounts.setPaused', { key: world.instance, paused })
      await refresh()
      await world.time.settle()
    }
    await pause(true)
    const message = await world.send(anna, 'Later')
    expect(await world.status(message)).toMatchObject({ kind: 'queued', waitReason: { kind: 'paused' } })
    await pause(false)
    expect(await world.kind(message)).toBe('accepted')
  })

  it('nothing goes by itself when a removed instance is taken back into use', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'Forgotten')
    const app = world.app()
    await world.setToken()
    const second = await world.send(anna, 'Went')
    expect(await world.kind(second)).toBe('accepted')
    app.instances.setToken(world.instance, null)
    const left = await world.send(anna, 'Left over')
    await app.store.write('accounts.detach', { key: world.instance, erase: false })
    await app.refresh()
    await world.time.settle()
    expect(await world.status(left)).toMatchObject({ kind: 'queued', waitReason: { kind: 'waitsForPerson' } })
    expect(await world.kind(message)).not.toBe('queued')
    await world.addAgain()
    expect(world.accepted()).toEqual(['Forgotten', 'Went'])
  })
})
