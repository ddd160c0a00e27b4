import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Behaviour } from '../../emulator/world/behaviour.ts'
import { anna, createSendingHouse, houseStart, impatient } from '../testing/sending-house.ts'
import type { StartOptions } from '../testing/sending-house.ts'

/** A house of its own for each: they end the program. */
async function start(options: StartOptions<Partial<Behaviour>> = {}) {
  const emulator = createEmulator({ clock: { mode: 'manual', startAt: houseStart } })
  const house = await createSendingHouse(emulator)
  onTestFinished(house.close)
  return { emulator, ...(await house.start(options)) }
}

it('the program ends in good time although an answer does not come, and knows that it does not know', async () => {
  const world = await start()
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
  const world = await start({ online: false })
  const message = await world.send(anna, 'Tomorrow')
  await world.app().stop()
  await world.restart()
  expect(await world.kind(message)).toBe('accepted')
  expect(world.accepted()).toEqual(['Tomorrow'])
})

it('is uncertain after a crash in the middle, and found', async () => {
  const world = await start({ wrap: impatient })
  const app = world.app()
  world.fault({ kind: 'hang' })
  const message = await app.send(await world.chat(anna), 'Crash')
  await world.emulator.until({ kind: 'accepted', text: 'Crash' })
  // The program dies: what the store says is what the next one finds.
  await app.store.close()
  await world.restart()
  expect(await world.kind(message)).toBe('uncertain')
  await world.time.advance(3_000)
  expect(await world.kind(message)).not.toBe('uncertain')
  expect(world.accepted()).toEqual(['Crash'])
})
