import { describe, expect, it, onTestFinished } from 'vitest'
import type { Http } from '../../api/http.ts'
import { anna, boris, hour, minute, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()

/** A message whose day in the service's queue is over. */
async function startWithExpired() {
  const world = await start()
  world.account.becomes('notAuthorized', { notify: false })
  world.app().instances.get(world.instance)?.connection.report({ kind: 'stateInstance', state: 'notAuthorized' })
  const message = await world.send(anna, 'Yesterday')
  await world.time.advance(23 * hour, hour)
  await world.time.advance(59 * minute, 10 * minute)
  expect(await world.kind(message)).toBe('pending')
  await world.time.advance(12 * minute, minute)
  expect(await world.kind(message)).toBe('expired')
  return { world, message }
}

describe('the truth about the queue', () => {
  it('says that a message is held while the instance is not authorized, until when, and that it went', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: 0, delivered: null, read: null } } })
    const { connection } = world.app().instances.get(world.instance) ?? {}
    world.account.becomes('notAuthorized', { notify: false })
    connection?.report({ kind: 'stateInstance', state: 'notAuthorized' })
    const at = world.time.clock.now()
    const message = await world.send(anna, 'Held')
    expect(await world.status(message)).toEqual({
      kind: 'accepted',
      changeable: false,
      waitReason: { kind: 'held', heldUntil: at + 24 * hour },
    })
    await world.time.advance(10 * minute, 5_000)
    expect(await world.status(message)).toMatchObject({ kind: 'pending', waitReason: { kind: 'held' } })
    world.account.becomes('authorized', { notify: false })
    connection?.report({ kind: 'stateInstance', state: 'authorized' })
    await world.time.advance(2 * minute, 5_000)
    expect(await world.status(message)).toEqual({ kind: 'sent', changeable: false })
  })

  it('says that a message expired when its day in the queue is over, and offers its text again', async () => {
    const { world, message } = await startWithExpired()
    world.account.becomes('authorized', { notify: false })
    await world.app().call('messages.retry', { messages: [message] })
    await world.time.settle()
    expect(world.accepted()).toEqual(['Yesterday', 'Yesterday'])
    expect(await world.status(message)).toMatchObject({ kind: 'expired', waitReason: { kind: 'dismissed' } })
  })

  it('asks no more about an expired message that the person put aside, and does not send it again', async () => {
    const { world, message } = await startWithExpired()
    expect(await world.status(message)).toMatchObject({ retriable: true })
    await world.app().call('messages.dismiss', { message })
    expect(await world.status(message)).toMatchObject({ kind: 'expired', waitReason: { kind: 'dismissed' } })
    await world.app().call('messages.retry', { messages: [message] })
    await world.time.settle()
    expect(world.accepted()).toEqual(['Yesterday'])
  })

  it('calls no message expired because the clock of this computer was set right, while its queue shows it', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: 0, delivered: null, read: null } } })
    onTestFinished(() => world.time.setClock(world.emulator.clock.now() - world.time.clock.now()))
    world.account.set({ delaySendMessagesMilliseconds: 600_000 })
    world.time.setClock(-24 * hour)
    await world.send(boris, 'Goes first')
    const message = await world.send(anna, 'Waits there')
    await world.time.advance(5_000)
    expect(await world.status(message)).toMatchObject({ kind: 'pending', waitReason: { kind: 'paced', position: 1 } })
    world.time.setClock(24 * hour)
    await world.time.advance(2 * minute, 1_000)
    expect(await world.status(message)).toMatchObject({ kind: 'pending', waitReason: { kind: 'paced', position: 1 } })
    await world.time.advance(10 * minute, 5_000)
    expect(await world.kind(message)).toBe('sent')
  })

  it.each([24, -24])(
    'finds a message without an answer that went right after the clock of this computer was set by %d hours',
    async (hours) => {
      const world = await start({ behaviour: { autoStatus: { sent: 0, delivered: null, read: null } } })
      onTestFinished(() => world.time.setClock(world.emulator.clock.now() - world.time.clock.now()))
      // The service's time is known, and no answer tells that the clock was set before the next message goes.
      expect(await world.kind(await world.send(boris, 'Before'))).not.toBe('uncertain')
      world.time.setClock(hours * hour)
      world.fault({ kind: 'reset-after' })
      const message = await world.send(anna, 'Right after')
      await world.time.advance(3 * minute, 1_000)
      expect(await world.kind(message)).toBe('sent')
      const { rows } = await world.app().call('messages.window', {
        ...{ chat: await world.chat(anna), anchor: { kind: 'newest' }, before: 10, after: 10 },
      })
      expect(Math.abs((rows.at(-1)?.at ?? 0) - world.emulator.clock.now())).toBeLessThan(5 * minute)
    },
  )

  it('counts the day of a message by the clock of the service', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: 0, delivered: null, read: null } } })
    onTestFinished(() => world.time.setClock(world.emulator.clock.now() - world.time.clock.now()))
    world.account.becomes('notAuthorized', { notify: false })
    const message = await world.send(anna, 'Held there')
    await world.time.advance(5_000)
    // The service does not show its queue any more: only the time tells that the day is not over.
    world.fault({ kind: 'refuse', status: 404 }, 100, 'showMessagesQueue')
    world.time.setClock(25 * hour)
    await world.time.advance(10 * minute, 5_000)
    expect(await world.kind(message)).toBe('pending')
    world.account.becomes('authorized', { notify: false })
    await world.time.advance(15 * minute, 5_000)
    expect(await world.kind(message)).toBe('sent')
  })

  it.each([
    ['its answers have a date', true],
    ['they have none', false],
  ])('is asked for no later after the clock of this computer was set back by a day: %s', async (_, hasDate) => {
    const withoutDate = (http: Http): Http => ({
      async request(request) {
        const answer = await http.request(request)
        if (answer.kind === 'failure') return answer
        return { ...answer, headers: { ...answer.headers, date: '' } }
      },
    })
    const world = await start({
      behaviour: { autoStatus: { sent: 0, delivered: null, read: null } },
      ...(hasDate ? {} : { wrap: withoutDate }),
    })
    onTestFinished(() => world.time.setClock(world.emulator.clock.now() - world.time.clock.now()))
    world.account.becomes('notAuthorized', { notify: false })
    const waiting = await world.send(anna, 'Waits')
    world.fault({ kind: 'reset-before' })
    const lost = await world.send(boris, 'Lost')
    await world.time.advance(5_000)
    world.time.setClock(-24 * hour)
    const before = world.requests('lastOutgoingMessages')
    await world.time.advance(12 * minute, 1_000)
    const asked = world.requests('lastOutgoingMessages') - before
    expect(asked).toBeGreaterThan(5)
    // Never in a hot loop either.
    expect(asked).toBeLessThan(30)
    expect([await world.kind(waiting), await world.kind(lost)]).toEqual(['pending', 'uncertain'])
    world.account.becomes('authorized', { notify: false })
    await world.time.advance(12 * minute, 1_000)
    expect(await world.kind(waiting)).toBe('sent')
  })

  it('never calls a message expired that it has no word of', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: null, delivered: null, read: null } } })
    const message = await world.send(anna, 'No word')
    // Looked for each time that falls due in the first hour, then hour by hour until its day in the queue is over.
    await world.time.advance(hour, 5 * minute)
    for (let hours = 1; hours < 26; hours += 1) {
      await world.time.advance(hour, hour)
      expect(await world.kind(message)).toBe('pending')
    }
  })

  it('shows the place in the queue and when it is expected to leave', async () => {
    const world = await start()
    world.account.set({ delaySendMessagesMilliseconds: 30_000 })
    await world.app().store.write('accounts.learn', {
      key: world.instance,
      settings: { delaySendMessagesMilliseconds: 30_000 },
    })
    await world.app().refresh()
    await world.send(anna, 'first')
    const second = await world.send(boris, 'second')
    const third = await world.send('79990005566@c.us', 'third')
    await world.time.advance(3_000)
    expect((await world.status(second))?.waitReason).toMatchObject({ kind: 'paced', position: 1 })
    expect((await world.status(third))?.waitReason).toMatchObject({ kind: 'paced', position: 2 })
    await world.time.advance(3 * minute)
    expect(await world.status(third)).toMatchObject({ kind: 'read' })
    expect((await world.status(third))?.waitReason).toBeUndefined()
  })

  it('finds an uncertain message in the queue, where nothing else shows it', async () => {
    const world = await start()
    world.account.becomes('notAuthorized', { notify: false })
    world.fault({ kind: 'reset-after' })
    world.fault({ kind: 'refuse', status: 500 }, 1_000, 'lastOutgoingMessages')
    const message = await world.send(anna, 'Queued there')
    await world.time.advance(5_000)
    expect(await world.kind(message)).toBe('pending')
    expect(world.accepted()).toEqual(['Queued there'])
  })

  it('finds each of two equal texts in the queue, and one beside an equal one that was answered', async () => {
    const world = await start()
    world.account.becomes('notAuthorized', { notify: false })
    world.fault({ kind: 'refuse', status: 500 }, 1_000, 'lastOutgoingMessages')
    world.fault({ kind: 'refuse', status: 500 }, 1_000, 'getChatHistory')
    const answered = await world.send(anna, 'ok')
    world.fault({ kind: 'reset-after' }, 2)
    const lost = await world.send(anna, 'ok')
    await world.time.advance(70_000)
    const lostToo = await world.send(anna, 'ok')
    await world.time.advance(30_000)
    for (const message of [lost, lostToo]) expect(await world.kind(message)).toBe('pending')
    for (const [index, message] of [answered, lost, lostToo].entries()) {
      const { waitReason } = (await world.status(message)) ?? {}
      expect(waitReason).toMatchObject({ kind: 'paced', position: index + 1 })
    }
    expect(world.accepted()).toEqual(['ok', 'ok', 'ok'])
  })

  it('manages where the service does not show its queue', async () => {
    const world = await start({ behaviour: { optionalOperations: [] } })
    world.fault({ kind: 'reset-after' })
    const message = await world.send(anna, 'No queue to see')
    await world.time.advance(3_000)
    expect(await world.kind(message)).not.toBe('uncertain')
    await world.time.advance(minute)
    expect(world.requests('showMessagesQueue')).toBe(1)
  })

  it('says that pending messages wait for the interval, where the place is not to be seen', async () => {
    const world = await start({ behaviour: { optionalOperations: [] } })
    world.account.set({ delaySendMessagesMilliseconds: 30_000 })
    await world.app().store.write('accounts.learn', {
      key: world.instance,
      settings: { delaySendMessagesMilliseconds: 30_000 },
    })
    await world.app().refresh()
    await world.send(anna, 'first')
    const second = await world.send(boris, 'second')
    await world.time.advance(9_000)
    expect(await world.status(second)).toMatchObject({ kind: 'pending', waitReason: { kind: 'paced' } })
    await world.time.advance(2 * minute)
    expect((await world.status(second))?.waitReason).toBeUndefined()
  })
})
