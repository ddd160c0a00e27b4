import { mkdirSync } from 'node:fs'
import path from 'node:path'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Makes a directory and the ones above it, for this person only. Node's own recursive `mkdir` never ends where the
 * parent exists and still nothing can be made in it (ENOENT below /proc), so each level is tried once.
 * @throws the system's error (EACCES, EROFS, ENOTDIR, ENOENT, EEXIST for a file in its place, ...)
 */
export function makeDirectory(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    const parent = path.dirname(dir)
    if (codeOf(error) !== 'ENOENT' || parent === dir) throw error
    makeDirectory(parent)
    mkdirSync(dir, { mode: 0o700 })
  }
}
