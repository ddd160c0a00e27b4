import { copyFile, mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

/**
 * Replaces a file as a whole, readable by its owner only: after a crash it is the old one or the new one, and the new
 * one once this has ended.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const fresh = `${file}.new`
  const handle = await open(fresh, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
  await flushFolder(path.dirname(file))
}

/**
 * Flushes which files a folder has: a new name is on the disk only then. Windows and some network shares can't, and the
 * file is in its place all the same.
 */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Copies a file that is damaged to a name of its own beside it: whatever is in it may be of use to somebody. */
export async function setFileAside(file: string): Promise<void> {
  await copyFile(file, `${file}.damaged-${new Date().toISOString().replace(/[:.]/gu, '-')}`)
}

/** The file's text, or undefined when there is none. */
export async function readFileIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
