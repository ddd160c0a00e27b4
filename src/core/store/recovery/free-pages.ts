import { pageBytes } from './page-format.ts'
import type { PageFile } from './page-file.ts'

/** Pages on the free list. sqlite.org/fileformat.html 1.5. */
export interface FreePages {
  readonly pages: ReadonlySet<number>
  /** The list has as many pages as the header states, so no other page is free. */
  readonly isComplete: boolean
}

export function readFreePages(file: PageFile): FreePages {
  const pages = new Set<number>()
  const header = file.read(1)
  if (header === null) return { pages, isComplete: false }
  let trunk = header.readUInt32BE(32)
  while (trunk !== 0) {
    const bytes = pages.has(trunk) ? null : file.read(trunk)
    const leaves = bytes?.readUInt32BE(4) ?? Infinity
    if (bytes === null || leaves > pageBytes / 4 - 2) return { pages, isComplete: false }
    pages.add(trunk)
    for (let index = 0; index < leaves; index++) pages.add(bytes.readUInt32BE(8 + 4 * index))
    trunk = bytes.readUInt32BE(0)
  }
  const isOurs = header.toString('latin1', 0, 15) === 'SQLite format 3'
  return { pages, isComplete: isOurs && pages.size === header.readUInt32BE(36) }
}
