import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SendReservation } from '../core/sharing/shared-programs.ts'
import { answering } from './testing/answering.ts'
import { openDesk } from './testing/team-database.ts'
import { createOpenDesks, teamProgram } from './testing/program-desks.ts'

const once = { sendId: 'order-17-ready', text: 'It is ready.' }

test('a program of the team has one key at all desks, and a send that is repeated at another desk goes once', async () => {
  const { first, others, desks, addProgram, address, taken, join } = await createOpenDesks(['Anna', 'Boris'])
  const key = await addProgram()
  const sent = await first.ask(key, 'sendMessage', { ...address, ...once })
  expect(sent).toMatchObject({ isNew: true, value: { elsewhere: null, message: { text: once.text } } })
  for (const desk of others) {
    const answer = await desk.ask(key, 'sendMessage', { ...address, ...once })
    expect(answer.isNew).not.toBe(true)
    expect(answer.value).toMatchObject({ cancelled: false, elsewhere: { desk: 'Yara' } })
  }
  await first.waitFor('it is sent', () => taken().includes(once.text))
  for (const desk of others) {
    await desk.waitFor('its state is known there', async () => {
      const { value } = await desk.ask(key, 'getSend', { sendId: once.sendId })
      return value.elsewhere?.state === 'accepted' && value.message?.text === once.text
    })
  }
  // A desk that joins later has the key, and finds the send.
  const late = await join('Vera')
  await late.waitFor('the key is known', () => late.admits(key))
  expect((await late.ask(key, 'sendMessage', { ...address, ...once })).value).toMatchObject({
    elsewhere: { desk: 'Yara', state: 'accepted' },
  })
  for (const desk of desks) {
    await expect(desk.ask(key, 'sendMessage', { ...address, ...once, text: 'Another.' })).rejects.toMatchObject({
      code: 'sendIdReused',
    })
  }
  expect(taken()).toEqual([once.text])
})

test('a desk that was away takes the change of a program that was made since the database lost another one', async () => {
  const { first, others, addProgram, database } = await createOpenDesks()
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  await addProgram()
  const standby = await database.copy()
  const programAt = async ({ call }: typeof first) => (await call('programs.list', {})).rows[0]
  const untilNamed = (desk: typeof first, name: string) =>
    desk.waitFor(`it is ${name}`, async () => (await programAt(desk))?.name === name)
  // A desk that is a version behind says so, and its person tries again.
  const rename = (name: string) =>
    first.waitFor(`it is renamed to ${name}`, async () => {
      const program = await programAt(first)
      if (program === undefined) throw new Error('There is no program.')
      try {
        await first.call('programs.change', { program: program.key, name })
        return true
      } catch (error) {
        if (String(error).includes('changedMeanwhile')) return false
        throw error
      }
    })
  await rename('Lost')
  await untilNamed(second, 'Lost')
  second.line.cut(true)
  await second.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  await database.swapWith(standby)
  await untilNamed(first, 'CRM')
  await rename('Made since')
  second.line.cut(false)
  await untilNamed(second, 'Made since')
  expect(await programAt(second)).toMatchObject({ name: 'Made since' })
})

test('of desks that are asked at the same moment one sends', async () => {
  const { first, desks, addProgram, address, taken } = await createOpenDesks(['Anna', 'Boris'])
  const key = await addProgram()
  const sends = Array.from({ length: 20 }, (_, n) => ({ sendId: `number-${n}`, text: `text ${n}` }))
  const answers = await Promise.all(
    sends.flatMap((send) => desks.map((desk) => desk.ask(key, 'sendMessage', { ...address, ...send }))),
  )
  expect(answers.filter(({ isNew }) => isNew === true)).toHaveLength(20)
  await first.waitFor('all are sent', () => taken().length === 20)
  expect(taken().toSorted()).toEqual(sends.map(({ text }) => text).toSorted())
})

