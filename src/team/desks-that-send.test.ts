import { expect, test } from 'vitest'
import type { MessageKey } from '../contract/ids.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { answering } from './testing/answering.ts'
import {
  answerHeld,
  becomes,
  createSendingScene,
  instanceOf,
  isAccepted,
  longMs,
  send,
  sendingServices,
  statusOf,
  untilAccepted,
} from './testing/sending-scene.ts'
import { createTeamScene, giveToken, type SceneDesk } from './testing/team-scene.ts'

test('what one desk sends goes once, is with the other one, and both lanes are one', async () => {
  const { first, second, anna, taken, database, emulator } = await createSendingScene()
  emulator.fault({ kind: 'delay', ms: longMs }, { operation: 'sendMessage', count: 1 })
  const mine = await send(first, anna.chatId, 'from Yara')
  await becomes(first, mine, 'sending')
  const theirs = await send(second, anna.chatId, 'from Anna')
  await answerHeld({ emulator })
  await untilAccepted(second, theirs)
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

test('where the service shows it under another id than its answer named, a message is there once, with what becomes of it', async () => {
  const { first, second, anna, taken, instance } = await createSendingScene()
  instance.behave({ journalIdsDiffer: true })
  const mine = await send(first, anna.chatId, 'from Yara')
  await untilAccepted(first, mine)
  await first.waitFor('the service sent it', () => taken().length === 1)
  const [sent] = instance.sends
  if (sent === undefined) throw new Error('Nothing was sent.')
  anna.reads(sent)
  const chat = await second.chat(await instanceOf(second), anna.chatId)
  const shown = async () => {
    const place = { chat, anchor: { kind: 'newest' }, before: 10, after: 0 } as const
    const { rows } = await second.call('messages.window', place)
    return rows.map(({ content, status }) => [content.kind === 'text' ? content.text : '', status?.kind ?? 'none'])
  }
  await second.waitFor('it was read', async () => {
    const rows = await shown()
    return rows.length === 2 && rows[1]?.[1] === 'read'
  })
  expect(await shown()).toEqual([
    ['a question', 'none'],
    ['from Yara', 'read'],
  ])
})

test('an answer closes at no desk what had not come at that of its writer', async () => {
  const { first, second, anna, emulator } = await createSendingScene()
  // After half a minute without the database a desk would ask for it.
  for (const operation of ['lastIncomingMessages', 'getChatHistory'])
    emulator.fault({ kind: 'refuse', status: 503 }, { operation })
  second.line.cut(true)
  await second.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  anna.says('another question')
  const has = (desk: SceneDesk, text: string) =>
    desk.waitFor(`"${text}" is there`, async () => (await desk.texts(anna.chatId)).includes(text))
  await has(first, 'another question')
  const message = await send(second, anna.chatId, 'an answer to the first')
  await second.call('team.sendAlone', { message })
  await untilAccepted(second, message)
  second.line.cut(false)
  await has(first, 'an answer to the first')
  await has(second, 'another question')
  for (const desk of [first, second]) {
    const chat = await desk.chat(await instanceOf(desk), anna.chatId)
    const isWaiting = async () => (await desk.call('chats.details', { chat })).waitingSince !== null
    expect(await desk.waitFor('she waits', isWaiting)).toBe(true)
  }
})

test('while the database is away a message waits, says why, and goes once when it is back', async () => {
  const { first, second, anna, taken } = await createSendingScene()
  for (const { line } of [first, second]) line.cut(true)
  await first.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  const message = await send(first, anna.chatId, 'waits')
  await first.waitFor('it says why', async () => (await statusOf(first, message))?.waitReason?.kind === 'teamAway')
  expect(taken()).toEqual([])
  for (const { line } of [first, second]) line.cut(false)
  await untilAccepted(first, message)
  await first.waitFor('the service sent it', () => taken().length >= 1)
  expect(taken()).toEqual(['waits'])
})

test('a message taken back, and one whose answer was lost, hold up nobody at another desk', async () => {
  const { first, second, anna, taken, emulator, database, instance } = await createSendingScene()
  instance.behave({ echo: 'none' })
  // Until the second one is taken back nothing may tell that the first arrived, and let it go.
  const lists = ['lastOutgoingMessages', 'getChatHistory', 'showMessagesQueue']
  for (const operation of lists) emulator.fault({ kind: 'refuse', status: 503 }, { operation })
  emulator.fault({ kind: 'reset-after' }, { operation: 'sendMessage', count: 1 })
  const lost = await send(first, anna.chatId, 'answer lost')
  await becomes(first, lost, 'uncertain')
  const waiting = await send(first, anna.chatId, 'taken back')
  const theirs = await send(second, anna.chatId, 'from Anna')
  await first.call('messages.cancel', { message: waiting })
  emulator.faults.clear()
  await first.waitFor('the team knows that it is uncertain', async () => {
    const rows = await database.run(`select from switchboard.send where state in ('uncertain', 'accepted')`)
    return rows.length > 0
  })
  await second.waitFor('what nobody knows is two minutes old, and the lane free', async () => {
    // Whoever looks for it notes that again.
    await database.run(`update switchboard.send set changed_at = now() - interval '2 min' where state = 'uncertain'`)
    return isAccepted((await statusOf(second, theirs))?.kind)
  })
  await first.waitFor('the service sent it', () => taken().length >= 2)
  expect(taken()).toEqual(['answer lost', 'from Anna'])
})

test('what rests at a desk, for its time or deleted here, holds up nobody, and goes in its turn when it is brought back', async () => {
  const { first, second, anna, taken, emulator, database } = await createSendingScene()
  emulator.fault({ kind: 'delay', ms: longMs }, { operation: 'sendMessage', count: 1 })
  await becomes(first, await send(first, anna.chatId, 'the first'), 'sending')
  const timed = await send(first, anna.chatId, 'in a day')
  const deleted = await send(first, anna.chatId, 'deleted')
  await first.waitFor('the team has both', async () => {
    const rows = await database.run(`select from switchboard.send where state = 'queued'`)
    return rows.length === 2
  })
  await first.call('messages.schedule', { message: timed, sendAt: { at: Date.now() + 86_400_000, zone: 'UTC' } })
  await first.call('messages.deleteLocally', { messages: [deleted] })
  const theirs = await send(second, anna.chatId, 'from Anna')
  await second.waitFor(
    'it says that it waits',
    async () => (await statusOf(second, theirs))?.waitReason?.kind === 'lane',
  )
  await answerHeld({ emulator })
  await untilAccepted(second, theirs)
  await first.call('messages.restoreDeleted', { messages: [deleted] })
  await untilAccepted(first, deleted)
  await first.waitFor('the service sent it', () => taken().length >= 3)
  expect(taken()).toEqual(['the first', 'from Anna', 'deleted'])
})

test('a message that a colleague closed while its desk was away waits for the person, and nothing behind it does', async () => {
  let cut = () => {}
  const { first, second, anna, taken, database } = await createSendingScene({
    // The claim is made, and its answer lost.
    openTeam: answering((team) => ({
      claimSend: async (id, request) => {
        const attempt = await team.claimSend(id, request)
        if (!request.includes('nobody knows')) return attempt
        cut()
        throw new TeamError({ kind: 'unreachable', code: 'cut' })
      },
    })),
  })
  cut = () => first.line.cut(true)
  const closed = await send(first, anna.chatId, 'nobody knows')
  await second.waitFor('it is claimed', async () => {
    const rows = await database.run(`select from switchboard.send where state = 'sending'`)
    return rows.length === 1
  })
  await database.run(`update switchboard.member set seen_at = now() - interval '2 min' where name = 'Yara';
    update switchboard.send set changed_at = now() - interval '2 min'; select switchboard.doubt_sends()`)
  const chat = await second.chat(await instanceOf(second), anna.chatId)
  const seen = await second.until('team.chat', { chat }, ({ underWay }) => underWay[0]?.state === 'uncertain')
  await second.call('team.dismissSend', { id: seen.underWay[0]?.id ?? '' })
  cut = () => {}
  first.line.cut(false)
  await first.waitFor('it says so', async () => (await statusOf(first, closed))?.waitReason?.kind === 'waitsForPerson')
  await untilAccepted(first, await send(first, anna.chatId, 'behind it'))
  await first.waitFor('the service sent it', () => taken().length >= 1)
  expect(taken()).toEqual(['behind it'])
})

test('of two people who answer one question at once one answer goes, and the other one asks its writer', async () => {
  const [put, claimed] = [gate(), gate()]
  const { first, second, anna, taken, database } = await createSendingScene({
    // The database's own answers, held back until both have pressed Enter, and then until both lanes know both answers.
    openTeam: answering((team) => ({
      putSend: async (...given) => {
        await put.pass()
        return team.putSend(...given)
      },
      claimSend: async (...given) => {
        await claimed.pass()
        return team.claimSend(...given)
      },
    })),
  })
  const answers = [
    { desk: first, text: 'from Yara' },
    { desk: second, text: 'from Anna' },
  ]
  const sent = await Promise.all(
    answers.map(async ({ desk, text }) => {
      const chat = await desk.chat(await instanceOf(desk), anna.chatId)
      await desk.call('chats.saveDraft', { chat, text })
      return { desk, text, message: (await desk.call('messages.send', { chat, text })).message }
    }),
  )
  put.open()
  await first.waitFor('both are entered', async () => (await database.run('select from switchboard.send')).length === 2)
  claimed.open()
  const kinds = async () =>
    Promise.all(
      sent.map(async ({ desk, message }) => {
        const status = await statusOf(desk, message)
        return isAccepted(status?.kind) ? 'accepted' : (status?.waitReason?.kind ?? status?.kind)
      }),
    )
  await first.waitFor(
    'one went and one asks',
    async () => (await kinds()).toSorted().join() === 'accepted,answeredFirst',
  )
  const asked = sent[(await kinds()).indexOf('answeredFirst')]
  const other = sent.find((one) => one !== asked)
  await first.waitFor('the service sent it', () => taken().length >= 1)
  expect(taken()).toEqual([other?.text])
  await asked?.desk.call('messages.retry', { messages: [asked.message] })
  await first.waitFor('it goes all the same', () => taken().length === 2)
  expect(taken()).toEqual([other?.text, asked?.text])
})

test('a first message to a number is in one chat at every desk, whatever id the customer answers under', async () => {
  const { first, second, instance } = await createSendingScene()
  const lena = instance.person('79990003344', { answersAs: '240011223344556@lid', name: 'Lena' })
  const { chat } = await first.call('chats.open', { instance: first.firstKey(), chatId: '79990003344@c.us' })
  const { message } = await first.call('messages.send', { chat, text: 'Your order is ready' })
  await untilAccepted(first, message)
  lena.says('When do you close?')
  await second.waitFor('both are in one chat', async () => (await second.texts(lena.chatId)).length === 2)
  const { rows } = await second.call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 10 })
  expect(rows.map(({ title }) => title).toSorted()).toEqual(['Anna', 'Lena'])
})

