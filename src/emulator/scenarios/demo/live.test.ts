import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { demo } from './demo.ts'

test('thirty people of the demo say different things, stop while nobody reads, and go on with who is answered', async () => {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const start = emulator.clock.now()
  demo(emulator, 2)
  const instances = emulator.world.instances()
  const came = () =>
    instances.flatMap((instance) =>
      instance
        .chats()
        .flatMap(({ messages }) =>
          messages.filter(({ direction, acceptedAt }) => direction === 'incoming' && acceptedAt > start),
        ),
    )
  const hours = (count: number): void => {
    for (let minute = 0; minute < 60 * count; minute += 1) emulator.clock.advance(60_000)
  }
  expect(instances.flatMap(({ people }) => people).length).toBeGreaterThanOrEqual(30)
  hours(2)
  const unread = came()
  expect(unread.length).toBeGreaterThanOrEqual(10)
  expect(unread.length).toBeLessThanOrEqual(15)
  const texts = unread.map(({ content }) => JSON.stringify(content))
  expect(new Set(texts).size).toBe(texts.length)
  hours(2)
  expect(came()).toHaveLength(unread.length)

  for (const instance of instances) {
    for (const { id, messages } of instance.chats()) {
      if (messages.at(-1)?.direction === 'incoming') instance.phone.says('Done.', { to: id })
    }
  }
  hours(1)
  expect(came().length).toBeGreaterThan(unread.length + 5)
})
