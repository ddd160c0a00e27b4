import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../create-emulator.ts'

test('every answer of a service that is far away takes the way there and back, however many are asked for at once', async () => {
  const emulator = createEmulator({ limits: 'off', wire: { roundTripMs: 60 } })
  const url = await emulator.start()
  onTestFinished(() => emulator.stop())
  emulator.addInstance({ idInstance: '1101000001', token: 'token-one' })
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await fetch(`${url}/v3/waInstance1101000001/getStateInstance/token-one`)
      await response.text()
      return { status: response.status, tookMs: performance.now() - started }
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(Math.min(...answers.map(({ tookMs }) => tookMs))).toBeGreaterThanOrEqual(58)
})
