import { expect, onTestFinished, test } from 'vitest'
import { operations, type OperationName } from '../api/operations.ts'
import { createEmulator } from './create-emulator.ts'
import { asker } from './testing/ask.ts'

// Service 10.6, 11.6 and 11.12.
test.each([
  ['whatsapp', 'getMessage', 10],
  ['telegram', 'getMessage', 1],
  ['v3', 'getMessage', 1],
  ['whatsapp', 'getGroupData', 1],
  ['v3', 'getGroupData', 10],
  ['whatsapp', 'getContactInfo', 1],
  ['v3', 'getContactInfo', 10],
  ['whatsapp', 'addGroupParticipant', 10],
  ['v3', 'addGroupParticipant', 1],
  ['whatsapp', 'leaveGroup', 10],
] as const satisfies readonly (readonly [string, OperationName, number])[])(
  '%s takes %s %i times in a second',
  async (family, operation, perSecond) => {
    const emulator = createEmulator({ clock: { mode: 'manual' } })
    await emulator.start()
    onTestFinished(() => emulator.stop())
    const instance = emulator.addInstance({ idInstance: '1101000001', token: 'secret-of-the-limits', family })
    const api = asker(emulator, instance)
    const statuses: number[] = []
    for (let request = 0; request <= perSecond; request += 1) {
      const { status } = await api.post(operations[operation].path, {
        chatId: '79990001122@c.us',
        idMessage: '0123456789ABCDEF',
      })
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses.at(-1)).toBe(429)
  },
)
