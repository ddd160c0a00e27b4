import type { MediaStore } from './media-base.ts'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServedFile } from '../hosting/window-origin.ts'
import type { Ids } from '../base/ports.ts'
import type { CachedFile } from './tx/keep-file.ts'
import type { Downloader, DownloadRequest, DownloadResult } from './downloader.ts'
import { looksLikeHtml, sniff } from './sniff.ts'

/** Files fetched from outside, named by their content, in `media/` of the data directory. */
export interface MediaCache {
  /** Downloads into the cache. The file is in the books before this resolves. */
  fetch(request: Omit<DownloadRequest, 'path'>): Promise<FetchedFile | Exclude<DownloadResult, { kind: 'done' }>>
  /** Takes a file that is whole over, by moving it. It is the caller's to enter into the books. */
  adopt(path: string, content: FileContent): Promise<CachedFile>
  /** The file behind a ref of the cache or of a thumbnail; undefined when it is not there. */
  open(ref: string): Promise<ServedFile | undefined>
  /** Deletes files that are in the books no more. */
  remove(refs: readonly string[]): Promise<void>
  /** Deletes what was used longest ago until the rest fits into `maxBytes`. */
  trim(maxBytes: number): Promise<void>
}

/** What names a file and tells what it is; `head` are its first bytes. */
export type FileContent = Pick<Extract<DownloadResult, { kind: 'done' }>, 'bytes' | 'sha256' | 'head'>

export interface FetchedFile {
  readonly kind: 'file'
  readonly file: CachedFile
  readonly html: boolean
}

/** f: a file, t: a thumbnail. */
const refShape = /^[ft][0-9a-f]{40}$/
/** `used_at` is exact to this much, ms: it decides only what goes first. */
const usedEveryMs = 3_600_000

export function createMediaCache(deps: {
  readonly dataDir: string
  readonly store: MediaStore
  readonly ids: Ids
  readonly downloader: Downloader
  /** Epoch ms. */
  readonly now: () => number
}): MediaCache {
  const { store, ids, downloader, now } = deps
  const folder = join(deps.dataDir, 'media')
  const unfinished = join(folder, 'unfinished')
  const used = new Map<string, number>()
  let made: Promise<void> | null = null

  /** What a crash left half-fetched goes at the first use. */
  const ready = () =>
    (made ??= rm(unfinished, { recursive: true, force: true })
      .then(async () => {
        await mkdir(unfinished, { recursive: true, mode: 0o700 })
      })
      .catch((error: unknown) => {
        // The disk may have room the next time.
        made = null
        throw error
      }))
  const isFile = (path: string) =>
    stat(path).then(
      (found) => found.isFile(),
      () => false,
    )

  const touch = (ref: string) => {
    if (now() - (used.get(ref) ?? Number.NEGATIVE_INFINITY) < usedEveryMs) return
    used.set(ref, now())
    void store.write('media.used', { refs: [ref] }).catch(() => undefined)
  }

  /** A thumbnail lies in the store; the window's origin serves files, so it is written out once. */
  const openThumbnail = async (ref: string): Promise<ServedFile | undefined> => {
    const found = await store.read('media.thumbnail', { ref })
    if (found === null) return undefined
    const path = join(folder, ref)
    if (!(await isFile(path))) {
      await ready()
      const temporary = join(unfinished, ids.uuid())
      await writeFile(temporary, found.bytes, { mode: 0o600 })
      await rename(temporary, path)
    }
    return { path, type: found.mimeType }
  }

  const adopt = async (path: string, { bytes, sha256, head }: FileContent): Promise<CachedFile> => {
    await ready()
    const seen = sniff(head)
    const ref = `f${sha256.slice(0, 40)}`
    const target = join(folder, ref)
    // The same bytes may be read at this moment, and on Windows an open file is not replaced.
    if (await isFile(target)) await rm(path)
    else await rename(path, target)
    return {
      ref,
      mimeType: seen?.mimeType ?? 'application/octet-stream',
      bytes,
      width: seen?.width ?? null,
      height: seen?.height ?? null,
    }
  }

  const remove = async (refs: readonly string[]) => {
    await Promise.all(refs.map((ref) => rm(join(folder, ref), { force: true })))
  }

  return {
    adopt,
    remove,
    async fetch(request) {
      await ready()
      const path = join(unfinished, ids.uuid())
      try {
        const result = await downloader.download({ ...request, path })
        if (result.kind !== 'done') return result
        const file = await adopt(path, result)
        await store.write('media.keepFile', file)
        return { kind: 'file', file, html: looksLikeHtml(result.head) }
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
      if (!(await isFile(path))) {
        // Somebody cleaned up: it can be fetched again.
        await store.write('media.forget', { refs: [ref] })
        return undefined
      }
      touch(ref)
      return { path, type: found.mimeType }
    },
    async trim(maxBytes) {
      await remove(await store.write('media.evict', { maxBytes }))
      if (maxBytes > 0) return
      const left = (await readdir(folder).catch(() => [])).filter((name) => refShape.test(name))
      const known = new Set(await store.read('media.known', { refs: left }))
      await Promise.all(left.filter((name) => !known.has(name)).map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
