import { expect, it, onTestFinished } from 'vitest'
import type { MessageKey, ProgramKey } from '../../contract/ids.ts'
import type { Input } from '../../contract/index.ts'
import { createRandom } from '../../emulator/random.ts'
import { anna, boris, createSendingHarness, minute, useSendingHarness } from '../testing/sending-harness.ts'
import type { TakenProgram } from '../programs/identity/tx/take-keyed.ts'
import type { SharedInstanceId } from '../sharing/shared-ids.ts'
import type { ProgramMessage } from './tx/program-sends.ts'
import { sized } from '../testing/marathon.ts'
import { anything } from '../inspection/tx/outgoing-filter.ts'

const start = useSendingHarness()
type World = Awaited<ReturnType<typeof start>>
type TestApp = ReturnType<World['app']>

const quick = { autoStatus: { sent: 0, delivered: null, read: null } }
let programs = 0

async function addProgram(world: World, more: Partial<Input<'programs.add'>> = {}): Promise<ProgramKey> {
  programs += 1
  const { program } = await world.app().call('programs.add', {
    ...{ name: `Orders ${programs}`, purpose: 'script', protocol: 'jsonl', from: null, keyExpiresAt: null },
    ...{ readWhenWritten: false, webhook: null, authorization: '', rights: ['send'], writesFirst: true },
    scope: { instances: null, kinds: null, labels: null, groups: true },
    ...more,
  })
  return program
}

/** Asks for a send without waiting for what follows. */
async function ask(world: World, program: ProgramKey, more: Partial<ProgramMessage> & { readonly text: string }) {
  const input = { program, instance: world.instance, chatId: anna, sendId: `send-${more.text}`, ...more }
  const sent = await world.app().store.write('sending.enqueueProgramSend', input, { urgent: true })
  if (sent.kind === 'enqueued' && sent.isNew) world.app().services.sending.wake(sent)
  return sent
}

it('an equal sendId sends nothing more, also after the message left, and another text under it is refused', async () => {
  const world = await start({ behaviour: quick })
  const program = await addProgram(world)
  const first = await ask(world, program, { text: 'Ready', sendId: 'order-17-ready' })
  const repeats = await Promise.all(
    Array.from({ length: 5 }, () => ask(world, program, { text: 'Ready', sendId: 'order-17-ready' })),
  )
  await world.time.settle()
  expect(world.accepted()).toEqual(['Ready'])
  const late = await ask(world, program, { text: 'Ready', sendId: 'order-17-ready' })
  expect(first).toMatchObject({ kind: 'enqueued', isNew: true })
  for (const again of [...repeats, late])
    expect(again).toMatchObject({ isNew: false, message: 'message' in first && first.message })
  const others = [
    { text: 'Sent' },
    { text: 'Ready', chatId: boris },
    { text: 'Ready', linkPreview: false },
    { text: 'Ready', quotedServiceId: 'another message' },
  ]
  for (const other of others)
    expect(await ask(world, program, { ...other, sendId: 'order-17-ready' })).toMatchObject({ code: 'sendIdReused' })
  // Another program's ids are its own.
  const other = await addProgram(world)
  expect(await ask(world, other, { text: 'Ready', sendId: 'order-17-ready' })).toMatchObject({ isNew: true })
  await world.time.settle()
  expect(world.accepted()).toEqual(['Ready', 'Ready'])
})

it('a program forwards no message that it may not see', async () => {
  const world = await start()
  const message = await world.send(anna, 'Only for Anna')
  const { idMessage } = (await world.app().call('messages.details', { message })).message
  const forward = async (kinds: readonly string[] | null) => {
    const program = await addProgram(world, {
      scope: { instances: null, kinds: kinds === null ? null : [...kinds], labels: null, groups: true },
    })
    const content = { kind: 'forward', fromChatId: anna, serviceId: idMessage ?? '' } as const
    const input = { program, instance: world.instance, chatId: boris, sendId: 'forward-1', content }
    return world.app().store.write('sending.enqueueProgramSend', input, { urgent: true })
  }
  const refused = { kind: 'refused', code: 'forwardNotPossible' }
  expect(await forward(['incomingMessageReceived'])).toMatchObject(refused)
  expect(await forward(null)).toMatchObject({ kind: 'enqueued' })
  await world.app().call('messages.deleteLocally', { messages: [message] })
  expect(await forward(null)).toMatchObject(refused)
})

