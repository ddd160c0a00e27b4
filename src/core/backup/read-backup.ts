import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { identityToRecipient } from 'age-encryption'
import { extract as extractTar } from 'tar-stream'
import { z } from 'zod'
import { applicationId } from '../store/engine/database.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { newestVersion, readVersion, type Migration } from '../store/engine/migrate.ts'
import { isSameDefinition, readSchema, schemaOf } from '../store/recovery/schema-copy.ts'
import { fileRef } from '../media/rules/file-ref.ts'
import { openBackupKey, readEncrypted } from './age-files.ts'
import { BackupError, type BackupJob, type ReadBackup } from './backup-job.ts'
import { readFiles } from './make-backup.ts'
import {
  archiveSuffix,
  entryNames,
  filesFolderName,
  keyFileName,
  listHash,
  listSuffix,
  partName,
  readHead,
} from './rules/backup-format.ts'

type ReadJob = Extract<BackupJob, { kind: 'verify' | 'restore' }>

/** The schema of our stores, and how a restored one is prepared for its new place. */
export interface RestoredSchema {
  readonly migrations: readonly Migration[]
  prepare(path: string, options: Pick<ReadJob, 'receives' | 'now'>): void
}

/** Limit of an archive's small entries, which are read into memory, bytes. */
const smallEntryBytes = 16 * 1024 * 1024
const vaultEntries = z.record(z.string(), z.string())

/**
 * Decrypts a generation and all its files, and checks that the store is whole. For `restore` the store is then in the
 * working folder, prepared for its new place, and the files are among those of the data directory. Throws BackupError,
 * and system errors.
 */
export async function readBackup(
  job: ReadJob,
  schema: RestoredSchema,
  progress: (done: number, total: number) => void,
): Promise<ReadBackup> {
  const { folder, generation } = job
  const identity = await openBackupKey(join(folder, keyFileName), job.secret)
  const archive = join(folder, generation + archiveSuffix)
  const archiveBytes = (await stat(archive)).size
  const store = join(job.work, storeFileName)
  const { head, vault } = await extract(archive, identity, store, (bytes) => progress(bytes, archiveBytes))
  const messages = checkStore(store, schema.migrations)

  const list = await readFile(join(folder, generation + listSuffix), 'utf8')
  if (listHash(list) !== head.files) throw new BackupError('damaged', 'The list of files was changed.')
  const names = new Set(list.split('\n'))
  const recipient = await identityToRecipient(identity)
  const files = readFiles(store).flatMap((file) => {
    const name = partName(recipient, file.ref)
    return names.has(name) ? [{ ...file, name }] : []
  })
  const total = archiveBytes + files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = archiveBytes
  for (const { ref, bytes, name } of files) {
    const content = readEncrypted(join(folder, filesFolderName, `${name}.age`), identity)
    await takeFile(job, ref, content)
    progress((done += bytes), total)
  }
  if (job.kind === 'restore') schema.prepare(store, job)
  return { at: head.at, messages, files: files.length, store, vault }
}

/** Reads an archive whole, and writes its store. Entries with other names are passed over. */
async function extract(archive: string, identity: string, store: string, progress: (bytes: number) => void) {
  const tar = extractTar()
  let bytes = 0
  const decrypted = async function* () {
    for await (const chunk of readEncrypted(archive, identity)) {
      progress((bytes += chunk.length))
      yield chunk
    }
  }
  const reading = pipeline(Readable.from(decrypted()), tar)
  // The loop over the entries gets the error too.
  reading.catch(() => undefined)
  let head: Exclude<ReturnType<typeof readHead>, string> | null = null
  let vault: Readonly<Record<string, string>> = {}
  let hasStore = false
  try {
    for await (const each of tar) {
      const { name } = each.header
      const entry = each as AsyncIterable<Uint8Array>
      if (name === entryNames.head && head === null) {
        const read = readHead(await smallText(entry))
        if (typeof read === 'string') throw new BackupError(read, 'The archive is of another program or version.')
        head = read
      } else if (head === null) throw new BackupError('foreign', 'The archive is not one of this program.')
      else if (name === entryNames.vault) vault = vaultEntries.parse(JSON.parse(await smallText(entry)))
      else if (name === entryNames.store && !hasStore) {
        hasStore = true
        await pipeline(entry, createWriteStream(store, { mode: 0o600, flush: true }))
      } else each.resume()
    }
    await reading
  } catch (error) {
    tar.destroy()
    // An archive that decrypts is ours; a stranger's tar encrypted for the same key may hold anything.
    await reading.catch((cause: unknown) => {
      if (!(error instanceof BackupError) && (cause instanceof BackupError || hasCode(cause))) throw cause
    })
    if (error instanceof BackupError || hasCode(error)) throw error
    throw new BackupError('damaged', 'The archive can not be read.', { cause: error })
  }
  if (head === null || !hasStore) throw new BackupError('foreign', 'The archive lacks a part.')
  return { head, vault }
}

const hasCode = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('E') &&
  !error.code.startsWith('ERR_')

async function smallText(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of entry) {
    bytes += chunk.length
    if (bytes > smallEntryBytes) throw new BackupError('foreign', 'An entry of the archive is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Number of messages. Whoever knows the public key can encrypt for it: tables and triggers are ours, or the store is
 * refused.
 */
function checkStore(path: string, migrations: readonly Migration[]): number {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path)
    const value = (pragma: string) => Object.values(db?.prepare(`pragma ${pragma}`).get() ?? {})[0]
    if (value('application_id') !== applicationId) throw new BackupError('foreign', 'It holds no store of ours.')
    const version = readVersion(db)
    const steps = migrations.filter((step) => step.version <= version)
    if (version > newestVersion(migrations) || steps.at(-1)?.version !== version)
      throw new BackupError('otherVersion', 'Its store is of another version.')
    if (!isSameDefinition(schemaOf(steps), readSchema(db)))
      throw new BackupError('foreign', 'Its store has other tables.')
    if (value('quick_check(1)') !== 'ok') throw new BackupError('damaged', 'Its store is damaged.')
    return Number(db.prepare('select count(*) as n from message').get()?.['n'])
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError('damaged', 'Its store can not be read.', { cause: error })
  } finally {
    db?.close()
  }
}

/** For `restore` puts the file into its place; else reads it. */
async function takeFile(job: ReadJob, ref: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  const written = join(job.work, 'file')
  await pipeline(
    hashed(),
    createWriteStream(job.kind === 'restore' ? written : devNull, { mode: 0o600, flush: job.kind === 'restore' }),
  )
  if (fileRef(hash.digest('hex')) !== ref) throw new BackupError('damaged', 'A file of the backup has another content.')
  if (job.kind === 'verify') return
  await mkdir(join(job.dataDir, 'media'), { recursive: true, mode: 0o700 })
  await rename(written, join(job.dataDir, 'media', ref))
}
