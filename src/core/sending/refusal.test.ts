import { describe, expect, it } from 'vitest'
import type { Fault } from '../../emulator/http/faults.ts'
import { manualStatus } from '../../emulator/world/behaviour.ts'
import { anna, hour, minute, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()

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
    [
      '466 with invokeStatus',
      {
        kind: 'refuse',
        status: 466,
        body: '{"invokeStatus":{"method":"sendMessage","used":"3","total":3,"status":"QUOTE_EXCEEDED","description":"Monthly quota has been exceeded"}}',
      },
      { reason: 'quotaExceeded', text: 'Monthly quota has been exceeded' },
    ],
    [
      '466 with correspondentsStatus alone',
      {
        kind: 'refuse',
        status: 466,
        body: '{"correspondentsStatus":{"method":"correspondents","used":3,"total":3,"status":"CORRESPONDENTS_QUOTE_EXCEEDED","description":"Allowed chats: 79990001122"}}',
      },
      { reason: 'quotaExceeded', text: 'Allowed chats: 79990001122' },
    ],
    [
      '466 with quotaData',
      {
        kind: 'refuse',
        status: 466,
        body: '{"quotaData":{"method":"sendMessage","used":"200","total":200,"description":"Sends of this month are used up"}}',
      },
      { reason: 'quotaExceeded', text: 'Sends of this month are used up' },
    ],
    ['500 too large', { kind: 'refuse', status: 500, body: 'request entity too large' }, { reason: 'tooLarge' }],
  ])('%s is final and names its reason; the next message of the chat goes', async (_, fault, shown) => {
    const world = await start()
    world.fault(fault)
    const message = await world.send(anna, 'Refused')
    const next = await world.send(anna, 'Next')
    expect(await world.status(message)).toMatchObject({ kind: 'failed', changeable: false, ...shown })
    // The message's history says why as well.
    const { observations } = await world.app().store.read('messages.details', { message })
    expect(observations.at(-1)).toMatchObject({ status: 'failed', ...shown })
    expect(await world.kind(next)).toBe('accepted')
    await world.time.advance(hour, minute)
    expect(world.accepted()).toEqual(['Next'])
  })

  it('is tried again by the person, as the same message', async () => {
    const world = await start()
    world.fault({ kind: 'refuse', status: 400 })
    const message = await world.send(anna, 'Second chance')
    await world.app().call('messages.retry', { messages: [message] })
    await world.time.settle()
    expect(await world.kind(message)).toBe('accepted')
    expect(world.accepted()).toEqual(['Second chance'])
  })

  it.each(['yellowCard', 'suspended'])(
    'of the messenger (%s) is final, and nothing is sent again by itself',
    async (word) => {
      const world = await start({ behaviour: { autoStatus: manualStatus } })
      const message = await world.send(anna, 'Too many of these')
      await world.time.advance(minute)
      for (const sent of world.account.sends) world.account.correspondence.setStatus(sent, word, {})
      await world.time.advance(minute)
      expect(await world.status(message)).toMatchObject({ kind: 'failed', reason: 'heldBack', retriable: true })
      await world.time.advance(25 * hour, minute)
      expect(world.accepted()).toEqual(['Too many of these'])
      await world.app().call('messages.retry', { messages: [message] })
      await world.time.settle()
      expect(world.accepted()).toEqual(['Too many of these', 'Too many of these'])
    },
  )

  it.each(['starting', null] as const)('while the instance is starting (%s) is waited out', async (state) => {
    const world = await start({ state })
    const message = await world.send(anna, 'Patience')
    const next = await world.send(anna, 'Behind it')
    expect(await world.status(message)).toMatchObject({
      kind: 'queued',
      changeable: true,
      waitReason: { kind: 'starting', retryAt: world.time.clock.now() + 1_000 },
    })
    // Five minutes are usual (service 10.2).
    await world.time.advance(50 * minute, 10_000)
    expect(await world.kind(message)).toBe('queued')
    expect(world.requests('sendMessage')).toBeLessThan(80)
    world.account.becomes('authorized')
    await world.time.advance(70_000)
    expect(world.accepted()).toEqual(['Patience', 'Behind it'])
    expect(await world.kind(next)).not.toBe('queued')
    const { observations } = await world.app().store.read('messages.details', { message })
    expect(observations.map(({ raw }) => raw).slice(0, 4)).toEqual(['queued', 'sending', 'queued', 'accepted'])
  })

  it('while the instance does not start for an hour makes the message wait for the person, over a restart too', async () => {
    const world = await start({ state: 'starting' })
    const message = await world.send(anna, 'For today')
    await world.time.advance(62 * minute, 10_000)
    expect(await world.status(message)).toMatchObject({ kind: 'queued', waitReason: { kind: 'waitsForPerson' } })
    await world.crash()
    await world.time.advance(72 * hour, hour)
    world.account.becomes('authorized')
    await world.restart()
    await world.time.advance(2 * minute)
    expect(world.accepted()).toEqual([])
    await world.app().call('messages.retry', { messages: [message] })
    await world.time.settle()
    expect(world.accepted()).toEqual(['For today'])
  })

  it('by 429 passes by itself', async () => {
    const world = await start()
    world.fault({ kind: 'refuse', status: 429, headers: { 'retry-after': '5' } })
    const message = await world.send(anna, 'Patience')
    const next = await world.send(anna, 'Behind it')
    expect(await world.status(message)).toMatchObject({
      kind: 'queued',
      changeable: true,
      waitReason: { kind: 'rateLimited', retryAt: world.time.clock.now() + 5_000 },
    })
    await world.time.advance(8_000)
    expect(await world.kind(message)).not.toBe('queued')
    expect(await world.kind(next)).not.toBe('queued')
    expect(world.accepted()).toEqual(['Patience', 'Behind it'])
  })
})
