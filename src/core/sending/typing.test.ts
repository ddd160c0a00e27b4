import { expect, onTestFinished, test } from 'vitest'
import { anna, boris, createSendingHarness } from '../testing/sending-harness.ts'

test('"typing" is shown before a text where Settings say so, and what follows at the service waits', async () => {
  const harness = await createSendingHarness()
  onTestFinished(harness.close)
  const world = await harness.start()
  await world.app().call('settings.update', { typingSeconds: 5 })
  await world.send(anna, 'With typing')
  await world.time.settle()
  await world.app().call('settings.update', { typingSeconds: 0 })
  await world.send(boris, 'Behind it')
  await world.time.settle()
  const bodies = world.emulator.recorder.list({ operation: 'sendMessage', idInstance: world.account.idInstance })
  expect(bodies.map(({ body }) => JSON.parse(body).typingTime)).toEqual([5000, undefined])
  const left = () => world.account.sends.filter(({ stage }) => stage === 'in-chat').length
  await world.time.advance(4_000)
  expect(left()).toBe(0)
  await world.time.advance(2_000)
  expect(left()).toBe(2)
})

test('a reply to a notification goes without "typing"', async () => {
  const harness = await createSendingHarness()
  onTestFinished(harness.close)
  const world = await harness.start()
  await world.app().call('settings.update', { typingSeconds: 20 })
  const chat = await world.chat(anna)
  await world.app().call('messages.send', { chat, text: 'At once', keepDraft: true })
  await world.time.settle()
  const [asked] = world.emulator.recorder.list({ operation: 'sendMessage', idInstance: world.account.idInstance })
  expect(JSON.parse(asked?.body ?? '')).not.toHaveProperty('typingTime')
})
