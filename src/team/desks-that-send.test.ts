import { expect, test } from 'vitest'
import type { InstanceKey, MessageKey } from '../contract/ids.ts'
import { createSharedScene } from './testing/team-scene.ts'
import type { SceneDesk } from './testing/team-scene.ts'

const services = ['receiving', 'history', 'sending', 'team'] as const

async function sendingScene() {
  const scene = await createSharedScene({ services })
  const anna = scene.instance.person('79990001122', { name: 'Anna' })
  anna.says('a question')
  for (const desk of [scene.first, scene.second]) {
    await desk.waitFor('the question is there', async () => (await desk.texts(anna.chatId)).includes('a question'))
  }
  /** The texts that the service took, in their order. */
  const taken = () =>
    scene.emulator
      .snapshot()
      .instances.flatMap(({ chats }) => chats)
      .flatMap(({ messages }) => messages)
      .filter(({ direction }) => direction === 'outgoing')
      .map(({ text }) => text)
  return { ...scene, anna, taken }
}

async function instanceOf(desk: SceneDesk): Promise<InstanceKey> {
  const [row] = await desk.call('instances.list', {})
  if (row === undefined) throw new Error('The desk has no instance.')
  return row.key
}

const send = async (desk: SceneDesk, chatId: string, text: string): Promise<MessageKey> => {
  const chat = await desk.chat(await instanceOf(desk), chatId)
  return (await desk.call('messages.send', { chat, text })).message
}

const statusOf = async (desk: SceneDesk, message: MessageKey) =>
  (await desk.call('messages.details', { message })).message.status

const becomes = (desk: SceneDesk, message: MessageKey, kind: string) =>
  desk.waitFor(`the message is ${kind}`, async () => {
    const status = await statusOf(desk, message)
    return status?.kind === kind ? status : null
  })

test('what one desk sends goes once, is with the other one, and both lanes are one', async () => {
  const { first, second, anna, taken, database, emulator } = await sendingScene()
  emulator.fault({ kind: 'delay', ms: 300 }, { operation: 'sendMessage', count: 1 })
  const mine = await send(first, anna.chatId, 'from Yara')
  await becomes(first, mine, 'sending')
  const theirs = await send(second, anna.chatId, 'from Anna')
  emulator.clock.advance(300)
  await becomes(second, theirs, 'accepted')
  await first.waitFor('the service sent it', () => taken().length >= 2)
  expect(taken()).toEqual(['from Yara', 'from Anna'])
  for (const desk of [first, second]) {
    await desk.waitFor('both are there', async () => (await desk.texts(anna.chatId)).length === 3)
    expect((await desk.texts(anna.chatId)).toSorted()).toEqual(['a question', 'from Anna', 'from Yara'])
  }
  await first.waitFor('the team knows both', async () => {
    const rows = await database.run(`select state from switchboard.send where state = 'accepted'`)
    return rows.length === 2
  })
})

test('while the database is away a message waits, says why, and goes once when it is back', async () => {
  const { first, second, anna, taken } = await sendingScene()
  for (const { line } of [first, second]) line.cut(true)
  await first.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  const message = await send(first, anna.chatId, 'waits')
  await first.waitFor('it says why', async () => (await statusOf(first, message))?.note?.kind === 'teamAway')
  expect(taken()).toEqual([])
  for (const { line } of [first, second]) line.cut(false)
  await becomes(first, message, 'accepted')
  await first.waitFor('the service sent it', () => taken().length >= 1)
  expect(taken()).toEqual(['waits'])
})

test('a message taken back, and one whose answer was lost, hold up nobody at another desk', async () => {
  const { first, second, anna, taken, emulator, database } = await sendingScene()
  emulator.fault({ kind: 'reset-after' }, { operation: 'sendMessage', count: 1 })
  const lost = await send(first, anna.chatId, 'answer lost')
  await becomes(first, lost, 'uncertain')
  const waiting = await send(first, anna.chatId, 'taken back')
  const theirs = await send(second, anna.chatId, 'from Anna')
  await first.call('messages.cancel', { message: waiting })
  await first.waitFor('the team knows that it is uncertain', async () => {
    const rows = await database.run(`select from switchboard.send where state in ('uncertain', 'accepted')`)
    return rows.length > 0
  })
  await database.run(`update switchboard.send set changed_at = now() - interval '2 min' where state = 'uncertain'`)
  await becomes(second, theirs, 'accepted')
  await first.waitFor('the service sent it', () => taken().length >= 2)
  expect(taken()).toEqual(['answer lost', 'from Anna'])
})
