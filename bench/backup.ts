import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { composeCore } from '../src/core/create-core.ts'
import { storeEntries } from '../src/core/workers/store-entries.ts'
import { unlimited } from '../src/core/testing/start-test-core.ts'
import { plainHost } from '../src/core/testing/plain-host.ts'
import { createMemoryVault } from '../src/core/vault/memory-vault.ts'
import { archivesDir } from './lib/archives-dir.ts'
import { createSteps, figure, percentile, printTable } from './lib/figures.ts'
import { fillArchive } from './lib/fill-archive.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * A backup of an archive with files, beside `cp` of the same bytes in the same run: the first, a second in which
 * nothing changed, a check; how much memory the process needs over rest (aim: under 100 MB), how long a write of a
 * person waits meanwhile, p99, and how long a hundred notifications a second are on their way from the queue to the
 * window's event, beside the same without a backup (aim: 1.5 times).
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '200000' }, megabytes: { type: 'string', default: '500' } },
})
const fileBytes = 1_000_000
const perSecond = 100
/** Messages before anything is counted, and those that are counted without a backup. */
const [warmUp, counted] = [500, 2000]
const files = Number(values.megabytes)
const scratch = mkdtempSync(path.join(os.tmpdir(), 'switchboard-backup-'))
try {
  process.stdout.write(`${machineLoad()}\n`)
  const step = createSteps(6)
  step('fill')
  const made = fillArchive(path.join(archivesDir, 'archives'), {
    messages: Number(values.messages),
    chats: 500,
    largest: 5000,
    ownEvery: 4,
    observationsPerOwn: 3,
  })
  const dataDir = path.join(scratch, 'data')
  cpSync(made, dataDir, { recursive: true })
  mkdirSync(path.join(dataDir, 'media'), { recursive: true })
  const db = new DatabaseSync(path.join(dataDir, 'switchboard.db'))
  const insert = db.prepare(`insert into media_file values (?, 'application/octet-stream', ?, null, null, 0, 0)`)
  for (let n = 0; n < files; n += 1) {
    const content = Buffer.alloc(fileBytes)
    for (let at = 0; at < fileBytes; at += 50_000) crypto.getRandomValues(content.subarray(at, at + 50_000))
    const ref = `f${createHash('sha256').update(content).digest('hex').slice(0, 40)}`
    await writeFile(path.join(dataDir, 'media', ref), content)
    insert.run(ref, fileBytes)
  }
  db.close()

  step('cp')
  const cpMs = await timed(() => cpSync(dataDir, path.join(scratch, 'copy'), { recursive: true }))
  rmSync(path.join(scratch, 'copy'), { recursive: true })
  const folder = path.join(scratch, 'folder')
  mkdirSync(folder)
  const { core } = await composeCore({
    dataDir,
    vault: createMemoryVault(),
    entries: storeEntries(),
    host: plainHost,
    services: ['receiving'],
    limitClasses: unlimited,
  })
  core.start()
  const context = { signal: new AbortController().signal }
  const identity = await generateX25519Identity()
  const secret = await identityToRecipient(identity)
  await core.handlers['backup.set']({ folder, secret, every: 'never', generations: 3, withTokens: false }, context)
  step('a hundred notifications a second')
  const emulator = await startEmulator()
  const { control } = emulator
  const account = { idInstance: '1103000003', token: 'bench0000000000000000000000000000000000000000000000' }
  const anna = '79990001122'
  await control.do('instance.add', account)
  await control.do('person.add', { idInstance: account.idInstance, phone: anna, name: 'Anna' })
  const row = { name: 'Live', colour: 'teal', family: 'v3', mode: 'full' } as const
  await core.handlers['instances.add']({ apiUrl: emulator.url, ...account, storeToken: false, ...row }, context)
  const written: number[] = []
  let shown = 0
  let onTheWay: number[] = []
  let waiting: { readonly count: number; readonly resolve: () => void } | null = null
  core.subscribe((event) => {
    if (event.type !== 'changed' || event.change.kind !== 'messages') return
    const count = event.change.messages?.length ?? 0
    for (let n = 0; n < count && shown < written.length; n += 1, shown += 1)
      onTheWay.push(performance.now() - (written[shown] ?? 0))
    if (waiting !== null && shown >= waiting.count) waiting.resolve()
  })
  const shownBy = (count: number) =>
    new Promise<void>((resolve) => {
      waiting = { count, resolve }
    })
  const writing = setInterval(() => {
    written.push(performance.now())
    const message = { idInstance: account.idInstance, by: { person: anna }, text: `Message ${written.length}` } as const
    control.do('says', message).catch(() => undefined)
  }, 1000 / perSecond)
  await shownBy(warmUp)
  onTheWay = []
  await shownBy(warmUp + counted)
  const alone = onTheWay
  onTheWay = []
  let [peak, done] = [0, false]
  const waits: number[] = []
  const rest = process.memoryUsage().rss
  const watching = (async () => {
    while (!done) {
      peak = Math.max(peak, process.memoryUsage().rss)
      waits.push(await timed(() => core.handlers['app.setPreference']({ name: 'bench', value: 'x' }, context)))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  step('first backup')
  const firstMs = await timed(() => core.handlers['backup.make']({}, context))
  const beside = onTheWay
  clearInterval(writing)
  step('second backup')
  const secondMs = await timed(() => core.handlers['backup.make']({}, context))
  done = true
  await watching
  await emulator.stop()
  const [newest] = await core.handlers['backup.find']({ folder }, context)
  step('check')
  const checkMs = await timed(() =>
    core.handlers['backup.verify']({ folder, id: newest?.id ?? '', secret: identity }, context),
  )
  await core.stop()
  const storeMb = statSync(path.join(dataDir, 'switchboard.db')).size / 1e6
  printTable([
    ['archive', `${values.messages} messages, ${Math.round(storeMb)} MB; ${files} files of 1 MB`],
    ['first backup, of cp', figure(firstMs / cpMs)],
    ['second, nothing changed, of cp', figure(secondMs / cpMs)],
    ['check, of cp', figure(checkMs / cpMs)],
    ['memory over rest', `${Math.round((peak - rest) / 1e6)} MB`],
    ['write of a person meanwhile, p99', `${figure(percentile(waits, 0.99))} ms`],
    ...[0.5, 0.99].map((part): [string, string] => [
      `queue to event, p${part * 100}, of without`,
      `${figure(percentile(beside, part) / percentile(alone, part))} (${figure(percentile(alone, part))} and ${figure(percentile(beside, part))} ms, ${beside.length})`,
    ]),
    ['cp; first; second; check', [cpMs, firstMs, secondMs, checkMs].map((ms) => `${figure(ms / 1000)} s`).join('; ')],
  ])
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
