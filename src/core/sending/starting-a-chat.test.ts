import { describe, expect, it } from 'vitest'
import { anna, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()

type World = Awaited<ReturnType<typeof start>>

describe('starting a chat', () => {
  const suggest = (world: World, text: string) =>
    world.app().call('chats.suggestRecipient', { instance: world.instance, text })

  it('shows what a typed number would mean, by the country of the account', async () => {
    const world = await start()
    await world.app().store.write('accounts.learn', { key: world.instance, wid: '79990009988@c.us' })
    expect(await suggest(world, '8 (999) 000-11-22')).toEqual({
      chatId: anna,
      kind: 'corrected',
      display: '+7 999 000 11 22',
      existing: null,
      account: 'unknown',
    })
    expect(await suggest(world, 'Anna')).toMatchObject({ chatId: null, kind: 'invalid' })
    const chat = await world.chat(anna)
    expect(await suggest(world, '79990001122')).toMatchObject({ kind: 'exact', existing: chat })
  })

  it('opens the same chat for every form of one id, and none for what is no id', async () => {
    const world = await start()
    const { call } = world.app()
    expect(await world.chat('79990001122')).toBe(await world.chat(anna))
    const wrong = call('chats.open', { instance: world.instance, chatId: '+7 999 000-11-22' })
    await expect(wrong).rejects.toMatchObject({ code: 'chatIdInvalid', data: { details: { suggestion: anna } } })
  })

  it('asks the service whether the number has an account, and makes one chat of both ids', async () => {
    const world = await start()
    world.account.person('79990001122', { name: 'Anna', answersAs: '10000001' })
    const byNumber = await world.chat(anna)
    const { call } = world.app()
    const check = (text: string) => call('chats.checkRecipient', { instance: world.instance, text })
    const answer = await check(anna)
    expect(answer.account).toBe('exists')
    expect(answer.existing).toBe(byNumber)
    expect(answer.chatId).toBe('10000001')
    expect(await world.chat('10000001')).toBe(byNumber)
    await world.time.advance(1_000)
    expect((await check('79995556677@c.us')).account).toBe('missing')
  })

  it('finds a person by username: on Telegram at the service, and later in the archive', async () => {
    const world = await start({ family: 'telegram' })
    world.account.person('79990001122', { name: 'Anna', username: 'anna_shop' })
    const { call } = world.app()
    expect(await suggest(world, '@anna_shop')).toMatchObject({ chatId: null, kind: 'username', existing: null })
    const checked = await call('chats.checkRecipient', { instance: world.instance, text: 't.me/Anna_Shop' })
    const { chatId } = world.account.person('79990001122')
    expect(checked).toMatchObject({ chatId, account: 'exists' })
    const chat = await world.chat(chatId)
    expect(await suggest(world, '@ANNA_shop')).toMatchObject({ chatId, existing: chat })
    expect(await call('chats.details', { chat })).toMatchObject({ username: 'Anna_Shop', title: '@Anna_Shop' })
    await world.time.advance(1_000)
    expect(await call('chats.checkRecipient', { instance: world.instance, text: '@nobody_here' })).toMatchObject({
      chatId: null,
      account: 'missing',
    })
  })

  it('asks nobody on WhatsApp who has a username', async () => {
    const world = await start({ family: 'whatsapp' })
    expect(await suggest(world, '@anna_shop')).toMatchObject({ chatId: null, kind: 'invalid' })
  })

  it('writes on Telegram to the messenger’s own id from the first message where a number’s is known', async () => {
    const world = await start({ family: 'telegram' })
    const { chatId } = world.account.person('79990001122', { name: 'Anna' })
    const { call, store } = world.app()
    const known = { chatId, name: 'Anna', contactName: '', phone: '79990001122', type: 'user' }
    await store.write('archive.learnChats', { instance: world.instance, chats: [known], at: 1, create: false })
    expect(await suggest(world, '+7 999 000 11 22')).toMatchObject({ chatId, kind: 'corrected' })
    expect(await suggest(world, '79990001122')).toMatchObject({ chatId, existing: null })
    const opened = await call('chats.open', { instance: world.instance, chatId })
    expect(await call('chats.details', opened)).toMatchObject({ chatId })
  })

  it('sends what was written in a chat that became one with another meanwhile', async () => {
    const world = await start()
    const { call, store } = world.app()
    const known = await world.chat('10000001')
    const opened = await world.chat(anna)
    await call('chats.saveDraft', { chat: opened, text: 'Do you' })
    await store.write('sending.learnAccount', {
      instance: world.instance,
      typed: anna,
      chatId: '10000001',
      username: null,
    })
    await call('chats.saveDraft', { chat: opened, text: 'Do you read this?' })
    expect(await call('chats.details', { chat: opened })).toMatchObject({ key: known, draftText: 'Do you read this?' })
    const { message } = await call('messages.send', { chat: opened, text: 'Do you read this?' })
    expect((await call('messages.details', { message })).message).toMatchObject({ key: message })
    expect(await call('chats.details', { chat: known })).toMatchObject({ messages: 1, draftText: '' })
  })

  it('leads answers that come under another id into the chat that was written to', async () => {
    const world = await start()
    world.account.person('79990001122', { name: 'Anna', answersAs: '10000001' })
    const written = await world.chat(anna)
    const message = await world.send(anna, 'Do you read this?')
    await world.time.advance(3_000)
    expect(await world.chat('10000001')).toBe(written)
    expect(await world.kind(message)).toBe('read')
  })
})
