import { createHash, type Hash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { sliceBytes } from '../../contract/values.ts'
import type { SliceAnswer } from '../hosting/window-origin.ts'
import type { FileContent } from '../media/media-cache.ts'
import { sniffedBytes } from '../media/sniff.ts'
import { isDiskFull } from '../base/disk-full.ts'
import type { Ids, Logger } from '../base/ports.ts'
import type { RunDirectory } from '../base/run-directory.ts'

/** Incomplete files, in `spool/` of the data directory. */
export interface Spool {
  /** Creates a file. Returns the address, below the window's origin, that accepts its bytes. */
  begin(upload: string, bytes: number): Promise<string>
  /** Takes a piece of the file behind an address. Never rejects for what the window sends. */
  take(token: string, offset: number, body: AsyncIterable<Uint8Array>): Promise<SliceAnswer>
  /** Removes what came of these so far. */
  discard(uploads: readonly string[]): Promise<void>
  /** Removes what earlier runs left. Rejects with the system's error. */
  clearEarlier(): Promise<void>
}

interface Part {
  readonly upload: string
  readonly path: string
  readonly bytes: number
  readonly hash: Hash
  head: Buffer
  stored: number
  /** A piece is being written, or the whole file is being taken over. */
  busy: boolean
  gone: boolean
}

/** Everything below the window's origin that takes bytes. */
const addressOf = (token: string): string => `upload/${token}`

/**
 * @param whole takes a file over once all its bytes are on the disk; false where nobody wants it any more
 */
export function createSpool(deps: {
  readonly directory: RunDirectory
  readonly ids: Ids
  readonly logger: Logger
  readonly whole: (upload: string, path: string, content: FileContent) => Promise<boolean>
}): Spool {
  const { directory } = deps
  const parts = new Map<string, Part>()

  const append = async (part: Part, body: AsyncIterable<Uint8Array>): Promise<SliceAnswer | null> => {
    const file = await open(part.path, 'a', 0o600)
    try {
      return await pour(part, body, file)
    } finally {
      await file.close()
    }
  }

  const finish = async (token: string, part: Part): Promise<SliceAnswer> => {
    const { upload, path, bytes, hash, head } = part
    const stored = await deps.whole(upload, path, { bytes, sha256: hash.digest('hex'), head })
    parts.delete(token)
    return stored ? { kind: 'stored', stored: bytes } : { kind: 'unknown' }
  }

  const drop = async (token: string, part: Part): Promise<void> => {
    part.gone = true
    parts.delete(token)
    await rm(part.path, { force: true })
  }

  return {
    async begin(upload, bytes) {
      await directory.ready()
      const token = deps.ids.uuid()
      const path = join(directory.path, upload)
      parts.set(token, {
        upload,
        path,
        bytes,
        hash: createHash('sha256'),
        head: Buffer.alloc(0),
        stored: 0,
        busy: false,
        gone: false,
      })
      return addressOf(token)
    },
    async take(token, offset, body) {
      const part = parts.get(token)
      if (part === undefined) return { kind: 'unknown' }
      // Pieces come one after another: the answer to the last one names the next offset.
      if (part.busy || offset !== part.stored) return { kind: 'elsewhere', stored: part.stored }
      part.busy = true
      try {
        const refused = await append(part, body)
        if (part.gone) {
          await rm(part.path, { force: true })
          return { kind: 'unknown' }
        }
        if (refused !== null) return refused
        return part.stored < part.bytes ? { kind: 'stored', stored: part.stored } : await finish(token, part)
      } catch (error) {
        deps.logger.warn({ error }, 'a piece of a file was not stored')
        // Nobody knows what of it is on the disk: the file begins again.
        await drop(token, part).catch(() => undefined)
        return { kind: isDiskFull(error) ? 'full' : 'unknown' }
      } finally {
        part.busy = false
      }
    },
    async discard(uploads) {
      for (const [token, part] of parts) if (uploads.includes(part.upload)) await drop(token, part)
    },
    clearEarlier: () => directory.clear(),
  }
}

/**
 * Writes a piece as it comes; its last bytes are flushed with the file. Null: all of it is there. Rejects for the disk
 * alone.
 */
async function pour(part: Part, body: AsyncIterable<Uint8Array>, file: FileHandle): Promise<SliceAnswer | null> {
  const chunks = body[Symbol.asyncIterator]()
  let taken = 0
  for (;;) {
    // A window that goes away in the middle of a piece breaks it off: what came of it counts.
    const next = await chunks.next().catch(() => null)
    if (next === null) return { kind: 'elsewhere', stored: part.stored }
    if (next.done === true) break
    const chunk = next.value
    taken += chunk.length
    if (part.gone || taken > sliceBytes || part.stored + chunk.length > part.bytes) {
      await chunks.return?.().catch(() => undefined)
      return { kind: part.gone ? 'unknown' : 'tooLong' }
    }
    // The disk takes it while its hash is made.
    const written = file.writeFile(chunk)
    part.hash.update(chunk)
    await written
    if (part.head.length < sniffedBytes)
      part.head = Buffer.concat([part.head, chunk.subarray(0, sniffedBytes - part.head.length)])
    part.stored += chunk.length
  }
  if (part.stored === part.bytes) await file.sync()
  return null
}
