import { expect, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../contract/ids.ts'
import { ContractError } from '../contract/errors.ts'
import type { TestCoreOptions } from '../core/testing/start-test-core.ts'
import { answering } from './testing/answering.ts'
import { createSharedScene, createTeamScene, giveToken, type SceneDesk } from './testing/team-scene.ts'

const services = ['receiving', 'history', 'sending', 'team', 'administration'] as const

async function chatScene(options: TestCoreOptions = {}) {
  const scene = await createSharedScene({ services, ...options })
  const lena = scene.instance.person('79990001122', { name: 'Lena' })
  lena.says('a question')
  const desks = []
  for (const desk of [scene.first, scene.second]) {
    await desk.waitFor('the question is there', async () => (await desk.texts(lena.chatId)).includes('a question'))
    const [row] = await desk.call('instances.list', {})
    const instance = row?.key as InstanceKey
    const chatKey = await desk.chat(instance, lena.chatId)
    // The history may have brought it first; what counts as unread or waiting comes by the journal.
    await desk.waitFor(
      'she waits',
      async () => (await desk.call('chats.details', { chat: chatKey })).waitingSince !== null,
    )
    desks.push({ ...desk, instance, chatKey })
  }
  const [yara, anna] = desks
  if (yara === undefined || anna === undefined) throw new Error('There are no desks.')
  return { ...scene, lena, yara, anna }
}

const rowOf = async (desk: SceneDesk & { readonly chatKey: ChatKey }) =>
  desk.call('chats.details', { chat: desk.chatKey })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ContractError ? error.data : error),
  )

test('who answers for a chat is with all, is filtered by, and of two at once the second one is told', async () => {
  const { yara, anna, first } = await chatScene()
  const mine = (await first.joined()).desk
  await yara.call('team.assign', { chat: yara.chatKey, desk: mine })
  expect((await rowOf(yara)).assignee).toEqual({ desk: mine, name: 'Yara', isThis: true })
  const theirs = await anna.waitFor('it is assigned there too', async () => (await rowOf(anna)).assignee)
  expect(theirs).toMatchObject({ name: 'Yara', isThis: false })
  const list = (desk: typeof yara, filter: 'mine' | 'unassigned') =>
    desk.call('chats.list', { scope: null, filter, offset: 0, limit: 10 })
  expect((await list(yara, 'mine')).total).toBe(1)
  expect(await list(anna, 'mine')).toMatchObject({ total: 0, counts: { team: { mine: 0, unassigned: 0 } } })
  const of = (assignee: string) =>
    anna.call('chats.list', { scope: null, filter: 'all', assignee, offset: 0, limit: 10 })
  expect((await of(mine)).total).toBe(1)
  expect((await of((await anna.joined()).desk)).total).toBe(0)
  await yara.call('team.assign', { chat: yara.chatKey, desk: null })
  await anna.waitFor('it is nobody’s', async () => (await rowOf(anna)).assignee === null)
  expect((await list(anna, 'unassigned')).total).toBe(1)
  // Both count the same, in the list and on the instance.
  const numbers = async (desk: typeof yara) => {
    const { unread, waiting, team } = (await list(desk, 'unassigned')).counts
    const [row] = await desk.call('instances.list', {})
    return { unread, waiting, team, onInstance: [row?.unreadChats, row?.unreadMessages] }
  }
  expect(await numbers(anna)).toEqual(await numbers(yara))
  // Both saw that it was nobody's.
  const other = (await anna.joined()).desk
  anna.line.cut(true)
  await anna.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  expect(await refusal(anna.call('team.assign', { chat: anna.chatKey, desk: other }))).toMatchObject({
    code: 'teamTrouble',
    details: { trouble: 'unreachable' },
  })
  await yara.call('team.assign', { chat: yara.chatKey, desk: mine })
  await anna.store.write('team.storeAssignee', { chat: anna.chatKey, assignee: null })
  anna.line.cut(false)
  await anna.waitFor('it is assigned there too', async () => (await rowOf(anna)).assignee)
})

test('done holds for all until the customer writes again, also when it was said while the database was away', async () => {
  const { yara, anna, lena } = await chatScene()
  yara.line.cut(true)
  await yara.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  const upTo = null
  const done = await yara.call('chats.setDone', { chat: yara.chatKey, upTo })
  expect((await rowOf(yara)).waitingSince).toBeNull()
  expect((await rowOf(anna)).waitingSince).not.toBeNull()
  yara.line.cut(false)
  await anna.waitFor('it is done there too', async () => (await rowOf(anna)).waitingSince === null)
  await yara.call('chats.undo', { changes: [done] })
  await anna.waitFor('it is open again', async () => (await rowOf(anna)).waitingSince !== null)
  await anna.call('chats.setDone', { chat: anna.chatKey, upTo })
  await yara.waitFor('it is done again', async () => (await rowOf(yara)).waitingSince === null)
  lena.says('one thing more')
  for (const desk of [yara, anna])
    await desk.waitFor('she waits', async () => (await rowOf(desk)).waitingSince !== null)
})

