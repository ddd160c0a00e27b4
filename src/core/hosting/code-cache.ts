import { hash } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { makeDirectory } from '../base/make-directory.ts'

/** Folder of the compiled programs in the data directory. */
export const codeCacheName = 'code'

export interface CodeCacheOptions {
  readonly dataDir: string
  /**
   * A file of the build that names the hashed chunks: what a build with another text of it compiled is thrown away. Its
   * time would not do: inside an asar that is the start of the process.
   */
  readonly program: string
  readonly platform?: NodeJS.Platform
  /** Delay before compiled code is flushed to the disk, ms, so that a crash does not lose it. Default: 10 s. */
  readonly keepAfterMs?: number
}

/**
 * Makes this process, and the workers that it starts (worker-channel.ts), reuse the code that the last run compiled,
 * which saves a fifth of the processor time of a start. Cached code is executed, so the cache is in the data directory
 * and used only if nobody else could have written it (`isOursAlone`). Never throws: the program also starts without it.
 */
export function enableCodeCache({
  dataDir,
  program,
  platform = process.platform,
  keepAfterMs = 10_000,
}: CodeCacheOptions): void {
  try {
    // Windows decides by access lists who may write, and Node does not read them.
    if (platform === 'win32') return
    makeDirectory(dataDir)
    makeDirectory(path.join(dataDir, codeCacheName))
    // Without links on the way, which somebody might let lead elsewhere after this look.
    const folder = realpathSync(path.join(dataDir, codeCacheName))
    if (!isOursAlone(folder)) return
    const build = hash('sha256', readFileSync(program)).slice(0, 16)
    module.enableCompileCache(path.join(folder, build))
    const timer = setTimeout(() => {
      try {
        module.flushCompileCache()
        forgetOthers(folder, build)
      } catch {
        // The folder may be gone by then, with everything else that a person deleted.
      }
    }, keepAfterMs)
    timer.unref()
  } catch {
    // A directory that can't be made or read: the start itself says so where it matters.
  }
}

/**
 * Whether this user alone can write the folder (a real path), and nobody but this user and root could put another in
 * its place: no link, 0700, and every directory above it of one of the two and closed to others, or, as /tmp is,
 * sticky.
 */
export function isOursAlone(folder: string): boolean {
  const uid = process.getuid?.()
  const found = lstatSync(folder)
  if (uid === undefined || !found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) return false
  for (let dir = path.dirname(folder); ; dir = path.dirname(dir)) {
    const above = lstatSync(dir)
    if (above.uid !== uid && above.uid !== 0) return false
    if ((above.mode & 0o022) !== 0 && (above.mode & 0o1000) === 0) return false
    if (path.dirname(dir) === dir) return true
  }
}

function forgetOthers(folder: string, build: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== build) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}
