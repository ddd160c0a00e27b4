import { createHash } from 'node:crypto'
import type { FileContent } from './content.ts'

/** jpeg of image/jpeg. */
const subtype = /^[a-z]+\/([a-z\d]{1,8})\b/i

/**
 * The name that the service gives a file which is no document (service 2.2): it says nothing of the name that the
 * sender gave, and is the same whenever the record is told again. '' for a file without a link (service 11.9).
 */
export function madeUpName({ mediaId, mimeType }: FileContent): string {
  if (mediaId === '') return ''
  const id = createHash('sha256').update(mediaId).digest('hex').slice(0, 32)
  return `${id}.${subtype.exec(mimeType)?.[1]?.toLowerCase() ?? 'bin'}`
}
