import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { SharedInstanceId } from '../sharing/shared-ids.ts'
import { holding } from '../testing/bytes-of-folder.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

/** What is of the person: bytes that no index cuts in two. */
const traces = {
  number: '79995550137',
  name: 'Yolanda Zappa',
  text: 'quetzal asks for seventeen umbrellas',
  word: 'quetzal',
  inGroup: 'wombat orders for everybody',
  edited: 'aardvark was meant before',
  onTheOther: 'yak wrote to the other account',
  answer: 'xylophones are sold out',
  caption: 'zinnia on the table',
  note: 'jackdaw lives on the second floor',
  field: 'kumquat street 5',
  given: 'Our Yolanda from the corner',
  draft: 'narwhal not yet sent',
  event: '"senderName":"Yolanda',
}

/** Two accounts that know the person, a group in which others quote and name the person, and somebody else. */
async function startWithPerson() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const [first, second] = ['1101000001', '1101000002'].map((idInstance) =>
    emulator.addInstance({ idInstance, token: `token-of-${idInstance}` }),
  ) as [ReturnType<typeof emulator.addInstance>, ReturnType<typeof emulator.addInstance>]
  const dir = createTempDir()
  const instances = [first, second].map(({ idInstance, token }) => ({ apiUrl, idInstance, token }))
  const core = await startTestCore({ dataDir: dir.path, limitClasses: unlimited, instances })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const person = first.person(traces.number, { name: traces.name })
  const other = first.person('79995550999', { name: 'Otto' })
  const group = first.group('-500000001', { subject: 'Shift' }).add(person.chatId).add(other.chatId)
  person.says(traces.text)
  person.sendsImage({ caption: traces.caption })
  const inGroup = person.says(traces.edited, { to: group })
  person.edits(inGroup, traces.inGroup)
  const ofOther = other.says('Quills are in stock', { to: group })
  other.says('That is right', { to: group, quotes: inGroup })
  other.says(`Ask @${traces.number} about it`, { to: group })
  person.reacts(ofOther, '👍', { to: group })
  other.says('Good morning')
  second.person(traces.number, { name: traces.name }).says(traces.onTheOther)

  const { call, until } = core
  const [one, two] = core.keys as [InstanceKey, InstanceKey]
  const chatNamed = async (scope: InstanceKey, text: string): Promise<ChatKey> => {
    const list = { scope, filter: 'all', offset: 0, limit: 20 } as const
    const found = await until('chats.list', list, ({ rows }) => rows.some(({ title }) => title.includes(text)))
    return found.rows.find(({ title }) => title.includes(text))?.key ?? (0 as ChatKey)
  }
  const chat = await chatNamed(one, traces.name)
  await chatNamed(two, traces.name)
  const groupChat = await chatNamed(one, 'Shift')
  const window = (of: ChatKey) => ({ chat: of, anchor: { kind: 'newest' }, before: 20, after: 0 }) as const
  await until(
    'messages.window',
    window(groupChat),
    ({ rows }) => rows.length === 4 && rows.some((row) => row.reactions.length > 0),
  )
  const { rows } = await until('messages.window', window(chat), (found) => found.rows.length === 2)
  const picture = rows.find(({ content }) => content.kind === 'image')
  await call('media.fetch', { message: picture?.key ?? (0 as never) })
  await call('messages.send', { chat, text: traces.answer })
  await core.waitFor('the answer went', async () => first.sends.length === 1)
  await call('people.setName', { chat, name: traces.given })
  await call('people.setField', { chat, name: 'Address', value: traces.field })
  await call('notes.add', { chat, text: traces.note })
  await call('chats.saveDraft', { chat, text: traces.draft })
  await call('groups.details', { chat: groupChat })
  await call('chats.refreshGroup', { chat: groupChat })
  return { ...core, dir: dir.path, first, second, person, other, group, chat, groupChat, one, two, window, chatNamed }
}

