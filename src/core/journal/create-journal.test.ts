import { expect, it, onTestFinished } from 'vitest'
import type { InstanceKey, JournalKey } from '../../contract/ids.ts'
import type { Store } from '../intents.ts'
import { createManualClock, type ManualClock } from '../../api/testing/manual-clock.ts'
import type { Clock } from '../base/ports.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { takeIntoStore } from '../testing/take-notification.ts'
import { keepJournal } from './create-journal.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Starts the journal's retention, at a clock that moves on only while that sleeps. */
function startRetention({ clock, store, stop }: { clock: ManualClock; store: Store; stop: AbortController }) {
  let sleeps = 0
  const sleep: ManualClock['sleep'] = async (ms, signal) => {
    sleeps += 1
    await clock.sleep(ms, signal)
    sleeps -= 1
  }
  const deps = { store, logger: createSilentLogger(), stopping: stop.signal, receiving: receivingOf(store, '1.0.0') }
  const keeping = keepJournal({ ...deps, clock: { ...clock, sleep } }, '1.0.0', stop.signal)
  const storedLater = async () => {
    // What it removes in an hour is removed before the next one, however busy the computer is.
    if (sleeps > 0) await clock.advance(hourMs)
    return (await store.read('storage.counts', undefined)).journalRows
  }
  const afterAnHour = async (rows: number) => {
    await expect.poll(storedLater).toBe(rows)
  }
  return { keeping, afterAnHour }
}

async function openShop() {
  const dir = createTempDir()
  const clock = createManualClock()
  const store = await openTestStore(dir.path, { clock })
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  return { clock, store, instance: await addShop(store) }
}

it('keeps the journal as long and as large as Settings say, and looks again each hour', async () => {
  const { clock, store, instance } = await openShop()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const receive = async (receiptId: string, ageDays: number, text: string) => {
    const receivedAt = clock.now() - ageDays * dayMs
    const raw = JSON.stringify({
      typeWebhook: 'incomingMessageReceived',
      instanceData: { idInstance: 1101000001, wid: '79000000001@c.us' },
      timestamp: Math.floor(receivedAt / 1000),
      idMessage: receiptId,
      senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: text } },
    })
    const body = { instance, raw, isJson: true, receiptId, receivedAt, version: '1.0.0' }
    const { event } = await takeIntoStore(store, { ...body, isQueueComplete: true })
    await store.write('receiving.markDeleted', {
      instance,
      deleted: [{ event, result: 'done', at: receivedAt }],
    })
  }
  const stored = async () => (await store.read('storage.counts', undefined)).journalRows
  await receive('old', 40, 'forty days ago')
  await receive('week', 10, 'ten days ago')
  for (const id of ['a', 'b', 'c']) await receive(id, 0, 'x'.repeat(600_000))
  expect(await stored()).toBe(5)

  const { keeping, afterAnHour } = startRetention({ clock, store, stop })
  await afterAnHour(4)
  await store.write('settings.update', { keepJournalDays: null })
  await store.write('settings.update', { keepJournalBytes: 1_300_000 })
  await afterAnHour(2)
  await store.write('settings.update', { keepJournalDays: 1, keepJournalBytes: 500_000_000 })
  await clock.advance(2 * dayMs)
  await afterAnHour(0)
  stop.abort()
  await keeping
})

it.each(['at the start', 'while it runs'] as const)(
  'a clock that is a month ahead %s costs no event, and neither does what comes under it',
  async (when) => {
    const { clock, store, instance } = await openShop()
    let ahead = when === 'at the start' ? 31 * dayMs : 0
    let rounds = 0
    const wrong: Clock = {
      ...clock,
      now: () => clock.now() + ahead,
      sleep(ms, signal) {
        if (ms === hourMs) rounds += 1
        return clock.sleep(ms, signal)
      },
    }
    const receive = async (receiptId: string, receivedAt: number) => {
      const raw = JSON.stringify({ typeWebhook: 'stateInstanceChanged', stateInstance: 'authorized', id: receiptId })
      const body = { instance, raw, isJson: true, receiptId, receivedAt, version: '1.0.0', isQueueComplete: true }
      const { event } = await takeIntoStore(store, body)
      await store.write('receiving.markDeleted', { instance, deleted: [{ event, result: 'done', at: receivedAt }] })
    }
    for (let index = 0; index < 5; index++) await receive(`before ${index}`, clock.now() - index * dayMs)
    await store.write('settings.update', { keepJournalDays: 7 })
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const logger = createSilentLogger()
    const keeping = keepJournal(
      { clock: wrong, store, logger, stopping: stop.signal, receiving: receivingOf(store, '1.0.0') },
      '1.0.0',
      stop.signal,
    )
    await clock.advance(10 * 60_000)
    await expect.poll(() => rounds).toBe(1)
    ahead = 31 * dayMs
    await receive('under it', wrong.now())
    // Its answers tell the service's time.
    await store.write('accounts.learn', { key: instance, clockOffsetMs: -ahead, lastAnswerAt: wrong.now() })
    for (let round = 2; round <= 5; round++) {
      await clock.advance(hourMs)
      await expect.poll(() => rounds).toBe(round)
    }
    stop.abort()
    await keeping
    expect((await store.read('storage.counts', undefined)).journalRows).toBe(6)
  },
)

