import { expect, test } from 'vitest'
import type { InstanceKey } from '../contract/ids.ts'
import { anyEvent } from '../contract/journal.ts'
import { createMemoryVault } from '../core/vault/memory-vault.ts'
import type { Emulator } from '../emulator/create-emulator.ts'
import { answering } from './testing/answering.ts'
import { createSharedScene, createTeamScene, type SceneDesk } from './testing/team-scene.ts'

const services = ['receiving', 'history', 'sending', 'team'] as const
const stateOf = (desk: SceneDesk, state: 'live' | 'away' | 'refused') =>
  desk.until('team.status', {}, (status) => status.kind === 'joined' && status.state === state)
const keyOf = async (desk: SceneDesk): Promise<InstanceKey> => {
  const [row] = await desk.call('instances.list', {})
  if (row === undefined) throw new Error('The desk has no instance.')
  return row.key
}

/**
 * The queue hands out this body alone until it is deleted, as it does with any: a desk that is busy may give up an
 * answer. The returned function waits for that.
 */
function handOut(emulator: Emulator, body: string): (desk: SceneDesk) => Promise<void> {
  const receiptId = 700_007
  const fault = emulator.fault(
    { kind: 'refuse', status: 200, body: `{"receiptId":${receiptId},"body":${body}}`, contentType: 'application/json' },
    { operation: 'receiveNotification' },
  )
  const isDeleted = () =>
    emulator.recorder.list({ operation: 'deleteNotification' }).some(({ path }) => path.endsWith(`/${receiptId}`))
  return async (desk) => {
    await desk.waitFor('the body is deleted', isDeleted)
    emulator.faults.remove(fault)
  }
}

test('a full database is said for as long as it keeps nothing, and nothing is taken from the queue or lost', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  // A quota: PostgreSQL itself answers 53100, as it does when the disk has no room.
  await database.run(`
    create function public.quota() returns trigger language plpgsql as
      $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
    create trigger quota before insert on switchboard.journal for each row execute function public.quota()`)
  lena.says('while it is full')
  const full = await stateOf(first, 'refused')
  expect(full).toMatchObject({ trouble: { kind: 'full' } })
  expect(instance.notifications.size).toBe(1)
  // Without a lock on the table, which desks are using.
  await database.run(
    'create or replace function public.quota() returns trigger language plpgsql as $$ begin return new; end $$',
  )
  for (const desk of [first, second]) {
    await desk.waitFor('it is there', async () => (await desk.texts(lena.chatId)).includes('while it is full'))
  }
  await stateOf(first, 'live')
  await first.waitFor('the queue is empty', () => instance.notifications.size === 0)
})

test('a member who is taken out while sending is told so, and the others that it is not known', async () => {
  const scene = await createSharedScene({ services })
  const { instance, first, second, database, emulator } = scene
  const lena = instance.person('79990001122')
  lena.says('a question')
  await second.waitFor('it is there', async () => (await second.texts(lena.chatId)).length === 1)
  emulator.fault({ kind: 'delay', ms: 30_000 }, { operation: 'sendMessage', count: 1 })
  const chat = await second.chat(await keyOf(second), lena.chatId)
  const { message } = await second.call('messages.send', { chat, text: 'an answer' })
  const statusOf = async () => (await second.call('messages.details', { message })).message.status?.kind
  await second.waitFor('it is on its way', async () => (await statusOf()) === 'sending')
  await emulator.until({ kind: 'fault', fault: 'delay' })
  await first.call('team.removeMember', { desk: (await second.joined()).desk })
  emulator.clock.advance(30_000)
  await second.waitFor('the own desk knows what became of it', async () => (await statusOf()) !== 'sending')
  const sentStatus = await second.until(
    'team.status',
    {},
    (status) => status.kind === 'joined' && status.trouble?.kind === 'removed',
  )
  expect(sentStatus).toMatchObject({ state: 'refused' })
  expect(await second.texts(lena.chatId)).toContain('an answer')
  await database.run(
    `update switchboard.send set changed_at = now() - interval '2 min'; select switchboard.doubt_sends()`,
  )
  const theirs = await first.chat(first.firstKey(), lena.chatId)
  await first.waitFor('nobody is left in doubt, or in the dark', async () => {
    const { underWay } = await first.call('team.chat', { chat: theirs })
    return underWay[0]?.state === 'uncertain' || (await first.texts(lena.chatId)).includes('an answer')
  })
})

