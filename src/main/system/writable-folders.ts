import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface UnwritableFolder {
  readonly folder: string
  /** Of the file system's error. */
  readonly code: string
}

/**
 * The first of both folders that can't be written; null: both can. Chromium reports such a folder like another running
 * copy, because its lock lies in both (process_singleton_posix.cc).
 */
export function unwritableFolder(data: string, temporary: string): UnwritableFolder | null {
  // Chromium makes the first of them, and expects the other to be there.
  return troubleOf(data, () => mkdirSync(data, { recursive: true })) ?? troubleOf(temporary)
}

function troubleOf(folder: string, prepare?: () => void): UnwritableFolder | null {
  try {
    prepare?.()
    const trial = mkdtempSync(path.join(folder, '.switchboard-'))
    try {
      writeFileSync(path.join(trial, 'trial'), Buffer.alloc(4096))
    } finally {
      rmSync(trial, { recursive: true, force: true })
    }
    return null
  } catch (error) {
    return { folder, code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' }
  }
}