test('where a colleague is, what they write and how far they have read is seen, and forgotten when they go', async () => {
  const { yara, anna } = await chatScene()
  await yara.call('team.here', { chat: yara.chatKey, writing: true })
  const [there] = await anna.until('team.presence', {}, (rows) => rows.some(({ name }) => name === 'Yara'))
  expect(there).toMatchObject({ chat: anna.chatKey, title: 'Lena', what: 'writing' })
  await anna.call('team.here', { chat: anna.chatKey, writing: false })
  await yara.call('chats.markRead', { chat: yara.chatKey })
  const { seenBy } = await anna.until('team.chat', { chat: anna.chatKey }, (now) => now.seenBy[0]?.name === 'Yara')
  expect(seenBy).toMatchObject([{ isThis: false }])
  // The own mark is nobody's news.
  expect((await anna.call('chats.details', { chat: anna.chatKey })).unread).toBe(1)
  await yara.call('team.here', { chat: null, writing: false })
  await anna.until('team.presence', {}, (rows) => rows.every(({ name }) => name !== 'Yara'))
})

test('colleagues have their names while the rest of what the team lists cannot be read', async () => {
  const { yara, anna } = await chatScene({
    openTeam: answering(() => ({ doubtSends: () => Promise.reject(new Error('cannot be read')) })),
  })
  await yara.call('team.here', { chat: yara.chatKey, writing: false })
  const [there] = await anna.until('team.presence', {}, (rows) => rows.some(({ name }) => name === 'Yara'))
  expect(there).toMatchObject({ chat: anna.chatKey, what: 'reading' })
})

test('an own message names the colleague who wrote it, and no draft goes by itself after one that it did not know', async () => {
  const { yara, anna, emulator } = await chatScene()
  await yara.call('chats.saveDraft', { chat: yara.chatKey, text: 'my answer' })
  await anna.call('messages.send', { chat: anna.chatKey, text: 'their answer' })
  const window = () =>
    yara.call('messages.window', { chat: yara.chatKey, anchor: { kind: 'newest' }, before: 10, after: 0 })
  const answered = await yara.waitFor('the answer is there', async () =>
    (await window()).rows.find(({ author }) => author?.name === 'Anna'),
  )
  expect(answered).toMatchObject({ content: { text: 'their answer' }, author: { isThis: false } })
  const refused = await refusal(yara.call('messages.send', { chat: yara.chatKey, text: 'my answer' }))
  expect(refused).toMatchObject({
    code: 'answeredMeanwhile',
    details: { name: 'Anna', text: 'their answer', sent: 'yes' },
  })
  expect(await yara.call('chats.details', { chat: yara.chatKey })).toMatchObject({ draftText: 'my answer' })
  await yara.call('messages.send', { chat: yara.chatKey, text: 'my answer', answeredToo: true })
  // A draft that is begun after it knows it.
  await yara.call('chats.saveDraft', { chat: yara.chatKey, text: 'and more' })
  await yara.call('messages.send', { chat: yara.chatKey, text: 'and more' })
  await yara.waitFor('all went', () => emulator.snapshot().instances[0]?.chats[0]?.messages.length === 4)
})

test('the queue at the service names who of the team wrote what waits there', async () => {
  const { yara, anna, instance } = await chatScene()
  instance.set({ delaySendMessagesMilliseconds: 600_000 })
  // The first one leaves at once.
  instance.apiSends.accept(instance.chat('79990001122'), 'gone')
  await anna.call('messages.send', { chat: anna.chatKey, text: 'of Anna' })
  await yara.call('messages.send', { chat: yara.chatKey, text: 'of Yara', answeredToo: true })
  instance.apiSends.accept(instance.chat('79990001122'), 'of a program')
  await yara.waitFor('all wait there', () => instance.outgoing.list().length >= 3)
  const entries = await yara.waitFor('their authors are known', async () => {
    const { entries: shown } = await yara.call('queues.read', { instance: yara.instance })
    return shown.filter(({ author }) => author !== null).length === 2 ? shown : undefined
  })
  const authors = new Map(entries.map(({ text, author }) => [text, author]))
  expect(authors.get('of Anna')).toMatchObject({ name: 'Anna', isThis: false })
  expect(authors.get('of Yara')).toMatchObject({ name: 'Yara', isThis: true })
  expect(authors.get('of a program')).toBeNull()
})

