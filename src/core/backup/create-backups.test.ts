import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import type { BackupMessage } from './backup-job.ts'
import { createBackups } from './create-backups.ts'

const context = { signal: new AbortController().signal }
const folderOfBackups = 'switchboard-0a1b2c3d'

/** Backups whose thread answers this at once, or never. */
function open({
  answer = null,
  onAnswer = () => undefined,
  lastAt = null,
}: {
  readonly answer?: BackupMessage | null
  readonly onAnswer?: () => void
  /** When the last backup was made, by a clock that shows 0 now. */
  readonly lastAt?: number | null
}) {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const [dataDir, folder] = [join(dir.path, 'data'), join(dir.path, 'disk')]
  mkdirSync(dataDir)
  mkdirSync(join(folder, folderOfBackups), { recursive: true })
  writeFileSync(join(folder, folderOfBackups, '000001-2026-11-20T12-00-00-000Z.tar.age'), '')
  const entry = `import { parentPort } from 'node:worker_threads'
    ${answer === null ? 'setInterval(() => undefined, 1000)' : `parentPort.postMessage(${JSON.stringify(answer)})`}`
  const vault = new Map<string, string>()
  const instances: object[] = []
  const written: string[] = []
  const recorded: unknown[] = []
  const timers: (() => void)[] = []
  const replaced: string[] = []
  const backups = createBackups({
    dataDir,
    entry: new URL(`data:text/javascript,${encodeURIComponent(entry)}`),
    version: '1',
    store: {
      read: async () => ({
        ...{ folder, recipient: 'age1', keyFile: null, every: 'day', generations: 1, withTokens: false },
        ...{ since: 0, last: lastAt === null ? null : { at: lastAt }, failures: 0, reason: null },
      }),
      async write(name: string, { outcome }: { readonly outcome?: { readonly last?: unknown } }) {
        written.push(name)
        recorded.push(outcome?.last)
      },
    },
    clock: { now: () => 0, monotonic: () => 0, setTimer: (_: number, run: () => void) => void timers.push(run) },
    logger: createSilentLogger(),
    vault: { set: async (name: string, value: string) => void vault.set(name, value) },
    instances: { list: () => instances },
    emit: () => onAnswer(),
    replaceStore: async (file: string) => void replaced.push(file),
  } as never)
  onTestFinished(() => backups.service.stop())
  const { handlers } = backups
  return {
    ...{ folder, vault, instances, written, recorded, replaced, timers },
    start: () => backups.service.start(),
    find: () => handlers['backup.find']({ folder }, context),
    make: () => handlers['backup.make']({}, context),
    async restore() {
      const [found] = await handlers['backup.find']({ folder }, context)
      const given = { folder, id: found?.id ?? '', secret: 'x', receives: false }
      await handlers['backup.restore'](given, context)
    },
  }
}

test('a restore takes tokens and the membership in a team into the vault, and nothing else of the archive', async () => {
  const vault = { 'instance:1@https://api.example': 'a', team: 'b', 'program:abcdefgh:secret': 'c', lock: 'd' }
  const result = { at: 0, messages: 0, files: 0, store: '/store.db', vault }
  const desk = open({ answer: { kind: 'read', result } })
  await desk.restore()
  expect([...desk.vault]).toEqual([
    ['instance:1@https://api.example', 'a'],
    ['team', 'b'],
  ])
  expect(desk.replaced).toEqual(['/store.db'])
})

test('a restore gives way to an instance that was added while it ran', async () => {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const store = join(dir.path, 'store.db')
  writeFileSync(store, '')
  const result = { at: 0, messages: 0, files: 0, store, vault: { team: 'b' } }
  const desk = open({ answer: { kind: 'read', result }, onAnswer: () => void desk.instances.push({}) })
  await expect(desk.restore()).rejects.toMatchObject({ data: { details: { reason: 'notEmpty' } } })
  expect([existsSync(store), desk.vault.size, desk.replaced]).toEqual([false, 0, []])
})

test('a backup that another one keeps from beginning did not fail', async () => {
  const desk = open({})
  const first = desk.make().catch(() => undefined)
  await expect(desk.make()).rejects.toMatchObject({ data: { details: { reason: 'busy' } } })
  expect(desk.written).toEqual([])
  void first
})

test('a backup of somebody who has the key says that no passphrase opens it', async () => {
  const desk = open({})
  expect(await desk.find()).toMatchObject([{ hasPassphrase: false }])
  writeFileSync(join(desk.folder, folderOfBackups, 'key.age'), '')
  expect(await desk.find()).toMatchObject([{ hasPassphrase: true }])
})

test('a backup that was to have no tokens does not say that they could not be read', async () => {
  const desk = open({ answer: { kind: 'made', result: { bytes: 1, missing: 0 } } })
  await desk.make()
  expect(desk.recorded).toMatchObject([{ withoutTokens: false }])
})

test('a clock that was set back keeps nobody waiting for the next backup', async () => {
  const desk = open({ answer: { kind: 'made', result: { bytes: 1, missing: 0 } }, lastAt: 30 * 86_400_000 })
  desk.start()
  await expect.poll(() => desk.timers).toHaveLength(1)
  desk.timers[0]?.()
  await expect.poll(() => desk.timers).toHaveLength(2)
  expect(desk.written).toEqual(['backup.record'])
})
