import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { Decrypter, Encrypter } from 'age-encryption'
import { pack } from 'tar-stream'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupReason } from '../../contract/backup.ts'
import type { CallContext, CoreCallName, Input, Output } from '../../contract/index.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Vault } from '../base/ports.ts'
import { createCore } from '../create-core.ts'
import { createRestartableCore } from '../restartable-core.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { createTxSession } from '../store/tx.ts'
import { createAgeKey } from '../testing/cheap-key.ts'
import { dumpArchive } from '../testing/archive-dump.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { plainHost } from '../testing/plain-host.ts'
import { watchedEntries } from '../testing/watched-entries.ts'
import { createMemoryVault } from '../vault/memory-vault.ts'
import { restoredSchema } from '../schema/restored-schema.ts'
import { reasonOf } from './backup-job.ts'
import { readBackup } from './read-backup.ts'
import { folderOfKey } from './rules/backup-format.ts'

const context: CallContext = { signal: new AbortController().signal }
const passphrase = 'seven brown otters paddle at dawn'
const token = 'backup-secret-token-0123456789'

function tempDir(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return dir.path
}

/** A desk that knows a message, a file and a label, with messages that wait. */
async function filledDesk() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const service = emulator.addInstance({ idInstance: '1101000001', token })
  const vault = createMemoryVault()
  const desk = await startTestCore({ vault })
  onTestFinished(async () => {
    await desk.stop()
    await emulator.stop()
  })
  const add = {
    apiUrl,
    idInstance: '1101000001',
    token,
    family: 'v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
  } as const
  const { instance } = await desk.call('instances.add', { ...add, storeToken: true })
  service.person('79990001122', { name: 'Anna' }).sendsImage({ caption: 'The green one' })
  const list = { scope: instance, filter: 'all', offset: 0, limit: 10 } as const
  const { rows } = await desk.until('chats.list', list, ({ total }) => total === 1)
  const chat = rows[0]?.key ?? (0 as never)
  const window = { chat, anchor: { kind: 'newest' }, before: 10, after: 0 } as const
  const [picture] = (await desk.until('messages.window', window, ({ rows: all }) => all.length === 1)).rows
  await desk.call('media.fetch', { message: picture?.key ?? (0 as never) })
  await desk.waitFor('the picture is here', () => filesOf(desk.dataDir).length > 0)
  await desk.call('chats.saveDraft', { chat, text: 'A draft' })
  return { emulator, service, desk, instance, chat }
}

const filesOf = (dataDir: string): readonly string[] =>
  existsSync(join(dataDir, 'media')) ? readdirSync(join(dataDir, 'media')).filter((name) => name.startsWith('f')) : []

/** All that a person could see of the store in a data directory. */
function archiveIn(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, storeFileName), { readOnly: true })
  try {
    const { tx, begin } = createTxSession(db)
    begin(0)
    return dumpArchive(tx)
  } finally {
    db.close()
  }
}

/** A computer without anything, on which a backup is restored. */
function freshComputer(vault: Vault = createMemoryVault()) {
  const dataDir = tempDir()
  const core = createRestartableCore((life) =>
    createCore({ dataDir, vault, entries: watchedEntries(), host: plainHost, ...life }),
  )
  onTestFinished(() => core.stop())
  const call = <Name extends CoreCallName>(name: Name, input: Input<Name>) =>
    (core.handlers[name] as (given: unknown, from: CallContext) => Promise<Output<Name>>)(input, context)
  return { dataDir, call, stop: () => core.stop() }
}

const plan = { every: 'never', generations: 2, withTokens: true } as const
const reason = (of: BackupReason) => ({ code: 'backupFailed', data: { details: { reason: of } } })

test('a backup brings everything back on another computer, and what waited is looked for and sent by nobody', async () => {
  const { desk, chat } = await filledDesk()
  const folder = tempDir()
  await desk.call('backup.set', { folder, secret: passphrase, ...plan })
  // Nobody answers any more, so what is written now waits.
  desk.core.suspend()
  await desk.call('messages.send', { chat, text: 'Waits to be sent' })
  await desk.call('backup.make', {})
  const [found] = await desk.call('backup.find', { folder })
  const id = found?.id ?? ''
  expect(await desk.call('backup.state', {})).toMatchObject({
    last: { missing: 0, withoutTokens: false },
    running: null,
  })
  expect(await desk.call('backup.verify', { folder, id, secret: passphrase })).toMatchObject({ messages: 2, files: 1 })
  const before = archiveIn(desk.dataDir)

  const vault = createMemoryVault()
  const other = freshComputer(vault)
  await other.call('backup.restore', { folder, id, secret: passphrase, receives: false })
  const [instance] = await other.call('instances.list', {})
  expect(instance).toMatchObject({ name: 'Shop', connection: { kind: 'paused' }, token: 'session', needAttention: 1 })
  const { rows } = await other.call('messages.window', { chat, anchor: { kind: 'newest' }, before: 10, after: 0 })
  expect(rows.at(-1)).toMatchObject({ status: { kind: 'uncertain' } })
  expect(filesOf(other.dataDir)).toEqual(filesOf(desk.dataDir))
  expect(await other.call('backup.state', {})).toMatchObject({ plan: null, last: null })
  await expect(other.call('backup.restore', { folder, id, secret: passphrase, receives: false })).rejects.toMatchObject(
    reason('notEmpty'),
  )
  await other.stop()
  const statusless = (archive: typeof before) =>
    archive['messages']?.map((message) => ({ ...message, status: null, stamps_json: null, unsent: null }))
  expect(statusless(archiveIn(other.dataDir))).toEqual(statusless(before))
  expect({ ...archiveIn(other.dataDir), messages: [] }).toEqual({ ...before, messages: [] })
})

