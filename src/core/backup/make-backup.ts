import { createReadStream } from 'node:fs'
import { access, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, backup } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { pack as packTar } from 'tar-stream'
import { isFileRef } from '../media/rules/file-ref.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { writeEncrypted, writeWhole } from './age-files.ts'
import type { BackupJob, MadeBackup } from './backup-job.ts'
import {
  archiveSuffix,
  entryNames,
  filesFolderName,
  headText,
  isPartName,
  listHash,
  listSuffix,
  newGeneration,
  partName,
  readGeneration,
  unfinishedSuffix,
} from './rules/backup-format.ts'

type MakeJob = Extract<BackupJob, { kind: 'make' }>
type Progress = (done: number, total: number) => void

/** Of what `tar` makes of an archive: for its owner alone. */
const mode = 0o600

/** All pages in one step: after each pause in which the store was written to, SQLite would begin again. */
const allPages = 0x7f_ff_ff_ff

/**
 * Writes a generation of the running store, and the files of chats that no earlier one has. Throws BackupError and
 * system errors; what is not whole then has a name that nobody takes for a backup.
 */
export async function makeBackup(job: MakeJob, progress: Progress): Promise<MadeBackup> {
  const { folder, recipient } = job
  // Made when the person chose the folder: where a disk is not there, nothing is written in its place.
  await access(folder)
  await removeUnfinished(folder)
  await mkdir(join(folder, filesFolderName), { recursive: true })
  const snapshot = join(job.work, storeFileName)
  await copyStore(join(job.dataDir, storeFileName), snapshot)

  const files = readFiles(snapshot)
  const storeBytes = (await stat(snapshot)).size
  const total = storeBytes + files.reduce((sum, file) => sum + file.bytes, 0)
  let done = 0
  const advance = (bytes: number) => progress((done += bytes), total)

  let [bytes, missing] = [0, 0]
  const names: string[] = []
  for (const { ref, bytes: size } of files) {
    const name = partName(recipient, ref)
    const target = join(folder, filesFolderName, `${name}.age`)
    if (!(await isThere(target))) {
      // The cache removes files while this runs.
      const source = join(job.dataDir, 'media', ref)
      if (!(await isThere(source))) {
        missing += 1
        advance(size)
        continue
      }
      bytes += await writeEncrypted(target, recipient, createReadStream(source))
    }
    names.push(name)
    advance(size)
  }

  const list = names.map((name) => `${name}\n`).join('')
  const generations = await listGenerations(folder)
  const { name } = newGeneration((generations[0]?.number ?? 0) + 1, job.at)
  await writeWhole(join(folder, name + listSuffix), onePiece(list))
  const head = headText({ program: job.program, at: job.at, files: listHash(list) })
  const archive = tarOf(head, snapshot, storeBytes, job.vault, advance)
  bytes += await writeEncrypted(join(folder, name + archiveSuffix), recipient, archive)
  await removeOld(folder, job.generations)
  return { bytes, missing }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

/** Copies the store in one snapshot, while it is written to. */
async function copyStore(from: string, to: string): Promise<void> {
  const db = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(db, to, { rate: allPages })
  } finally {
    db.close()
  }
}

/** The files that messages, quick replies and composers refer to, by the names that we give them. */
export function readFiles(store: string): readonly { readonly ref: string; readonly bytes: number }[] {
  const db = new DatabaseSync(store)
  try {
    return db
      .prepare('select ref, bytes from media_file order by ref')
      .all()
      .map(({ ref, bytes }) => ({ ref: String(ref), bytes: Number(bytes) }))
      .filter(({ ref }) => isFileRef(ref))
  } finally {
    db.close()
  }
}

async function* tarOf(
  head: string,
  store: string,
  storeBytes: number,
  vault: MakeJob['vault'],
  advance: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const tar = packTar()
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(store)) {
      advance((chunk as Buffer).length)
      yield chunk as Buffer
    }
  }
  const fill = async () => {
    tar.entry({ name: entryNames.head, mode }, head)
    if (vault !== null) tar.entry({ name: entryNames.vault, mode }, JSON.stringify(vault))
    await pipeline(counted(), tar.entry({ name: entryNames.store, mode, size: storeBytes }))
    tar.finalize()
  }
  const filling = fill().catch((error: Error) => tar.destroy(error))
  yield* tar as AsyncIterable<Uint8Array>
  await filling
}

/** Whole generations in the folder of a key, the newest first. Rejects with the system's error. */
async function listGenerations(folder: string) {
  const found = (await readdir(folder)).flatMap((name) => readGeneration(name) ?? [])
  return found.toSorted((one, other) => other.number - one.number)
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const place of [folder, join(folder, filesFolderName)]) {
    const names = await readdir(place).catch(() => [])
    for (const name of names.filter((one) => one.endsWith(unfinishedSuffix))) await rm(join(place, name))
  }
}

/** Removes all generations but the newest, and the files to which none refers any more. */
async function removeOld(folder: string, generations: number): Promise<void> {
  const all = await listGenerations(folder)
  for (const { name } of all.slice(generations)) {
    // The archive goes first: without its list it could not be told from one that lost files.
    await rm(join(folder, name + archiveSuffix))
    await rm(join(folder, name + listSuffix), { force: true })
  }
  const needed = new Set<string>()
  for (const { name } of all.slice(0, generations)) {
    const list = await readFile(join(folder, name + listSuffix), 'utf8').catch(() => null)
    // Nobody knows which files it needs.
    if (list === null) return
    for (const part of list.split('\n')) needed.add(part)
  }
  for (const fileName of await readdir(join(folder, filesFolderName))) {
    const part = fileName.replace(/\.age$/u, '')
    if (isPartName(part) && !needed.has(part)) await rm(join(folder, filesFolderName, fileName))
  }
}
