import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Http } from '../../api/http.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Fault } from '../../emulator/http/faults.ts'
import type { Behaviour } from '../../emulator/world/behaviour.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createLockstep } from '../testing/lockstep.ts'
import { startSending } from '../testing/start-sending.ts'
import type { RunningSending } from '../testing/start-sending.ts'
import { createTempDir } from '../testing/temp-dir.ts'

const token = 'secret-token-of-the-test-instance'
const anna = '79990001122@c.us'
const boris = '79990003344@c.us'
const context = { signal: new AbortController().signal }

const minute = 60_000
const hour = 60 * minute

/** Emulator, network, store and sending, with one time for all that stands still until it is moved. */
async function createHouse() {
  const startAt = Date.UTC(2026, 10, 20, 12)
  const emulator = createEmulator({ clock: { mode: 'manual', startAt } })
  const apiUrl = await emulator.start()
  const dir = createTempDir()
  const undici = createUndiciHttp()
  /** Replaces the network of one instance. */
  const wraps = new Map<string, (http: Http) => Http>()
  let app: RunningSending | undefined
  const running = () => {
    if (app === undefined) throw new Error('not started')
    return app
  }
  const time = createLockstep({
    startAt,
    http: {
      request(request) {
        const idInstance = /waInstance(\d+)/.exec(request.url)?.[1] ?? ''
        return (wraps.get(idInstance)?.(undici) ?? undici).request(request)
      },
    },
    moveWorld: (ms) => emulator.clock.advance(ms),
  })
  const launch = async () => {
    app = await startSending({ dataDir: dir.path, clock: time.clock, http: time.http, watch: time.watch })
    return app
  }
  await launch()
  let count = 0
  return {
    emulator,
    apiUrl,
    time,
    wraps,
    launch,
    app: running,
    nextId: () => String(1_101_000_001 + (count += 1)),
    async close() {
      await app?.stop()
      await undici.close()
      await emulator.stop()
      dir[Symbol.dispose]()
    },
  }
}

type House = Awaited<ReturnType<typeof createHouse>>
let shared: House
beforeAll(async () => {
  shared = await createHouse()
})
afterAll(() => shared.close())

interface StartOptions {
  readonly behaviour?: Partial<Behaviour>
  readonly online?: boolean
  readonly wrap?: (http: Http) => Http
  /** A house of its own, for what ends the program. */
  readonly own?: boolean
}

/** An instance of its own for each test. */
async function start(options: StartOptions = {}) {
  const house = options.own === true ? await createHouse() : shared
  const { emulator, apiUrl, time } = house
  const idInstance = house.nextId()
  const account = emulator.addInstance({ idInstance, token, behaviour: options.behaviour ?? {} })
  if (options.wrap !== undefined) house.wraps.set(idInstance, options.wrap)
  const instance = await house.app().add({ apiUrl, idInstance, token: options.online === false ? null : token })
  await time.settle()
  const mark = emulator.effects.mark()
  onTestFinished(async () => {
    emulator.faults.clear()
    if (options.own === true) return house.close()
    await house.app().store.write('accounts.detach', { key: instance, erase: false })
    await house.app().refresh()
  })
  return {
    ...house,
    account,
    instance,
    setToken: async () => {
      house.app().instances.setToken(instance, token)
      await time.settle()
    },
    chat: (chatId: string) => house.app().chat(instance, chatId),
    /** Texts that the service accepted, in order. */
    accepted: () => account.sends.map(({ content }) => (content.kind === 'text' ? content.text : '')),
    fault: (fault: Fault, times = 1, operation = 'sendMessage') =>
      emulator.fault(fault, { operation, idInstance, count: times }),
    requests: (operation: string) =>
      emulator.effects
        .recent(100_000)
        .filter(
          (effect) =>
            effect.seq > mark &&
            effect.kind === 'request' &&
            effect.operation === operation &&
            effect.idInstance === idInstance,
        ).length,
    async send(chatId: string, text: string) {
      const message = await house.app().send(await house.app().chat(instance, chatId), text)
      await time.settle()
      return message
    },
    /** The program starts again, over what it left on the disk. */
    async restart() {
      const app = await house.launch()
      await app.add({ apiUrl, idInstance, token })
      await time.settle()
      return app
    },
  }
}

