import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { OutgoingContent } from '../../contract/sending.ts'
import type { Fault } from '../../emulator/http/faults.ts'
import { sized } from '../testing/marathon.ts'
import { anna, boris, hour, minute, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()
type World = Awaited<ReturnType<typeof start>>

const place: OutgoingContent = { kind: 'location', latitude: -33.45, longitude: -70.66, name: 'Store', address: '' }
const poll: OutgoingContent = { kind: 'poll', question: 'When?', options: ['today', 'tomorrow'], multiple: false }
const person: OutgoingContent = {
  kind: 'contact',
  phone: '79990003344',
  chatId: boris,
  firstName: 'Boris',
  lastName: '',
  company: '',
}

/** A message of Anna's that the archive has, as it came from a history. */
async function asked(world: World, text: string) {
  const written = world.account.person('79990001122', { name: 'Anna' }).says(text)
  const chat = await world.chat(anna)
  const found = await world.app().call('messages.fetch', { chat, idMessage: written.id })
  if (found.kind !== 'found') throw new Error('Anna said nothing')
  return { written, chat, message: found.message }
}

async function sendContent(world: World, chat: ChatKey, content: OutgoingContent): Promise<MessageKey> {
  const { message } = await world.app().call('messages.sendContent', { chat, content })
  await world.time.settle()
  return message
}

/** A record as histories have it. */
const incoming = (idMessage: string, textMessage: string) => ({
  type: 'incoming',
  idMessage,
  timestamp: 1_795_000_000,
  typeMessage: 'textMessage',
  textMessage,
})

const contents = [place, poll, person] as const

describe('what is not a text', () => {
  it.each(contents.map((content) => [content.kind, content] as const))(
    'a %s is sent once and followed until it was read',
    async (kind, content) => {
      const world = await start()
      world.account.person('79990003344', { name: 'Boris' })
      const message = await sendContent(world, await world.chat(anna), content)
      expect(await world.kind(message)).toBe('accepted')
      await world.time.advance(minute)
      expect(await world.kind(message)).toBe('read')
      expect(world.account.sends.map((sent) => sent.content.kind)).toEqual([kind])
      const { message: shown } = await world.app().call('messages.details', { message })
      expect(shown.content.kind).toBe(kind === 'contact' ? 'contacts' : kind)
    },
  )

  it.each(contents.map((content) => [content.kind, content] as const))(
    'a %s whose answer got lost is found by what it holds, and not sent again',
    async (_kind, content) => {
      const world = await start()
      world.account.person('79990003344', { name: 'Boris' })
      for (const operation of ['sendLocation', 'sendPoll', 'sendContact'])
        world.fault({ kind: 'reset-after' }, 1, operation)
      const message = await sendContent(world, await world.chat(anna), content)
      expect(await world.kind(message)).toBe('uncertain')
      await world.time.advance(minute)
      expect(await world.kind(message)).toBe('read')
      expect(world.account.sends).toHaveLength(1)
    },
  )

  it('keeps its place among the texts of its chat', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    world.fault({ kind: 'delay', ms: 400 })
    const first = await world.begin(chat, 'before')
    await world.becomes(first, 'sending')
    await world.emulator.until({ kind: 'fault', fault: 'delay' })
    await world.app().call('messages.sendContent', { chat, content: poll })
    const last = await world.begin(chat, 'after')
    const other = await world.begin(await world.chat(boris), 'elsewhere')
    await world.becomes(other, 'accepted')
    world.emulator.clock.advance(400)
    await world.becomes(last, 'accepted')
    expect(world.account.sends.map(({ content }) => content.kind)).toEqual(['text', 'text', 'poll', 'text'])
  })

  it('is tried again as what it is, and taken back as text into the draft', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    world.fault({ kind: 'refuse', status: 466 }, 1, 'sendPoll')
    const message = await sendContent(world, chat, poll)
    expect(await world.kind(message)).toBe('failed')
    await world.app().call('messages.retry', { messages: [message] })
    await world.time.settle()
    expect(await world.kind(message)).toBe('accepted')
    expect(world.account.sends.map(({ content }) => content.kind)).toEqual(['poll'])

    world.fault({ kind: 'delay', ms: 400 })
    await world.begin(chat, 'slow')
    const { message: waiting } = await world.app().call('messages.sendContent', { chat, content: place })
    expect(await world.app().call('messages.cancel', { message: waiting })).toEqual({ text: 'Store\n-33.45, -70.66' })
    expect((await world.app().call('chats.details', { chat })).draftText).toBe('Store\n-33.45, -70.66')
    world.emulator.clock.advance(400)
  })

  it('is refused where the family lacks the operation, and says so', async () => {
    const world = await start({ behaviour: { optionalOperations: [] } })
    const message = await sendContent(world, await world.chat(anna), poll)
    expect(await world.status(message)).toMatchObject({ kind: 'failed', reason: 'operationMissing' })
  })
})

