import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '../core/base/replace-file.ts'
import { sessionDays, type Session } from './access.ts'

/** The session and the port of the last start. Removing the file revokes the session with the next start. */
export interface StoredSession extends Session {
  readonly port: number
  /** When the session began, ms since 1970. */
  readonly since: number
}

const fileIn = (dataDir: string): string => path.join(dataDir, 'browser.json')

/** Undefined without a file, for one that others could have read or written, and for a session that is too old. */
export async function readStoredSession(dataDir: string, now: number): Promise<StoredSession | undefined> {
  try {
    // Windows has neither of the two flags. A pipe in the file's place must not hold up the start.
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    await using file = await open(fileIn(dataDir), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const found = await file.stat()
    const uid = process.getuid?.()
    if (!found.isFile() || found.size > maxBytes) return undefined
    if (uid !== undefined && (found.uid !== uid || (found.mode & 0o077) !== 0)) return undefined
    const stored: unknown = JSON.parse(await file.readFile('utf8'))
    if (!isStoredSession(stored)) return undefined
    const age = now - stored.since
    return age >= 0 && age < sessionDays * 24 * 60 * 60 * 1000 ? stored : undefined
  } catch {
    return undefined
  }
}

export const storeSession = (dataDir: string, { place, cookie, port, since }: StoredSession): Promise<void> =>
  replaceFile(fileIn(dataDir), `${JSON.stringify({ port, place, cookie, since })}\n`)

const maxBytes = 1024

const isSecret = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{43}$/.test(value)

function isStoredSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false
  const { place, cookie, port, since }: Partial<Record<keyof StoredSession, unknown>> = value
  const isPort = Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536
  return isSecret(place) && isSecret(cookie) && isPort && Number.isSafeInteger(since)
}
