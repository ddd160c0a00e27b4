import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

test('backups are made when they are due, also after the clock was wrong, and two that are missing are said', async () => {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const { clock } = emulator
  const dir = createTempDir()
  const folder = join(dir.path, 'disk')
  mkdirSync(folder)
  const borrowed = createBorrowedClock(clock)
  /** The computer's clock is wrong by this. */
  let skew = 0
  const desk = await startTestCore({ clock: { ...borrowed, now: () => borrowed.now() + skew }, services: ['backups'] })
  onTestFinished(async () => {
    await desk.stop()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const recipient = await identityToRecipient(await generateX25519Identity())
  const plan = { folder, secret: recipient, generations: 3, withTokens: false }
  const state = () => desk.call('backup.state', {})
  const lastAt = async () => (await state()).last?.at ?? 0
  /** Lets hours pass until it holds. */
  const hoursUntil = (what: string, holds: () => Promise<boolean>) =>
    desk.waitFor(what, async () => {
      clock.advance(hourMs)
      return holds()
    })

  await desk.call('backup.set', { ...plan, every: 'never' })
  clock.advance(30 * dayMs)
  expect(await state()).toMatchObject({ last: null, isOverdue: false })
  await desk.call('backup.set', { ...plan, every: 'day' })
  clock.advance(5 * minuteMs)
  const first = await desk.waitFor('the first backup', async () => (await lastAt()) || null)
  clock.advance(22 * hourMs)
  expect(await lastAt()).toBe(first)
  await hoursUntil('the next one', async () => (await lastAt()) > first)

  const second = await lastAt()
  skew = -400 * dayMs
  await hoursUntil('one by a clock that was set back', async () => (await lastAt()) < second && (await lastAt()) > 0)

  renameSync(folder, `${folder}-away`)
  await hoursUntil('one that fails', async () => (await state()).failures > 0)
  expect(await state()).toMatchObject({ reason: 'missing' })
  await hoursUntil('two that are missing', async () => (await state()).isOverdue)
  expect(existsSync(folder)).toBe(false)
  renameSync(`${folder}-away`, folder)
  await hoursUntil('one that is made', async () => (await state()).failures === 0)
  expect(await state()).toMatchObject({ reason: null, isOverdue: false })
  expect(await desk.call('backup.find', { folder })).toHaveLength(3)
})