test('of a person who is erased not a byte is left in the data folder, and all of everybody else', async () => {
  const { core, call, dir, chat, groupChat, one, window, waitFor, until, stop } = await startWithPerson()
  writeFileSync(join(dir, 'switchboard.db.damaged-2026-01-01T00-00-00-000Z'), JSON.stringify(traces))
  const { id } = await call('export.person', { chat })
  const page = readFileSync((await core.openFile(id))?.path ?? '', 'utf8')
  for (const what of ['text', 'onTheOther', 'inGroup', 'answer', 'note', 'field', 'given'] as const)
    expect(page).toContain(traces[what])
  expect(page).not.toContain('Quills are in stock')
  for (const [what, bytes] of Object.entries(traces)) expect(holding(dir, { [what]: bytes }), what).not.toEqual([])
  const seen = await call('erasing.traces', { chat })
  expect(seen).toMatchObject({ notes: 1, facts: 2, files: 1, waiting: 0, programs: 0, isShared: false })
  expect(seen.chats.map(({ messages }) => messages)).toEqual([3, 1])
  expect(seen.groups.map(({ messages }) => messages)).toEqual([1])
  expect(seen.events).toBeGreaterThan(3)

  await call('erasing.person', { chat })
  // Out of sight at once.
  const list = { scope: null, filter: 'all', offset: 0, limit: 20 } as const
  expect((await call('chats.list', list)).rows.map(({ title }) => title).toSorted()).toEqual(['Otto', 'Shift'])
  await waitFor('not a byte is left', () => holding(dir, traces).length === 0)

  const { rows } = await until('messages.window', window(groupChat), (found) => found.rows.length === 3)
  expect(rows.map(({ content }) => 'text' in content && content.text)).toEqual([
    'Quills are in stock',
    'That is right',
    'Ask @erased about it',
  ])
  expect(rows.flatMap(({ reactions }) => reactions)).toEqual([])
  const found = await call('search.messages', { scope: one, chat: null, text: 'quills', cursor: null, limit: 10 })
  expect(found.hits).toHaveLength(1)
  expect(await call('erasing.erasures', {})).toMatchObject([{ chats: 2, messages: 4 }])
  await stop()
  expect(holding(dir, traces)).toEqual([])
})

test('what the service shows of the time before stays out, and what the person writes from now on comes', async () => {
  const scene = await startWithPerson()
  // Its number and name come again with what is new.
  const { number: _, name: _name, event: _event, ...before } = traces
  const { call, dir, chat, groupChat, one, first, person, group, waitFor, until, chatNamed, window } = scene
  await call('erasing.person', { chat })
  person.says('vulture writes meanwhile')
  await waitFor('not a byte is left', () => holding(dir, before).length === 0)
  // Histories are read again, once the second of the erasing is over.
  const second = Math.floor(Date.now() / 1000)
  await waitFor('the next second', () => Math.floor(Date.now() / 1000) > second)
  person.says('vulture is new here')
  person.says('vulture in the group', { to: group })
  const again = await chatNamed(one, traces.name)
  for (const of of [again, groupChat]) await call('history.refresh', { chat: of })
  const { rows } = await until('messages.window', window(again), (found) => found.rows.length > 1)
  expect(rows.map(({ content }) => 'text' in content && content.text)).toEqual([
    'vulture writes meanwhile',
    'vulture is new here',
  ])
  const shown = await until('messages.window', window(groupChat), (found) => found.rows.length === 4)
  expect(shown.rows.map(({ content }) => 'text' in content && content.text)).not.toContain(traces.inGroup)
  expect(first.sends).toHaveLength(1)
  const { text, inGroup, answer, onTheOther } = traces
  // The log of requests has what the service answered since.
  const held = holding(dir, { text, inGroup, answer, onTheOther }).filter((name) => !name.startsWith('requests.db'))
  expect(held).toEqual([])
})