it('never removes what could not be applied, and lets it push nothing out however large it is', async () => {
  const { clock, store, instance } = await openShop()
  const journal = async (raw: string, isJson: boolean) => {
    const received = { instance, raw, isJson, receiptId: raw.slice(-8), receivedAt: clock.now(), version: '1.0.0' }
    const { event } = await takeIntoStore(store, { ...received, isQueueComplete: true })
    await store.write('receiving.markDeleted', { instance, deleted: [{ event, result: 'done', at: clock.now() }] })
  }
  const status = (idMessage: string) =>
    JSON.stringify({
      typeWebhook: 'outgoingMessageStatus',
      instanceData: { idInstance: 1101000001, wid: '79000000001@c.us' },
      timestamp: Math.floor(clock.now() / 1000),
      chatId: '79990001122@c.us',
      idMessage,
      status: 'sent',
      description: 'x'.repeat(400_000),
    })
  await journal(`${'?'.repeat(1_000_000)} first`, false)
  for (const id of ['1000000000001', '1000000000002']) await journal(status(id), true)
  await journal(`${'?'.repeat(1_000_000)} other`, false)
  await journal(JSON.stringify({ typeWebhook: 'kindOfTheFuture', pad: 'x'.repeat(1_000_000) }), true)
  const retain = async () => {
    const excess = (await store.read('journal.appliedBytes', undefined)) - 1_000_000
    return (
      await store.write('journal.retain', {
        olderThan: null,
        unreadOlderThan: null,
        excess,
        unreadExcess: 0,
        limit: 10,
      })
    ).more
  }
  const rows = async () => (await store.read('storage.counts', undefined)).journalRows
  expect([await retain(), await rows()]).toEqual([false, 5])
  await journal(status('1000000000003'), true)
  expect([await retain(), await rows()]).toEqual([false, 5])
  // They are tried again in the order in which they came.
  expect(await store.read('journal.untried', { version: '', limit: 10 })).toEqual([1, 4, 5])
})

it('tries what an earlier version could not apply once with each version, and keeps it', async () => {
  const { clock, store, instance } = await openShop()
  const body = { typeWebhook: 'kindOfTheFuture', instanceData: { idInstance: 1101000001 } }
  for (const raw of [JSON.stringify(body), 'null']) {
    const receivedAt = clock.now() - 400 * dayMs
    const received = {
      instance,
      raw,
      isJson: true,
      receiptId: raw,
      receivedAt,
      version: '1.0.0',
      isQueueComplete: true,
    }
    const { event } = await takeIntoStore(store, received)
    await store.write('receiving.markDeleted', { instance, deleted: [{ event, result: 'done', at: receivedAt }] })
  }
  await store.write('settings.update', { keepJournalDays: 1, keepJournalBytes: 500_000_000 })
  const waiting = async (version: string) => (await store.read('journal.untried', { version, limit: 10 })).length
  expect([await waiting('1.0.0'), await waiting('1.1.0')]).toEqual([0, 2])

  const stop = new AbortController()
  const logger = createSilentLogger()
  const keeping = keepJournal(
    { clock, store, logger, stopping: stop.signal, receiving: receivingOf(store, '1.1.0') },
    '1.1.0',
    stop.signal,
  )
  const waitingLater = async () => {
    await clock.advance(1000)
    return [await waiting('1.1.0'), await waiting('1.2.0')]
  }
  await expect.poll(waitingLater).toEqual([0, 2])
  await clock.advance(2 * hourMs)
  stop.abort()
  await keeping
  expect((await store.read('storage.counts', undefined)).journalRows).toBe(2)
})