/** Gives up after an eighth of a second instead of half a minute. */
const impatient = (http: Http): Http => ({ request: (request) => http.request({ ...request, timeoutMs: 125 }) })

type World = Awaited<ReturnType<typeof start>>
const kindOf = async (world: World, message: Awaited<ReturnType<World['send']>>) =>
  (await world.app().status(message))?.kind

describe('a message that goes well', () => {
  it('is given to the service once and followed until it was read', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: 1_000, delivered: 4_000, read: 30_000 } } })
    const message = await world.send(anna, 'Hello')
    expect(await kindOf(world, message)).toBe('accepted')
    await world.time.advance(2_500, 500)
    expect(await kindOf(world, message)).toBe('sent')
    await world.time.advance(3_000)
    expect(await kindOf(world, message)).toBe('delivered')
    await world.time.advance(55_000)
    expect(await world.app().status(message)).toEqual({ kind: 'read', changeable: false })
    expect(world.accepted()).toEqual(['Hello'])
  })

  it('keeps the order of its chat, and waits for no other chat', async () => {
    const world = await start()
    const app = world.app()
    const [slow, quick] = [await world.chat(anna), await world.chat(boris)]
    world.fault({ kind: 'delay', ms: 400 })
    const first = await app.send(slow, 'one')
    const second = await app.send(slow, 'two')
    expect((await app.status(second))?.note).toEqual({ kind: 'lane' })
    await app.until(first, ({ kind }) => kind === 'sending')
    const other = await app.send(quick, 'elsewhere')
    await app.until(other, ({ kind }) => kind === 'accepted')
    expect(await kindOf(world, first)).toBe('sending')
    world.emulator.clock.advance(400)
    await app.until(second, ({ kind }) => kind === 'accepted')
    expect(world.accepted()).toEqual(['elsewhere', 'one', 'two'])
  })
})

describe('the status of a message', () => {
  it('is that of the journal, where that knows the message by another id than the reply', async () => {
    const world = await start({ behaviour: { journalIdsDiffer: true } })
    world.fault({ kind: 'reset-after' })
    const messages = [await world.send(anna, 'one'), await world.send(boris, 'two'), await world.send(boris, 'two')]
    await world.time.advance(2 * minute)
    for (const message of messages) expect(await kindOf(world, message)).toBe('read')
    const count = async (chatId: string) =>
      (await world.app().store.read('chats.details', { chat: await world.chat(chatId) })).messages
    expect([await count(anna), await count(boris)]).toEqual([1, 2])
  })

  it.each<[string, Partial<Behaviour>, string]>([
    ['by getMessage', { journalIdsDiffer: true }, 'getMessage'],
    ['in the lists, where the id is too short for that', {}, 'getChatHistory'],
  ])('is asked for at once %s', async (_, behaviour, operation) => {
    const autoStatus = { sent: 0, delivered: null, read: null }
    const world = await start({ behaviour: { ...behaviour, autoStatus } })
    const message = await world.send(anna, 'Read it')
    await world.time.advance(2 * minute, 5_000)
    expect(await kindOf(world, message)).toBe('sent')
    world.account.sends[0]?.becomes('read', { notify: false })
    const before = world.requests(operation)
    const rechecked = world.app().handlers['messages.recheck']({ messages: [message] }, context)
    // It may have to wait its turn at the limiter.
    await world.time.advance(2_000, 500)
    await rechecked
    expect(await kindOf(world, message)).toBe('read')
    expect(world.requests(operation)).toBe(before + 1)
  })

  it('stays what it is when the service does not find the message', async () => {
    const world = await start({ behaviour: { journalIdsDiffer: true } })
    const message = await world.send(anna, 'Here')
    await world.time.advance(2 * minute, 5_000)
    world.fault({ kind: 'refuse', status: 400, body: "Message not found by id 'x'" }, 1, 'getMessage')
    await world.app().handlers['messages.recheck']({ messages: [message] }, context)
    expect(await kindOf(world, message)).toBe('read')
    world.fault({ kind: 'refuse', status: 401 }, 1, 'getMessage')
    await world.time.advance(1_000)
    const refused = world.app().handlers['messages.recheck']({ messages: [message] }, context)
    await expect(refused).rejects.toMatchObject({ code: 'wrongToken' })
  })
})