describe('a reply', () => {
  it('quotes a message of its chat, here and at the service', async () => {
    const world = await start()
    const { written, chat, message: question } = await asked(world, 'Is it on its way?')
    const { message } = await world.app().call('messages.send', { chat, text: 'Yes', quote: question })
    await world.time.settle()
    expect(world.account.sends[0]?.quotes?.id).toBe(written.id)
    const details = await world.app().call('messages.details', { message })
    expect(details.message.quoted).toMatchObject({ key: question, text: 'Is it on its way?' })
  })

  it('is no draft any more once it is sent', async () => {
    const world = await start()
    const { chat, message: question } = await asked(world, 'Is it on its way?')
    await world.app().call('chats.saveDraft', { chat, text: 'Yes', quote: question })
    const draft = async () => {
      const { draftText, draftQuote } = await world.app().call('chats.details', { chat })
      return [draftText, draftQuote?.key ?? null]
    }
    expect(await draft()).toEqual(['Yes', question])
    await world.app().call('messages.send', { chat, text: 'Yes', quote: question })
    expect(await draft()).toEqual(['', null])
  })

  it('can not quote what was deleted, there or here: it says so, and what was written stays', async () => {
    const world = await start()
    const { written, chat, message: question } = await asked(world, 'Is it on its way?')
    await world.app().call('chats.saveDraft', { chat, text: 'Yes', quote: question })
    const refused = { data: { code: 'quoteNotPossible' } }
    const answer = () => world.app().call('messages.send', { chat, text: 'Yes', quote: question })
    await world.app().store.write('archive.ingest', {
      instance: world.instance,
      source: 'getMessage',
      chatId: anna,
      records: [{ ...incoming(written.id, 'Is it on its way?'), isDeleted: true }],
      seenAt: world.time.clock.now(),
    })
    await expect(answer()).rejects.toMatchObject(refused)
    const gone = 4_000_000 as MessageKey
    await expect(world.app().call('messages.send', { chat, text: 'Yes', quote: gone })).rejects.toMatchObject(refused)
    expect((await world.app().call('chats.details', { chat })).draftText).toBe('Yes')
    expect(world.account.sends).toEqual([])
  })

  it('can not quote what the service does not know, or what is in another chat', async () => {
    const world = await start()
    const { message: question } = await asked(world, 'Is it on its way?')
    const chat = await world.chat(boris)
    await expect(world.app().call('messages.send', { chat, text: 'Yes', quote: question })).rejects.toMatchObject({
      data: { code: 'quoteNotPossible' },
    })
    expect(world.account.sends).toEqual([])
  })
})

