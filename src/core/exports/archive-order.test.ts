import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'
import { textsOf } from '../testing/receiving-scene.ts'
import { archiveLines } from './archive-export.ts'
import { createArchiveImport } from './archive-import.ts'

const account = { idInstance: '1101000001', token: 'secret-of-the-archive', family: 'whatsapp' } as const
const written = Array.from({ length: 6 }, (_, n) => `message ${n}`)

// Two seeds: ids are random, and one draw may happen to be in order.
test.each([7, 8])(
  'messages of one second stand in a read archive file as they stood before (seed %i)',
  async (seed) => {
    const emulator = createEmulator({
      seed,
      limits: 'off',
      clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) },
    })
    const apiUrl = await emulator.start()
    const instance = emulator.addInstance(account)
    const instances = [{ apiUrl, ...account }]
    const core = await startTestCore({ ...receivingAlone, clock: createBorrowedClock(emulator.clock), instances })
    // This one asks for nothing: all it knows is the file.
    const other = await startTestCore({ ...receivingAlone, instances, started: false })
    onTestFinished(async () => {
      await Promise.all([core.stop(), other.stop()])
      await emulator.stop()
    })
    const anna = instance.person('79990001122', { name: 'Anna' })
    for (const text of written) anna.says(text)
    await core.waitFor('all came', () => instance.notifications.size === 0)
    await core.untilApplied()
    const lines: string[] = []
    for await (const { text } of archiveLines(core.store, { instance: core.firstKey(), exportedAt: 0, version: '1' }))
      lines.push(text)
    const reading = createArchiveImport(other.store)
    const { signal } = new AbortController()
    await reading.take(lines.join(''), signal)
    await reading.end(signal)
    expect(await textsOf(core, anna.chatId)).toEqual(written)
    expect(await textsOf(other, anna.chatId)).toEqual(written)
  },
)
