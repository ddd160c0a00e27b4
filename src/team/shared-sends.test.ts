import { expect, test } from 'vitest'
import type { Entry } from '../core/sharing/shared-team.ts'
import type { SharedInstanceId } from '../core/sharing/shared-ids.ts'
import { createTeamDatabase, openDesk, type Desk, type TeamDatabase } from './testing/team-database.ts'

async function scene() {
  const database = await createTeamDatabase()
  const { team } = await database.desk('Boss', 'administrator')
  const address = {
    apiUrl: 'https://api.example.test',
    idInstance: '1101',
    family: 'v3',
    prefix: '/v3',
    countsFrom: 0,
    answerTargetMs: 3_600_000,
  }
  const instance = await team.putInstance({ ...address, name: 'Shop', colour: 'teal', token: 'sealed' })
  return { database, instance, anna: await database.desk('Anna'), yara: await database.desk('Yara') }
}

async function written(desk: Desk, instance: SharedInstanceId, chatId = '1@c.us'): Promise<string> {
  const id = crypto.randomUUID()
  expect(
    await desk.team.putSend({ id, instance, chatId, operation: 'sendMessage', request: '{"message":"\\u0000"}' }, null),
  ).toBe(true)
  return id
}

/** The attempt; null: it may not go now, or any more. */
async function claim(desk: Desk, id: string): Promise<number | null> {
  const claimed = await desk.team.claimSend(id, '{}')
  return claimed.outcome === 'claimed' ? claimed.attempt : null
}

const passed = (database: TeamDatabase, id: string, interval: string) =>
  database.run(`update switchboard.send set changed_at = now() - interval '${interval}' where id = '${id}'`)

const statesOf = (entries: readonly Entry[]) =>
  entries.filter(({ kind }) => kind === 'send').map(({ raw }) => JSON.parse(raw).state)

test('a send is entered once, claimed once, and its outcome told to all', async () => {
  const { instance, anna, yara } = await scene()
  const id = await written(anna, instance)
  expect(
    await anna.team.putSend({ id, instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }, null),
  ).toBe(false)
  expect(await claim(anna, id)).toBe(1)
  expect(await claim(yara, id)).toBeNull()
  expect(await yara.team.settleSend(id, 1, 'accepted', 'ID')).toBe(false)
  expect(await anna.team.settleSend(id, 1, 'accepted', 'ID')).toBe(true)
  expect(await anna.team.settleSend(id, 1, 'failed', null)).toBe(false)
  const entries = await yara.team.page([{ instance, n: 0 }], 10)
  expect(statesOf(entries)).toEqual(['queued', 'sending', 'accepted'])
  expect(JSON.parse(entries.at(-1)?.raw ?? '')).toMatchObject({
    id,
    chatId: '1@c.us',
    request: '{}',
    author: anna.id,
    idMessage: 'ID',
  })
})

test('a lane holds over desks: what was written first goes first, and one at a time', async () => {
  const { instance, anna, yara } = await scene()
  const [first, second, elsewhere] = [
    await written(anna, instance),
    await written(yara, instance),
    await written(yara, instance, '2@c.us'),
  ]
  expect(await claim(yara, second)).toBeNull()
  expect(await claim(yara, elsewhere)).toBe(1)
  expect(await claim(anna, first)).toBe(1)
  expect(await claim(yara, second)).toBeNull()
  await anna.team.settleSend(first, 1, 'accepted', 'ID')
  expect(await claim(yara, second)).toBe(1)
})

test('the team knows under which id the service shows a message, beside that of its answer', async () => {
  const { instance, anna } = await scene()
  const id = await written(anna, instance)
  const attempt = (await claim(anna, id)) ?? 0
  expect(await anna.team.settleSend(id, attempt, 'accepted', 'ANSWER', false, 'SHOWN')).toBe(true)
  expect(await anna.team.sendStates([id])).toMatchObject([{ state: 'accepted', shownId: 'SHOWN' }])
})

