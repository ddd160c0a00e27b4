import { expect, test } from 'vitest'
import { anything } from '../inspection/tx/outgoing-filter.ts'
import { rowsOf, startReceivingAccount } from '../testing/receiving-scene.ts'

async function scene() {
  const account = await startReceivingAccount('secret-of-the-calls')
  const { emulator, instance, core } = account
  const marta = instance.person('79990002290', { name: 'Marta' })
  const received = async () => {
    await account.received()
    emulator.clock.advance(5_000)
  }
  const calls = async () =>
    (await rowsOf(core, marta.chatId)).flatMap(({ content, direction, status }) =>
      content.kind === 'call' ? [[direction, content.outcome, content.duration, status] as const] : [],
    )
  const chatRow = async () => {
    const { rows } = await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })
    return rows[0]
  }
  return { emulator, instance, core, marta, received, calls, chatRow }
}

test('a call is one row, whichever of its two notifications came, and its last status stands', async () => {
  const { marta, received, calls } = await scene()
  marta.calls('declined', { id: 'A1' })
  marta.calls('missed', { id: 'A2', offered: false })
  await received()
  marta.calls('hungUp', { id: 'A3' })
  marta.calls('hangUp', { id: 'A4', isVideo: true })
  await received()
  marta.calls('pickUp', { id: 'A5' })
  marta.calls(null, { id: 'A6' })
  await received()
  expect(await calls()).toEqual([
    ['incoming', 'missed', null, null],
    ['incoming', 'missed', null, null],
    ['incoming', 'rejected', null, null],
    ['incoming', 'rejected', null, null],
    ['incoming', 'answered', null, null],
    ['incoming', null, null, null],
  ])
})

test('an outgoing call that names the own number stands in the chat of whom it called', async () => {
  const { marta, received, calls, chatRow } = await scene()
  marta.isCalled('pickUp', { id: 'B1', duration: 192 })
  marta.isCalled('hungUp', { id: 'B2' })
  await received()
  expect(await calls()).toEqual([
    ['outgoing', 'answered', 192, null],
    ['outgoing', 'unanswered', null, null],
  ])
  expect(await chatRow()).toMatchObject({ chatId: marta.chatId, unread: 0 })
})

test('a missed call is unread, waits for an answer and raises a notice; others do not', async () => {
  const { core, marta, received, chatRow } = await scene()
  marta.calls('hungUp', { id: 'C1' })
  marta.calls('pickUp', { id: 'C2' })
  marta.calls(null, { id: 'C3' })
  await received()
  expect(await chatRow()).toMatchObject({ unread: 0, waitingSince: null })
  marta.calls('declined', { id: 'C4', isVideo: true })
  await received()
  const row = await chatRow()
  expect(row).toMatchObject({ unread: 1, preview: { kind: 'call', text: 'missed video' } })
  expect(row?.waitingSince).not.toBeNull()
  const notice = await core.waitFor('the notice', () => core.notices.find(({ kind }) => kind === 'incoming'))
  expect(notice).toMatchObject({ body: '', missedCall: true })
  expect(core.notices.filter(({ kind }) => kind === 'incoming')).toHaveLength(1)
  // Nobody took the call back: that is no answer.
  marta.isCalled('hungUp', { id: 'C5' })
  await received()
  expect((await chatRow())?.waitingSince).not.toBeNull()
  marta.isCalled('pickUp', { id: 'C6', duration: 3 })
  await received()
  expect(await chatRow()).toMatchObject({ unread: 0, waitingSince: null })
})

test('an outgoing call that names the account itself is a call with the one it called, whoever says whose it is', async () => {
  const { instance, marta, received, calls, core } = await scene()
  const call = { timestamp: instance.seconds(instance.now()), status: 'hungUp', participants: [{ id: marta.chatId }] }
  marta.says('Call me')
  await received()
  for (const [index, instanceData] of [{}, { wid: '' }, null].entries())
    instance.notify('outgoingCall', { ...call, idMessage: `E${index}`, from: instance.wid, instanceData })
  await received()
  expect(await calls()).toHaveLength(3)
  const { rows } = await core.call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 9 })
  expect(rows).toHaveLength(1)
})

test('a call without caller, with a duration of years or a status of tomorrow is shown as far as it is known', async () => {
  const { instance, marta, received, calls, core } = await scene()
  const timestamp = instance.seconds(instance.now())
  instance.notify('incomingCall', { timestamp, idMessage: 'D1', status: 'missed' })
  instance.notify('incomingCall', { timestamp, idMessage: 'D2', from: marta.chatId, status: 'teleported' })
  instance.notify('outgoingCall', {
    timestamp,
    idMessage: 'D3',
    from: instance.wid,
    participants: [],
    status: 'pickUp',
  })
  instance.notify('outgoingCall', {
    ...{ timestamp, idMessage: 'D4', from: marta.chatId, status: 'pickUp', duration: 4_000_000_000, isVideo: 'true' },
  })
  // It ends before it begins.
  instance.notify('incomingCall', { timestamp, idMessage: 'D5', chatId: marta.chatId, status: 'offer' })
  instance.notify('incomingCall', {
    ...{ timestamp: timestamp - 600, idMessage: 'D5', chatId: marta.chatId, status: 'pickUp', duration: '-600' },
  })
  await received()
  expect(await calls()).toEqual([
    ['incoming', 'answered', null, null],
    ['incoming', null, null, null],
    ['outgoing', 'answered', null, null],
  ])
  const { rows } = await core.call('outgoing.list', {
    ...{ filter: anything, sort: { by: 'time', direction: 'desc' }, offset: 0, limit: 10 },
  })
  expect(rows).toEqual([])
})
