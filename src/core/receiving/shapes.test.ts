import { expect, onTestFinished, test } from 'vitest'
import type { Family } from '../../api/operations.ts'
import type { MessageContent } from '../../contract/messages.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'
import { rowsOf } from '../testing/receiving-scene.ts'

async function scene(family: Family = 'v3') {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'secret-of-the-shapes' }
  const instance = emulator.addInstance({ ...account, family })
  const core = await startTestCore({
    ...receivingAlone,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account, family }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const anna = instance.person('79990001122', { name: 'Anna' })
  const received = async () => {
    await core.waitFor('all came', () => instance.notifications.size === 0)
    await core.untilApplied()
  }
  const readHistory = async (chatId = anna.chatId) => {
    const chat = await core.chat(core.firstKey(), chatId)
    // Journals of WhatsApp are up to two minutes late.
    emulator.clock.advance(120_000)
    await core.call('history.refresh', { chat })
    return chat
  }
  const contents = async (chatId = anna.chatId) => (await rowsOf(core, chatId)).map(({ content }) => content)
  /** Another moment. */
  const later = () => emulator.clock.advance(5_000)
  return { emulator, instance, core, anna, received, readHistory, contents, later }
}

const countsOf = (content: MessageContent | undefined) =>
  content?.kind === 'poll' ? content.options.map(({ name, votes }) => `${name} ${votes}`) : content?.kind

test('a person whose id comes in several spellings votes once, and an option without voters has none', async () => {
  const { instance, anna, received, contents, later } = await scene('whatsapp')
  const boris = instance.person('79990003344', { name: 'Boris' })
  const group = instance.group(undefined, { subject: 'Shift' })
  const poll = anna.asksPoll('Lunch?', ['Soup', 'Fish'], { to: group })
  later()
  const spellings = [
    '79990003344',
    '79990003344@c.us',
    '79990003344@s.whatsapp.net',
    { id: '79990003344:7@s.whatsapp.net' },
  ]
  const votes = [
    { optionName: 'Soup' },
    { optionName: 'Fish', optionVoters: [...spellings, {}, null] },
    { optionName: null, optionVoters: 'nobody' },
  ]
  instance.notifyRaw({
    ...{ typeWebhook: 'incomingMessageReceived', instanceData: instance.instanceData(), idMessage: '3EB0AA' },
    ...{ timestamp: instance.seconds(instance.now()), senderData: { chatId: group.id, sender: boris.chatId } },
    messageData: { typeMessage: 'pollUpdateMessage', pollMessageData: { stanzaId: poll.id, name: 'Lunch?', votes } },
  })
  await received()
  const [content] = await contents(group.id)
  expect(countsOf(content)).toEqual(['Soup 0', 'Fish 1'])
  expect(content).toMatchObject({ kind: 'poll', voters: 1 })
})

test.each(['v3', 'whatsapp'] as const)(
  'on %s votes are counted by person, and no look at a history takes one away',
  async (family) => {
    const { instance, anna, received, readHistory, contents, later } = await scene(family)
    const boris = instance.person('79990003344', { name: 'Boris' })
    const group = instance.group(undefined, { subject: 'Shift' })
    const poll = anna.asksPoll('Lunch?', ['Soup', 'Fish'], { to: group })
    later()
    anna.votes(poll, ['Soup'])
    later()
    boris.votes(poll, ['Fish'])
    await received()
    expect(countsOf((await contents(group.id))[0])).toEqual(['Soup 1', 'Fish 1'])
    later()
    // Votes whose notification was lost are known from the history, where no record says which poll it is.
    instance.phone.votes(poll, ['Soup'], { notify: false })
    await readHistory(group.id)
    expect((await contents(group.id)).map(countsOf)).toEqual([['Soup 2', 'Fish 1']])
    later()
    anna.votes(poll, [])
    boris.votes(poll, ['Soup'])
    await received()
    await readHistory(group.id)
    expect((await contents(group.id)).map(countsOf)).toEqual([['Soup 2', 'Fish 0']])
  },
)

test('a poll that is older than the archive says since when its votes are counted', async () => {
  const { emulator, instance, core, anna, received, readHistory, contents } = await scene()
  const group = instance.group(undefined, { subject: 'Shift' })
  anna.asksPoll('Lunch?', ['Soup', 'Fish'], { to: group, notify: false, at: emulator.clock.now() - 3_600_000 })
  emulator.clock.advance(60_000)
  const young = anna.asksPoll('Supper?', ['Soup', 'Fish'], { to: group })
  await received()
  await readHistory(group.id)
  const { createdAt } = await core.store.read('accounts.get', { key: core.firstKey() })
  expect(await contents(group.id)).toMatchObject([{ countedSince: createdAt }, { countedSince: null }])
  expect(young.acceptedAt).toBeGreaterThan(createdAt)
})