test('of many claims at once in one chat exactly one is given', async () => {
  const { instance, anna, yara } = await scene()
  const sends = await Promise.all(
    [anna, yara, anna, yara].map(async (desk) => ({ desk, id: await written(desk, instance) })),
  )
  const open = new Set(sends)
  while (open.size > 0) {
    const claims = await Promise.all(
      [...open].map(async (send) => ({ send, attempt: await claim(send.desk, send.id) })),
    )
    const given = claims.filter(({ attempt }) => attempt !== null)
    expect(given).toHaveLength(1)
    for (const { send } of given) {
      await send.desk.team.settleSend(send.id, 1, 'accepted', null)
      open.delete(send)
    }
  }
})

test('one that is not known holds those behind it for a minute', async () => {
  const { database, instance, anna, yara } = await scene()
  const [first, second] = [await written(anna, instance), await written(yara, instance)]
  await anna.team.claimSend(first, '{}')
  await anna.team.settleSend(first, 1, 'uncertain', null)
  expect(await claim(yara, second)).toBeNull()
  await passed(database, first, '61 s')
  expect(await claim(yara, second)).toBe(1)
  expect(await claim(anna, first)).toBeNull()
})

test('what waits at a desk that does not ask for its turn holds others for two minutes, and as long as it asks', async () => {
  const { database, instance, anna, yara } = await scene()
  const [first, waits] = [await written(anna, instance), await written(anna, instance)]
  const afterTheirs = await written(yara, instance)
  await anna.team.claimSend(first, '{}')
  await passed(database, waits, '119 s')
  expect(await claim(anna, waits)).toBeNull()
  await anna.team.settleSend(first, 1, 'accepted', 'ID')
  await database.run(`update switchboard.send set changed_at = changed_at - interval '30 s' where id = '${waits}'`)
  expect(await claim(yara, afterTheirs)).toBeNull()
  await passed(database, waits, '121 s')
  expect(await claim(yara, afterTheirs)).toBe(1)
})

test('what was taken back may be entered again, at the end of its lane, and what waits at a desk that leaves is taken back', async () => {
  const { database, instance, anna, yara } = await scene()
  const over = await written(anna, instance, '2@c.us')
  await claim(anna, over)
  await anna.team.settleSend(over, 1, 'accepted', 'ID')
  const [first, second] = [await written(anna, instance), await written(yara, instance)]
  await anna.team.settleSend(first, 0, 'cancelled', null)
  const again = { id: first, instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }
  expect(await yara.team.putSend(again, null)).toBe(false)
  expect(await anna.team.putSend(again, null)).toBe(true)
  expect(await claim(anna, first)).toBeNull()
  expect(await claim(yara, second)).toBe(1)
  await anna.team.removeMember(anna.id)
  const entries = (await yara.team.page([{ instance, n: 0 }], 10)).slice(3)
  expect(statesOf(entries)).toEqual(['queued', 'queued', 'cancelled', 'queued', 'sending', 'cancelled'])
  expect(await database.run(`select state from switchboard.send where id = '${over}'`)).toEqual([{ state: 'accepted' }])
})

test('a send that was put back may be claimed again, as another attempt', async () => {
  const { instance, anna } = await scene()
  const id = await written(anna, instance)
  await anna.team.claimSend(id, '{}')
  expect(await anna.team.settleSend(id, 1, 'queued', null)).toBe(true)
  expect(await claim(anna, id)).toBe(2)
  expect(await anna.team.settleSend(id, 1, 'accepted', 'ID')).toBe(false)
})

test('what a desk that went was sending is not known, and nobody takes it over', async () => {
  const { database, instance, anna, yara } = await scene()
  const id = await written(anna, instance)
  await anna.team.claimSend(id, '{}')
  expect(await yara.team.doubtSends()).toBe(0)
  await passed(database, id, '3 min')
  expect(await yara.team.doubtSends()).toBe(0)
  await database.run(`update switchboard.member set seen_at = now() - interval '1 min' where id = '${anna.id}'`)
  expect(await yara.team.doubtSends()).toBe(1)
  expect(await claim(yara, id)).toBeNull()
  expect(statesOf(await yara.team.page([{ instance, n: 0 }], 10))).toEqual(['queued', 'sending', 'uncertain'])
  expect(await anna.team.settleSend(id, 1, 'accepted', 'ID')).toBe(true)
})