describe('a message whose fate is not known', () => {
  it.each<[string, Fault]>([
    ['the connection breaks after the service accepted it', { kind: 'reset-after' }],
    ['the service answers 500 although it accepted it', { kind: 'refuse-after', status: 500 }],
    ['the service answers 499 although it accepted it', { kind: 'refuse-after', status: 499 }],
    ['the service answers 502 although it accepted it', { kind: 'refuse-after', status: 502 }],
    ['the answer has no id', { kind: 'refuse-after', status: 200, body: '{}' }],
    ['the answer is cut in the middle', { kind: 'truncate', bytes: 5 }],
    ['the answer is garbage', { kind: 'garbage' }],
  ])('is found and adopted when %s', async (_, fault) => {
    const world = await start()
    world.fault(fault)
    const message = await world.send(anna, 'Once only')
    expect(await kindOf(world, message)).toBe('uncertain')
    await world.time.advance(3_000)
    expect(['accepted', 'pending', 'sent', 'delivered', 'read']).toContain(await kindOf(world, message))
    await world.time.advance(hour, 10_000)
    expect(world.accepted()).toEqual(['Once only'])
    expect(world.requests('sendMessage')).toBe(1)
  })

  it('holds one message when a reused connection closes after accepting it', async () => {
    const world = await start()
    await world.send(anna, 'warms the connection')
    world.fault({ kind: 'close-reused' })
    const message = await world.send(anna, 'Once only')
    await world.time.advance(3_000)
    expect(['accepted', 'pending', 'sent', 'delivered', 'read']).toContain(await kindOf(world, message))
    expect(world.accepted()).toEqual(['warms the connection', 'Once only'])
  })

  it('is found when the answer never comes', async () => {
    const world = await start({ wrap: impatient })
    world.fault({ kind: 'hang' })
    const message = await world.send(anna, 'Once only')
    expect(await kindOf(world, message)).toBe('uncertain')
    await world.time.advance(3_000)
    expect(await kindOf(world, message)).not.toBe('uncertain')
    expect(world.accepted()).toEqual(['Once only'])
  })

  it('stays uncertain when it is nowhere, is never sent again by itself, and holds its lane for a minute', async () => {
    const world = await start()
    world.fault({ kind: 'reset-before' })
    const message = await world.send(anna, 'Lost')
    const next = await world.send(anna, 'Next')
    expect(await kindOf(world, message)).toBe('uncertain')
    await world.time.advance(58_000)
    expect(await kindOf(world, next)).toBe('queued')
    await world.time.advance(4_000)
    expect(await kindOf(world, next)).not.toBe('queued')
    await world.time.advance(25 * hour, 5 * minute)
    expect(await kindOf(world, message)).toBe('uncertain')
    expect(world.accepted()).toEqual(['Next'])
  })

  it('is sent again by the person alone, or put aside', async () => {
    const world = await start()
    world.fault({ kind: 'reset-before' }, 2)
    const lost = await world.send(anna, 'Lost')
    const other = await world.send(boris, 'Lost too')
    const { message: again } = await world.app().handlers['messages.sendAgain']({ message: lost }, context)
    await world.app().handlers['messages.dismiss']({ message: other }, context)
    await world.time.settle()
    expect(await kindOf(world, again)).toBe('accepted')
    expect(await world.app().status(lost)).toMatchObject({ kind: 'uncertain', note: { kind: 'dismissed' } })
    expect(await world.app().status(other)).toMatchObject({ kind: 'uncertain', note: { kind: 'dismissed' } })
    expect(world.accepted()).toEqual(['Lost'])
  })

  it('is looked for at once when the person asks', async () => {
    const world = await start()
    world.fault({ kind: 'reset-after' })
    const message = await world.send(anna, 'There')
    await world.app().handlers['messages.checkAgain']({ message }, context)
    await world.time.advance(2_000, 500)
    expect(await kindOf(world, message)).not.toBe('uncertain')
  })

  it('finds its own among equal texts that were sent on purpose', async () => {
    const world = await start()
    world.fault({ kind: 'reset-after' }, 3)
    const messages = [await world.send(anna, 'ok'), await world.send(boris, 'ok')]
    await world.time.advance(70_000)
    messages.push(await world.send(anna, 'ok'))
    await world.time.advance(5_000)
    for (const message of messages) expect(await kindOf(world, message)).not.toBe('uncertain')
    expect(world.accepted()).toEqual(['ok', 'ok', 'ok'])
  })

  it('is uncertain after a crash in the middle, and found', async () => {
    const world = await start({ wrap: impatient, own: true })
    const app = world.app()
    world.fault({ kind: 'hang' })
    const message = await app.send(await world.chat(anna), 'Crash')
    await world.emulator.until({ kind: 'accepted', text: 'Crash' })
    // The program dies: what the store says is what the next one finds.
    await app.store.close()
    const second = await world.restart()
    expect((await second.status(message))?.kind).toBe('uncertain')
    await world.time.advance(3_000)
    expect(await kindOf(world, message)).not.toBe('uncertain')
    expect(world.accepted()).toEqual(['Crash'])
  })
})