test('what the queue brings late of what was written to the person goes as well, and comes no second time', async () => {
  const { call, chat, dir, first, other, person, waitFor, stop } = await startWithPerson()
  const { number, text, note, draft, answer } = traces
  const timestamp = Math.floor(Date.now() / 1000) - 1
  const senderData = {
    ...{ chatId: person.chatId, chatName: traces.name },
    ...{ sender: '79990000001@c.us', senderName: 'Shop' },
  }
  const echo = {
    ...{ timestamp, idMessage: 'BAE5A1B2C3D4E5F6', senderData },
    messageData: { typeMessage: 'extendedTextMessage', extendedTextMessageData: { text: 'ocelots left late' } },
  }
  const editing = (textMessage: string) => ({
    ...{ timestamp, idMessage: `BAE5${textMessage.length}`, senderData },
    messageData: { typeMessage: 'editedMessage', editedMessageData: { stanzaId: echo.idMessage, textMessage } },
  })
  await call('erasing.person', { chat })
  for (const _ of ['once', 'again']) first.notify('outgoingAPIMessageReceived', echo)
  first.notify('outgoingAPIMessageReceived', editing('okapis left later'))
  const read = { timestamp, chatId: person.chatId, idMessage: echo.idMessage, status: 'read', sendByApi: true }
  first.notify('outgoingMessageStatus', read)
  const cameFrom = async (who: { readonly says: (text: string) => unknown }, text: string) => {
    who.says(text)
    const list = { scope: null, filter: 'all', offset: 0, limit: 20 } as const
    await waitFor(text, async () => JSON.stringify((await call('chats.list', list)).rows).includes(text))
  }
  await cameFrom(other, 'All came before this')
  const late = { text, note, draft, answer, late: 'ocelots left late', later: 'okapis left later' }
  await waitFor('not a byte is left', () => holding(dir, { ...late, number }).length === 0)
  // It was erased, and its delete was confirmed.
  first.notify('outgoingAPIMessageReceived', echo)
  await cameFrom(other, 'It came again before this')
  await waitFor('not a byte is left again', () => holding(dir, { ...late, number }).length === 0)
  await cameFrom(person, 'vulture is new here')
  first.notify('outgoingAPIMessageReceived', editing('oryxes left last of all'))
  await cameFrom(other, 'All came before this, too')
  const last = { ...late, last: 'oryxes left last of all' }
  await waitFor('nothing of the edit is left', () => holding(dir, last).length === 0)
  await stop()
  expect(holding(dir, last)).toEqual([])
})

test('a person to whom something waits stays, and a group and the account itself are no person', async () => {
  const scene = await startWithPerson()
  const { call, chat, groupChat, first, one, until, keys, chatNamed, waitFor, dir, window } = scene
  expect(keys).toHaveLength(2)
  await call('instances.pause', { instance: one })
  const { message } = await call('messages.send', { chat, text: 'Not gone yet' })
  expect(await call('erasing.traces', { chat })).toMatchObject({ waiting: 1 })
  await expect(call('erasing.person', { chat })).rejects.toMatchObject({
    data: { code: 'personHasWaiting', details: { count: 1 } },
  })
  expect(await chatNamed(one, traces.given)).toBe(chat)
  await expect(call('erasing.person', { chat: groupChat })).rejects.toMatchObject({ data: { code: 'notPerson' } })
  await call('messages.cancel', { message })
  await until('erasing.traces', { chat }, ({ waiting }) => waiting === 0)
  // What waits for somebody else leaves as it was written.
  const otto = await chatNamed(one, 'Otto')
  const text = `Call ${traces.number}`
  await call('messages.send', { chat: otto, text })
  await call('erasing.person', { chat })
  await waitFor('the chats are gone', () => holding(dir, { note: traces.note }).length === 0)
  const { rows } = await call('messages.window', window(otto))
  expect(rows.map(({ content }) => 'text' in content && content.text)).toEqual(['Good morning', text])
  expect(first.sends).toHaveLength(1)
})

test('an erasing goes on after a restart, and what comes meanwhile comes', async () => {
  const { call, chat, dir, person, stop } = await startWithPerson()
  const erasing = call('erasing.person', { chat })
  person.says('vulture writes meanwhile')
  await erasing
  await stop()
  const again = await startTestCore({ dataDir: dir, limitClasses: unlimited, instances: [] })
  const { text, inGroup, onTheOther, answer, caption, note, field, given, draft } = traces
  const gone = { text, inGroup, onTheOther, answer, caption, note, field, given, draft }
  await again.waitFor('not a byte is left', () => holding(dir, gone).length === 0)
  await again.stop()
  expect(holding(dir, gone)).toEqual([])
})