test('what a killed desk reserved and did not write is sent by the desk that is asked next', async () => {
  const { first, others, addProgram, address, taken, database } = await createOpenDesks()
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  const key = await addProgram()
  await first.ask(key, 'sendMessage', { ...address, sendId: 'the-first-one', text: 'first' })
  await first.waitFor('it is sent', () => taken().length === 1)
  // As a kill leaves it between the reservation and the outbox: the first desk has it, and knows nothing of it.
  const [before] = await database.run('select desk, instance, program from switchboard.program_send')
  await second.ask(key, 'sendMessage', { ...address, ...once })
  await second.waitFor('it is sent', () => taken().length === 2)
  const lost = randomUUID()
  await database.run(
    `insert into switchboard.program_send (id, program, instance, input_hash, desk)
     values ('${lost}', '${String(before?.['program'])}', ${String(before?.['instance'])}, 'x', '${String(before?.['desk'])}')`,
  )
  await database.run(`select switchboard.wake('webhook')`)
  await first.waitFor('it is given up', async () => {
    const rows = await database.run('select id from switchboard.program_send')
    return !rows.some(({ id }) => id === lost)
  })
  // Those that were sent stay reserved.
  expect(await database.run('select id from switchboard.program_send')).toHaveLength(2)
})

test('of a send that its desk reserved and never entered no other desk says that it waits', async () => {
  let lookups = 0
  const { first, others, addProgram, address, taken, database } = await createOpenDesks(['Anna'], {
    openTeam: answering((team) => ({
      placedSend(id) {
        lookups++
        return team.placedSend(id)
      },
    })),
  })
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  const key = await addProgram()
  await first.ask(key, 'sendMessage', { ...address, ...once })
  await first.waitFor('it is sent', () => taken().length === 1)
  await first.core.stop()
  // As a kill leaves it between the reservation and the outbox.
  await database.run('delete from switchboard.send')
  // Whoever goes away is not waited for.
  const gone = new AbortController()
  const left = second.ask(key, 'sendMessage', { ...address, ...once }, gone.signal).catch((error: unknown) => error)
  await second.waitFor('it is looked for', () => lookups > 0)
  gone.abort()
  const before = lookups
  expect(await left).toMatchObject({ code: 'teamAway' })
  expect(lookups).toBeLessThanOrEqual(before + 1)
  await expect(second.ask(key, 'sendMessage', { ...address, ...once })).rejects.toMatchObject({
    ...{ code: 'teamAway', retryAfterMs: 1000 },
  })
  // A desk that left does not come back to say what it did with it.
  await database.run(`delete from switchboard.member where name = 'Yara'`)
  const unknown = { value: { elsewhere: { desk: null, state: 'uncertain' } } }
  expect(await second.ask(key, 'sendMessage', { ...address, ...once })).toMatchObject(unknown)
  expect(await second.ask(key, 'getSend', { sendId: once.sendId })).toMatchObject(unknown)
  expect(taken()).toEqual([once.text])
})

test('a desk that has begun again and is not entered yet asks a program to repeat the call', async () => {
  const { others, addProgram, address, taken, database } = await createOpenDesks()
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  const key = await addProgram()
  // Until it says that it is here, the database has the run before.
  await database.run(`update switchboard.member set run = '${randomUUID()}' where name = 'Anna'`)
  await expect(second.ask(key, 'sendMessage', { ...address, ...once })).rejects.toMatchObject({ code: 'teamAway' })
  expect(taken()).toEqual([])
})

test('what a desk refuses is free for another one', async () => {
  const { first, others, addProgram, address, taken } = await createOpenDesks()
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  const key = await addProgram()
  await first.call('settings.update', { programSendsPaused: true })
  await expect(first.ask(key, 'sendMessage', { ...address, ...once })).rejects.toMatchObject({ code: 'sendsPaused' })
  expect((await second.ask(key, 'sendMessage', { ...address, ...once })).isNew).toBe(true)
  await second.waitFor('it is sent', () => taken().length === 1)
})

test('of several messages all are sent or none, and what was reserved for them is given up', async () => {
  const { first, others, addProgram, address, taken, database } = await createOpenDesks(['Anna'])
  const key = await addProgram()
  const several = (...texts: readonly string[]) =>
    texts.map((text, index) => ({ ...address, sendId: `several-${index}`, text }))
  await expect(first.sendAll(key, several('One', 'x'.repeat(20_001)))).rejects.toBeInstanceOf(Error)
  expect(await database.run('select id from switchboard.program_send')).toEqual([])
  expect(await first.sendAll(key, several('One', 'Two'))).toMatchObject([{ elsewhere: null }, { elsewhere: null }])
  const again = await others[0]?.sendAll(key, several('One', 'Two'))
  expect(again).toMatchObject([{ elsewhere: { desk: 'Yara' } }, { elsewhere: { desk: 'Yara' } }])
  await first.waitFor('both are sent', () => taken().length >= 2)
  expect(taken()).toEqual(['One', 'Two'])
})