test('what the other computer sent after the backup is found, and not sent again', async () => {
  const { desk, chat, emulator, service } = await filledDesk()
  const folder = tempDir()
  const { recipient, identity } = await createAgeKey()
  await desk.call('backup.set', { folder, secret: recipient, ...plan })
  desk.core.suspend()
  const { message } = await desk.call('messages.send', { chat, text: 'Waits to be sent' })
  await desk.call('backup.make', {})
  desk.core.resume()
  const isAccepted = ({ message: row }: Output<'messages.details'>) =>
    ['accepted', 'sent', 'delivered', 'read'].includes(row.status?.kind ?? '')
  await desk.until('messages.details', { message }, isAccepted)
  await desk.core.stop()

  const other = freshComputer()
  const [found] = await other.call('backup.find', { folder })
  await other.call('backup.restore', { folder, id: found?.id ?? '', secret: identity, receives: true })
  await expect.poll(async () => isAccepted(await other.call('messages.details', { message }))).toBe(true)
  expect(emulator.recorder.list({ operation: 'sendMessage', idInstance: service.idInstance })).toHaveLength(1)
})

test('neither names, texts nor tokens can be read in the folder, and nothing of them stays in the data directory', async () => {
  const { desk } = await filledDesk()
  const folder = tempDir()
  const { recipient } = await createAgeKey()
  await desk.call('backup.set', { folder, secret: recipient, ...plan })
  await desk.call('backup.make', {})
  const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(written.length).toBe(3)
  for (const { parentPath, name } of written) {
    const text = readFileSync(join(parentPath, name), 'latin1')
    for (const secret of ['Anna', 'The green one', token, 'SQLite format']) expect(text).not.toContain(secret)
    for (const ref of filesOf(desk.dataDir)) expect(name).not.toContain(ref.slice(1))
  }
  expect(existsSync(join(desk.dataDir, 'backup'))).toBe(false)
})

test('only as many generations stay as a person wants, files are written once, and go with the last that has them', async () => {
  const { desk } = await filledDesk()
  const folder = tempDir()
  const { recipient, identity } = await createAgeKey()
  await desk.call('backup.set', { folder, secret: recipient, ...plan })
  await desk.call('backup.make', {})
  const { last: first } = await desk.call('backup.state', {})
  await desk.call('backup.make', {})
  const { last: second } = await desk.call('backup.state', {})
  const picture = Number(readFileSync(join(desk.dataDir, 'media', filesOf(desk.dataDir)[0] ?? '')).length)
  expect((first?.bytes ?? 0) - (second?.bytes ?? 0)).toBeGreaterThan(picture)
  const parts = () => readdirSync(join(keyFolderOf(folder), 'files'))
  expect(parts()).toHaveLength(1)

  await desk.call('storage.clear', { what: 'media' })
  await desk.call('backup.make', {})
  const [, older] = await desk.call('backup.find', { folder })
  expect(await desk.call('backup.verify', { folder, id: older?.id ?? '', secret: identity })).toMatchObject({
    files: 1,
  })
  await desk.call('backup.make', {})
  expect(parts()).toEqual([])
  const found = await desk.call('backup.find', { folder })
  expect(found).toHaveLength(2)
  for (const { id } of found)
    expect(await desk.call('backup.verify', { folder, id, secret: identity })).toMatchObject({ messages: 1, files: 0 })
})

const keyFolderOf = (folder: string): string => {
  const [name = ''] = readdirSync(folder)
  return join(folder, name)
}

const archiveOf = (folder: string): string => {
  const name = readdirSync(keyFolderOf(folder)).find((one) => one.endsWith('.tar.age')) ?? ''
  return join(keyFolderOf(folder), name)
}
const partOf = (folder: string): string => {
  const [name = ''] = readdirSync(join(keyFolderOf(folder), 'files'))
  return join(keyFolderOf(folder), 'files', name)
}