it('tries a notification once more that was set aside because runs ended, when a run has lasted a minute, and notes it first', async () => {
  const { clock, store, instance } = await openShop()
  for (const id of ['killed at', 'killed again']) {
    const raw = JSON.stringify({
      typeWebhook: 'incomingMessageReceived',
      instanceData: { idInstance: 1101000001, wid: '79000000001@c.us' },
      timestamp: Math.floor(clock.now() / 1000),
      idMessage: id,
      senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: id } },
    })
    const received = { instance, raw, isJson: true, receiptId: id, receivedAt: clock.now(), isQueueComplete: true }
    await store.write('receiving.persist', { ...received, deleted: [] })
    // Runs that were killed while they applied it.
    for (let run = 0; run < 4; run++) await store.write('receiving.recordTrial', undefined)
    await store.write('receiving.applyInbox', { version: '1.0.0', limit: 1, budgetMs: Infinity })
  }
  const untried = () => store.read('journal.untried', { version: '1.0.0', limit: 10 })
  const messages = async () => (await store.read('storage.counts', undefined)).messages
  const [first] = await untried()
  expect([(await untried()).length, await messages()]).toEqual([1, 0])
  // The retry of the first one ended the program as well: this version leaves it alone.
  await store.write('journal.recordRetry', { events: first === undefined ? [] : [first], version: '1.0.0' })

  const stop = new AbortController()
  const logger = createSilentLogger()
  const keeping = keepJournal(
    { clock, store, logger, stopping: stop.signal, receiving: receivingOf(store, '1.0.0') },
    '1.0.0',
    stop.signal,
  )
  await clock.advance(59_000)
  expect([(await untried()).length, await messages()]).toEqual([1, 0])
  const later = async () => {
    await clock.advance(1000)
    return [(await untried()).length, await messages()]
  }
  await expect.poll(later).toEqual([0, 1])
  stop.abort()
  await keeping
})

const receivingOf = (store: Store, version: string) => ({
  applyAgain: (events: readonly JournalKey[]) => store.write('receiving.applyAgain', { events, version }),
})

async function addShop(store: Store): Promise<InstanceKey> {
  const added = await store.write('accounts.add', {
    apiUrl: 'https://api.example.com',
    idInstance: '1101000001',
    family: 'v3',
    prefix: '/v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
  })
  if (added.kind === 'exists') throw new Error('The instance exists already.')
  return added.instance.key
}

it('keeps what programs have not read, for a time and up to a size of its own, and names what it removes of it', async () => {
  const { clock, store, instance } = await openShop()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const program = await store.write('programs.add', {
    ...{ id: 'abcd1234', name: 'Stock', purpose: 'script', protocol: 'jsonl', keyHash: 'x', keyExpiresAt: null },
    ...{ scope: { instances: null, kinds: null, labels: null, groups: true }, readWhenWritten: false, webhook: null },
    from: 0,
  } as const)
  const receive = async (ageDays: number, size = 1) => {
    const receivedAt = clock.now() - ageDays * dayMs
    const raw = JSON.stringify({
      typeWebhook: 'stateInstanceChanged',
      stateInstance: 'authorized',
      timestamp: receivedAt / 1000,
      size: 'x'.repeat(size),
    })
    const body = { instance, raw, isJson: true, receiptId: '1', receivedAt, version: '1.0.0' }
    const { event } = await takeIntoStore(store, { ...body, isQueueComplete: true })
    await store.write('receiving.markDeleted', { instance, deleted: [{ event, result: 'done', at: receivedAt }] })
    return event
  }
  const events = []
  for (const age of [15, 13, 12, 2]) events.push(await receive(age))
  await store.write('settings.update', { keepJournalDays: 1 })
  const { keeping, afterAnHour } = startRetention({ clock, store, stop })
  // Fourteen days are the limit of unread events.
  await afterAnHour(3)
  const gapsOf = async () => (await store.read('programs.facts', { program })).gaps
  expect(await gapsOf()).toMatchObject([{ first: events[0], last: events[0], events: 1 }])
  // What is read goes by the journal's own limit.
  await store.write('programs.acknowledge', [{ program, instance: 0, after: events[1] ?? 0, round: 0 }])
  await afterAnHour(2)
  expect(await gapsOf()).toHaveLength(1)
  // Above the size limit unread events go too, and the gap says how many.
  await receive(0, 2_000_000)
  await store.write('settings.update', { keepJournalBytes: 1_000_000, keepUnreadBytes: 1_000_000 })
  await afterAnHour(0)
  expect((await gapsOf()).reduce((sum, gap) => sum + gap.events, 0)).toBe(4)
  // A program that has read everything holds nothing back, whatever its last event was.
  await store.write('settings.update', { keepJournalBytes: 500_000_000 })
  const last = await receive(0)
  await store.write('programs.change', {
    program,
    scope: { instances: null, kinds: ['outgoingMessageStatus'], labels: null, groups: true },
  })
  await clock.advance(2 * dayMs)
  await afterAnHour(0)
  expect(last).toBeGreaterThan(events[3] ?? 0)
  stop.abort()
  await keeping
})