it('a person goes first: of a program no more than two messages lie unsent in the queue of the service', async () => {
  const world = await start({ behaviour: quick })
  const program = await addProgram(world)
  world.account.set({ delaySendMessagesMilliseconds: 10_000 })
  for (let count = 0; count < 12; count++)
    await ask(world, program, { text: `offer ${count}`, chatId: `7999000${1000 + count}@c.us` })
  await world.time.settle()
  expect(world.accepted()).toEqual(['offer 0', 'offer 1'])
  const message = await world.send(boris, 'From a person')
  expect(world.accepted()).toEqual(['offer 0', 'offer 1', 'From a person'])
  const waiting = (
    await world.app().call('outgoing.list', {
      filter: {
        scope: world.instance,
        statuses: ['queued'],
        kinds: [],
        chats: [],
        text: '',
        minutes: null,
        lookBackBy: 'sent',
        sentByApi: null,
        quickReplies: [],
        olderThanMs: null,
        stuckLongerThanMs: null,
      },
      ...{ sort: { by: 'time', direction: 'asc' }, offset: 0, limit: 100 },
    })
  ).rows
  expect(waiting).toHaveLength(10)
  expect(waiting[0]?.program).toMatchObject({ how: 'sent' })
  await world.time.advance(5 * minute, 1000)
  expect(await world.kind(message)).toBe('sent')
  expect(world.accepted()).toHaveLength(13)
  // The order of a chat is kept: what a program wrote there before goes before.
  await ask(world, program, { text: 'before', chatId: boris })
  await world.begin(await world.chat(boris), 'after')
  await world.time.advance(minute, 1000)
  expect(world.accepted().slice(-2)).toEqual(['before', 'after'])
})

it('while programs are paused nothing of them leaves, and people write past it', async () => {
  const world = await start({ behaviour: quick })
  const program = await addProgram(world)
  const { app } = world
  app().instances.setToken(world.instance, null)
  await ask(world, program, { text: 'held' })
  await app().call('settings.update', { programSendsPaused: true })
  await world.setToken()
  await world.send(anna, 'past it')
  await world.time.advance(minute, 5000)
  expect(world.accepted()).toEqual(['past it'])
  expect(await ask(world, program, { text: 'more' })).toMatchObject({ code: 'sendsPaused' })
  expect(await ask(world, program, { text: 'held' })).toMatchObject({ isNew: false })
  await app().call('settings.update', { programSendsPaused: false })
  await world.time.advance(5000, 1000)
  expect(world.accepted()).toEqual(['past it', 'held'])
  await app().call('programs.pause', { program })
  expect(await ask(world, program, { text: 'more' })).toMatchObject({ code: 'sendsPaused' })
  await app().call('programs.resume', { program })
  expect(await ask(world, program, { text: 'more' })).toMatchObject({ isNew: true })
})

it('a person sends on what waits because programs are paused: that one goes, ahead of what waits before it', async () => {
  const world = await start({ behaviour: quick })
  const program = await addProgram(world)
  const { app } = world
  const held = async (text: string) => {
    const sent = await ask(world, program, { text })
    if (sent.kind !== 'enqueued') throw new Error('not enqueued')
    return sent.message
  }
  const programOf = async (message: MessageKey) => (await app().call('messages.details', { message })).message.program
  app().instances.setToken(world.instance, null)
  const [first, second, third] = [await held('first'), await held('second'), await held('third')]
  const waiting = async () => {
    const { messages, pausedAt } = await app().call('programs.waiting', {})
    const filter = { ...anything, sender: 'held' as const }
    const sort = { by: 'time', direction: 'asc' } as const
    const { rows } = await app().call('outgoing.list', { filter, sort, offset: 0, limit: 10 })
    expect(rows).toHaveLength(messages)
    return { pausedAt, texts: rows.map(({ text }) => text) }
  }
  const pausedAt = world.time.clock.now()
  await app().call('settings.update', { programSendsPaused: true })
  await world.setToken()
  expect(await waiting()).toEqual({ pausedAt, texts: ['first', 'second', 'third'] })
  await app().call('messages.sendNow', { message: second })
  expect(await waiting()).toEqual({ pausedAt, texts: ['first', 'third'] })
  await world.time.advance(minute, 5000)
  expect(world.accepted()).toEqual(['second'])
  expect(await world.kind(second)).toBe('sent')
  expect(await programOf(second)).toMatchObject({ how: 'sent', hold: 'released' })
  await expect(app().call('messages.sendNow', { message: second })).rejects.toThrow('notEditable')

  // Where one program is paused alone, its messages say so.
  await app().call('programs.pause', { program })
  await app().call('settings.update', { programSendsPaused: true })
  expect((await waiting()).pausedAt).toBe(pausedAt)
  await app().call('settings.update', { programSendsPaused: false })
  expect((await waiting()).pausedAt).toBeNull()
  await world.time.advance(minute, 5000)
  expect(await programOf(first)).toMatchObject({ how: 'sent', hold: 'paused' })
  await app().call('messages.sendNow', { message: third })
  await world.time.settle()
  expect(world.accepted()).toEqual(['second', 'third'])
  expect(await ask(world, program, { text: 'third' })).toMatchObject({ isNew: false, message: third })
  await app().call('programs.resume', { program })
  await world.time.advance(minute, 5000)
  expect(world.accepted()).toEqual(['second', 'third', 'first'])
  expect(await programOf(first)).toEqual({ how: 'sent', name: expect.any(String) as string })
})