test.each(['by notification', 'by history'])(
  '%s somebody who only votes has the name that came with the vote',
  async (way) => {
    const { instance, anna, received, readHistory, contents, later } = await scene()
    const group = instance.group(undefined, { subject: 'Shift' })
    const poll = anna.asksPoll('Lunch?', ['Soup'], { to: group })
    later()
    instance.person('79990005544', { name: 'Olga' }).votes(poll, ['Soup'], { notify: way === 'by notification' })
    await received()
    await readHistory(group.id)
    const [content] = await contents(group.id)
    expect(content?.kind === 'poll' && content.options[0]?.voters.map(({ name }) => name)).toEqual(['Olga'])
  },
)

test('votes that a history tells without a poll’s id count for the poll that was asked last', async () => {
  const { instance, anna, readHistory, contents, later, received } = await scene()
  const first = anna.asksPoll('Lunch?', ['Soup'], { notify: false })
  later()
  anna.votes(first, ['Soup'], { notify: false })
  later()
  const second = anna.asksPoll('Lunch?', ['Soup'])
  await received()
  later()
  instance.phone.votes(second, ['Soup'], { notify: false })
  await readHistory()
  expect((await contents()).map(countsOf)).toEqual([['Soup 1'], ['Soup 1']])
})

const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nTEL;TYPE=CELL:+79995556677\nEND:VCARD'

test.each(['v3', 'whatsapp', 'telegram'] as const)(
  'on %s shared contacts have their names, by notification and by history',
  async (family) => {
    const { anna, received, readHistory, contents, later } = await scene(family)
    const several = [
      { displayName: 'Bob', vcard },
      { displayName: 'Carol', vcard: '' },
    ]
    for (const notify of [true, false]) {
      anna.sendsContact({ displayName: 'Bob', vcard }, { notify })
      later()
      anna.sendsContacts(several, { notify })
      later()
    }
    await received()
    await readHistory()
    const names = (await contents()).map((content) =>
      content.kind === 'contacts' ? content.cards.map((card) => card.name) : content.kind,
    )
    expect(names).toEqual([['Bob'], ['Bob', 'Carol'], ['Bob'], ['Bob', 'Carol']])
  },
)

test('a file that was too large for the service says so, and offers nothing to download', async () => {
  const { anna, received, readHistory, contents, later } = await scene()
  for (const notify of [true, false]) {
    anna.sendsDocument({ fileName: 'all.zip', caption: 'Everything', isTooLarge: true, notify })
    later()
  }
  await received()
  await readHistory()
  const marker = { kind: 'marker', marker: 'SWE002', caption: 'Everything' }
  expect(await contents()).toEqual([marker, marker])
})

test('a person who writes as @lid gives the name to the chat of the number', async () => {
  const { instance, anna, received, core } = await scene('whatsapp')
  instance.behave({ senderData: 'description' })
  anna.says('Hello')
  await received()
  const { rows } = await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })
  expect(rows.map(({ title }) => title)).toEqual(['Anna'])
})

test('a message that a journal shows under another form of the chat is one message in one chat', async () => {
  const { emulator, anna, instance, received, core, later } = await scene('whatsapp')
  const written = anna.says('Once')
  await received()
  later()
  const record = {
    type: 'incoming',
    idMessage: written.id,
    timestamp: instance.seconds(written.acceptedAt),
    typeMessage: 'textMessage',
    chatId: anna.lid,
    textMessage: 'Once',
    senderId: anna.lid,
    senderName: 'Anna',
  }
  // A history of one chat would tell by itself that both ids are one.
  await core.store.write('archive.ingest', {
    instance: core.firstKey(),
    source: 'lastIncomingMessages',
    chatId: null,
    records: [record],
    seenAt: emulator.clock.now(),
  })
  const { rows } = await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })
  expect(rows.map(({ chatId }) => chatId)).toEqual([anna.chatId])
  expect(await rowsOf(core, anna.lid)).toHaveLength(1)
})

test('a status under another form of the chat finds its message, and makes no chat', async () => {
  const { instance, anna, received, core } = await scene('whatsapp')
  const sent = instance.phone.says('On its way', { to: anna })
  instance.notify('outgoingMessageStatus', { chatId: anna.lid, idMessage: sent.id, status: 'read', sendByApi: false })
  await received()
  const { rows } = await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })
  expect(rows).toHaveLength(1)
  expect((await rowsOf(core, anna.chatId))[0]?.status?.kind).toBe('read')
})