test('a token that one desk renewed reaches the others', async () => {
  const scene = await createSharedScene()
  const { instance, first, second } = scene
  const key = await keyOf(second)
  instance.token = 'token-two'
  await second.call('instances.setToken', { instance: key, token: 'token-two', storeToken: true })
  const lena = instance.person('79990001122')
  lena.says('with the new one')
  await first.waitFor('the other desk has it', async () =>
    (await first.texts(lena.chatId)).includes('with the new one'),
  )
  expect(await first.untilConnection(first.firstKey(), 'live')).toMatchObject({ kind: 'live' })
})

test('an instance that somebody erased from a desk stays away, and comes back whole when they join again', async () => {
  const scene = await createSharedScene()
  const { instance, second } = scene
  const lena = instance.person('79990001122')
  lena.says('before')
  await second.waitFor('it is there', async () => (await second.texts(lena.chatId)).length === 1)
  await second.call('instances.remove', { instance: await keyOf(second), eraseHistory: true })
  await second.call('team.tryNow', {})
  expect(await second.call('instances.list', {})).toEqual([])
  await second.call('team.leave', { erase: true })
  await second.join()
  lena.says('after')
  await second.waitFor('all of it is there', async () => (await second.texts(lena.chatId)).length === 2)
  expect(await second.texts(lena.chatId)).toEqual(['before', 'after'])
})

test('leaving with the history erased takes everything along, and keeps nothing for a start of its own', async () => {
  const scene = await createSharedScene()
  const { instance, second } = scene
  const lena = instance.person('79990001122')
  lena.says('theirs')
  await second.waitFor('it is there', async () => (await second.texts(lena.chatId)).length === 1)
  await second.call('team.leave', { erase: true })
  expect(await second.call('instances.list', {})).toEqual([])
})

test('two teams on one instance: each gets a part, none of it is lost or doubled, and both sides are told', async () => {
  const one = await createSharedScene()
  const other = await createTeamScene()
  const ours = await other.desk('Marek', 'administrator', { instances: [one.account], vault: createMemoryVault() })
  await ours.call('instances.setToken', { instance: ours.firstKey(), token: one.account.token, storeToken: true })
  await ours.join()
  await ours.call('team.share', { instance: ours.firstKey() })
  const lena = one.instance.person('79990001122')
  const errors: string[] = []
  for (const desk of [one.first, ours]) {
    await desk.waitFor('this side is told', () => {
      const sentStatus = desk.instances.list().some(({ connection }) => connection.state().kind === 'sharedQueue')
      if (!sentStatus) lena.says(errors[errors.push(`message ${errors.length}`) - 1] ?? '')
      return sentStatus
    })
  }
  await one.first.waitFor('the queue is empty', () => one.instance.notifications.size === 0)
  // Both may have asked before one of them deleted: then both have it, and each once.
  await one.first.waitFor('all of it is with one of them', async () => {
    const both = new Set([...(await one.first.texts(lena.chatId)), ...(await ours.texts(lena.chatId))])
    return both.size === errors.length
  })
  for (const desk of [one.first, one.second, ours]) {
    const texts = await desk.waitFor('a part of it is there', async () => {
      const there = await desk.texts(lena.chatId)
      return there.length > 0 && there
    })
    expect(new Set(texts).size).toBe(texts.length)
  }
})

test('the limits of the service are divided among the desks that are here, but for the queue, and whole again for one alone', async () => {
  const { first, second, database } = await createSharedScene({
    limitClasses: { queue: 10, read: 8, lookup: 4, send: 6 },
  })
  const perSecond = (desk: SceneDesk, operation: string) =>
    desk.instances.list().flatMap(({ limiter }) => limiter.levels().filter((row) => row.operation === operation))[0]
      ?.perSecond
  await second.call('instances.retryNow', { instance: await keyOf(second) })
  for (const desk of [first, second]) {
    await desk.waitFor('half of it is theirs', () => perSecond(desk, 'lastOutgoingMessages') === 4)
  }
  expect(perSecond(first, 'receiveNotification')).toBe(10)
  await second.call('team.leave', { erase: false })
  await first.waitFor('all of it is theirs again', () => perSecond(first, 'lastOutgoingMessages') === 8)
  expect(await database.run('select count(*)::int as n from switchboard.member')).toEqual([{ n: 1 }])
})