test('what is on its way is not put back into its lane by what was read of it before it went', async () => {
  const [claimed, recorded] = [gate(), gate()]
  const scene = await createTeamScene()
  const first = await scene.desk('Yara', 'administrator', {
    services: sendingServices,
    instances: [scene.account],
    // The database's own answers, some of which are held back.
    openTeam: answering((team) => ({
      claimSend: async (id, request) => {
        const attempt = await team.claimSend(id, request)
        if (request.includes('the second')) await claimed.pass()
        return attempt
      },
      settleSend: async (...given) => {
        if (given[2] === 'accepted') await recorded.pass()
        return team.settleSend(...given)
      },
    })),
  })
  await giveToken(first, scene)
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  await first.untilReader()
  const people = ['79990001122', '79990003344'].map((phone) => scene.instance.person(phone))
  for (const person of people) {
    person.says('a question')
    await first.waitFor('the question is there', async () => (await first.texts(person.chatId)).length > 0)
  }
  const [anna, boris] = people
  scene.emulator.fault({ kind: 'delay', ms: longMs }, { operation: 'sendMessage', count: 1 })
  const one = await send(first, anna?.chatId ?? '', 'the first')
  await becomes(first, one, 'sending')
  const two = await send(first, boris?.chatId ?? '', 'the second')
  await claimed.reached
  await first.waitFor('the journal says that it is claimed', async () =>
    (await first.store.read('team.openSends', undefined)).some(
      ({ message, state, local }) => message === two && state === 'sending' && local === 'queued',
    ),
  )
  await answerHeld(scene)
  await recorded.reached
  claimed.open()
  await first.waitFor('the service has it', async () => (await statusOf(first, two))?.kind !== 'queued')
  await first.waitFor('the answer is on the disk', async () =>
    (await first.store.read('team.openSends', undefined)).some(
      ({ message, local }) => message === two && local === 'accepted',
    ),
  )
  recorded.open()
  const known = () => scene.database.run('select state, attempt from switchboard.send order by seq')
  await first.waitFor('the team knows of both', async () => (await known()).every(({ state }) => state === 'accepted'))
  expect(await known()).toEqual([1, 1].map((attempt) => ({ state: 'accepted', attempt })))
})

