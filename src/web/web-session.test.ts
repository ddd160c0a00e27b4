import { expect, onTestFinished, test, vi } from 'vitest'
import { createSystemClock } from '../core/base/system-clock.ts'
import { createWindowLock } from '../core/hosting/window-lock.ts'
import { lockedTeam } from '../core/hosting/team-sentences.ts'
import { createRestartableCore } from '../core/restartable-core.ts'
import { startTestCore } from '../core/testing/start-test-core.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createMemoryVault } from '../core/vault/memory-vault.ts'
import { createWebSession } from './web-session.ts'

test('a desk without a window whose vault forgot the team says so on the console, and what to do', async () => {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const start = () => startTestCore({ dataDir: dir.path, services: ['team'], vault: createMemoryVault() })
  const before = await start()
  await before.store.write('team.setDesk', { desk: crypto.randomUUID(), team: crypto.randomUUID() })
  await before.core.stop()

  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const core = createRestartableCore(async () => (await start()).core)
  onTestFinished(() => core.stop())
  await core.ready
  const lock = createWindowLock({
    dataDir: dir.path,
    clock: createSystemClock(),
    host: 'browser',
    settings: () => core.handlers['settings.get']({}, { signal: new AbortController().signal }),
    warn: core.warn,
  })
  const session = createWebSession({
    core,
    lock,
    dataDir: dir.path,
    built: dir.path,
    open: () => Promise.resolve(false),
  })
  onTestFinished(() => session.stop())
  await session.begin({ addInstances: undefined, joinTeam: undefined })
  expect(written.mock.calls.map(([text]) => text)).toContain(`${lockedTeam}\n`)
  expect(lockedTeam).toMatch(/^Nothing .* received: .* Set SWITCHBOARD_PASSPHRASE/)
})
