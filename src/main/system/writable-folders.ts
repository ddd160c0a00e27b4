import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The first of these folders that can't be written, with the code of the file system's error; null: all can. Chromium
 * reports such a folder like another running copy, because its lock lies in both (process_singleton_posix.cc).
 */
export function unwritableFolder(
  folders: readonly string[],
): { readonly folder: string; readonly code: string } | null {
  for (const folder of folders) {
    try {
      mkdirSync(folder, { recursive: true })
      const trial = mkdtempSync(path.join(folder, '.switchboard-'))
      try {
        writeFileSync(path.join(trial, 'trial'), Buffer.alloc(4096))
      } finally {
        rmSync(trial, { recursive: true, force: true })
      }
    } catch (error) {
      return { folder, code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' }
    }
  }
  return null
}
