import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import type { ChatKey } from '../src/contract/ids.ts'
import { tokenEntry } from '../src/core/accounts/tokens.ts'
import { CoreStartError } from '../src/core/hosting/core-start-error.ts'
import { composeCore } from '../src/core/create-core.ts'
import { readFileIfThere, replaceFile, setFileAside } from '../src/core/base/replace-file.ts'
import type { ChildRunner, CoreHttp, Vault } from '../src/core/base/ports.ts'
import { storeSchema } from '../src/core/schema/store-schema.ts'
import { createNodeChildren } from '../src/core/base/node-children.ts'
import { salvagedSchema } from '../src/core/schema/salvaged-schema.ts'
import { openDatabase } from '../src/core/store/engine/database.ts'
import { migrate } from '../src/core/store/engine/migrate.ts'
import { integrityProblems } from '../src/core/store/recovery/integrity-problems.ts'
import { openPageFile } from '../src/core/store/recovery/page-file.ts'
import { pageBytes } from '../src/core/store/recovery/page-format.ts'
import { isInterior, readPage } from '../src/core/store/recovery/read-page.ts'
import { openMigratedStore } from '../src/core/store/open-migrated-store.ts'
import type { SalvageResult } from '../src/core/store/recovery/salvage.ts'
import { StoreError, troubleOfSqliteError } from '../src/core/store/store-error.ts'
import { salvageStore } from '../src/core/store/recovery/salvage-store.ts'
import { readSchemaCopy } from '../src/core/store/recovery/schema-copy.ts'
import { readWriteAheadLog } from '../src/core/store/recovery/write-ahead-log.ts'
import { fillStore } from '../src/core/testing/fill-store.ts'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { openTestStore } from '../src/core/testing/open-test-store.ts'
import { plainHost } from '../src/core/testing/plain-host.ts'
import { openPassphraseVault } from '../src/core/vault/passphrase-vault.ts'
import { openSafeStorageVault } from '../src/main/system/safe-storage-vault.ts'
import { printTable } from './lib/figures.ts'

/**
 * Damage on the disk: in a copy of a whole data directory some bytes of one file are changed, one or 64 in a row, and
 * the program is started on it. Stores are fresh, vacuumed so that tables begin at other pages, or cut off with all
 * rows in their log; the files are the store, its log, the copy of its schema, the request log, both token files and
 * the lock. Every start has to open or to ask; what is missing has to be said and counted; a row or a token of which no
 * byte was changed has to be there; and no token may go to another host than its own.
 *
 * All starts are in this process. Check and salvage, which the program gives to a process of their own, run in it too
 * but for one start of 25: the same functions, without the start of Node. Of flips in a store or its log one of five
 * starts the whole program; the others open, check and salvage the store as its workers do, which takes a fifth of the
 * time.
 */
// A thousand starts compile the workers once.
enableCompileCache()

