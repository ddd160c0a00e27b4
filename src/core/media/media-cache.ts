import type { MediaStore } from './media-base.ts'
import { opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServedFile } from '../hosting/window-origin.ts'
import type { Clock, Ids } from '../base/ports.ts'
import { createRunDirectory } from '../base/run-directory.ts'
import type { CachedFile } from './tx/store-file.ts'
import type { Downloader, DownloadRequest, DownloadResult } from './downloader.ts'
import { fileRef } from './rules/file-ref.ts'
import { looksLikeHtml, sniff } from './sniff.ts'

/** Files fetched from outside, named by their content, in `media/` of the data directory. */
export interface MediaCache {
  /** Downloads into the cache. The file's row is stored before this resolves. */
  fetch(request: Omit<DownloadRequest, 'path'>): Promise<FetchedFile | Exclude<DownloadResult, { kind: 'done' }>>
  /**
   * Moves a complete file into the cache and gives what `enter` gives, which stores its row. A file without a row
   * afterwards is removed again. `enter` must not wait for another call of the cache: those run one after another.
   */
  adopt<Result>(path: string, content: FileContent, enter: (file: CachedFile) => Promise<Result>): Promise<Result>
  /** The file behind a ref of the cache or of a thumbnail; undefined when it is not there. */
  open(ref: string): Promise<ServedFile | undefined>
  /** Deletes those of these files that have no row. */
  remove(refs: readonly string[]): Promise<void>
  /** Deletes every file without a row, in pieces. */
  sweep(signal: AbortSignal): Promise<void>
  /** Removes downloads that earlier runs did not end. Rejects with the system's error. */
  clearEarlier(): Promise<void>
  /** Deletes the least recently used files until the rest fits into `maxBytes`. */
  trim(maxBytes: number): Promise<void>
}

/** The name and type of a file; `head` are its first bytes. */
export type FileContent = Pick<Extract<DownloadResult, { kind: 'done' }>, 'bytes' | 'sha256' | 'head'>

export interface FetchedFile {
  readonly kind: 'file'
  readonly file: CachedFile
  readonly html: boolean
}

/** f: a file, t: a thumbnail. */
const refShape = /^[ft][0-9a-f]{40}$/
/** Names of the folder that are compared with the rows at a time, and the pause after each such piece, ms. */
const sweptPerRound = 200
const sweepPauseMs = 100
/** `used_at` is exact to this much, ms: it decides only what goes first. */
const usedEveryMs = 3_600_000

export function createMediaCache(deps: {
  readonly dataDir: string
  readonly store: MediaStore
  readonly ids: Ids
  readonly downloader: Downloader
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>
}): MediaCache {
  const { store, ids, downloader, clock } = deps
  const folder = join(deps.dataDir, 'media')
  const unfinished = createRunDirectory(join(folder, 'unfinished'))
  const used = new Map<string, number>()

  // Between a file and its row no other call may decide about either.
  let last: Promise<unknown> = Promise.resolve()
  const exclusively = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  /** False also for a file that a power cut left without its end. */
  const isWhole = (path: string, bytes: number) =>
    stat(path).then(
      (found) => found.isFile() && found.size === bytes,
      () => false,
    )

  const touch = (ref: string) => {
    if (clock.monotonic() - (used.get(ref) ?? Number.NEGATIVE_INFINITY) < usedEveryMs) return
    used.set(ref, clock.monotonic())
    void store.write('media.used', { refs: [ref] }).catch(() => undefined)
  }

  /** A thumbnail lies in the store; the window's origin serves files, so it is written out once. */
  const openThumbnail = async (ref: string): Promise<ServedFile | undefined> => {
    const found = await store.read('media.thumbnail', { ref })
    if (found === null) return undefined
    const path = join(folder, ref)
    if (!(await isWhole(path, found.bytes.length))) {
      await unfinished.ready()
      const temporary = join(unfinished.path, ids.uuid())
      await writeFile(temporary, found.bytes, { mode: 0o600 })
      await rename(temporary, path)
    }
    return { path, type: found.mimeType }
  }

  const move = async (path: string, { bytes, sha256, head }: FileContent): Promise<CachedFile> => {
    await unfinished.ready()
    const seen = sniff(head)
    const ref = fileRef(sha256)
    const target = join(folder, ref)
    // The same bytes may be read at this moment, and on Windows an open file is not replaced.
    if (await isWhole(target, bytes)) await rm(path)
    else await rename(path, target)
    return {
      ref,
      mimeType: seen?.mimeType ?? 'application/octet-stream',
      bytes,
      width: seen?.width ?? null,
      height: seen?.height ?? null,
    }
  }

  const removeUnknown = async (refs: readonly string[]) => {
    const known = new Set(await store.read('media.known', { refs }))
    await Promise.all(refs.filter((ref) => !known.has(ref)).map((ref) => rm(join(folder, ref), { force: true })))
  }
  const remove: MediaCache['remove'] = async (refs) => {
    if (refs.length > 0) await exclusively(() => removeUnknown(refs))
  }

  const adopt: MediaCache['adopt'] = (path, content, enter) =>
    exclusively(async () => {
      const file = await move(path, content)
      try {
        return await enter(file)
      } finally {
        // If it fails, the next sweep deletes the file.
        await removeUnknown([file.ref]).catch(() => undefined)
      }
    })

  /** The names of files and written-out previews, so many at a time. */
  async function* pieces(pieceSize: number): AsyncGenerator<readonly string[]> {
    let piece: string[] = []
    for await (const { name } of await opendir(folder).catch(() => [])) {
      if (!refShape.test(name) || piece.push(name) < pieceSize) continue
      yield piece
      piece = []
    }
    if (piece.length > 0) yield piece
  }

  return {
    adopt,
    remove,
    clearEarlier: () => unfinished.clear(),
    async fetch(request) {
      await unfinished.ready()
      const path = join(unfinished.path, ids.uuid())
      try {
        const result = await downloader.download({ ...request, path })
        if (result.kind !== 'done') return result
        const html = looksLikeHtml(result.head)
        return await adopt(path, result, async (file) => {
          await store.write('media.storeFile', file)
          return { kind: 'file', file, html }
        })
      } finally {
        await rm(path, { force: true })
      }
    },
    async open(ref) {
      if (!refShape.test(ref)) return undefined
      if (ref.startsWith('t')) return openThumbnail(ref)
      const found = await store.read('media.file', { ref })
      if (found === null) return undefined
      const path = join(folder, ref)
      if (!(await isWhole(path, found.bytes))) {
        // The file was deleted or damaged outside the program: it can be fetched again.
        await store.write('media.forget', { refs: [ref] })
        return undefined
      }
      touch(ref)
      return { path, type: found.mimeType }
    },
    async trim(maxBytes) {
      await remove(await store.write('media.evict', { maxBytes }))
      if (maxBytes > 0) return
      // A preview is written out again when it is shown.
      for await (const [name = ''] of pieces(1)) if (name.startsWith('t')) await rm(join(folder, name), { force: true })
      for await (const piece of pieces(sweptPerRound)) await remove(piece)
    },
    async sweep(signal) {
      for await (const piece of pieces(sweptPerRound)) {
        if (signal.aborted) return
        await remove(piece)
        await clock.sleep(sweepPauseMs, signal)
      }
    },
  }
}
