import type { EmulatorClock } from '../clock.ts'
import type { FileOptions } from './actor.ts'
import type { Avatar, MediaStore } from './media-store.ts'
import type { Family } from './behaviour.ts'
import type { FileContent, FileKind } from './content.ts'

export interface InstanceFilesInit {
  readonly family: Family
  readonly clock: EmulatorClock
  readonly media: MediaStore
  /** The emulator's own address; throws before it listens. */
  readonly origin: () => string
}

/** The files of one instance, of messages and of uploads, and their links. */
export class InstanceFiles {
  readonly #init: InstanceFilesInit

  constructor(init: InstanceFilesInit) {
    this.#init = init
  }

  /** Its link; '' for no file. */
  url(mediaId: string): string {
    if (mediaId === '') return ''
    const file = this.#init.media.get(mediaId)
    return `${this.#init.origin()}/media/${mediaId}/${encodeURIComponent(file?.fileName ?? 'file')}`
  }

  content(as: FileKind, options: FileOptions): FileContent {
    const { media } = this.#init
    const mediaId =
      options.media ??
      (options.bytes
        ? media.add({
            bytes: options.bytes,
            fileName: options.fileName ?? `${as}.bin`,
            mimeType: options.mimeType ?? 'application/octet-stream',
          })
        : `sample-${as}`)
    const file = media.get(mediaId)
    return {
      kind: 'file',
      as,
      mediaId,
      caption: options.caption ?? '',
      fileName: options.fileName ?? file?.fileName ?? '',
      mimeType: options.mimeType ?? file?.mimeType ?? '',
      jpegThumbnail: options.jpegThumbnail === undefined ? media.thumbnail(mediaId) : options.jpegThumbnail,
      isAnimated: options.isAnimated ?? false,
      ...(options.isRound === true ? { isRound: true } : {}),
      isTooLarge: options.isTooLarge ?? false,
    }
  }

  storePicture(bytes: Uint8Array): Extract<Avatar, { kind: 'set' }> {
    return { kind: 'set', mediaId: this.#init.media.add({ bytes, fileName: 'avatar.jpg', mimeType: 'image/jpeg' }) }
  }

  /** Stores bytes for a send by link; the link expires after 15 days, on Telegram after one (service 11.3.2). */
  storeUpload(file: { readonly bytes: Uint8Array; readonly fileName: string; readonly mimeType: string }): string {
    const { family, media, clock } = this.#init
    const mediaId = media.add(file)
    clock.after((family === 'telegram' ? 1 : 15) * 86_400_000, () => media.expire(mediaId))
    return this.url(mediaId)
  }

  /** A link to a file that lasts for so long, ms. */
  linkFor(mediaId: string, lastsMs: number): { readonly url: string; readonly sizeBytes: number } {
    const { media, clock } = this.#init
    const file = media.get(mediaId)
    const bytes = media.bytes(mediaId)
    if (file === undefined || bytes === undefined) throw new Error(`No file ${mediaId}`)
    const copy = media.add({ ...file, bytes })
    clock.after(lastsMs, () => media.expire(copy))
    return { url: this.url(copy), sizeBytes: bytes.length }
  }

  /** The file of a link of this instance; undefined if it expired or belongs to another instance. */
  fileOf(url: string): { readonly mediaId: string; readonly mimeType: string } | undefined {
    const start = `${this.#init.origin()}/media/`
    const mediaId = url.startsWith(start) ? (url.slice(start.length).split('/')[0] ?? '') : ''
    const file = this.#init.media.get(mediaId)
    return file === undefined || (file.status ?? 200) !== 200 ? undefined : { mediaId, mimeType: file.mimeType }
  }
}
