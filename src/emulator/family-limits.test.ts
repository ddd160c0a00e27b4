import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from './create-emulator.ts'
import { asker } from './testing/ask.ts'

test.each([
  ['whatsapp', 10],
  ['telegram', 1],
  ['v3', 1],
] as const)('%s takes getMessage %i times in a second', async (family, perSecond) => {
  const emulator = createEmulator({ clock: { mode: 'manual' } })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'secret-of-the-limits', family })
  const api = asker(emulator, instance)
  const statuses: number[] = []
  for (let request = 0; request <= perSecond; request += 1) {
    const { status } = await api.post('getMessage', { chatId: '79990001122@c.us', idMessage: '0123456789ABCDEF' })
    statuses.push(status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(statuses.at(-1)).toBe(429)
})
