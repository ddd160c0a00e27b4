import { describe, expect, it } from 'vitest'
import type { UncertainCause } from '../../contract/statuses.ts'
import type { Fault } from '../../emulator/http/faults.ts'
import type { SharedInstanceId } from '../sharing/shared-ids.ts'
import { anna, boris, createLine, hour, impatient, minute, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()

describe('a message whose fate is not known', () => {
  it.each<[string, Fault, UncertainCause]>([
    ['the connection breaks after the service accepted it', { kind: 'reset-after' }, 'connectionBroke'],
    ['the service answers 500 although it accepted it', { kind: 'refuse-after', status: 500 }, 'answerUnclear'],
    ['the service answers 499 although it accepted it', { kind: 'refuse-after', status: 499 }, 'answerUnclear'],
    ['the service answers 502 although it accepted it', { kind: 'refuse-after', status: 502 }, 'answerUnclear'],
    ['the answer has no id', { kind: 'refuse-after', status: 200, body: '{}' }, 'answerUnclear'],
    ['the answer is cut in the middle', { kind: 'truncate', bytes: 5 }, 'connectionBroke'],
    ['the answer is garbage', { kind: 'garbage' }, 'answerUnclear'],
  ])('is found and adopted when %s, and says so until then', async (_, fault, why) => {
    const world = await start()
    world.fault(fault)
    const message = await world.send(anna, 'Once only')
    expect(await world.status(message)).toMatchObject({ kind: 'uncertain', waitReason: { kind: why } })
    await world.time.advance(3_000)
    expect(['accepted', 'pending', 'sent', 'delivered', 'read']).toContain(await world.kind(message))
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
    expect(['accepted', 'pending', 'sent', 'delivered', 'read']).toContain(await world.kind(message))
    expect(world.accepted()).toEqual(['warms the connection', 'Once only'])
  })

  it('is found when the answer never comes', async () => {
    const world = await start({ wrap: impatient })
    world.fault({ kind: 'hang' })
    const message = await world.send(anna, 'Once only')
    expect(await world.status(message)).toMatchObject({ kind: 'uncertain', waitReason: { kind: 'noAnswer' } })
    await world.time.advance(3_000)
    expect(await world.kind(message)).not.toBe('uncertain')
    expect(world.accepted()).toEqual(['Once only'])
  })

  it('is looked for at once where another copy of the data directory may have sent it', async () => {
    const world = await start()
    world.fault({ kind: 'reset-before' })
    await world.send(anna, 'Lost')
    const waiting = await world.send(anna, 'Next')
    await world.time.advance(20_000, 1_000)
    const asked = world.requests('getChatHistory')
    const { store } = world.app()
    await store.write('team.share', { instance: world.instance, shared: 1 as SharedInstanceId })
    await store.write('team.markOtherRun', undefined)
    await store.write('team.actAgain', { generation: 'a', isStart: false })
    expect(await world.kind(waiting)).toBe('uncertain')
    await world.time.advance(5_000, 1_000)
    expect(world.requests('getChatHistory')).toBeGreaterThan(asked)
  })

  it('stays uncertain when it is nowhere, is never sent again by itself, and holds its lane for a minute', async () => {
    const world = await start()
    world.fault({ kind: 'reset-before' })
    const message = await world.send(anna, 'Lost')
    const next = await world.send(anna, 'Next')
    expect(await world.kind(message)).toBe('uncertain')
    await world.time.advance(58_000)
    expect(await world.kind(next)).toBe('queued')
    await world.time.advance(4_000)
    expect(await world.kind(next)).not.toBe('queued')
    await world.time.advance(hour, 5 * minute)
    await world.time.advance(24 * hour, hour)
    expect(await world.kind(message)).toBe('uncertain')
    expect(world.accepted()).toEqual(['Next'])
  })

  it('spoils nothing for the other chats when the service does not show its chat', async () => {
    const world = await start({ behaviour: { autoStatus: { sent: 0, delivered: 5_000, read: 15_000 } } })
    world.fault({ kind: 'refuse', status: 400, body: 'chatId not found' }, 10_000, 'getChatHistory')
    world.fault({ kind: 'reset-before' })
    const message = await world.send(anna, 'Lost')
    await world.time.advance(30 * minute, 10_000)
    const other = await world.send(boris, 'Followed')
    await world.time.advance(25_000, 1_000)
    expect(await world.kind(other)).toBe('read')
    expect(await world.kind(message)).toBe('uncertain')
  })

  it('is looked for a day back when the journal could not be had from as long ago as it was sent', async () => {
    const line = createLine()
    const world = await start({ wrap: line.wrap })
    world.fault({ kind: 'reset-before' })
    await world.send(anna, 'Lost')
    await world.crash()
    await world.time.advance(72 * hour, hour)
    world.fault({ kind: 'refuse', status: 400 }, 1, 'lastOutgoingMessages')
    line.cut(true)
    await world.restart()
    await world.time.advance(minute, 5_000)
    line.cut(false)
    await world.time.advance(2 * minute, 5_000)
    const asked = world.emulator.recorder.list({
      idInstance: world.account.idInstance,
      operation: 'lastOutgoingMessages',
    })
    const minutes = asked.map(({ path }) => Number(new URL(path, 'http://house').searchParams.get('minutes')))
    expect(minutes).toEqual([3 * 24 * 60 + 3, 24 * 60 + 1])
  })

  it('is sent again by the person alone, or put aside', async () => {
    const world = await start()
    world.fault({ kind: 'reset-before' }, 2)
    const lost = await world.send(anna, 'Lost')
    const other = await world.send(boris, 'Lost too')
    const { message: again } = await world.app().call('messages.sendAgain', { message: lost })
    await world.app().call('messages.dismiss', { message: other })
    await world.time.settle()
    expect(await world.kind(again)).toBe('accepted')
    expect(await world.status(lost)).toMatchObject({ kind: 'uncertain', waitReason: { kind: 'dismissed' } })
    expect(await world.status(other)).toMatchObject({ kind: 'uncertain', waitReason: { kind: 'dismissed' } })
    expect(world.accepted()).toEqual(['Lost'])
  })

  it('is found, and shown once, although the date of the service was wrong when it was sent', async () => {
    const world = await start()
    world.fault({ kind: 'clock-skew', ms: hour }, 5)
    for (const text of ['one', 'two', 'three', 'four', 'five']) await world.send(boris, text)
    world.fault({ kind: 'reset-after' })
    const message = await world.send(anna, 'Once only')
    await world.time.advance(minute, 3_000)
    for (const text of ['six', 'seven', 'eight', 'nine', 'ten']) await world.send(boris, text)
    await world.time.advance(hour, minute)
    expect(await world.kind(message)).not.toBe('uncertain')
    const place = { chat: await world.chat(anna), anchor: { kind: 'newest' }, before: 50, after: 0 } as const
    expect((await world.app().call('messages.window', place)).rows).toHaveLength(1)
    expect(world.accepted().filter((text) => text === 'Once only')).toEqual(['Once only'])
  })

  it('is looked for at once when the person asks', async () => {
    const world = await start()
    world.fault({ kind: 'reset-after' })
    const message = await world.send(anna, 'There')
    expect(await world.app().call('messages.checkAgain', { message })).toEqual({ found: true })
    expect(await world.kind(message)).not.toBe('uncertain')
  })

  it('stays uncertain when the person asks and it is not to be seen, and says so where nobody could look', async () => {
    const world = await start()
    world.fault({ kind: 'reset-before' })
    const message = await world.send(anna, 'Nowhere')
    const check = () => world.app().call('messages.checkAgain', { message })
    expect(await check()).toEqual({ found: false })
    expect(await world.kind(message)).toBe('uncertain')
    world.fault({ kind: 'refuse', status: 401 }, 1, 'lastOutgoingMessages')
    await world.time.advance(1_500, 500)
    const refused = check()
    refused.catch(() => undefined)
    await world.time.advance(1_500, 500)
    await expect(refused).rejects.toMatchObject({ code: 'wrongToken' })
    expect(world.accepted()).toEqual([])
  })

  it('lets the next message of its chat go as soon as it is found', async () => {
    const world = await start()
    world.fault({ kind: 'reset-after' })
    const message = await world.send(anna, 'There')
    const next = await world.send(anna, 'Next')
    expect(await world.kind(next)).toBe('queued')
    await world.time.advance(3_000)
    expect(await world.kind(message)).not.toBe('uncertain')
    expect(await world.kind(next)).not.toBe('queued')
    expect(world.accepted()).toEqual(['There', 'Next'])
  })

  it('finds its own among equal texts that were sent on purpose', async () => {
    const world = await start()
    world.fault({ kind: 'reset-after' }, 3)
    const messages = [await world.send(anna, 'ok'), await world.send(boris, 'ok')]
    await world.time.advance(70_000)
    messages.push(await world.send(anna, 'ok'))
    await world.time.advance(5_000)
    for (const message of messages) expect(await world.kind(message)).not.toBe('uncertain')
    expect(world.accepted()).toEqual(['ok', 'ok', 'ok'])
  })
})