describe('a forward', () => {
  it('is a message of its own for each chat and message', async () => {
    const world = await start()
    const first = await asked(world, 'first')
    // One message is asked for a second.
    await world.time.advance(2_000)
    const second = await asked(world, 'second')
    const chats = [await world.chat(boris), await world.chat('79990005566@c.us')]
    const { messages } = await world
      .app()
      .call('messages.forward', { messages: [first.message, second.message], chats, sendId: 'forward-1' })
    await world.time.settle()
    expect(messages).toHaveLength(4)
    for (const message of messages) expect(await world.kind(message)).toBe('accepted')
    expect(world.accepted()).toEqual(['first', 'first', 'second', 'second'])
    expect(world.account.sends.map(({ forwardingScore }) => forwardingScore)).toEqual([1, 1, 1, 1])
    // Told once more: the same four.
    const again = await world
      .app()
      .call('messages.forward', { messages: [first.message, second.message], chats, sendId: 'forward-1' })
    expect(again).toEqual({ messages })
    // And with the first chat taken out: nothing goes to the second one again.
    const [, other] = chats
    if (other === undefined) throw new Error('The second chat is missing.')
    const fewer = await world
      .app()
      .call('messages.forward', { messages: [first.message, second.message], chats: [other], sendId: 'forward-1' })
    expect(fewer).toEqual({ messages: messages.slice(2) })
  })

  it('is refused for a message that was deleted, and nothing beside it goes', async () => {
    const world = await start()
    const [deleted, kept] = [await world.send(anna, 'deleted'), await world.send(anna, 'kept')]
    await world.time.advance(5_000)
    await world.app().call('messages.deleteForEveryone', { message: deleted })
    const input = { messages: [kept, deleted], chats: [await world.chat(boris)] }
    await expect(world.app().call('messages.forward', input)).rejects.toMatchObject({ code: 'forwardNotPossible' })
    await world.time.settle()
    expect(world.requests('forwardMessages')).toBe(0)
  })
})