test('of two assignments of one chat the second says that it came too late, and a done mark between them refuses none', async () => {
  const { instance, anna, yara } = await scene()
  expect(await anna.team.assignChat(instance, '1@c.us', anna.id, null)).toBe(true)
  expect(await yara.team.assignChat(instance, '1@c.us', yara.id, null)).toBe(false)
  await yara.team.markChat(instance, '1@c.us', 1_700_000_000_000)
  expect(await yara.team.assignChat(instance, '1@c.us', yara.id, anna.id)).toBe(true)
  // Under this id nobody said anything of it.
  expect(await yara.team.assignChat(instance, '2@lid', yara.id, anna.id)).toBe(true)
  await anna.team.markChat(instance, '1@c.us', null)
  const journalEntries = (await anna.team.page([{ instance, n: 0 }], 10))
    .map(({ raw }) => JSON.parse(raw))
    .filter(({ chatId }) => chatId === '1@c.us')
  expect(journalEntries.map(({ assignee, doneUntil, by }) => [assignee, doneUntil, by])).toEqual([
    [anna.id, null, anna.id],
    [anna.id, 1_700_000_000_000, yara.id],
    [yara.id, 1_700_000_000_000, yara.id],
    [yara.id, null, anna.id],
  ])
})

test('who is taken out stays out: their chats are nobody’s, and another desk of theirs may join', async () => {
  const { database, instance, anna, yara } = await scene()
  const boss = await database.desk('Boss', 'administrator')
  await anna.team.assignChat(instance, '1@c.us', anna.id, null)
  await expect(yara.team.removeMember(anna.id)).rejects.toMatchObject({ trouble: { kind: 'notAllowed' } })
  await boss.team.removeMember(anna.id)
  await expect(anna.team.beHere('Anna')).rejects.toMatchObject({ trouble: { kind: 'removed' } })
  const [last] = (await yara.team.page([{ instance, n: 0 }], 10)).slice(-1)
  expect(JSON.parse(last?.raw ?? '')).toMatchObject({ chatId: '1@c.us', assignee: null })
  await database.desk('Anna', 'member', anna.address)
  expect((await boss.team.members()).map(({ name, role }) => [name, role])).toContainEqual(['Anna', 'member'])
})

test('what went while the database was away is entered once, under the id that it has', async () => {
  const { instance, anna, yara } = await scene()
  const id = await written(anna, instance)
  const send = { id, instance, chatId: '1@c.us', operation: 'sendMessage', request: '{"message":"alone"}' }
  expect(await yara.team.enterSent({ ...send, id: crypto.randomUUID() }, 'accepted', 'OTHER')).toBe(true)
  expect(await anna.team.enterSent(send, 'accepted', 'ID')).toBe(true)
  expect(await anna.team.enterSent(send, 'failed', null)).toBe(false)
  expect(await claim(anna, id)).toBeNull()
  expect(statesOf(await yara.team.page([{ instance, n: 0 }], 10))).toEqual(['queued', 'accepted', 'accepted'])
})

test('where somebody is ends by itself, or when they say so', async () => {
  const { database, instance, anna, yara } = await scene()
  await anna.team.putPresence(instance, '1@c.us', 'writing', 3600)
  expect(await yara.team.presences()).toEqual([{ desk: anna.id, instance, chatId: '1@c.us', what: 'writing' }])
  expect(await database.run(`select until < now() + interval '61 s' as soon from switchboard.presence`)).toEqual([
    { soon: true },
  ])
  await database.run(`update switchboard.presence set until = now()`)
  expect(await yara.team.presences()).toEqual([])
  await anna.team.putPresence(instance, '2@c.us', 'reading', 30)
  await anna.team.putPresence(instance, '', 'reading', 0)
  expect(await yara.team.presences()).toEqual([])
})