test('a second edit that only the history knows of shows', async () => {
  const { anna, received, readHistory, contents, later } = await scene()
  const written = anna.says('At four')
  later()
  anna.edits(written, 'At five')
  await received()
  later()
  anna.edits(written, 'At six', { notify: false })
  await readHistory()
  expect(await contents()).toMatchObject([{ text: 'At six' }])
  await readHistory()
  later()
  anna.edits(written, 'At seven')
  await received()
  expect(await contents()).toMatchObject([{ text: 'At seven' }])
})

test('an account check that answers a @lid leaves the chat to the number under which messages come', async () => {
  const { instance, anna, received, core, later } = await scene('whatsapp')
  anna.says('Hello')
  await received()
  const of = { instance: core.firstKey() }
  expect(await core.call('chats.checkRecipient', { ...of, text: anna.chatId })).toMatchObject({ account: 'exists' })
  const chats = async () =>
    (await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })).rows.map(
      ({ chatId }) => chatId,
    )
  expect(await chats()).toEqual([anna.chatId])
  // A chat that was begun by its number, too, once its person writes.
  const boris = instance.person('79990003344', { name: 'Boris' })
  await core.call('chats.open', { ...of, chatId: boris.chatId })
  later()
  await core.call('chats.checkRecipient', { ...of, text: boris.chatId })
  boris.says('Hi')
  await received()
  expect(await chats()).toEqual([boris.chatId, anna.chatId])
})

test('an id of noughts in the list of chats is no chat', async () => {
  const { emulator, anna, instance, core } = await scene('whatsapp')
  anna.says('Hello', { notify: false })
  await core.waitFor('the chats were read', () => {
    emulator.clock.advance(1_000)
    return core.instances.list()[0]?.row().firstSyncedAt
  })
  const { rows } = await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })
  expect(rows.map(({ chatId }) => chatId)).not.toContain('0@c.us')
  expect(instance.chats()).toHaveLength(1)
})

test('a status that comes before anything else of its chat makes no chat, and waits for its message', async () => {
  const { emulator, instance, core, anna, received } = await scene()
  const id = '1784000000123'
  instance.notify('outgoingMessageStatus', { chatId: anna.chatId, idMessage: id, status: 'delivered', sendByApi: true })
  instance.notify('outgoingMessageStatus', { chatId: anna.chatId, idMessage: id, status: 'sent', sendByApi: true })
  await received()
  const list = () => core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })
  expect((await list()).rows).toEqual([])
  emulator.clock.advance(1_000)
  instance.phone.says('On its way', { to: anna, id, sendByApi: true, status: '' })
  await received()
  expect((await list()).rows.map(({ preview }) => preview)).toMatchObject([{ text: 'On its way' }])
  expect((await rowsOf(core, anna.chatId)).map(({ status }) => status?.kind)).toEqual(['delivered'])
})

test('statuses that come early, twice and late leave a message as far as it got, and stand once in its history', async () => {
  const { emulator, instance, core, anna, received } = await scene()
  instance.behave({ autoStatus: { sent: 0, delivered: 500, read: null } })
  for (const text of ['First', 'Second', 'Third']) {
    instance.apiSends.accept(anna.chat, text)
    emulator.clock.advance(10_000)
    await received()
  }
  const rows = await rowsOf(core, anna.chatId)
  expect(rows.map(({ content, status }) => [content.kind === 'text' && content.text, status?.kind])).toEqual([
    ['First', 'delivered'],
    ['Second', 'delivered'],
    ['Third', 'delivered'],
  ])
  const notified = async ({ key }: (typeof rows)[number]) =>
    (await core.call('messages.details', { message: key })).observations
      .filter(({ source }) => source === 'notification')
      .map(({ status }) => status)
      .toSorted()
  expect(await Promise.all(rows.map(notified))).toEqual(Array(3).fill(['delivered', 'sent']))
})

test.each(['v3', 'whatsapp'] as const)(
  'on %s a photo, a place and a link that lack what is empty are the same by notification and by history',
  async (family) => {
    const { anna, received, readHistory, contents, later } = await scene(family)
    for (const notify of [true, false]) {
      anna.sendsImage({ notify })
      later()
      anna.sendsLocation({ latitude: 55.7, longitude: 37.6 }, { notify })
      later()
      anna.sendsLink({ text: 'https://example.org/' }, { notify })
      later()
    }
    await received()
    await readHistory()
    const shown = await contents()
    expect(shown).toHaveLength(6)
    expect(shown.slice(0, 3)).toEqual(shown.slice(3))
  },
)
