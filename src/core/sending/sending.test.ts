import { describe, expect, it } from 'vitest'
import type { Http } from '../../api/http.ts'
import { anna, boris, createLine, minute, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()

describe('a message that goes well', () => {
  it('is given to the service once and followed until it was read', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: 1_000, delivered: 4_000, read: 30_000 } } })
    const message = await world.send(anna, 'Hello')
    expect(await world.kind(message)).toBe('accepted')
    await world.time.advance(2_500, 500)
    expect(await world.kind(message)).toBe('sent')
    await world.time.advance(3_000)
    expect(await world.kind(message)).toBe('delivered')
    await world.time.advance(55_000)
    expect(await world.status(message)).toEqual({ kind: 'read', changeable: false })
    expect(world.accepted()).toEqual(['Hello'])
  })

  it('keeps the order of its chat, and waits for no other chat', async () => {
    const world = await start()
    const [slow, quick] = [await world.chat(anna), await world.chat(boris)]
    world.fault({ kind: 'delay', ms: 400 })
    const first = await world.begin(slow, 'one')
    const second = await world.begin(slow, 'two')
    expect((await world.status(second))?.waitReason).toEqual({ kind: 'lane' })
    await world.becomes(first, 'sending')
    await world.emulator.until({ kind: 'fault', fault: 'delay' })
    const other = await world.begin(quick, 'elsewhere')
    await world.becomes(other, 'accepted')
    expect(await world.kind(first)).toBe('sending')
    world.emulator.clock.advance(400)
    await world.becomes(second, 'accepted')
    expect(world.accepted()).toEqual(['elsewhere', 'one', 'two'])
  })
})

describe('an instance that is removed while a message is on its way, and added again', () => {
  /** The first request of a message is held until the test lets it end, and then it never left. */
  function createHeldRequest() {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let held = 0
    const wrap = (http: Http): Http => ({
      async request(request) {
        if (!request.url.includes('/sendMessage/') || held > 0) return http.request(request)
        held += 1
        ask()
        await ended
        return { kind: 'failure', reason: 'refused', mayHaveLeft: false, bytesIn: 0, bytesOut: 0 }
      },
    })
    return { asked, end, wrap }
  }

  it.each(['before', 'after'])('sends nothing by itself when the answer comes %s it is added', async (when) => {
    const request = createHeldRequest()
    const world = await start({ wrap: request.wrap })
    const message = await world.begin(await world.chat(anna), 'On its way')
    await request.asked
    await world.app().store.write('accounts.detach', { key: world.instance, erase: false })
    await world.app().refresh()
    const addAgain = () =>
      world.app().addInstance({ apiUrl: world.apiUrl, idInstance: world.account.idInstance, token: world.token })
    if (when === 'after') await addAgain()
    request.end()
    await world.time.settle()
    if (when === 'before') await addAgain()
    await world.time.advance(10 * minute, minute)
    expect(await world.status(message)).toMatchObject({
      kind: 'queued',
      waitReason: { kind: 'waitsForPerson' },
      retriable: true,
    })
    expect(world.accepted()).toEqual([])
    await world.app().call('messages.retry', { messages: [message] })
    await world.time.settle()
    expect(world.accepted()).toEqual(['On its way'])
  })
})

describe('without a connection', () => {
  it('messages stay queued, say why, and go by themselves when it is back', async () => {
    const line = createLine()
    const world = await start(line)
    line.cut(true)
    const messages = [await world.send(anna, 'one'), await world.send(anna, 'two'), await world.send(boris, 'three')]
    for (const message of messages) {
      expect(await world.status(message)).toMatchObject({
        kind: 'queued',
        waitReason: { kind: 'offline' },
        changeable: true,
      })
    }
    await world.time.advance(20 * minute, 10_000)
    line.cut(false)
    await world.time.advance(45_000)
    for (const message of messages) expect(await world.kind(message)).not.toBe('queued')
    expect(world.accepted().toSorted()).toEqual(['one', 'three', 'two'])
    expect(world.accepted().indexOf('one')).toBeLessThan(world.accepted().indexOf('two'))
  })

  it('what is older than an hour waits for the person', async () => {
    const line = createLine()
    const world = await start(line)
    line.cut(true)
    const old = await world.send(anna, 'from this morning')
    await world.time.advance(50 * minute, 10_000)
    const fresh = await world.send(anna, 'from now')
    await world.time.advance(11 * minute, 10_000)
    expect(await world.status(old)).toMatchObject({ kind: 'queued', waitReason: { kind: 'waitsForPerson' } })
    line.cut(false)
    await world.time.advance(45_000)
    expect(await world.kind(fresh)).not.toBe('queued')
    expect(await world.kind(old)).toBe('queued')
    await world.app().call('messages.retry', { messages: [old] })
    await world.time.settle()
    expect(world.accepted()).toEqual(['from now', 'from this morning'])
  })

  it('asks ever more rarely, with one message', async () => {
    const line = createLine()
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
    for (let n = 0; n < 20; n++) await world.begin(await world.chat(`7999000${1000 + n}@c.us`), 'hi')
    await world.time.settle()
    const first = tries
    await world.time.advance(30 * minute, 1_000)
    expect(first).toBeLessThanOrEqual(20)
    expect(tries - first).toBeLessThan(70)
  })
})