const { values } = parseArgs({
  options: { flips: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const flips = Number(values.flips)
const random = createSeededRandom(Number(values.seed))
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

/** Of the build (`npm run build`): a thousand starts of the sources take an hour. */
const built = (name: string): URL => pathToFileURL(path.resolve(import.meta.dirname, '../out/main', `${name}.js`))
const programs = {
  storeWorker: built('store-worker'),
  readerWorker: built('reader-worker'),
  storeMaintenance: built('store-maintenance'),
  backupWorker: built('backup-worker'),
}

const inThisProcess: ChildRunner = {
  run(_entry, [command, source = '', target = '', now = '', store = '']) {
    const result =
      command === 'check'
        ? integrityProblems(source)
        : salvageStore(source, target, salvagedSchema, Number(now), readSchemaCopy(store))
    return Promise.resolve(JSON.stringify(result))
  },
}
const inProcessesOfTheirOwn = createNodeChildren()

const host = 'api.example'
const address = { apiUrl: `https://${host}`, mediaUrl: '', idInstance: '1101000001' }
const token = 'token0000000000000000000000000000000000000000000001'
const entries = Array.from({ length: 40 }, (_, index) =>
  tokenEntry(
    index === 0
      ? address
      : { apiUrl: `https://other${index}.example`, mediaUrl: '', idInstance: String(1_101_000_001 + index) },
    index === 0 ? token : token.replace(/.{2}$/u, String(index + 10)),
  ),
)
const passphrase = 'correct horse'
const logName = 'switchboard.db-wal'
const weights = [
  ['switchboard.db', 70],
  ['switchboard.db.schema', 4],
  ['requests.db', 4],
  ['desktop-vault.json', 10],
  ['vault.json', 4],
  ['lock', 4],
  ['lock.json', 2],
] as const
type File = (typeof weights)[number][0] | typeof logName

const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: (text: string) =>
    Promise.resolve(Buffer.concat([Buffer.from('v11'), Buffer.from(text).map((byte) => byte ^ 0x5a)])),
  decryptStringAsync: (encrypted: Buffer) =>
    Promise.resolve({
      result: Buffer.from(encrypted.subarray(3).map((byte) => byte ^ 0x5a)).toString(),
      shouldReEncrypt: false,
    }),
}
const openDesktopVault = (file: string): Promise<Vault> =>
  openSafeStorageVault({
    safeStorage,
    file: {
      read: () => readFileIfThere(file),
      write: (text) => replaceFile(file, text),
      setAside: () => setFileAside(file),
    },
    platform: 'linux',
    sleep: () => Promise.resolve(),
  })
async function openSealedVault(file: string): Promise<Vault> {
  const vault = await openPassphraseVault(file)
  await vault.unlock(passphrase).catch(() => undefined)
  return vault
}

/** A data directory with everything in it, closed. */
async function makePattern(kind: 'fresh' | 'moved' | 'cut off'): Promise<string> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'switchboard-damage-'))
  const file = path.join(dir, 'switchboard.db')
  if (kind === 'moved') {
    const db = openDatabase(file)
    migrate(db, storeSchema)
    const many = JSON.stringify(Array.from({ length: 300 }, (_, index) => index))
    db.exec(`insert into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
      values (9, 'old', 'https://old.example', 'v3', '/v3', 'Old', 'teal', 'full', 0, 1);
      insert into chat (instance, chat_id, kind) select 9, value, 'user' from json_each('${many}'); vacuum`)
    db.close()
    await (await openTestStore(dir)).close()
    const after = new DatabaseSync(file)
    after.exec('delete from instance; delete from meta')
    after.close()
  }
  const store = await openTestStore(dir)
  await fillStore(store, { messages: 700 })
  const label = await store.write('labels.save', { name: 'Urgent' })
  await store.write('labels.set', { chat: 1 as ChatKey, label, on: true })
  const id = '00000000-0000-4000-8000-000000000001'
  await store.write('notes.store', { chat: 1 as ChatKey, id, text: 'a note of orders', at: 1, editedAt: null })
  await store.write('settings.update', { theme: 'dark', enterSends: false })
  if (kind === 'cut off') {
    // The last commit of a log can't be told from one that a power cut tore: nothing is in it that is looked for.
    await store.write('preferences.set', { name: 'last', value: 'commit' })
    const log = readFileSync(`${file}-wal`)
    const main = readFileSync(file)
    await store.close()
    writeFileSync(file, main)
    writeFileSync(`${file}-wal`, log)
  } else await store.close()
  for (const vault of [
    await openDesktopVault(path.join(dir, 'desktop-vault.json')),
    await openSealedVault(path.join(dir, 'vault.json')),
  ])
    for (const [name, text] of entries) await vault.set(name, text)
  writeFileSync(path.join(dir, 'lock'), '')
  writeFileSync(path.join(dir, 'lock.json'), JSON.stringify({ pid: 1, host: 'here', program: 'desktop', since: 1 }))
  const log = new DatabaseSync(path.join(dir, 'requests.db'))
  log.exec('create table filler (a); insert into filler select value from json_each(\'["a","b","c"]\')')
  log.close()
  return dir
}

