import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

const account = { idInstance: '1101000001', token: 'secret-token-of-the-restarted' }

it.each(['an end in order', 'a crash'])('nothing is asked above its rate right after %s', async (end) => {
  const emulator = createEmulator({ clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  emulator.addInstance(account)
  const dir = createTempDir()
  onTestFinished(async () => {
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const start = () =>
    startTestCore({
      dataDir: dir.path,
      clock: createBorrowedClock(emulator.clock),
      services: ['accounts', 'receiving'],
      instances: [{ apiUrl, ...account }],
    })
  const asked = (operation: string) => emulator.recorder.list({ operation }).length
  const first = await start()
  await first.waitFor('it is asked', () => asked('getSettings') === 1)
  await first.stop()
  if (end === 'a crash') {
    // What a killed program leaves beside its data; nothing was noted of its requests.
    writeFileSync(join(dir.path, 'lock.json'), JSON.stringify({ pid: 1, host: 'here', program: 'browser', since: 1 }))
  }
  const second = await start()
  await second.waitFor('it is asked again', () => {
    emulator.clock.advance(100)
    return asked('getSettings') === 2
  })
  await second.stop()
  const refused = emulator.recorder.list().filter(({ status }) => status === 429)
  expect(refused.map(({ operation }) => operation)).toEqual([])
})