describe('a message at the service', () => {
  it('is changed there and here, and the text of before stays', async () => {
    const world = await start()
    const message = await world.send(anna, 'See you at 5')
    await world.time.advance(minute)
    await world.app().call('messages.edit', { message, text: 'See you at 6' })
    await world.time.advance(5_000)
    expect(world.account.sends[0]).toMatchObject({ isEdited: true, content: { text: 'See you at 6' } })
    const details = await world.app().call('messages.details', { message })
    expect(details.message).toMatchObject({ edited: true, content: { text: 'See you at 6' } })
    expect(details.previousVersions).toMatchObject([{ text: 'See you at 5', source: 'app' }])
  })

  it('is not changed when its time is over, nor what somebody else wrote', async () => {
    const world = await start()
    const { message: question } = await asked(world, 'Is it on its way?')
    const message = await world.send(anna, 'Yes')
    await world.time.advance(16 * minute, 10_000)
    for (const one of [message, question]) {
      await expect(world.app().call('messages.edit', { message: one, text: 'No' })).rejects.toMatchObject({
        data: { code: 'notEditable' },
      })
    }
    expect(world.requests('editMessage')).toBe(0)
  })

  it('is deleted for everybody, and what it said stays here', async () => {
    const world = await start()
    const message = await world.send(anna, 'a mistake')
    await world.time.advance(minute)
    await world.app().call('messages.deleteForEveryone', { message })
    expect(world.account.sends[0]?.isDeleted).toBe(true)
    const { message: shown } = await world.app().call('messages.details', { message })
    expect(shown).toMatchObject({ deleted: true, content: { text: 'a mistake' } })
  })

  it('is deleted for the account alone, is gone here, and is never shown as deleted for others', async () => {
    const world = await start()
    const message = await world.send(anna, 'a mistake')
    await world.time.advance(minute)
    await world.app().call('messages.deleteForMe', { message })
    expect(world.account.sends[0]?.isDeleted).toBe(false)
    const deleted = world.emulator.recorder.list({ operation: 'deleteMessage' }).at(-1)
    expect(JSON.parse(deleted?.body ?? '')).toMatchObject({ onlySenderDelete: true })
    const { message: hidden } = await world.app().call('messages.details', { message })
    expect(hidden.deleted).toBe(false)
    const { chat } = hidden
    const anchor = { kind: 'newest' } as const
    const { rows } = await world.app().call('messages.window', { chat, anchor, before: 10, after: 0 })
    expect(rows.map(({ key }) => key)).not.toContain(message)
  })

  it('gets the reaction of the account, and loses it', async () => {
    const world = await start()
    const { written, message } = await asked(world, 'It arrived')
    const reactions = async () => (await world.app().call('messages.details', { message })).message.reactions
    await world.app().call('messages.react', { message, emoji: '👍' })
    expect([...written.reactions.values()]).toEqual(['👍'])
    expect(await reactions()).toMatchObject([{ emoji: '👍', count: 1, own: true }])
    await world.time.advance(2_000)
    await world.app().call('messages.react', { message, emoji: '' })
    expect([...written.reactions.values()]).toEqual([])
    expect(await reactions()).toEqual([])
  })

  it('is looked for when the answer to its change got lost, and shown as the service shows it', async () => {
    const world = await start()
    const message = await world.send(anna, 'See you at 5')
    await world.time.advance(minute)
    const shown = async () => (await world.app().call('messages.details', { message })).message
    world.fault({ kind: 'reset-after' }, 1, 'editMessage')
    const edited = world.app().call('messages.edit', { message, text: 'See you at 6' })
    await world.time.advance(4_000, 500)
    await edited
    expect(await shown()).toMatchObject({ edited: true, content: { text: 'See you at 6' } })
    world.fault({ kind: 'reset-after' }, 1, 'sendReaction')
    const reacted = world.app().call('messages.react', { message, emoji: '👍' })
    await world.time.advance(4_000, 500)
    await reacted
    expect((await shown()).reactions).toMatchObject([{ emoji: '👍', own: true }])
    expect([world.requests('editMessage'), world.requests('sendReaction')]).toEqual([1, 1])
  })

  it.each([
    ['editMessage', 'messages.edit', { text: 'See you at 6' }],
    ['deleteMessage', 'messages.deleteForEveryone', {}],
    ['sendReaction', 'messages.react', { emoji: '👍' }],
  ] as const)(
    'is not known to be changed when %s never came to the service, and is as it was',
    async (operation, call, input) => {
      const world = await start()
      const message = await world.send(anna, 'See you at 5')
      await world.time.advance(minute)
      world.fault({ kind: 'reset-before' }, 1, operation)
      const asked = world.app().call(call, { message, ...input } as never)
      asked.catch(() => undefined)
      await world.time.advance(4_000, 500)
      await expect(asked).rejects.toMatchObject({ data: { code: 'outcomeUnknown' } })
      const { message: shown } = await world.app().call('messages.details', { message })
      expect(shown).toMatchObject({ edited: false, deleted: false, reactions: [], content: { text: 'See you at 5' } })
      expect(world.requests(operation)).toBe(1)
    },
  )

  it('is changed once, when two windows ask for the same at once', async () => {
    const world = await start()
    const message = await world.send(anna, 'See you at 5')
    await world.time.advance(minute)
    const { call } = world.app()
    const both = (ask: () => Promise<void>) => Promise.all([ask(), ask()])
    await both(() => call('messages.edit', { message, text: 'See you at 6' }))
    await both(() => call('messages.react', { message, emoji: '👍' }))
    await both(() => call('messages.deleteForEveryone', { message }))
    expect(['editMessage', 'sendReaction', 'deleteMessage'].map((operation) => world.requests(operation))).toEqual([
      1, 1, 1,
    ])
  })

  it('says what the service said when it is not changed', async () => {
    const world = await start()
    const message = await world.send(anna, 'Yes')
    await world.time.advance(minute)
    const refused = async (body: string, data: object) => {
      world.fault({ kind: 'refuse', status: body === '' ? 500 : 200, body }, 1, 'deleteMessage')
      const deleted = world.app().call('messages.deleteForEveryone', { message })
      deleted.catch(() => undefined)
      await world.time.advance(4_000, 500)
      await expect(deleted).rejects.toMatchObject({ data })
      await world.time.advance(2_000)
    }
    await refused('', { code: 'outcomeUnknown' })
    await refused('{"deleteMessage":false,"reason":"too late"}', {
      code: 'serviceRefused',
      details: { text: 'too late' },
    })
    const { message: shown } = await world.app().call('messages.details', { message })
    expect(shown.deleted).toBe(false)
  })
})