test('an id that was found by text is the first send’s that names it, until an answer names another one', async () => {
  const { database, instance, anna, yara } = await scene()
  const claimed = async (desk: Desk, chatId?: string) => {
    const id = await written(desk, instance, chatId)
    expect(await claim(desk, id)).toBe(1)
    return id
  }
  const uncertain = async (desk: Desk) => {
    const id = await claimed(desk)
    await desk.team.settleSend(id, 1, 'uncertain', null)
    await passed(database, id, '2 min')
    return id
  }
  const known = async (id: string) =>
    (await database.run(`select state, id_message from switchboard.send where id = '${id}'`))[0]
  const [first, second] = [await uncertain(anna), await uncertain(yara)]
  expect(await anna.team.settleSend(first, 1, 'accepted', 'ID', true)).toBe(true)
  expect(await yara.team.settleSend(second, 1, 'accepted', 'ID', true)).toBe(false)
  expect(await known(second)).toEqual({ state: 'uncertain', id_message: null })

  // Ids are unique in a chat only.
  const elsewhere = await claimed(yara, '2@c.us')
  expect(await yara.team.settleSend(elsewhere, 1, 'accepted', 'ID')).toBe(true)
  expect(await known(first)).toEqual({ state: 'accepted', id_message: 'ID' })

  const answered = await claimed(yara)
  expect(await yara.team.settleSend(answered, 1, 'accepted', 'ID')).toBe(true)
  expect(await known(answered)).toEqual({ state: 'accepted', id_message: 'ID' })
  expect(await known(first)).toEqual({ state: 'uncertain', id_message: null })
  expect(statesOf(await yara.team.page([{ instance, n: 0 }], 100)).slice(-2)).toEqual(['uncertain', 'accepted'])
  expect(await anna.team.settleSend(first, 1, 'accepted', 'ID', true)).toBe(false)
  expect(await known(answered)).toEqual({ state: 'accepted', id_message: 'ID' })
})

test('what went without the database has the id of its answer, whoever found it by text', async () => {
  const { database, instance, anna, yara } = await scene()
  const id = await written(anna, instance)
  await claim(anna, id)
  expect(await anna.team.settleSend(id, 1, 'accepted', 'ID', true)).toBe(true)
  const alone = { id: crypto.randomUUID(), instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }
  expect(await yara.team.enterSent(alone, 'accepted', 'ID')).toBe(true)
  expect(await database.run('select state, id_message from switchboard.send order by seq')).toEqual([
    { state: 'uncertain', id_message: null },
    { state: 'accepted', id_message: 'ID' },
  ])
})

test('what another run of a desk claimed does not go back into the lane: its request may have left', async () => {
  const { database, instance, anna } = await scene()
  for (const state of ['queued', 'cancelled'] as const) {
    const id = await written(anna, instance, `${state}@c.us`)
    await claim(anna, id)
    const again = await openDesk(anna.address, anna.id)
    await again.beHere('Anna', true)
    expect(await again.settleSend(id, 1, state, null)).toBe(true)
    expect(await database.run(`select state from switchboard.send where id = '${id}'`)).toEqual([
      { state: 'uncertain' },
    ])
    await anna.team.beHere('Anna', true)
  }
})

test('an answer that a colleague’s writer has not seen holds up the other one, whatever became of it', async () => {
  const { instance, anna, yara } = await scene()
  for (const state of ['accepted', 'uncertain', 'failed'] as const) {
    const chatId = `${state}@c.us`
    const [{ n } = { n: 0 }] = (await yara.team.page([{ instance, n: 0 }], 1000)).slice(-1)
    const hers = await written(anna, instance, chatId)
    await claim(anna, hers)
    await anna.team.settleSend(hers, 1, state, null)
    const id = crypto.randomUUID()
    const second = { id, instance, chatId, operation: 'sendMessage', request: '{}' }
    await yara.team.putSend({ ...second, seenN: n }, { ageMs: 60_000 })
    expect((await yara.team.claimSend(id, '{}')).outcome, state).toBe(state === 'failed' ? 'claimed' : 'answered')
  }
})

test('an answer from before the writer began holds up nothing, though their desk has not heard of it', async () => {
  const { database, instance, anna, yara } = await scene()
  const hers = await written(anna, instance)
  await claim(anna, hers)
  await anna.team.settleSend(hers, 1, 'accepted', null)
  const answer = { instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}', seenN: 0 }
  const [early, late] = [crypto.randomUUID(), crypto.randomUUID()]
  // The way of a writer of a minute ago to the database may have been a minute shorter.
  for (const [id, interval] of [
    [early, '119 s'],
    [late, '130 s'],
  ] as const) {
    await passed(database, hers, interval)
    await yara.team.putSend({ ...answer, id }, { ageMs: 60_000 })
    expect((await yara.team.claimSend(id, '{}')).outcome).toBe(id === early ? 'answered' : 'claimed')
    await yara.team.settleSend(id, 0, 'cancelled', null)
  }
})