describe('a refusal', () => {
  it.each<[string, Fault, object]>([
    [
      '400',
      { kind: 'refuse', status: 400, body: '{"message":"Validation failed"}' },
      { reason: 'refused', text: 'Validation failed' },
    ],
    ['401', { kind: 'refuse', status: 401 }, { reason: 'wrongToken' }],
    ['403', { kind: 'refuse', status: 403 }, { reason: 'wrongInstance' }],
    ['403 suspended', { kind: 'refuse', status: 403, body: 'Your account is suspended' }, { reason: 'suspended' }],
    ['404', { kind: 'refuse', status: 404 }, { reason: 'wrongInstance' }],
    ['466', { kind: 'refuse', status: 466 }, { reason: 'quotaExceeded' }],
    ['500 too large', { kind: 'refuse', status: 500, body: 'request entity too large' }, { reason: 'tooLarge' }],
  ])('%s is final and names its reason; the next message of the chat goes', async (_, fault, shown) => {
    const world = await start()
    world.fault(fault)
    const message = await world.send(anna, 'Refused')
    const next = await world.send(anna, 'Next')
    expect(await world.app().status(message)).toMatchObject({ kind: 'failed', changeable: false, ...shown })
    expect(await kindOf(world, next)).toBe('accepted')
    await world.time.advance(hour, minute)
    expect(world.accepted()).toEqual(['Next'])
  })

  it('is tried again by the person, as the same message', async () => {
    const world = await start()
    world.fault({ kind: 'refuse', status: 400 })
    const message = await world.send(anna, 'Second chance')
    await world.app().handlers['messages.retry']({ messages: [message] }, context)
    await world.time.settle()
    expect(await kindOf(world, message)).toBe('accepted')
    expect(world.accepted()).toEqual(['Second chance'])
  })

  it('by 429 passes by itself', async () => {
    const world = await start()
    world.fault({ kind: 'refuse', status: 429, headers: { 'retry-after': '5' } })
    const message = await world.send(anna, 'Patience')
    const next = await world.send(anna, 'Behind it')
    expect(await world.app().status(message)).toMatchObject({
      kind: 'queued',
      changeable: true,
      note: { kind: 'rateLimited', retryAt: world.time.clock.now() + 5_000 },
    })
    await world.time.advance(8_000)
    expect(await kindOf(world, message)).not.toBe('queued')
    expect(await kindOf(world, next)).not.toBe('queued')
    expect(world.accepted()).toEqual(['Patience', 'Behind it'])
  })
})

