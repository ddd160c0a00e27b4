import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CallContext } from '../../contract/index.ts'
import { createCore } from '../create-core.ts'
import { createRestartableCore } from '../restartable-core.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { fillStore } from '../testing/fill-store.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { plainHost } from '../testing/plain-host.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { watchedEntries } from '../testing/watched-entries.ts'
import { createMemoryVault } from '../vault/memory-vault.ts'

const context: CallContext = { signal: new AbortController().signal }
const list = { scope: null, filter: 'all', offset: 0, limit: 50 } as const

test('an archive that was set aside is brought back, the present one is set aside in turn, and so on', async () => {
  const dir = createTempDir()
  const before = createTempDir()
  onTestFinished(() => {
    before[Symbol.dispose]()
    dir[Symbol.dispose]()
  })
  const store = await openTestStore(before.path)
  await fillStore(store, { chats: 3, messages: 30 })
  await store.close()
  const aside = `${storeFileName}.damaged-2026-11-01T10-00-00-000Z`
  const garbage = `${storeFileName}.damaged-2026-11-02T10-00-00-000Z`
  copyFileSync(join(before.path, storeFileName), join(dir.path, aside))
  writeFileSync(join(dir.path, garbage), 'x'.repeat(50_000))
  const bytes = readFileSync(join(dir.path, aside))

  const core = createRestartableCore((life) =>
    createCore({ dataDir: dir.path, vault: createMemoryVault(), entries: watchedEntries(), host: plainHost, ...life }),
  )
  onTestFinished(() => core.stop())
  const { handlers } = core
  const names = async () => (await handlers['storage.setAside']({}, context)).map(({ name }) => name)
  const chats = async () => (await handlers['chats.list'](list, context)).total
  expect(await names()).toEqual([garbage, aside])
  await expect(handlers['storage.bringBack']({ name: '../other' }, context)).rejects.toMatchObject({ code: 'notFound' })
  await expect(handlers['storage.bringBack']({ name: garbage }, context)).rejects.toMatchObject({
    code: 'archiveUnreadable',
  })
  await handlers['labels.save']({ name: 'Of the present one' }, context)

  await handlers['storage.bringBack']({ name: aside }, context)
  expect(await chats()).toBe(3)
  expect(readFileSync(join(dir.path, aside))).toEqual(bytes)
  const [replaced = ''] = await names()
  expect(replaced).toMatch(/\.replaced-/u)

  await handlers['storage.bringBack']({ name: replaced }, context)
  expect(await chats()).toBe(0)
  expect(await handlers['labels.list']({}, context)).toMatchObject([{ name: 'Of the present one' }])
})
