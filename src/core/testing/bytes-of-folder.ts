import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names of files below `dir` that hold the bytes, each with what it holds. `part`: what counts of a file. A database's
 * write-ahead log is read before the database: what is moved from one to the other meanwhile is seen.
 */
export function holding(
  dir: string,
  bytes: Readonly<Record<string, Buffer | string>>,
  part = (content: Buffer): Buffer => content,
): readonly string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted().toReversed()
  return names.flatMap((name) => {
    const content = part(contentOf(join(dir, name)))
    return Object.entries(bytes).flatMap(([what, wanted]) => (content.includes(wanted) ? [`${name}: ${what}`] : []))
  })
}

/** Nothing of a folder, and of a file that went while the folder was read. */
function contentOf(path: string): Buffer {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile && existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
}
