import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { storeFileName } from '../../src/core/store/client/open-store.ts'
import { isAlive, type Machine, type Owner } from '../machine/machine.ts'
import type { DatabaseWatch } from '../machine/replace-globals.ts'

/** What the disk refuses, where, and how often. */
export interface DiskFault {
  readonly kind: 'full' | 'failing' | 'busy'
  readonly where: 'begin' | 'commit'
  readonly probability: number
}

class DiskError extends Error {
  readonly code = 'ERR_SQLITE_ERROR'
  readonly errcode: number
  constructor(errcode: number, message: string) {
    super(message)
    this.errcode = errcode
  }
}

/** Result codes and texts of SQLite (sqlite.org/rescode.html). */
const errors = {
  full: [13, 'database or disk is full'],
  busy: [5, 'database is locked'],
  failing: [10, 'disk I/O error'],
} as const

/** Bytes of a write-ahead log: its header, and a frame with one page (sqlite.org/fileformat.html 4.1). */
const headerBytes = 32
const frameBytes = 24 + 4096

/** How far a log is on the disk. The salt tells this round of the log from earlier ones. */
interface LogExtent {
  readonly salt: string
  readonly frames: number
}

const databaseFiles = [storeFileName, 'requests.db']

/**
 * The data directory, as real files of a memory disk. After a kill exactly these files are there; after a power cut each
 * write-ahead log has what was flushed, and some of the rest.
 */
export class Disk implements DatabaseWatch {
  readonly folder: string
  fault: DiskFault | null = null
  commits = 0
  readonly #machine: Machine
  readonly #open = new Map<DatabaseSync, { readonly owner: Owner; readonly file: string }>()
  readonly #flushed = new Map<string, LogExtent>()
  /** How often a power cut leaves later pages without earlier ones. */
  readonly #holes: number

  constructor(machine: Machine, folder: string) {
    this.#machine = machine
    this.folder = folder
    this.#holes = machine.random('holes').pick([0.1, 0.6])
  }

  /** Whether a database lies on it. */
  has(db: DatabaseSync): boolean {
    return db.location()?.startsWith(`${this.folder}${path.sep}`) === true
  }

  onOpen(db: DatabaseSync): void {
    const file = db.location()
    if (file !== null) this.#open.set(db, { owner: this.#machine.owner, file })
  }

  onClose(db: DatabaseSync): void {
    this.#open.delete(db)
  }

  beforeStatement(db: DatabaseSync, sql: string): void {
    const { fault } = this
    if (fault === null || this.#open.get(db)?.file.endsWith(storeFileName) !== true) return
    const isMeant = fault.where === 'begin' ? sql.startsWith('begin immediate') : /^commit\b/.test(sql)
    if (!isMeant || !this.#machine.random('disk').chance(fault.probability)) return
    this.#machine.note(`disk ${fault.kind} at ${fault.where}`)
    const [errcode, message] = errors[fault.kind]
    throw new DiskError(errcode, message)
  }

  onCommit(db: DatabaseSync, isFlushed: boolean): void {
    const file = this.#open.get(db)?.file
    if (file === undefined || !databaseFiles.includes(path.basename(file))) return
    this.commits += 1
    if (isFlushed) this.#flushed.set(file, extentOf(`${file}-wal`, this.#flushed.get(file)))
  }

  /**
   * The files as they are after the process ended without a word. They are copied before its connections are closed,
   * because closing the last one writes the log into the file.
   */
  crash(hasPower: boolean): void {
    const image = `${this.folder}.image`
    rmSync(image, { recursive: true, force: true })
    cpSync(this.folder, image, { recursive: true })
    this.closeDead()
    rmSync(this.folder, { recursive: true, force: true })
    renameSync(image, this.folder)
    for (const name of [...databaseFiles, 'lock']) rmSync(path.join(this.folder, `${name}-shm`), { force: true })
    if (!hasPower) for (const name of databaseFiles) this.#cutPower(path.join(this.folder, name))
  }

  closeDead(): void {
    for (const [db, { owner }] of this.#open) if (!isAlive(owner)) closeQuietly(db)
  }

  closeAll(): void {
    for (const db of this.#open.keys()) closeQuietly(db)
  }

  #cutPower(file: string): void {
    const log = `${file}-wal`
    if (!existsSync(log)) return
    const extent = extentOf(log)
    const flushed = this.#flushed.get(file)
    const safe = flushed !== undefined && flushed.salt === extent.salt ? flushed.frames : 0
    this.#machine.note(
      `power cut: ${extent.frames - safe} of ${extent.frames} pages of ${path.basename(file)} were not flushed`,
    )
    if (extent.frames > safe) this.#damageLog(log, safe, extent.frames)
    // What the log has now is on the disk.
    this.#flushed.set(file, extentOf(log))
  }

  /** A file that grew in order keeps a prefix, with a torn page; otherwise later pages stay and leave a hole. */
  #damageLog(log: string, safe: number, frames: number): void {
    const random = this.#machine.random('power')
    const isPrefix = !random.chance(this.#holes)
    const file = openSync(log, 'r+')
    try {
      if (isPrefix) {
        const rest = safe + random.int(0, frames - safe)
        const torn = rest < frames ? random.int(0, frameBytes - 1) : 0
        ftruncateSync(file, headerBytes + rest * frameBytes + torn)
        this.#machine.note(`power cut leaves ${rest} pages and a torn one`)
      } else {
        const hole = random.chance(0.5) ? random.int(safe, frames - 1) : frameOfLastPage(file, safe, frames)
        writeSync(file, Buffer.alloc(frameBytes), 0, frameBytes, headerBytes + hole * frameBytes)
        this.#machine.note(`power cut leaves a hole at page ${hole}`)
      }
    } finally {
      closeSync(file)
    }
  }
}

/** The frame with the last page of the database: one that a split may just have added. */
function frameOfLastPage(log: number, from: number, to: number): number {
  const page = Buffer.alloc(4)
  let found = { frame: from, page: 0 }
  for (let frame = from; frame < to; frame++) {
    readSync(log, page, 0, 4, headerBytes + frame * frameBytes)
    if (page.readUInt32BE() > found.page) found = { frame, page: page.readUInt32BE() }
  }
  return found.frame
}

function closeQuietly(db: DatabaseSync): void {
  try {
    db.close()
  } catch {
    // It was closed already.
  }
}

/**
 * The frames of the log's present round: those of earlier rounds lie after them, with another salt.
 * @param known how far it was before, so that only what came since is read
 */
function extentOf(log: string, known?: LogExtent): LogExtent {
  const bytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (bytes < headerBytes + frameBytes) return { salt: '', frames: 0 }
  const file = openSync(log, 'r')
  try {
    const saltAt = (position: number): string => {
      const salt = Buffer.alloc(8)
      readSync(file, salt, 0, 8, position)
      return salt.toString('hex')
    }
    const salt = saltAt(16)
    const isOfRound = (frame: number) => saltAt(headerBytes + frame * frameBytes + 8) === salt
    const end = Math.floor((bytes - headerBytes) / frameBytes)
    let low = known?.salt === salt ? Math.min(known.frames, end) : 0
    let step = 1
    while (low + step <= end && isOfRound(low + step - 1)) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step - 1, end)
    while (low < high) {
      const middle = (low + high) >> 1
      if (isOfRound(middle)) low = middle + 1
      else high = middle
    }
    return { salt, frames: low }
  } finally {
    closeSync(file)
  }
}
