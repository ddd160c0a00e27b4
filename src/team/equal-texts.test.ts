import { expect, test } from 'vitest'
import type { MessageKey } from '../contract/ids.ts'
import {
  answerHeld,
  becomes,
  createSendingScene,
  isAccepted,
  longMs,
  send,
  statusOf,
  untilAccepted,
} from './testing/sending-scene.ts'
import type { TeamDatabase } from './testing/team-database.ts'
import type { SceneDesk } from './testing/team-scene.ts'

/** The first desk's message never came to the service, and nobody can know that. */
async function equalTextsScene() {
  const scene = await createSendingScene()
  const { first, second, anna, emulator, database } = scene
  emulator.fault({ kind: 'reset-before' }, { operation: 'sendMessage', count: 1 })
  const lost = await send(first, anna.chatId, 'the same words')
  await becomes(first, lost, 'uncertain')
  const sendTheSame = async () => {
    const theirs = await send(second, anna.chatId, 'the same words')
    /** What is uncertain holds back its chat for a minute. */
    const untilSecond = (what: string, holds: (kind: string | undefined) => boolean) =>
      second.waitFor(what, async () => {
        await database.run(
          `update switchboard.send set changed_at = now() - interval '2 min' where state = 'uncertain'`,
        )
        return holds((await statusOf(second, theirs))?.kind)
      })
    return { theirs, untilSecond }
  }
  const both = async () => (await first.texts(anna.chatId)).filter((text) => text === 'the same words').length === 2
  return { ...scene, lost, sendTheSame, both }
}

test('what a colleague sent with the same words is not taken for a message that never arrived', async () => {
  const { first, second, anna, lost, sendTheSame, both, taken } = await equalTextsScene()
  const { theirs, untilSecond } = await sendTheSame()
  await untilSecond('it is sent', isAccepted)
  await untilAccepted(second, theirs)
  anna.says('another question')
  await first.waitFor('what came later is there', async () =>
    (await first.texts(anna.chatId)).includes('another question'),
  )
  await first.waitFor('the colleague’s is there', both)
  expect((await statusOf(first, lost))?.kind).toBe('uncertain')
  expect(taken()).toEqual(['the same words'])
})

test('a message that was taken for one’s own is the colleague’s once the team says so', async () => {
  const { first, second, lost, sendTheSame, both, emulator } = await equalTextsScene()
  emulator.fault({ kind: 'delay', ms: longMs }, { operation: 'sendMessage', count: 1 })
  const { theirs, untilSecond } = await sendTheSame()
  await untilSecond('it is on its way', (kind) => kind === 'sending')
  second.line.cut(true)
  await answerHeld({ emulator })
  await untilAccepted(second, theirs)
  await untilAccepted(first, lost)
  second.line.cut(false)
  await becomes(first, lost, 'uncertain')
  expect(await both()).toBe(true)
})

interface Sent {
  readonly desk: SceneDesk
  readonly message: MessageKey
}

/** One of the two is accepted and the other one uncertain, for their writers and for the team. */
async function untilOneArrived(database: TeamDatabase, sent: readonly [Sent, Sent]): Promise<void> {
  const known = async () => {
    const rows = await database.run('select state, id_message is not null as "isNamed" from switchboard.send')
    return rows.map(({ state, isNamed }) => `${state} ${isNamed}`)
  }
  const shown = async () => {
    const statuses = await Promise.all(sent.map(({ desk, message }) => statusOf(desk, message)))
    return statuses.map((status) => (isAccepted(status?.kind) ? 'accepted' : status?.kind))
  }
  const [{ desk }] = sent
  await desk.waitFor(
    'the team knows of one that it arrived',
    async () => (await known()).toSorted().join() === 'accepted true,uncertain false',
  )
  await desk.waitFor('one of both says so', async () => (await shown()).toSorted().join() === 'accepted,uncertain')
}

test('of two colleagues who send the same words, and whose answers are lost, one is told that the message arrived', async () => {
  const { first, second, lost, sendTheSame, emulator, database, taken } = await equalTextsScene()
  emulator.fault({ kind: 'reset-after' }, { operation: 'sendMessage', count: 1 })
  const { theirs, untilSecond } = await sendTheSame()
  await untilSecond('its answer is lost', (kind) => kind !== 'queued' && kind !== 'sending')
  await untilOneArrived(database, [
    { desk: first, message: lost },
    { desk: second, message: theirs },
  ])
  expect(taken()).toEqual(['the same words'])
})

test('of two who send the same words without the database, and whose answers are lost, one is told so when it is back', async () => {
  const { first, second, anna, emulator, database, taken } = await createSendingScene()
  for (const { line } of [first, second]) line.cut(true)
  const sendAlone = async (desk: SceneDesk, kind: 'reset-before' | 'reset-after') => {
    await desk.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
    emulator.fault({ kind }, { operation: 'sendMessage', count: 1 })
    const message = await send(desk, anna.chatId, 'the same words')
    await desk.call('team.sendAlone', { message })
    return { desk, message }
  }
  const lost = await sendAlone(first, 'reset-before')
  await becomes(first, lost.message, 'uncertain')
  const arrived = await sendAlone(second, 'reset-after')
  for (const { desk, message } of [lost, arrived]) await untilAccepted(desk, message)
  for (const { line } of [first, second]) line.cut(false)
  await untilOneArrived(database, [lost, arrived])
  expect(taken()).toEqual(['the same words'])
})

test('what waits at the service is not taken for one’s own for good when a colleague’s answer names it', async () => {
  const { first, second, lost, sendTheSame, emulator, instance } = await equalTextsScene()
  instance.becomes('notAuthorized', { notify: false })
  emulator.fault({ kind: 'delay', ms: longMs }, { operation: 'sendMessage', count: 1 })
  const { theirs, untilSecond } = await sendTheSame()
  await untilSecond('it is on its way', (kind) => kind === 'sending')
  second.line.cut(true)
  await answerHeld({ emulator })
  await untilAccepted(second, theirs)
  await untilAccepted(first, lost)
  second.line.cut(false)
  await becomes(first, lost, 'uncertain')
  expect(await statusOf(first, lost)).toEqual({ kind: 'uncertain', changeable: false })
})
