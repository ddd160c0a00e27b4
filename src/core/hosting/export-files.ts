import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportedFile } from '../../contract/app.ts'
import { ContractError } from '../../contract/errors.ts'
import { cutToBytes } from '../../contract/text/fold.ts'
import type { ServedFile } from './window-origin.ts'
import type { Ids } from '../base/ports.ts'
import { createRunDirectory } from '../base/run-directory.ts'

/** Files written for the person in this run, in `exports/` of the data directory. */
export interface ExportFiles {
  /** Writes the output of `pieces`. If it throws or `signal` aborts, the file is removed. */
  write(
    file: { readonly fileName: string; readonly mimeType: string },
    pieces: AsyncIterable<ExportPiece>,
    signal: AbortSignal,
  ): Promise<ExportedFile>
  /** `files/<id>` of the window's origin. */
  open(id: string): Promise<ServedFile | undefined>
  /** Removes what earlier runs left. Rejects with the system's error. */
  clearEarlier(): Promise<void>
  /** Removes all, and ends those that are being written as `cancelled`. Rejects with the system's error. */
  removeAll(): Promise<void>
}

export interface ExportPiece {
  readonly text: string
  /** Rows of the export in it: messages, requests. */
  readonly rows: number
}

export function createExportFiles(deps: { readonly dataDir: string; readonly ids: Ids }): ExportFiles {
  const directory = createRunDirectory(join(deps.dataDir, 'exports'))
  const written = new Map<string, ServedFile>()
  const writing = new Set<Promise<unknown>>()
  /** Aborted when all files are removed: a file of what was read before must not stay. */
  let removal = new AbortController()
  const writeFile = async (path: string, texts: AsyncIterable<string>, signal: AbortSignal) => {
    const removed = removal.signal
    try {
      const ended = AbortSignal.any([signal, removed])
      await pipeline(Readable.from(texts), createWriteStream(path, { mode: 0o600 }), { signal: ended })
    } catch (error) {
      await rm(path, { force: true })
      throw removed.aborted ? new ContractError('cancelled') : error
    }
  }
  return {
    async write({ fileName, mimeType }, pieces, signal) {
      await directory.ready()
      const id = deps.ids.uuid()
      const path = join(directory.path, id)
      let rows = 0
      const texts = async function* () {
        for await (const piece of pieces) {
          rows += piece.rows
          yield piece.text
        }
      }
      const file = writeFile(path, texts(), signal).then(() => written.set(id, { path, type: mimeType }))
      writing.add(file)
      await file.finally(() => writing.delete(file))
      return { id, fileName, mimeType, bytes: (await stat(path)).size, rows }
    },
    open: async (id) => written.get(id),
    clearEarlier: () => directory.clear(),
    async removeAll() {
      removal.abort()
      removal = new AbortController()
      await Promise.allSettled(writing)
      for (const [id, { path }] of written) {
        await rm(path, { force: true })
        written.delete(id)
      }
    },
  }
}

/** UTF-8 bytes of the title in a file's name: a file system takes 255 for the whole name. */
const titleBytes = 160

/**
 * A name for a file of this title and moment, without what file systems refuse, or hide as a name that begins with a
 * dot.
 */
export function exportName(title: string, now: number, extension: string): string {
  const date = new Date(now).toISOString().slice(0, 16).replace('T', ' ').replace(':', '-')
  const named = title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^[\s.]+/u, '')
  const safe = cutToBytes(named, titleBytes).trim()
  return `${safe === '' ? 'Switchboard' : safe} ${date}.${extension}`
}