describe('without a connection', () => {
  const offline = () => {
    let down = false
    return {
      cut: (is: boolean) => {
        down = is
      },
      wrap: (http: Http): Http => ({
        request: (request) =>
          down
            ? Promise.resolve({ kind: 'failure', reason: 'refused', mayHaveLeft: false, bytesIn: 0, bytesOut: 0 })
            : http.request(request),
      }),
    }
  }

  it('messages stay queued, say why, and go by themselves when it is back', async () => {
    const line = offline()
    const world = await start(line)
    line.cut(true)
    const messages = [await world.send(anna, 'one'), await world.send(anna, 'two'), await world.send(boris, 'three')]
    for (const message of messages) {
      expect(await world.app().status(message)).toMatchObject({
        kind: 'queued',
        note: { kind: 'offline' },
        changeable: true,
      })
    }
    await world.time.advance(20 * minute, 10_000)
    line.cut(false)
    await world.time.advance(45_000)
    for (const message of messages) expect(await kindOf(world, message)).not.toBe('queued')
    expect(world.accepted().toSorted()).toEqual(['one', 'three', 'two'])
    expect(world.accepted().indexOf('one')).toBeLessThan(world.accepted().indexOf('two'))
  })

  it('what is older than an hour waits for the person', async () => {
    const line = offline()
    const world = await start(line)
    line.cut(true)
    const old = await world.send(anna, 'from this morning')
    await world.time.advance(50 * minute, 10_000)
    const fresh = await world.send(anna, 'from now')
    await world.time.advance(11 * minute, 10_000)
    expect(await world.app().status(old)).toMatchObject({ kind: 'queued', note: { kind: 'waitsForPerson' } })
    line.cut(false)
    await world.time.advance(45_000)
    expect(await kindOf(world, fresh)).not.toBe('queued')
    expect(await kindOf(world, old)).toBe('queued')
    await world.app().handlers['messages.retry']({ messages: [old] }, context)
    await world.time.settle()
    expect(world.accepted()).toEqual(['from now', 'from this morning'])
  })

  it('asks ever more rarely, with one message', async () => {
    const line = offline()
    let tries = 0
    const world = await start({
      wrap: (http) => {
        const cut = line.wrap(http)
        return {
          request: (request) => {
            if (request.url.includes('sendMessage')) tries += 1
            return cut.request(request)
          },
        }
      },
    })
    line.cut(true)
    for (let n = 0; n < 20; n++) await world.app().send(await world.chat(`7999000${1000 + n}@c.us`), 'hi')
    await world.time.settle()
    const first = tries
    await world.time.advance(30 * minute, 1_000)
    expect(first).toBeLessThanOrEqual(20)
    expect(tries - first).toBeLessThan(70)
  })
})