/** A tar of somebody who knows the public key. */
async function forged(recipient: string, entries: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const tar = pack()
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, Buffer.from(content))
  tar.finalize()
  return encrypted(recipient, await buffer(tar))
}

function encrypted(recipient: string, content: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(new Uint8Array(content))
}

test('whatever is changed in a backup is refused with a reason, and nothing of it is taken', async () => {
  const { desk } = await filledDesk()
  const original = tempDir()
  const { recipient, identity } = await createAgeKey()
  await desk.call('backup.set', { folder: original, secret: recipient, ...plan })
  await desk.call('backup.make', {})
  const head = { format: 'switchboard-backup', formatVersion: 1, program: '1', at: 1, files: '' }
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = Buffer.from(await decrypter.decrypt(readFileSync(archiveOf(original))))
  const store = plain.subarray(plain.indexOf('SQLite format 3'))
  const withTrigger = join(tempDir(), 'store.db')
  writeFileSync(withTrigger, store.subarray(0, store.readUInt16BE(16) * store.readUInt32BE(28)))
  const db = new DatabaseSync(withTrigger)
  db.exec('create trigger stranger after insert on label begin delete from message; end')
  db.close()

  const flip = (path: string, at: (length: number) => number) => {
    const bytes = readFileSync(path)
    const place = at(bytes.length)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  const cut = (path: string, to: (length: number) => number) => {
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.subarray(0, to(bytes.length)))
  }
  const replaced = (entries: Readonly<Record<string, string | Uint8Array>>) => async (folder: string) =>
    writeFileSync(archiveOf(folder), await forged(recipient, entries))
  const changes: readonly (readonly [string, BackupReason, (folder: string) => void | Promise<void>])[] = [
    ['a byte in the middle', 'damaged', (folder) => flip(archiveOf(folder), (length) => length >> 1)],
    ['the last byte', 'damaged', (folder) => flip(archiveOf(folder), (length) => length - 1)],
    ['a byte of the head', 'damaged', (folder) => flip(archiveOf(folder), () => 3)],
    ['cut in the middle', 'damaged', (folder) => cut(archiveOf(folder), (length) => length >> 1)],
    ['cut at a block', 'damaged', (folder) => cut(archiveOf(folder), (length) => length - (length % 65_552))],
    ['empty', 'damaged', (folder) => cut(archiveOf(folder), () => 0)],
    ['a byte of a file', 'damaged', (folder) => flip(partOf(folder), (length) => length >> 1)],
    [
      'a file of a stranger',
      'damaged',
      async (folder) => writeFileSync(partOf(folder), await encrypted(recipient, Buffer.from('something else'))),
    ],
    ['a file is gone', 'missing', (folder) => rmSync(partOf(folder))],
    ['the list of files', 'damaged', (folder) => cut(archiveOf(folder).replace('.tar.age', '.files'), () => 0)],
    ['the list is gone', 'missing', (folder) => rmSync(archiveOf(folder).replace('.tar.age', '.files'))],
    ['of a later version', 'otherVersion', replaced({ 'backup.json': JSON.stringify({ ...head, formatVersion: 2 }) })],
    ['of another program', 'foreign', replaced({ 'backup.json': '{"format":"other"}' })],
    ['without a head', 'foreign', replaced({ 'switchboard.db': 'x' })],
    ['without a store', 'foreign', replaced({ 'backup.json': JSON.stringify(head) })],
    [
      'a store of noise',
      'damaged',
      replaced({ 'backup.json': JSON.stringify(head), 'switchboard.db': 'x'.repeat(9000) }),
    ],
    [
      'a store with a trigger of a stranger',
      'foreign',
      replaced({ 'backup.json': JSON.stringify(head), 'switchboard.db': readFileSync(withTrigger) }),
    ],
  ]
  const readings = ['verify', 'restore'] as const
  const job = { secret: identity, receives: true, now: Date.now() }
  for (const [what, why, change] of changes) {
    const folder = tempDir()
    cpSync(original, folder, { recursive: true })
    await change(folder)
    for (const kind of readings) {
      const dataDir = tempDir()
      const generation = basename(archiveOf(folder), '.tar.age')
      const places = { dataDir, work: tempDir(), folder: keyFolderOf(folder) }
      const read = readBackup({ kind, generation, ...places, ...job }, restoredSchema, () => undefined)
      expect(await read.then(() => 'read', reasonOf), `${kind}: ${what}`).toBe(why)
      expect(readdirSync(dataDir)).toEqual([])
    }
  }
  const other = freshComputer()
  const stranger = await createAgeKey()
  const [found] = await other.call('backup.find', { folder: original })
  const given = { folder: original, id: found?.id ?? '', receives: true }
  for (const kind of readings) {
    const call = other.call(`backup.${kind}`, { ...given, secret: stranger.identity })
    await expect(call, kind).rejects.toMatchObject(reason('secret'))
  }
  flip(archiveOf(original), (length) => length >> 1)
  for (const kind of readings) {
    const call = other.call(`backup.${kind}`, { ...given, secret: identity })
    await expect(call, kind).rejects.toMatchObject(reason('damaged'))
  }
  expect(await other.call('instances.list', {})).toEqual([])
  expect(existsSync(join(other.dataDir, 'backup'))).toBe(false)
})