test('the number goes from notes of other chats, closed proposals and what a webhook answered, not from what waits', async () => {
  const { call, store, dir, chat, groupChat, one, other, number, waitFor } = await startWithNumber()
  const note = await call('notes.add', { chat: groupChat, text: `Ask ${number} for the key` })
  const { program } = await call('programs.add', {
    ...{ name: 'Orders', purpose: 'script', protocol: 'jsonl', rights: ['see', 'draft'], authorization: '' },
    ...{ scope: { instances: null, kinds: null, labels: null, groups: true }, from: null, keyExpiresAt: null },
    ...{ readWhenWritten: false, webhook: null },
  })
  const propose = async (sendId: string) => {
    const given = { program, sendId, instance: one, chatId: other.chatId, reason: `for ${number}`, lifetimeMs: 60_000 }
    const added = await store.write('proposals.add', { ...given, text: `Call ${number}` })
    if (added.kind === 'refused') throw new Error(added.code)
    return added.proposal
  }
  const closed = await propose('proposal-1')
  await call('proposals.dismiss', { proposal: closed })
  const trouble = { at: 0, kind: 'status', status: 422, text: `no contact ${number}` } as const
  await store.write('programs.recordTrouble', { program, trouble })
  await call('erasing.person', { chat })
  await waitFor('not a byte is left', () => holding(dir, { number }).length === 0)

  expect(await call('notes.list', { chat: groupChat })).toMatchObject([{ ...note, text: 'Ask erased for the key' }])
  const open = await propose('proposal-2')
  expect(await store.read('proposals.own', { program, proposal: closed })).toMatchObject({
    text: 'Call erased',
    reason: 'for erased',
  })
  expect(await store.read('proposals.own', { program, proposal: open })).toMatchObject({ text: `Call ${number}` })
})

test('what a team said of the own answers goes with them', async () => {
  const { call, store, dir, chat, one, number, window, waitFor } = await startWithNumber()
  const { rows } = await call('messages.window', window(chat))
  const message = rows.find(({ direction }) => direction === 'outgoing')?.key ?? (0 as never)
  const shared = 1 as SharedInstanceId
  const id = crypto.randomUUID()
  await store.write('team.share', { instance: one, shared })
  await store.write('team.markPut', { id, instance: one, message, queuedAt: 1, author: 'desk' })
  const send = { id, chatId: `${number}@c.us`, operation: 'sendMessage', request: '{}', state: 'accepted', attempt: 1 }
  const raw = JSON.stringify({
    ...send,
    author: 'desk',
    desk: 'desk',
    idMessage: 'ANSWER',
    shownId: null,
    changedAt: 1,
  })
  const entry = {
    instance: shared,
    n: 1,
    kind: 'send',
    raw,
    isJson: true,
    receiptId: null,
    queueComplete: false,
  } as const
  await store.write('team.take', {
    entries: [
      { ...entry, repeatOf: null, desk: null, at: Date.now(), id: randomUUID(), link: null, previousLink: null },
    ],
  })
  await call('erasing.person', { chat })
  await waitFor('not a byte is left', () => holding(dir, { number }).length === 0)
  expect(await call('erasing.erasures', {})).toMatchObject([{ chats: 2, messages: 4 }])
})

test('a notification that could not be read has neither the number nor the name any more', async () => {
  const { call, store, dir, chat, one, number, waitFor } = await startWithNumber()
  const { name } = traces
  const bodies = [`{"senderData":{"chatId":"${number}@c.us"`, `{"senderData":{"senderName":"${name}"`]
  const receive = async (bytes: string) => {
    for (const raw of bodies)
      await store.write('receiving.persist', {
        ...{ instance: one, raw: `${raw}${bytes}`, isJson: false, receiptId: '1', receivedAt: Date.now() },
        ...{ isQueueComplete: true, deleted: [] },
      })
  }
  await receive('applied')
  await store.write('receiving.applyInbox', { version: '1', limit: 10, budgetMs: 1000 })
  await receive('waits in the inbox')
  await call('erasing.person', { chat })
  await waitFor('not a byte is left', () => holding(dir, { number, name }).length === 0)
  // It may be somebody else's of the same name.
  expect(holding(dir, { left: '"senderName":"erased"' })).not.toEqual([])
})

test('histories bring no mention of the person back', async () => {
  const { call, dir, groupChat, chat, other, group, number, window, until, waitFor } = await startWithNumber()
  await call('erasing.person', { chat })
  await waitFor('not a byte is left', () => holding(dir, { number }).length === 0)
  const second = Math.floor(Date.now() / 1000)
  await waitFor('the next second', () => Math.floor(Date.now() / 1000) > second)
  await call('history.refresh', { chat: groupChat })
  other.says(`Is ${number} there again?`, { to: group })
  const { rows } = await until('messages.window', window(groupChat), (found) => found.rows.length === 4)
  expect(rows.map(({ content }) => 'text' in content && content.text)).toEqual([
    'Quills are in stock',
    'That is right',
    'Ask @erased about it',
    `Is ${number} there again?`,
  ])
})

const startWithNumber = async () => ({ ...(await startWithPerson()), number: traces.number })