describe('what a person does', () => {
  it('a queued message can be edited and taken back, one on its way can not', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'Draft')
    expect(await world.app().status(message)).toEqual({
      kind: 'queued',
      changeable: true,
      note: { kind: 'tokenMissing' },
    })
    const { handlers } = world.app()
    await handlers['messages.editQueued']({ message, text: 'Better' }, context)
    const other = await world.send(anna, 'Never mind')
    expect(await handlers['messages.cancel']({ message: other }, context)).toEqual({ text: 'Never mind' })
    expect(await world.app().status(other)).toBeNull()
    await world.setToken()
    expect(world.accepted()).toEqual(['Better'])
    await expect(handlers['messages.cancel']({ message }, context)).rejects.toMatchObject({ code: 'notCancellable' })
    await expect(handlers['messages.editQueued']({ message, text: 'x' }, context)).rejects.toMatchObject({
      code: 'notEditable',
    })
  })

  it('a queued message that is deleted does not go, and goes when it is restored', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'Deleted')
    const { handlers } = world.app()
    await handlers['messages.deleteLocally']({ messages: [message] }, context)
    await world.setToken()
    expect(world.accepted()).toEqual([])
    await handlers['messages.restoreDeleted']({ messages: [message] }, context)
    await world.time.settle()
    expect(world.accepted()).toEqual(['Deleted'])
  })

  it('a text that can not go is refused before anything is written', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const send = (text: string) => world.app().handlers['messages.send']({ chat, text }, context)
    await expect(send(' \n')).rejects.toMatchObject({ code: 'textBlank' })
    await expect(send('x'.repeat(30_000))).rejects.toMatchObject({
      code: 'textTooLong',
      data: { details: { length: 30_000, limit: 20_000 } },
    })
    await expect(send('\u0001'.repeat(20_000))).rejects.toMatchObject({ code: 'bodyTooLarge' })
    await expect(send('half \ud83d')).rejects.toMatchObject({ code: 'textBroken' })
    await world.time.settle()
    expect(world.requests('sendMessage')).toBe(0)
  })

  it('a paused instance keeps its messages until it goes on', async () => {
    const world = await start()
    const { store, refresh } = world.app()
    const pause = async (paused: boolean) => {
      await store.write('accounts.setPaused', { key: world.instance, paused })
      await refresh()
      await world.time.settle()
    }
    await pause(true)
    const message = await world.send(anna, 'Later')
    expect(await world.app().status(message)).toMatchObject({ kind: 'queued', note: { kind: 'paused' } })
    await pause(false)
    expect(await kindOf(world, message)).toBe('accepted')
  })

  it('nothing goes by itself when a removed instance is taken back into use', async () => {
    const world = await start({ online: false })
    const message = await world.send(anna, 'Forgotten')
    const app = world.app()
    await world.setToken()
    const second = await world.send(anna, 'Went')
    expect(await kindOf(world, second)).toBe('accepted')
    app.instances.setToken(world.instance, null)
    const left = await world.send(anna, 'Left over')
    await app.store.write('accounts.detach', { key: world.instance, erase: false })
    await app.refresh()
    await world.time.settle()
    expect(await world.app().status(left)).toMatchObject({ kind: 'queued', note: { kind: 'waitsForPerson' } })
    expect(await kindOf(world, message)).not.toBe('queued')
    await app.add({ apiUrl: world.apiUrl, idInstance: world.account.idInstance, token })
    await world.time.settle()
    expect(world.accepted()).toEqual(['Forgotten', 'Went'])
  })

  it('the program ends in good time although an answer does not come, and knows that it does not know', async () => {
    const world = await start({ own: true })
    world.fault({ kind: 'hang' })
    const app = world.app()
    const message = await app.send(await world.chat(anna), 'No answer')
    await world.emulator.until({ kind: 'accepted', text: 'No answer' })
    app.instances.stop()
    const stopped = app.sending.stop()
    await world.time.advanceClock(3_100)
    await stopped
    expect((await app.status(message))?.kind).toBe('uncertain')
  })

  it('a send survives a restart', async () => {
    const world = await start({ online: false, own: true })
    const message = await world.send(anna, 'Tomorrow')
    await world.app().stop()
    await world.restart()
    expect(await kindOf(world, message)).toBe('accepted')
    expect(world.accepted()).toEqual(['Tomorrow'])
  })
})

describe('the truth about the queue', () => {
  it('says that a message is held while the instance is not authorized, until when, and that it went', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: 0, delivered: null, read: null } } })
    const { connection } = world.app().instances.get(world.instance) ?? {}
    world.account.becomes('notAuthorized', { notify: false })
    connection?.report({ kind: 'stateInstance', state: 'notAuthorized' })
    const at = world.time.clock.now()
    const message = await world.send(anna, 'Held')
    expect(await world.app().status(message)).toEqual({
      kind: 'accepted',
      changeable: false,
      note: { kind: 'held', keptUntil: at + 24 * hour },
    })
    await world.time.advance(10 * minute, 5_000)
    expect(await world.app().status(message)).toMatchObject({ kind: 'pending', note: { kind: 'held' } })
    world.account.becomes('authorized', { notify: false })
    connection?.report({ kind: 'stateInstance', state: 'authorized' })
    await world.time.advance(2 * minute, 5_000)
    expect(await world.app().status(message)).toEqual({ kind: 'sent', changeable: false })
  })

  it('says that a message expired when its day in the queue is over, and offers its text again', async () => {
    const world = await start()
    world.account.becomes('notAuthorized', { notify: false })
    world.app().instances.get(world.instance)?.connection.report({ kind: 'stateInstance', state: 'notAuthorized' })
    const message = await world.send(anna, 'Yesterday')
    await world.time.advance(24 * hour - minute, 5 * minute)
    expect(await kindOf(world, message)).toBe('pending')
    await world.time.advance(12 * minute, minute)
    expect(await kindOf(world, message)).toBe('expired')
    world.account.becomes('authorized', { notify: false })
    await world.app().handlers['messages.retry']({ messages: [message] }, context)
    await world.time.settle()
    expect(world.accepted()).toEqual(['Yesterday', 'Yesterday'])
    expect(await world.app().status(message)).toMatchObject({ kind: 'expired', note: { kind: 'dismissed' } })
  })

  it('never calls a message expired that it has no word of', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: null, delivered: null, read: null } } })
    const message = await world.send(anna, 'No word')
    await world.time.advance(25 * hour, 5 * minute)
    expect(await kindOf(world, message)).toBe('pending')
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
    expect((await world.app().status(second))?.note).toMatchObject({ kind: 'paced', position: 1 })
    expect((await world.app().status(third))?.note).toMatchObject({ kind: 'paced', position: 2 })
    await world.time.advance(3 * minute)
    expect(await world.app().status(third)).toMatchObject({ kind: 'read' })
    expect((await world.app().status(third))?.note).toBeUndefined()
  })

  it('finds an uncertain message in the queue, where nothing else shows it', async () => {
    const world = await start()
    world.account.becomes('notAuthorized', { notify: false })
    world.fault({ kind: 'reset-after' })
    world.fault({ kind: 'refuse', status: 500 }, 1_000, 'lastOutgoingMessages')
    const message = await world.send(anna, 'Queued there')
    await world.time.advance(5_000)
    expect(await kindOf(world, message)).toBe('pending')
    expect(world.accepted()).toEqual(['Queued there'])
  })

  it('manages where the service does not show its queue', async () => {
    const world = await start({ behaviour: { optionalOperations: [] } })
    world.fault({ kind: 'reset-after' })
    const message = await world.send(anna, 'No queue to see')
    await world.time.advance(3_000)
    expect(await kindOf(world, message)).not.toBe('uncertain')
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
    expect(await world.app().status(second)).toMatchObject({ kind: 'pending', note: { kind: 'paced' } })
    await world.time.advance(2 * minute)
    expect((await world.app().status(second))?.note).toBeUndefined()
  })
})