test('a folder that can not be used is refused with a reason, and one that vanishes is not made anew', async () => {
  const around = tempDir()
  const dataDir = join(around, 'data')
  mkdirSync(dataDir)
  const desk = await startTestCore({ services: [], dataDir })
  onTestFinished(() => desk.stop())
  const { recipient } = await createAgeKey()
  const set = (folder: string) => desk.call('backup.set', { folder, secret: recipient, ...plan })
  const folder = tempDir()
  const link = join(tempDir(), 'link')
  symlinkSync(desk.dataDir, link)
  for (const name of ['logs/mine', '..mine']) mkdirSync(join(desk.dataDir, name), { recursive: true })
  for (const inside of [desk.dataDir, join(desk.dataDir, 'logs', 'mine'), join(desk.dataDir, '..mine'), link])
    await expect(set(inside)).rejects.toMatchObject(reason('inside'))
  for (const missing of ['relative', join(folder, 'nowhere'), '', join(desk.dataDir, storeFileName)])
    await expect(set(missing)).rejects.toMatchObject(reason('missing'))
  // Around it is a folder like any other.
  await set(around)

  await set(folder)
  rmSync(keyFolderOf(folder), { recursive: true })
  await expect(desk.call('backup.make', {})).rejects.toMatchObject(reason('missing'))
  expect(readdirSync(folder)).toEqual([])
  expect(await desk.call('backup.state', {})).toMatchObject({ failures: 1, reason: 'missing', last: null })
  for (const weak of ['', 'password1', 'qwerty'])
    await expect(desk.call('backup.set', { folder, secret: weak, ...plan })).rejects.toMatchObject({
      code: 'passphraseWeak',
    })
  const changed = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
  for (const cut of [recipient.slice(0, -1), changed, 'AGE-SECRET-KEY-1QQ'])
    await expect(desk.call('backup.set', { folder, secret: cut, ...plan })).rejects.toMatchObject(reason('badKey'))
})

test('a file that is named like the folder of a key hides no backup', async () => {
  const desk = await startTestCore({ services: [] })
  onTestFinished(() => desk.stop())
  const folder = tempDir()
  const { recipient } = await createAgeKey()
  await desk.call('backup.set', { folder, secret: recipient, ...plan })
  await desk.call('backup.make', {})
  const { recipient: other } = await createAgeKey()
  writeFileSync(join(folder, folderOfKey(other)), 'no folder')
  expect(await desk.call('backup.find', { folder })).toHaveLength(1)
})

test('changes of the plan come one after the other: what ends while it is changed has ended', async () => {
  const desk = await startTestCore({ services: [] })
  onTestFinished(() => desk.stop())
  const folder = tempDir()
  const { recipient } = await createAgeKey()
  await desk.call('backup.set', { folder, secret: recipient, ...plan })
  await Promise.all([
    desk.call('backup.set', { folder, secret: null, ...plan, every: 'week' }),
    desk.call('backup.end', {}),
  ])
  expect(await desk.call('backup.state', {})).toMatchObject({ plan: null })
})

test('two at once: the second is told that one is under way', async () => {
  const desk = await startTestCore({ services: [] })
  onTestFinished(() => desk.stop())
  const { recipient } = await createAgeKey()
  await desk.call('backup.set', { folder: tempDir(), secret: recipient, ...plan })
  const both = await Promise.allSettled([desk.call('backup.make', {}), desk.call('backup.make', {})])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await desk.call('backup.state', {})).toMatchObject({ failures: 0, last: { missing: 0 } })
})

test('a backup that should hold the tokens and can not read them says so', async () => {
  const locked = { get: () => Promise.resolve(null), where: () => Promise.resolve('locked' as const) }
  const desk = await startTestCore({ vault: { ...createMemoryVault(), ...locked }, services: [] })
  onTestFinished(() => desk.stop())
  const { recipient } = await createAgeKey()
  await desk.call('backup.set', { ...plan, folder: tempDir(), secret: recipient })
  await desk.call('backup.make', {})
  expect(await desk.call('backup.state', {})).toMatchObject({ last: { withoutTokens: true } })
})