test('a call waits until an earlier one of the same send has given up what it reserved', async () => {
  const asked: string[] = []
  const release = Promise.withResolvers<void>()
  const { first, addProgram, address, taken } = await createOpenDesks([], {
    openTeam: answering((team) => ({
      reserveSend(...given) {
        asked.push('reserve')
        return team.reserveSend(...given)
      },
      async releaseSend(id) {
        asked.push('release')
        await release.promise
        await team.releaseSend(id)
        asked.push('released')
      },
    })),
  })
  const key = await addProgram()
  await first.call('settings.update', { programSendsPaused: true })
  const refused = first.ask(key, 'sendMessage', { ...address, ...once }).catch((error: unknown) => error)
  await first.waitFor('it is given up', () => asked.includes('release'))
  await first.call('settings.update', { programSendsPaused: false })
  const again = first.ask(key, 'sendMessage', { ...address, ...once })
  // The other call would have come to its reservation meanwhile.
  for (let times = 0; times < 5; times++) await first.call('programs.list', {})
  release.resolve()
  expect(await refused).toMatchObject({ code: 'sendsPaused' })
  expect((await again).isNew).toBe(true)
  // A desk that has just begun may give it up once more, before the next call reserves it.
  expect(asked.slice(0, 3)).toEqual(['reserve', 'release', 'released'])
  expect(asked.slice(3).filter((what) => what === 'reserve')).toHaveLength(1)
  expect(asked.at(-1)).toBe('reserve')
  await first.waitFor('it is sent', () => taken().length === 1)
})

test('the limits of a program hold for all desks together', async () => {
  const { first, others, addProgram, address } = await createOpenDesks()
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  const key = await addProgram({ sendLimits: { minute: 3, hour: 10, day: 10 } })
  const startedAt = performance.now()
  await first.ask(key, 'sendMessage', { ...address, sendId: 'number-1', text: 'one' })
  await second.ask(key, 'sendMessage', { ...address, sendId: 'number-2', text: 'two' })
  await first.ask(key, 'sendMessage', { ...address, sendId: 'number-3', text: 'three' })
  const refused = await second
    .ask(key, 'sendMessage', { ...address, sendId: 'number-4', text: 'four' })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'tooManySends' })
  const { retryAfterMs } = refused as { readonly retryAfterMs: number }
  expect(performance.now() - startedAt + retryAfterMs).toBeGreaterThan(50_000)
})

test('while the database is away nothing new is sent for the team, and what this desk sent is known', async () => {
  const { first, addProgram, address, taken } = await createOpenDesks([])
  const key = await addProgram()
  await first.ask(key, 'sendMessage', { ...address, ...once })
  await first.waitFor('it is sent', () => taken().length === 1)
  first.line.cut(true)
  await expect(first.ask(key, 'sendMessage', { ...address, sendId: 'another-one', text: 'x' })).rejects.toMatchObject({
    code: 'teamAway',
  })
  expect((await first.ask(key, 'sendMessage', { ...address, ...once })).value).toMatchObject({ elsewhere: null })
  first.line.cut(false)
  await first.waitFor('it is sent when the database is back', () =>
    first.ask(key, 'sendMessage', { ...address, sendId: 'another-one', text: 'x' }).then(
      () => true,
      () => false,
    ),
  )
  await first.waitFor('it is sent', () => taken().length === 2)
})