describe('starting a chat', () => {
  const suggest = (world: World, text: string) =>
    world.app().handlers['chats.suggestRecipient']({ instance: world.instance, text }, context)

  it('shows what a typed number would mean, by the country of the account', async () => {
    const world = await start()
    await world.app().store.write('accounts.learn', { key: world.instance, wid: '79990009988@c.us' })
    expect(await suggest(world, '8 (999) 000-11-22')).toEqual({
      chatId: anna,
      kind: 'corrected',
      display: '+7 999 000 11 22',
      existing: null,
      account: 'unknown',
    })
    expect(await suggest(world, 'Anna')).toMatchObject({ chatId: null, kind: 'invalid' })
    const chat = await world.chat(anna)
    expect(await suggest(world, '79990001122')).toMatchObject({ kind: 'exact', existing: chat })
  })

  it('opens the same chat for every form of one id, and none for what is no id', async () => {
    const world = await start()
    const { handlers } = world.app()
    expect(await world.chat('79990001122')).toBe(await world.chat(anna))
    const wrong = handlers['chats.open']({ instance: world.instance, chatId: '+7 999 000-11-22' }, context)
    await expect(wrong).rejects.toMatchObject({ code: 'chatIdInvalid', data: { details: { suggestion: anna } } })
  })

  it('asks the service whether the number has an account, and makes one chat of both ids', async () => {
    const world = await start()
    world.account.person('79990001122', { name: 'Anna', answersAs: '10000001' })
    const byNumber = await world.chat(anna)
    const { handlers } = world.app()
    const check = (text: string) => handlers['chats.checkRecipient']({ instance: world.instance, text }, context)
    const answer = await check(anna)
    expect(answer.account).toBe('exists')
    expect(answer.existing).toBe(byNumber)
    expect(answer.chatId).toBe('10000001')
    expect(await world.chat('10000001')).toBe(byNumber)
    await world.time.advance(1_000)
    expect((await check('79995556677@c.us')).account).toBe('missing')
  })

  it('leads answers that come under another id into the chat that was written to', async () => {
    const world = await start()
    world.account.person('79990001122', { name: 'Anna', answersAs: '10000001' })
    const written = await world.chat(anna)
    const message = await world.send(anna, 'Do you read this?')
    await world.time.advance(3_000)
    expect(await world.chat('10000001')).toBe(written)
    expect(await kindOf(world, message)).toBe('read')
  })
})
