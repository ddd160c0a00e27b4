import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { pageBytes } from './page-format.ts'
import { readWriteAheadLog } from './write-ahead-log.ts'

/** The pages of a store from its file and its log, read without SQLite. */
export interface PageFile {
  /** Pages are numbered from 1 to this. */
  readonly pageCount: number
  /** Damaged frames of the log. */
  readonly damagedFrames: number
  /** Null: there is no such page. */
  read(page: number): Buffer | null
  close(): void
}

/** Throws what the file system throws. */
export function openPageFile(path: string): PageFile {
  const log = readWriteAheadLog(`${path}-wal`)
  const file = openSync(path, 'r')
  const logFile = log === null ? null : openSync(`${path}-wal`, 'r')
  const filePages = Math.floor(fstatSync(file).size / pageBytes)
  // A damaged page number must not make the store larger than its files.
  const most = filePages + (log?.pages.length ?? 0)
  const logged = new Map<number, number>()
  for (const { page, offset } of log?.pages ?? []) if (page >= 1 && page <= most) logged.set(page, offset)
  const pageCount = [...logged.keys()].reduce((count, page) => Math.max(count, page), filePages)
  return {
    pageCount,
    damagedFrames: log?.damagedFrames ?? 0,
    read(page) {
      if (!Number.isInteger(page) || page < 1 || page > pageCount) return null
      const bytes = Buffer.alloc(pageBytes)
      const offset = logged.get(page)
      if (offset !== undefined && logFile !== null) readSync(logFile, bytes, 0, pageBytes, offset)
      else if (page <= filePages) readSync(file, bytes, 0, pageBytes, (page - 1) * pageBytes)
      return bytes
    },
    close() {
      closeSync(file)
      if (logFile !== null) closeSync(logFile)
    },
  }
}