type Rows = ReadonlyMap<string, string>
const tables = {
  message: 'select id_message as id, text || raw as value from message',
  journal: 'select key as id, raw as value from journal',
  chat: `select chat_id as id, '' as value from chat`,
  instance: 'select id_instance as id, api_url as value from instance',
  label: `select name as id, '' as value from label`,
  note: 'select id, text as value from note',
  setting: 'select name as id, value_json as value from setting',
} as const
const noRows: Rows = new Map()
function readRows(file: string): Readonly<Record<string, Rows>> {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return Object.fromEntries(
      Object.entries(tables).map(([table, sql]) => [
        table,
        new Map(
          db
            .prepare(sql)
            .all()
            .map((row) => [String(row['id']), String(row['value'])]),
        ),
      ]),
    )
  } finally {
    db.close()
  }
}
/** Rows of which a byte lies in a part of the file, or of its log. */
function rowsAt(pattern: string, file: File, offset: number, length: number): number {
  const store = path.join(pattern, 'switchboard.db')
  const damage = new Map<number, { from: number; to: number }>()
  if (file === logName)
    for (const logged of readWriteAheadLog(path.join(pattern, logName))?.pages ?? [])
      // A frame whose header is damaged names another page: then all its rows may be those of before.
      if (offset < logged.offset + pageBytes && offset + length > logged.offset - 24)
        damage.set(
          logged.page,
          offset < logged.offset
            ? { from: 0, to: pageBytes }
            : { from: offset - logged.offset, to: offset + length - logged.offset },
        )
  if (file === 'switchboard.db')
    for (const at of [offset, offset + length - 1]) {
      const start = Math.floor(at / pageBytes) * pageBytes
      damage.set(start / pageBytes + 1, { from: offset - start, to: offset + length - start })
    }
  const pages = openPageFile(store)
  let rows = 0
  for (const [number, { from, to }] of damage) {
    const bytes = pages.read(number)
    const page = bytes === null ? null : readPage(bytes, number)
    // A page of no tree is part of one row.
    if (page === null) rows += 1
    else if (page.kind !== 'tableInterior' && !isInterior(page.kind))
      rows += page.cells.filter(({ start, end }) => start < to && end > from).length
  }
  pages.close()
  return rows
}

function problemsOf(file: string): number {
  try {
    return integrityProblems(file).length
  } catch {
    return 1
  }
}

interface Opened {
  /** Nothing can be read: the program would ask whether to begin with an empty store. */
  readonly asked: boolean
  /** Null: nothing was salvaged. */
  readonly lost: SalvageResult['lost'] | null
}
/** What the store's workers do at a start, and the check after an unclean end. */
function openStoreAlone(store: string): Opened {
  try {
    openMigratedStore(store, storeSchema).db.close()
    if (problemsOf(store) === 0) return { asked: false, lost: null }
  } catch (error) {
    const isDamaged = error instanceof StoreError ? error.kind === 'damaged' : troubleOfSqliteError(error) === 'damaged'
    if (!isDamaged) throw error
  }
  const target = `${store}.salvaged`
  const { lost, isEmpty } = salvageStore(store, target, salvagedSchema, Date.now(), readSchemaCopy(store))
  if (isEmpty) return { asked: true, lost: null }
  for (const suffix of ['-wal', '-shm']) rmSync(store + suffix, { force: true })
  renameSync(target, store)
  return { asked: false, lost }
}

const counts = new Map<string, number>()
const count = (what: string, more = 1) => void counts.set(what, (counts.get(what) ?? 0) + more)
const failures: string[] = []