test('only an administrator adds and changes programs of the team, a viewer sends nothing for them, and a removed one is refused everywhere', async () => {
  const { first, others, addProgram, address, join, database } = await createOpenDesks()
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  await expect(second.call('programs.add', teamProgram())).rejects.toThrow('teamTrouble')
  const key = await addProgram()
  const viewer = await join('Vera', 'viewer')
  await viewer.waitFor('the key is known', () => viewer.admits(key))
  await expect(viewer.ask(key, 'sendMessage', { ...address, ...once })).rejects.toMatchObject({ code: 'viewerDesk' })
  const keyAt = async (desk: typeof first) => {
    const { rows } = await desk.call('programs.list', {})
    return rows.find(({ team }) => team !== null)?.key ?? (0 as never)
  }
  await expect(second.call('programs.pause', { program: await keyAt(second) })).rejects.toThrow('teamTrouble')
  await first.call('programs.change', { program: await keyAt(first), rights: ['see'], name: 'Reader' })
  await second.waitFor('its name is another', async () =>
    (await second.call('programs.list', {})).rows.some(({ name }) => name === 'Reader'),
  )
  await second.waitFor('it may not send', () =>
    second.ask(key, 'cancelMessage', { messageId: '999' }).then(
      () => false,
      (error: unknown) => (error as { readonly code: string }).code === 'rightMissing',
    ),
  )
  const { key: renewed } = await first.call('programs.renewKey', { program: await keyAt(first) })
  await second.waitFor('the new key', () => second.admits(renewed) && !second.admits(key))
  expect(JSON.stringify(await database.run('select * from switchboard.program'))).not.toContain(renewed.slice(13))
  await first.call('programs.remove', { program: await keyAt(first) })
  await second.waitFor('it is gone', () => !second.admits(renewed))
})

test('a program of the team sees what the team shares by now, and chats with a label that was made again', async () => {
  const { first, addProgram, lena } = await createOpenDesks([])
  const makeLabel = () => first.call('labels.save', { name: 'Urgent' })
  const { key: label } = await makeLabel()
  const key = await addProgram({ scope: { instances: null, kinds: null, labels: [label], groups: true } })
  await first.call('labels.remove', { key: label })
  const chat = await first.chat(first.firstKey(), lena.chatId)
  await first.call('labels.set', { chat, label: (await makeLabel()).key, on: true })
  const chats = async () =>
    (await first.ask(key, 'listChats', { limit: 9, archived: false })).value.items.map(({ chatId }) => chatId)
  await first.waitFor('the chat is seen', async () => (await chats()).includes(lena.chatId))
  const instance = first.firstKey()
  await first.call('team.unshare', { instance })
  await first.waitFor('nothing is seen', async () => (await chats()).length === 0)
  await first.call('team.share', { instance })
  await first.waitFor('the chat is seen again', async () => (await chats()).includes(lena.chatId))
  expect((await first.ask(key, 'listInstances', {})).value.items).toHaveLength(1)
})

test('a reservation is its desk’s alone, and another input under its id is refused', async () => {
  const { addProgram, database } = await createOpenDesks([])
  await addProgram()
  const [row] = await database.run('select id, name from switchboard.program')
  const outcomes: SendReservation['outcome'][] = []
  const one = await openDesk(await database.login('member'))
  const other = await openDesk(await database.login('member'))
  await one.beHere('One')
  await other.beHere('Other')
  const [shared] = await one.instances()
  const reservation = {
    ...{ id: randomUUID(), program: String(row?.['id']), inputHash: 'a' },
    instance: shared?.id ?? (0 as never),
    limits: [9, 9, 9] as const,
  }
  // The id of another input, a proposal, is refused, and no other one is.
  const proposal = { chatId: '79990001122@c.us', body: '{}', inputHash: 'a', lifetimeMs: 60_000 }
  const proposed = randomUUID()
  expect(await one.putProposal({ ...proposal, id: proposed, instance: reservation.instance })).toBe('done')
  outcomes.push((await one.reserveSend({ ...reservation, id: proposed })).outcome)
  outcomes.push((await one.reserveSend(reservation)).outcome, (await one.reserveSend(reservation)).outcome)
  outcomes.push((await other.reserveSend(reservation)).outcome)
  outcomes.push((await other.reserveSend({ ...reservation, inputHash: 'b' })).outcome)
  await other.releaseSend(reservation.id)
  outcomes.push((await one.reserveSend(reservation)).outcome)
  await one.releaseSend(reservation.id)
  outcomes.push((await other.reserveSend(reservation)).outcome)
  expect(outcomes).toEqual(['reused', 'new', 'own', 'there', 'reused', 'own', 'new'])
})