it('what a person sends on waits for the instance like any other message', async () => {
  const world = await start({ behaviour: quick })
  const program = await addProgram(world)
  world.app().instances.setToken(world.instance, null)
  const sent = await ask(world, program, { text: 'held' })
  if (sent.kind !== 'enqueued') throw new Error('not enqueued')
  await world.app().call('settings.update', { programSendsPaused: true })
  await world.app().call('messages.sendNow', { message: sent.message })
  await world.time.advance(minute, 5000)
  expect(await world.status(sent.message)).toMatchObject({ kind: 'queued', waitReason: { kind: 'tokenMissing' } })
  await world.setToken()
  await world.time.settle()
  expect(world.accepted()).toEqual(['held'])
  await world.app().call('settings.update', { programSendsPaused: false })
})

it('a program sends no more than a person allows, and is told when it may go on', async () => {
  const world = await start({ behaviour: quick })
  const program = await addProgram(world, { sendLimits: { minute: 3, hour: 5, day: 6 } })
  const send = (text: string) => ask(world, program, { text })
  for (let count = 0; count < 3; count++) expect(await send(`minute ${count}`)).toMatchObject({ isNew: true })
  const refused = await send('too fast')
  expect(refused).toMatchObject({ code: 'tooManySends' })
  expect(refused.kind === 'refused' && refused.retryAfterMs).toBeLessThanOrEqual(minute)
  // What was accepted before is answered all the same.
  expect(await send('minute 0')).toMatchObject({ isNew: false, allowances: [{ left: 0 }, { left: 2 }, { left: 3 }] })
  await world.time.advance(2 * minute, 10_000)
  for (const text of ['later 1', 'later 2']) expect(await send(text)).toMatchObject({ isNew: true })
  expect(await send('hour')).toMatchObject({ code: 'tooManySends' })
})

it('a message that is taken back does not come again under its sendId, and leaves no draft', async () => {
  const world = await start({ behaviour: quick, online: false })
  const program = await addProgram(world)
  const sent = await ask(world, program, { text: 'by mistake' })
  const message = sent.kind === 'enqueued' ? sent.message : undefined
  if (message === undefined) throw new Error('not enqueued')
  await world.app().store.write('sending.cancel', { message, byProgram: true })
  expect(await ask(world, program, { text: 'by mistake' })).toMatchObject({ isNew: false, isCancelled: true })
  expect((await world.app().call('chats.details', { chat: await world.chat(anna) })).draftText).toBe('')
  await world.setToken()
  expect(world.accepted()).toEqual([])
})

const team = 'f0e1d2c3'

async function addShared(world: World): Promise<ProgramKey> {
  await world.app().store.write('team.share', { instance: world.instance, shared: 1 as SharedInstanceId })
  programs += 1
  const shared = {
    ...{ team, name: 'Shared orders', keyId: `shared0${programs}`, keyHash: 'x', state: 'active', version: 1 },
    settings: {
      ...{ purpose: 'script', protocol: 'jsonl', rights: ['send'], sendLimits: { minute: 9, hour: 9, day: 9 } },
      ...{ writesFirst: true, readWhenWritten: false, keyExpiresAt: null },
      ...{ instances: null, kinds: null, labels: null, groups: true },
    },
  } satisfies TakenProgram
  await world.app().store.write('programs.takeKeyed', { programs: [shared], gone: [], lacking: [] })
  const { programs: all } = await world.app().store.read('programs.all', undefined)
  return all.find(({ id }) => id === shared.keyId)?.key ?? (0 as ProgramKey)
}