async function tryOne(
  pattern: string,
  before: Readonly<Record<string, Rows>>,
  name: string,
  children: ChildRunner,
  index: number,
): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'switchboard-damage-'))
  cpSync(pattern, dir, { recursive: true })
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  let draw = random() * total
  const drawn: File = (weights.find(([, weight]) => (draw -= weight) < 0) ?? weights[0])[0]
  const file = drawn === 'switchboard.db' && existsSync(path.join(dir, logName)) ? logName : drawn
  const target = path.join(dir, file)
  const length = pick([1, 64])
  const bytes = existsSync(target) ? readFileSync(target) : Buffer.alloc(0)
  const offset = Math.floor(random() * Math.max(1, bytes.length - length + 1))
  const damaged = bytes.length < length ? Buffer.alloc(length) : bytes
  for (let at = offset; at < offset + length; at++) damaged[at] = (damaged[at] ?? 0) ^ (1 + Math.floor(random() * 255))
  writeFileSync(target, damaged)
  // As if the run before had ended without closing, so that the whole file is looked through, which takes a process of
  // its own: only where that finds something.
  const store = path.join(dir, 'switchboard.db')
  if (name === 'cut off' || problemsOf(store) > 0) writeFileSync(`${store}.open`, '')
  const what = `${name} ${file} ${length} at ${offset}`
  const fail = (why: string) => {
    failures.push(`${what}: ${why}`)
    process.stdout.write(`FAILED ${what}: ${why}\n`)
  }
  count(`flips of ${length === 1 ? 'one byte' : '64 bytes'}`)
  count(`flips in ${file}`)

  let foreign = 0
  let requests = 0
  const http: CoreHttp = {
    request({ url }) {
      requests += 1
      if (entries.some(([, text]) => url.includes(JSON.parse(text).token)) && new URL(url).host !== host) foreign += 1
      return Promise.resolve({ kind: 'failure', reason: 'refused', mayHaveLeft: false, bytesIn: 0, bytesOut: 0 })
    },
  }
  const sealed = file === 'vault.json'
  const say = (lost: SalvageResult['lost'] | null): void => {
    if (lost === null) return
    reported = lost
    count('stores that were salvaged')
    for (const { what: of, count: rows } of lost)
      count(`said: lost of ${of}${rows === null ? ', not counted' : ''}`, rows ?? 1)
  }
  const isStoreAlone = (file === 'switchboard.db' || file === logName) && index % 5 !== 0
  const openVault = () =>
    sealed ? openSealedVault(path.join(dir, 'vault.json')) : openDesktopVault(path.join(dir, 'desktop-vault.json'))
  let asked = false
  let lostRows = 0
  let isReported = false
  let reported: readonly { readonly what: string; readonly count: number | null }[] = []
  try {
    if (isStoreAlone) {
      const opened = openStoreAlone(store)
      asked = opened.asked
      isReported = opened.lost !== null
      say(opened.lost)
      count('stores that opened')
    } else {
      const { core, parts } = await composeCore({
        dataDir: dir,
        vault: await openVault(),
        entries: programs,
        children,
        host: plainHost,
        http,
        logLevel: 'error',
        services: [],
        mayBeginEmpty: () => {
          asked = true
          return Promise.resolve(false)
        },
      })
      core.start()
      const { signal } = new AbortController()
      const deadline = performance.now() + 120_000
      while (parts.store.maintenance() !== 'none' || parts.store.state() !== 'ok') {
        if (performance.now() > deadline) {
          fail(`did not come to rest: ${parts.store.state()}, ${parts.store.maintenance()}`)
          break
        }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      // Whatever runs asks what its loops would ask first.
      for (const runtime of parts.instances.list())
        await runtime.run()?.api.call('getStateInstance', {}, { priority: 'background', purpose: 'bench', signal })
      const state = await core.handlers['storage.state']({}, { signal })
      isReported = state.kind === 'recovered'
      say(state.kind === 'recovered' ? state.lost : null)
      await core.handlers['chats.list']({ scope: null, filter: 'all', offset: 0, limit: 50 }, { signal })
      for (let chat = 1; chat <= 3; chat++)
        await core.handlers['messages.window'](
          { chat: chat as ChatKey, anchor: { kind: 'newest' }, before: 100, after: 0 },
          { signal },
        ).catch((error: unknown) => (isReported ? undefined : fail(`a chat does not open: ${String(error)}`)))
      await core.stop()
      count('starts of the whole program that opened')
    }
  } catch (error) {
    if (asked && error instanceof CoreStartError && error.failure.kind === 'unreadable') {
      count('starts that asked whether to begin with an empty archive')
      if (!readFileSync(target).equals(damaged)) fail('the damaged store was changed')
    } else fail(`did not start: ${error instanceof Error ? error.message : String(error)}`)
  }
  count('requests made', requests)
  if (foreign > 0) fail(`${foreign} requests with a token went to another host`)
  if (!asked) {
    const after = readRows(path.join(dir, 'switchboard.db'))
    for (const [table, rows] of Object.entries(before)) {
      const now = after[table] ?? noRows
      const missing = [...rows.keys()].filter((id) => !now.has(id)).length
      const changed = [...rows].filter(([id, value]) => now.has(id) && now.get(id) !== value).length
      lostRows += missing
      if (missing > 0) count(`rows lost: ${table}`, missing)
      const fewer = rows.size - now.size
      const counted = reported.find(({ what: of }) => of === table)
      if (fewer > 0 && isReported && (counted === undefined || (counted.count ?? Infinity) < fewer))
        fail(`${fewer} rows of ${table} are missing, and ${counted?.count ?? 0} are said`)
      if (changed > 0) count(`rows with changed letters that nothing noticed: ${table}`, changed)
    }
    if (lostRows > 0) {
      count('starts that lost rows')
      if (!isReported) fail(`${lostRows} rows are missing, and it is not said`)
      const whole = Math.max(0, lostRows - rowsAt(pattern, file, offset, length))
      if (whole > 0) count('whole rows lost', whole)
      if (whole > 0) fail(`${whole} rows are missing of which no byte was changed`)
    }
  }
  if (!isStoreAlone) await checkTokens()
  rmSync(dir, { recursive: true, force: true })

  async function checkTokens(): Promise<void> {
    const reopened = sealed
      ? await openSealedVault(path.join(dir, 'vault.json'))
      : await openDesktopVault(path.join(dir, 'desktop-vault.json'))
    const readable = await Promise.all(entries.map(async ([entry, text]) => (await reopened.get(entry)) === text))
    const lostTokens = readable.filter((isThere) => !isThere).length
    if (lostTokens > 0) count(`tokens lost in ${sealed ? 'vault.json' : 'desktop-vault.json'}`, lostTokens)
    const most = file === 'desktop-vault.json' ? (length === 1 ? 1 : 2) : 0
    if (lostTokens > most) fail(`${lostTokens} of 40 tokens are lost`)
  }
}

