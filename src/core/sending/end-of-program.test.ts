import { expect, it, onTestFinished } from 'vitest'
import type { MessageKey } from '../../contract/ids.ts'
import { defaultBehaviour } from '../../emulator/world/behaviour.ts'
import { anna, boris, createSendingHarness, impatient, type StartOptions } from '../testing/sending-harness.ts'
import { StoreError } from '../store/store-error.ts'

/** A house of its own for each: they end the program. */
async function start(options: StartOptions = {}) {
  const harness = await createSendingHarness()
  onTestFinished(harness.close)
  return harness.start(options)
}

it('the program ends in good time although an answer does not come, and knows that it does not know', async () => {
  const world = await start()
  world.fault({ kind: 'hang' })
  const app = world.app()
  const message = await world.begin(await world.chat(anna), 'No answer')
  await world.emulator.until({ kind: 'accepted', text: 'No answer' })
  app.instances.stop()
  const stopped = app.services.sending.stop()
  await world.time.advanceClock(3_100)
  await stopped
  expect((await world.status(message))?.kind).toBe('uncertain')
})

it('a message that the store gives out while the program ends is not sent, and goes with the next start', async () => {
  const world = await start()
  await world.crash()
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await world.restart((store) => ({
    ...store,
    async write(name, input, options) {
      const result = await store.write(name, input, options)
      if (name !== 'sending.takeDue') return result
      take()
      await answered
      return result
    },
  }))
  const app = world.app()
  const message = await world.begin(await world.chat(anna), 'Just in time')
  await taken
  app.instances.stop()
  const stopped = app.services.sending.stop()
  answer()
  await stopped
  expect([await world.kind(message), world.accepted()]).toEqual(['queued', []])
  await app.stop()
  await world.restart()
  expect([await world.kind(message), world.accepted()]).toEqual(['accepted', ['Just in time']])
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
  world.fault({ kind: 'hang' })
  const message = await world.begin(await world.chat(anna), 'Crash')
  await world.emulator.until({ kind: 'accepted', text: 'Crash' })
  // The program dies: what the store says is what the next one finds.
  await world.crash()
  await world.restart()
  expect(await world.kind(message)).toBe('uncertain')
  await world.time.advance(3_000)
  expect(await world.kind(message)).not.toBe('uncertain')
  expect(world.accepted()).toEqual(['Crash'])
})

it.each([
  ['its chat goes on', false],
  ['its chat goes on with the next run', true],
])('is uncertain where the store took it up and its answer got lost, and %s', async (_, runEnds) => {
  const world = await start()
  await world.crash()
  let lost = 0
  let broken = false
  await world.restart((store) => ({
    ...store,
    write: async (name, input, options) => {
      if (broken && name === 'sending.recordLostOutcomes') throw new StoreError('failing', 'The store worker is gone.')
      const answer = await store.write(name, input, options)
      const took =
        name === 'sending.takeDue' && (answer as readonly { send: unknown }[]).some(({ send }) => send !== null)
      if (!took || lost > 0) return answer
      lost += 1
      broken = runEnds
      throw new StoreError('failing', 'The store worker ended.')
    },
  }))
  const message = await world.send(anna, 'Taken')
  if (runEnds) {
    await world.becomes(message, 'sending')
    world.app().instances.restart()
    await world.time.settle()
    broken = false
  }
  await world.time.advance(3_000)
  expect(await world.kind(message)).toBe('uncertain')
  const next = await world.send(anna, 'Next')
  await world.time.advance(70_000)
  expect(await world.kind(next)).not.toBe('queued')
  expect(world.accepted()).toEqual(['Next'])
})

it('is uncertain after a crash also when the first writes of the next start fail, and its chat goes on', async () => {
  const world = await start({ wrap: impatient })
  world.fault({ kind: 'hang' })
  const message = await world.begin(await world.chat(anna), 'Crash')
  await world.emulator.until({ kind: 'accepted', text: 'Crash' })
  await world.crash()
  // One of the program that finds no token yet, one of the run that begins with it.
  let refused = 0
  await world.restart((store) => ({
    ...store,
    write: (name, input, options) => {
      if (name !== 'sending.recover' || refused === 2) return store.write(name, input, options)
      refused += 1
      return Promise.reject(new StoreError('full', 'The disk is full.'))
    },
  }))
  expect([refused, await world.kind(message)]).toEqual([2, 'sending'])
  // Another network: the run that was refused is over before it could try again.
  world.app().instances.restart()
  await world.time.settle()
  expect(await world.kind(message)).toBe('uncertain')
  await world.send(anna, 'Next')
  await world.time.advance(70_000)
  expect(world.accepted()).toEqual(['Crash', 'Next'])
})

it('goes on when the store refuses to say where a file lies, and sends it when it does', async () => {
  const refusals: unknown[] = []
  const recordRefusal = (reason: unknown) => void refusals.push(reason)
  process.on('unhandledRejection', recordRefusal)
  onTestFinished(() => void process.off('unhandledRejection', recordRefusal))
  const optionalOperations = defaultBehaviour('v3').optionalOperations.filter((name) => name !== 'uploadFile')
  const world = await start({ behaviour: { optionalOperations } })
  await world.crash()
  let reads = 0
  let broken = true
  await world.restart((store) => ({
    ...store,
    read: (name, input, options) => {
      if (name === 'media.file') reads += 1
      // The uploader reads it first, and finds out that the service takes files only together with the message.
      if (broken && reads > 1 && name === 'media.file') throw new StoreError('full', 'The disk is full.')
      return store.read(name, input, options)
    },
  }))
  const chat = await world.chat(anna)
  const [upload = ''] = await world.attach(chat, [{ name: 'one.pdf' }])
  const files = [{ upload, caption: '', asFile: false }]
  const { messages } = await world.app().call('messages.sendFiles', { chat, files, text: '' })
  const [message = 0 as MessageKey] = messages
  await world.app().waitFor('the sender asked for the file', () => reads > 1)
  expect(await world.kind(message)).not.toBe('uncertain')
  const text = await world.send(boris, 'Beside it')
  expect(await world.kind(text)).toBe('accepted')
  broken = false
  await world.app().waitFor('the file went', async () => {
    await world.time.advance(1_000)
    return world.account.sends.length === 2
  })
  expect(await world.kind(message)).not.toBe('uncertain')
  expect(refusals).toEqual([])
})
