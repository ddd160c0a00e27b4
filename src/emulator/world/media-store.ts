import { randomUUID } from 'node:crypto'

/** The emulator's answer for one file. */
export interface MediaFile {
  readonly fileName: string
  readonly mimeType: string
  readonly bytes: Uint8Array | (() => Uint8Array)
  /** 200, 404 for an expired file, or another status for a test. */
  readonly status?: number
  /** Where a redirect leads. */
  readonly location?: string
}

/** The files of the world, by id. Ids go into URLs. */
export class MediaStore {
  readonly #files = new Map<string, MediaFile>()
  readonly #thumbnails = new Map<string, () => string>()

  add(file: MediaFile, id: string = randomUUID()): string {
    this.#files.set(id, file)
    return id
  }

  get(id: string): MediaFile | undefined {
    return this.#files.get(id)
  }

  /** The file's bytes; generated ones are cached. */
  bytes(id: string): Uint8Array | undefined {
    const file = this.#files.get(id)
    if (!file) return undefined
    if (typeof file.bytes !== 'function') return file.bytes
    const bytes = file.bytes()
    this.#files.set(id, { ...file, bytes })
    return bytes
  }

  setThumbnail(id: string, make: () => string): void {
    let made: string | undefined
    this.#thumbnails.set(id, () => (made ??= make()))
  }

  /** Base64 preview; '' when the file has none. */
  thumbnail(id: string): string {
    return this.#thumbnails.get(id)?.() ?? ''
  }

  /** Expires the file: its URL answers 404, as for old files. */
  expire(id: string): void {
    const file = this.#files.get(id)
    if (file) this.#files.set(id, { ...file, status: 404 })
  }
}

/** A picture of a person, a group or the own account: set, hidden by privacy settings, or absent (service 4.5). */
export type Avatar =
  | { readonly kind: 'absent' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'set'; readonly mediaId: string }
  | { readonly kind: 'elsewhere'; readonly url: string }

export const noAvatar: Avatar = { kind: 'absent' }
