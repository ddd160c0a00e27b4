import type { MediaContent, MediaRef, Message } from '../../../contract/index.ts'

/** A message whose content is a file. */
export type MediaMessage = Message & { readonly content: Extract<Message['content'], MediaContent> }

/** Address of a cached file in the window's own origin. */
export const mediaUrl = (ref: MediaRef): string => `media/${encodeURIComponent(ref)}`

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'application/pdf': 'pdf',
}

const bare = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase()

/** Characters that no file system or shell should see, and those that turn a name round. */
const unsafe = /[\p{Cc}\p{Cf}"*/:<>?\\|]/gu

/** A name to save a file under: its own where it has one, made safe, with an extension that fits its type. */
export function saveName(content: MediaContent & { readonly kind: string }): string {
  const own = content.fileName
    .replaceAll(unsafe, '')
    .replace(/^[. ]+/, '')
    .trim()
    .slice(-120)
  const name = own === '' ? content.kind : own
  const extension = extensions[bare(content.mimeType)]
  return /\.[a-z\d]{1,8}$/i.test(name) || extension === undefined ? name : `${name}.${extension}`
}

/** "PDF", "XLSX": the extension, else the second half of the type. */
export function typeText({ fileName, mimeType }: MediaContent): string {
  const extension = /\.([a-z\d]{1,5})$/i.exec(fileName)?.[1]
  if (extension) return extension.toUpperCase()
  const sub = bare(mimeType).split('/')[1] ?? ''
  return /^[a-z\d-]{1,8}$/.test(sub) ? sub.toUpperCase() : ''
}

/** Whether a picture of this type may be shown as an image; everything else is only offered as a file. */
export const isShownImage = (mimeType: string): boolean =>
  /^image\/(jpeg|png|gif|webp|avif|bmp|svg\+xml)$/.test(bare(mimeType))

export interface MediaBubbleProps {
  readonly message: MediaMessage
  /** Place reserved for pictures and films, CSS px. */
  readonly box: { readonly width: number; readonly height: number }
  /** tabIndex of the controls. */
  readonly stop: 0 | -1
  /** The files that a viewer steps through, oldest first. */
  readonly neighbours: () => readonly Message[]
  readonly onViewRaw: () => void
}