/** Timers of core keep no process alive, and here nothing else does while a limiter waits. */
const alive = setInterval(() => undefined, 60_000)
const startedAt = performance.now()
const kinds = ['fresh', 'moved', 'cut off'] as const
const patterns: { kind: string; dir: string; rows: Readonly<Record<string, Rows>> }[] = []
try {
  for (const kind of kinds) {
    const dir = await makePattern(kind)
    const copy = mkdtempSync(path.join(os.tmpdir(), 'switchboard-damage-'))
    cpSync(dir, copy, { recursive: true })
    patterns.push({ kind, dir, rows: readRows(path.join(copy, 'switchboard.db')) })
    rmSync(copy, { recursive: true })
    const sizes = ['switchboard.db', logName].map(
      (name) => statSync(path.join(dir, name), { throwIfNoEntry: false })?.size ?? 0,
    )
    process.stdout.write(`${kind}: store ${sizes[0]} bytes, log ${sizes[1]} bytes\n`)
  }
  for (let index = 0; index < flips; index++) {
    const { kind, dir, rows } = patterns[index % patterns.length] ?? { kind: '', dir: '', rows: {} }
    await tryOne(dir, rows, kind, index % 25 === 0 ? inProcessesOfTheirOwn : inThisProcess, index)
    if ((index + 1) % 50 === 0)
      process.stderr.write(
        `${index + 1} of ${flips} after ${Math.round((performance.now() - startedAt) / 1000)} s, ${failures.length} failures\n`,
      )
  }
} finally {
  clearInterval(alive)
  for (const { dir } of patterns) rmSync(dir, { recursive: true, force: true })
}
printTable([['what', 'count'], ...[...counts].toSorted().map(([what, many]) => [what, String(many)])])
process.stdout.write(`${failures.length} failures\n`)
process.exitCode = failures.length === 0 ? 0 : 1