it.each([
  ['that was removed', addProgram, ({ call }: TestApp, program: ProgramKey) => call('programs.remove', { program })],
  [
    'that may send no more',
    addProgram,
    ({ call }: TestApp, program: ProgramKey) => call('programs.change', { program, rights: ['draft'] }),
  ],
  [
    "that an administrator took out of the team's",
    addShared,
    ({ store }: TestApp) => store.write('programs.takeKeyed', { programs: [], gone: [team], lacking: [] }),
  ],
  [
    'of a team that this desk left',
    addShared,
    ({ store }: TestApp) => store.write('team.setDesk', { desk: 'd1', team: null }),
  ],
] as const)(
  'what a program %s has in the queue waits for a person, and is shown so at once',
  async (_how, add, end) => {
    const world = await start({ behaviour: quick, online: false })
    const program = await add(world)
    const sent = await ask(world, program, { text: 'left over' })
    if (sent.kind !== 'enqueued') throw new Error('not enqueued')
    const app = world.app()
    await app.store.write('team.unshare', { instance: world.instance })
    const before = app.events.length
    await end(app, program)
    const isShown = app.events
      .slice(before)
      .some(
        ({ type, ...event }) => type === 'changed' && JSON.stringify(event).includes(`"messages":[${sent.message}]`),
      )
    expect(isShown).toBe(true)
    await world.setToken()
    await world.time.advance(minute, 5000)
    expect(world.accepted()).toEqual([])
    expect(await world.status(sent.message)).toMatchObject({ kind: 'queued', waitReason: { kind: 'waitsForPerson' } })
    await world.app().call('messages.retry', { messages: [sent.message] })
    await world.time.settle()
    expect(world.accepted()).toEqual(['left over'])
  },
)

it('sends, repeated at random while the program dies again and again: each leaves once', async () => {
  const harness = await createSendingHarness()
  onTestFinished(harness.close)
  const world = await harness.start({ behaviour: quick })
  const random = createRandom(7)
  const program = await addProgram(world, { sendLimits: { minute: 1000, hour: 10_000, day: 10_000 } })
  const texts = Array.from({ length: sized(40, 120) }, (_, count) => `text ${count}`)
  const send = (text: string) =>
    ask(world, program, { text, chatId: `7999000${2000 + (texts.indexOf(text) % 7)}@c.us` })
  const answered = new Set<string>()
  const unanswered = () => texts.filter((text) => !answered.has(text))
  for (let life = 0; life < 6; life++) {
    const asked = unanswered()
      .slice(0, texts.length / 4)
      .map(async (text) => {
        for (let times = random.between(1, 3); times > 0; times--) await send(text)
        // The answer of some is lost with the program, so they are asked for again in the next life.
        if (random.chance(0.7)) answered.add(text)
      })
    await Promise.allSettled(asked.slice(0, random.between(1, texts.length / 4)))
    await world.crash()
    await Promise.allSettled(asked)
    await world.restart()
  }
  for (const text of unanswered()) await send(text)
  for (let step = 0; step < 60 && world.accepted().length < texts.length; step++) await world.time.advance(minute, 2000)
  const counts = Map.groupBy(world.accepted(), (text) => text)
  expect([...counts].filter(([, all]) => all.length > 1).map(([text]) => text)).toEqual([])
  const uncertain = await world.app().call('outgoing.summary', {
    filter: {
      scope: world.instance,
      statuses: [],
      kinds: [],
      chats: [],
      text: '',
      minutes: null,
      lookBackBy: 'sent',
      sentByApi: null,
      quickReplies: [],
      olderThanMs: null,
      stuckLongerThanMs: null,
    },
    buckets: 1,
  })
  expect(uncertain.total).toBe(texts.length)
  expect(counts.size + (uncertain.counts.uncertain ?? 0)).toBeGreaterThanOrEqual(texts.length)
})