/** Something that waits until it is let through. */
function gate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    reached: reached.promise,
    open: opened.resolve,
    pass() {
      reached.resolve()
      return opened.promise
    },
  }
}

test('a send that can be undone is at its desk alone, and holds up no colleague', async () => {
  const { first, second, anna, taken, database } = await createSendingScene()
  await first.call('settings.update', { undoSend: true })
  const message = await send(first, anna.chatId, 'not yet')
  await untilAccepted(second, await send(second, anna.chatId, 'from Anna'))
  expect(await statusOf(first, message)).toMatchObject({ waitReason: { kind: 'undoable' } })
  expect(await database.run(`select from switchboard.send where request::text like '%not yet%'`)).toEqual([])
  await first.call('messages.undoSend', { messages: [message] })
  expect(taken()).toEqual(['from Anna'])
})

test('an id of the service that the database refuses holds up the outcome of no other send', async () => {
  const { first, anna, instance, emulator, database } = await createSendingScene()
  instance.behave({ echo: 'none' })
  const body = JSON.stringify({ idMessage: 'A'.repeat(250) })
  emulator.fault({ kind: 'refuse-after', status: 200, body }, { operation: 'sendMessage', count: 1 })
  await untilAccepted(first, await send(first, anna.chatId, 'with a strange id'))
  await untilAccepted(first, await send(first, anna.chatId, 'after it'))
  const outcomes = () =>
    database.run(`select id_message is null as "isStrange" from switchboard.send where state = 'accepted' order by seq`)
  await first.waitFor('the team knows both outcomes', async () => (await outcomes()).length === 2)
  expect(await outcomes()).toEqual([{ isStrange: true }, { isStrange: false }])
})

