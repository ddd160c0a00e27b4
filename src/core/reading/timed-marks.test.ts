import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { startTestCore } from '../testing/start-test-core.ts'

const hour = 3_600_000

it('a chat comes back unread when its time has come, also one that passed while the program was off', async () => {
  const account = { idInstance: '1101000001', token: 'snoozing-secret-token' }
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  emulator.addInstance(account)
  using dir = createTempDir()
  const options = {
    dataDir: dir.path,
    services: ['timedMarks'],
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account }],
  } as const
  const first = await startTestCore(options)
  onTestFinished(async () => {
    await first.stop()
    await emulator.stop()
  })
  const { chat } = await first.call('chats.open', { instance: first.firstKey(), chatId: '79990001122@c.us' })
  const now = () => emulator.clock.now()
  await expect(first.call('chats.snooze', { chat, until: now() })).rejects.toThrow('schedulePast')
  await first.call('chats.snooze', { chat, until: now() + hour })
  expect(await first.call('chats.details', { chat })).toMatchObject({ snoozedUntil: now() + hour, markedUnread: false })
  emulator.clock.advance(hour)
  await first.until(
    'chats.details',
    { chat },
    ({ snoozedUntil, markedUnread }) => snoozedUntil === null && markedUnread,
  )

  await first.call('chats.markRead', { chat })
  await first.call('chats.snooze', { chat, until: now() + hour })
  await first.core.stop()
  emulator.clock.advance(2 * hour)
  const second = await startTestCore({ ...options, instances: [] })
  onTestFinished(() => second.stop())
  await second.until(
    'chats.details',
    { chat },
    ({ snoozedUntil, markedUnread }) => snoozedUntil === null && markedUnread,
  )
})

it('what is unread is counted anew when a mute ends by itself', async () => {
  const account = { idInstance: '1101000001', token: 'muting-secret-token' }
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  emulator.addInstance(account)
  const core = await startTestCore({
    services: ['timedMarks'],
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const instance = core.firstKey()
  const { chat } = await core.call('chats.open', { instance, chatId: '79990001122@c.us' })
  const now = () => emulator.clock.now()
  /** As badge and tray are: when an event says that chats or instances changed. */
  let counts = 0
  onTestFinished(
    core.core.subscribe((event) => {
      if (event.type === 'changed' && ['chats', 'instances'].includes(event.change.kind)) counts += 1
    }),
  )
  await core.call('chats.setMuted', { chat, mutedUntil: now() + hour })
  counts = 0
  emulator.clock.advance(hour)
  await core.until('chats.details', { chat }, ({ mutedUntil }) => mutedUntil === null && counts > 0)

  await core.call('instances.edit', { instance, mutedUntil: now() + hour })
  counts = 0
  emulator.clock.advance(hour)
  await core.until('instances.list', {}, ([muted]) => muted?.mutedUntil === null)
  await expect.poll(() => counts).toBeGreaterThan(0)
})