it('what was pressed is in the world exactly once, or is marked uncertain or failed, whatever it is and whatever goes wrong', async () => {
  const faults: readonly Fault[] = [
    { kind: 'reset-before' },
    { kind: 'reset-after' },
    { kind: 'refuse', status: 429 },
    { kind: 'refuse', status: 466 },
    { kind: 'refuse', status: 500 },
    { kind: 'refuse-after', status: 502 },
    { kind: 'garbage' },
    { kind: 'truncate', bytes: 5 },
  ]
  const step = fc.record({
    what: fc.constantFrom('text', 'location', 'contact', 'poll', 'forward', 'file', 'upload'),
    fault: fc.option(fc.constantFrom(...faults), { freq: 2 }),
    to: fc.constantFrom(anna, boris),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const world = await start()
      const { message: source } = await asked(world, 'forwarded')
      world.account.person('79990003344', { name: 'Boris' })
      const pressed: MessageKey[] = []
      for (const [index, { what, fault, to }] of steps.entries()) {
        const chat = await world.chat(to)
        const operation = {
          text: 'sendMessage',
          location: 'sendLocation',
          contact: 'sendContact',
          poll: 'sendPoll',
          forward: 'forwardMessages',
          // The same thing, spoiled at its send or before it.
          file: 'sendFileByUrl',
          upload: 'uploadFile',
        }[what]
        if (fault !== null && operation !== undefined) world.fault(fault, 1, operation)
        if (what === 'text') pressed.push(await world.begin(chat, `text ${index}`))
        else if (what === 'file' || what === 'upload') {
          const [upload = ''] = await world.attach(chat, [{ name: `file ${index}.pdf` }])
          const files = [{ upload, caption: '', asFile: false }]
          pressed.push(...(await world.app().call('messages.sendFiles', { chat, files, text: '' })).messages)
        } else if (what === 'forward') {
          const { messages } = await world.app().call('messages.forward', { messages: [source], chats: [chat] })
          pressed.push(...messages)
        } else {
          const content = contents.find(({ kind }) => kind === what) ?? poll
          pressed.push((await world.app().call('messages.sendContent', { chat, content })).message)
        }
        await world.time.advance(500, 500)
      }
      await world.time.advance(hour, 10_000)
      // The disk has a time of its own.
      await world.app().waitFor('nothing waits any more', async () => {
        await world.time.advance(minute, 10_000)
        const now = await Promise.all(pressed.map((message) => world.kind(message)))
        return now.every((kind) => kind !== 'queued' && kind !== 'sending' && kind !== 'accepted')
      })
      const kinds = await Promise.all(pressed.map((message) => world.kind(message)))
      const arrived = kinds.filter((kind) => kind === 'read' || kind === 'sent' || kind === 'delivered').length
      const open = kinds.filter((kind) => kind === 'uncertain').length
      expect(kinds.every((kind) => ['read', 'sent', 'delivered', 'uncertain', 'failed'].includes(kind ?? ''))).toBe(
        true,
      )
      const there = world.account.sends.length
      // An uncertain one may have arrived; nothing else is in the world but what is said to be.
      expect(there).toBeGreaterThanOrEqual(arrived)
      expect(there).toBeLessThanOrEqual(arrived + open)
      expect(new Set(world.account.sends.map(({ id }) => id)).size).toBe(there)
    }),
    { numRuns: sized(4, 12) },
  )
})