test('a message that the team’s database refuses fails, and holds up no other one', async () => {
  const { first, anna, instance, database, taken } = await createSendingScene()
  const strange = `${'7'.repeat(201)}@c.us`
  instance.notify('incomingMessageReceived', {
    idMessage: 'FROM-A-STRANGE-ID',
    senderData: { chatId: strange, sender: strange, senderName: 'Somebody' },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'an id that is too long' } },
  })
  await first.waitFor('the chat is there', async () => (await first.texts(strange)).length === 1)
  await database.run(`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise check_violation; end $$;
    create trigger refuse before update on switchboard.send for each row
      when (new.state = 'sending' and new.request like '%no room%') execute function public.refuse()`)
  const isRefused = async (message: MessageKey) => {
    const status = await statusOf(first, message)
    return status?.kind === 'failed' && status.reason === 'teamRefused'
  }
  const [unstored, unclaimed] = [await send(first, strange, 'hello'), await send(first, anna.chatId, 'no room')]
  await first.waitFor('its chat can not be stored', () => isRefused(unstored))
  await first.waitFor('its text can not be stored', () => isRefused(unclaimed))
  await untilAccepted(first, await send(first, anna.chatId, 'after them'))
  await first.waitFor('the service sent it', () => taken().length > 0)
  expect(taken()).toEqual(['after them'])
  await first.waitFor('colleagues wait for neither', async () => {
    const rows = await database.run('select state from switchboard.send order by seq')
    return rows.map(({ state }) => state).join() === 'failed,accepted'
  })
})

test('what went without the database is told when it is back, also where the database refuses an id', async () => {
  const { first, anna, instance, emulator, database, taken } = await createSendingScene()
  instance.behave({ echo: 'none' })
  first.line.cut(true)
  await first.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  const body = JSON.stringify({ idMessage: 'A'.repeat(250) })
  emulator.fault({ kind: 'refuse-after', status: 200, body }, { operation: 'sendMessage', count: 1 })
  for (const text of ['with a strange id', 'after it']) {
    const message = await send(first, anna.chatId, text)
    await first.call('team.sendAlone', { message })
    await untilAccepted(first, message)
  }
  await first.waitFor('the service sent both', () => taken().length === 2)
  expect(taken()).toEqual(['with a strange id', 'after it'])
  first.line.cut(false)
  await first.waitFor('the team knows both outcomes', async () => {
    const rows = await database.run(`select state from switchboard.send where state = 'accepted'`)
    return rows.length === 2
  })
})