test('a server clock that jumps, ahead or back, is said, costs a change of readers at most, and loses nothing', async () => {
  let jumpMs = 0
  const scene = await createSharedScene({
    openTeam: answering((team) => ({
      async beHere(name) {
        const beat = await team.beHere(name)
        return { ...beat, now: beat.now + jumpMs }
      },
    })),
  })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  const has = (text: string) =>
    Promise.all(
      [first, second].map((desk) =>
        desk.waitFor(`${text} is there`, async () => (await desk.texts(lena.chatId)).includes(text)),
      ),
    )
  lena.says('before')
  await has('before')
  for (const hours of [1, -2]) {
    // To the database it is the same whether its clock jumps ahead or what it wrote down goes back.
    jumpMs += hours * 3_600_000
    await database.run(`
      update switchboard.lease set beat_at = beat_at - interval '${hours} hours', held_since = held_since - interval '${hours} hours';
      update switchboard.member set seen_at = seen_at - interval '${hours} hours';
      notify switchboard, 'lease'`)
    for (const desk of [first, second]) {
      const sentStatus = await desk.until(
        'team.status',
        {},
        (status) =>
          status.kind === 'joined' &&
          status.state === 'live' &&
          Math.abs((status.clockJump?.ms ?? 0) - hours * 3_600_000) < 10_000,
      )
      expect(sentStatus).toMatchObject({ trouble: null })
    }
    lena.says(`after ${hours}`)
    await has(`after ${hours}`)
    await first.waitFor('the lease is held on', async () => {
      const readers = await database.run(
        `select from switchboard.lease where holder is not null and beat_at between now() - interval '20 s' and now() + interval '1 s'`,
      )
      return readers.length === 1
    })
  }
  for (const desk of [first, second]) expect(desk.differences()).toEqual([])
})

test('a wrong token that somebody typed at one desk stays there, and the others go on, whoever received', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  const sealed = () => database.run('select token from switchboard.instance')
  const before = await sealed()
  const has = (desk: SceneDesk, text: string) =>
    desk.waitFor(`${text} is there`, async () => (await desk.texts(lena.chatId)).includes(text))
  // At a desk that does not receive, and then at the one that does.
  for (const [desk, other, text] of [
    [second, first, 'one'],
    [first, second, 'two'],
  ] as const) {
    await desk.call('instances.setToken', { instance: await keyOf(desk), token: 'mistyped', storeToken: true })
    await desk.call('instances.retryNow', { instance: await keyOf(desk) })
    lena.says(text)
    for (const each of [desk, other]) await has(each, text)
    expect(await sealed()).toEqual(before)
    await desk.call('instances.setToken', { instance: await keyOf(desk), token: instance.token, storeToken: true })
    await desk.waitFor('it is used there again', () =>
      desk.instances.list().every(({ connection }) => connection.state().kind === 'live'),
    )
  }
  await first.waitFor('the queue is empty', () => instance.notifications.size === 0)
})

test('a body with a character that PostgreSQL stores in no text reaches all desks, and so does what came behind it', async () => {
  const { instance, first, second, emulator } = await createSharedScene()
  const { chatId } = instance.person('79990001122')
  const sender = `"senderData":{"chatId":"${chatId}","sender":"${chatId}"}`
  const message = `"messageData":{"typeMessage":"textMessage","textMessageData":{"textMessage":"nul:\u0000"}}`
  const body = `{"typeWebhook":"incomingMessageReceived","timestamp":${Math.floor(Date.now() / 1000)},
    "idMessage":"MESSAGE000000000001",${sender},${message}}`
  const untilTaken = handOut(emulator, body)
  // Ends the wait that is under way.
  instance.person('79990003344').says('behind it')
  await untilTaken(first)
  for (const desk of [first, second])
    await desk.waitFor('it is there', async () => (await desk.texts(chatId)).some((text) => text.startsWith('nul:')))
  expect(await second.texts(chatId)).toHaveLength(1)
})

test('a body that is larger than the database takes holds up nothing, and each desk says that it can not be read', async () => {
  const { instance, first, second, emulator } = await createSharedScene()
  const body = JSON.stringify({ typeWebhook: 'incomingMessageReceived', text: 'x'.repeat(17_000_000) })
  const untilTaken = handOut(emulator, body)
  const lena = instance.person('79990001122')
  for (const text of ['before it', 'behind it']) lena.says(text)
  await untilTaken(first)
  for (const desk of [first, second]) {
    const list = { ...anyEvent, scope: await keyOf(desk), before: null, upTo: null, limit: 10 }
    await desk.until('journal.list', { ...list, states: ['quarantined'] }, ({ rows }) => rows[0]?.reason === 'notJson')
    await desk.waitFor('what is behind it', async () => (await desk.texts(lena.chatId)).includes('behind it'))
  }
  expect(await second.texts(lena.chatId)).toEqual(['before it', 'behind it'])
})