test('what a colleague has under way is shown, and when their desk is gone that it is not known, until somebody closes it', async () => {
  const { yara, anna, emulator, database } = await chatScene()
  emulator.fault({ kind: 'delay', ms: 3_600_000 }, { operation: 'sendMessage', count: 1 })
  await anna.call('messages.send', { chat: anna.chatKey, text: 'on its way' })
  const [sending] = (
    await yara.until('team.chat', { chat: yara.chatKey }, (now) => now.underWay[0]?.state === 'sending')
  ).underWay
  expect(sending).toMatchObject({ text: 'on its way', by: { name: 'Anna' } })
  await yara.call('chats.saveDraft', { chat: yara.chatKey, text: 'mine' })
  await anna.cutOff()
  await database.run(`update switchboard.member set seen_at = now() - interval '2 min' where name = 'Anna';
    update switchboard.send set changed_at = now() - interval '2 min'; select switchboard.doubt_sends()`)
  const [unknown] = (
    await yara.until('team.chat', { chat: yara.chatKey }, (now) => now.underWay[0]?.state === 'uncertain')
  ).underWay
  await yara.call('team.dismissSend', { id: unknown?.id ?? '' })
  await yara.until('team.chat', { chat: yara.chatKey }, (now) => now.underWay.length === 0)
})

test('a message that a person sends without the database goes at once, alone, and is entered once', async () => {
  const { yara, anna, database, emulator } = await chatScene()
  yara.line.cut(true)
  await yara.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  const { message } = await yara.call('messages.send', { chat: yara.chatKey, text: 'at once' })
  const { message: later } = await yara.call('messages.send', { chat: yara.chatKey, text: 'later' })
  const noteOf = async (key: typeof message) =>
    (await yara.call('messages.details', { message: key })).message.status?.waitReason?.kind
  await yara.waitFor('it waits', async () => (await noteOf(message)) === 'teamAway')
  await yara.call('team.sendAlone', { message })
  const texts = () =>
    emulator
      .snapshot()
      .instances.flatMap(({ chats }) => chats.flatMap(({ messages }) => messages))
      .filter(({ direction }) => direction === 'outgoing')
      .map(({ text }) => text)
  await yara.waitFor('it went', () => texts().length === 1)
  expect(texts()).toEqual(['at once'])
  await yara.waitFor('the other one waits', async () => (await noteOf(later)) === 'teamAway')
  yara.line.cut(false)
  await yara.waitFor('both are entered', async () => {
    const rows = await database.run(`select state from switchboard.send where state = 'accepted'`)
    return rows.length === 2
  })
  expect(texts()).toEqual(['at once', 'later'])
  await anna.waitFor('both are there', async () => {
    const { rows } = await anna.call('messages.window', {
      chat: anna.chatKey,
      anchor: { kind: 'newest' },
      before: 9,
      after: 0,
    })
    return rows.filter(({ author }) => author?.name === 'Yara').length === 2
  })
})

test('a name that two logins share stands with the login at every desk', async () => {
  const { second, desk, database } = await createSharedScene()
  const other = await desk('Other')
  await other.join({ name: 'Anna' })
  const logins = await database.run(`select login::text from switchboard.member where name = 'Anna' order by login`)
  const members = await second.waitFor('both are told apart', async () => {
    const names = (await second.joined()).members.map(({ name }) => name).filter((name) => name !== 'Yara')
    return names.length === 2 && names
  })
  expect(members.toSorted()).toEqual(logins.map(({ login }) => `Anna (${String(login)})`).toSorted())
})

test('who wrote before a colleague joined waits there since the same time, and for as long at most', async () => {
  const scene = await createTeamScene()
  const first = await scene.desk('Yara', 'administrator', { services, instances: [scene.account] })
  const lena = scene.instance.person('79990001122', { name: 'Lena' })
  lena.says('a question')
  await first.waitFor('it is there', async () => (await first.texts(lena.chatId)).includes('a question'))
  await giveToken(first, scene)
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  const second = await scene.desk('Anna', 'member', { services })
  await second.join()
  await second.waitFor('it is there too', async () => (await second.texts(lena.chatId)).includes('a question'))
  const instanceOf = async (desk: SceneDesk) => {
    const [row] = await desk.call('instances.list', {})
    if (row === undefined) throw new Error('There is no instance.')
    return row
  }
  const waits = async (desk: SceneDesk) => {
    const chat = await desk.chat((await instanceOf(desk)).key, lena.chatId)
    return (await desk.call('chats.details', { chat })).waitingSince
  }
  const since = await waits(first)
  expect(since).not.toBeNull()
  await second.waitFor('she waits there', async () => (await waits(second)) !== null)
  expect(await waits(second)).toBe(since)

  const targetIs = async (desk: SceneDesk, ms: number) => (await instanceOf(desk)).answerTargetMs === ms
  for (const [one, other, ms] of [
    [first, second, 900_000],
    [second, first, 1_800_000],
  ] as const) {
    await one.call('instances.edit', { instance: (await instanceOf(one)).key, answerTargetMs: ms })
    await other.waitFor('the same holds there', () => targetIs(other, ms))
    expect(await targetIs(one, ms)).toBe(true)
  }
})
