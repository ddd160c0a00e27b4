import type { FileKind } from './content.ts'

const kinds: readonly (readonly [FileKind, readonly string[]])[] = [
  ['image', ['jpg', 'jpeg', 'png', 'gif']],
  ['video', ['mp4', 'mov', '3gp']],
  ['audio', ['mp3', 'ogg', 'oga', 'wav', 'm4a', 'aac']],
  ['sticker', ['webp']],
]

/** What a file becomes is decided by its name's extension, whatever its type says (service 11.1). */
export function fileKindOf(fileName: string): FileKind {
  const extension = /\.([a-z\d]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return kinds.find(([, extensions]) => extensions.includes(extension))?.[0] ?? 'document'
}
