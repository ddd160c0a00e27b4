import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSystemClock } from '../core/base/system-clock.ts'
import { createWindowLock, windowLockName } from '../core/hosting/window-lock.ts'
import { lockedTeam } from '../core/hosting/team-sentences.ts'
import { createRestartableCore } from '../core/restartable-core.ts'
import { startTestCore } from '../core/testing/start-test-core.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createMemoryVault } from '../core/vault/memory-vault.ts'
import { createClient } from '../rpc/client.ts'
import { createMemoryLink } from '../rpc/testing/memory-link.ts'
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

test.each(['open', 'locked'] as const)('a window that is %s is told what it may know of what happens', async (kind) => {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const core = createRestartableCore(async () => (await startTestCore({ dataDir: dir.path, services: [] })).core)
  onTestFinished(() => core.stop())
  await core.ready
  // A lock that can not be read keeps the window locked.
  if (kind === 'locked') writeFileSync(join(dir.path, windowLockName), '{}')
  const { signal } = new AbortController()
  const lock = createWindowLock({
    ...{ dataDir: dir.path, clock: createSystemClock(), host: 'browser', warn: core.warn },
    settings: () => core.handlers['settings.get']({}, { signal }),
  })
  const open = () => Promise.resolve(false)
  const session = createWebSession({ core, lock, dataDir: dir.path, built: dir.path, open })
  onTestFinished(() => session.stop())
  const link = createMemoryLink(session.serve)
  link.connect()
  const client = createClient(link.client)
  onTestFinished(() => client.close())
  const received: string[] = []
  client.onEvent((event) => received.push(event.type === 'changed' ? event.change.kind : event.type))
  expect(await client.call('host.lock', {})).toMatchObject({ kind: kind === 'locked' ? 'locked' : 'none' })
  await core.handlers['settings.update']({ language: 'ru' }, { signal })
  await client.call('host.lock', {})
  expect(received).toEqual(kind === 'locked' ? [] : ['settings'])
})
