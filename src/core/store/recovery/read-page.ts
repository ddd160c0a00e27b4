import { pageBytes } from './page-format.ts'
import { readVarint } from './page-format.ts'

/** A cell of a b-tree page (sqlite.org/fileformat.html 1.6). */
export interface PageCell {
  /** Offsets of its begin and end in the page, bytes. */
  readonly start: number
  readonly end: number
  /** Of an interior page: the child page with all smaller keys. */
  readonly child: number | null
  /** The row number, in tables that have them. */
  readonly rowid: number | null
  /**
   * Bytes of the record, and how many of them are on this page. Both 0 for interior pages of tables with row numbers.
   */
  readonly size: number
  readonly local: Buffer
  /** The overflow page with the next bytes; 0: none. */
  readonly overflow: number
}

export type PageKind = 'tableLeaf' | 'tableInterior' | 'keyLeaf' | 'keyInterior'

export interface Page {
  readonly kind: PageKind
  readonly cells: readonly PageCell[]
  /** Number of cells by the header; larger than `cells` if some can't be read. */
  readonly declared: number
  /** True if each cell could be read and none overlaps another. */
  readonly areCellsSound: boolean
  /** True if, in addition, the parts add up to the size of the page. */
  readonly isWhole: boolean
  /** Of an interior page: the child page with keys larger than all cells. */
  readonly lastChild: number
}

const kinds = new Map<number, PageKind>([
  [0x0d, 'tableLeaf'],
  [0x05, 'tableInterior'],
  [0x0a, 'keyLeaf'],
  [0x02, 'keyInterior'],
])
/** On page 1 after the header of the file. */
const headerAt = (page: number): number => (page === 1 ? 100 : 0)

export const isInterior = (kind: PageKind): boolean => kind === 'tableInterior' || kind === 'keyInterior'

/** Null: by its first byte it is not a b-tree page. */
export function readPage(bytes: Buffer, number: number): Page | null {
  const at = headerAt(number)
  const kind = kinds.get(bytes.readUInt8(at))
  if (kind === undefined) return null
  const declared = bytes.readUInt16BE(at + 3)
  const contentAt = bytes.readUInt16BE(at + 5) || 65_536
  const pointersAt = at + (isInterior(kind) ? 12 : 8)
  const pointersEnd = pointersAt + 2 * declared
  const cells: PageCell[] = []
  const readable = Math.min(declared, Math.floor((pageBytes - pointersAt) / 2))
  for (let index = 0; index < readable; index++) {
    const start = bytes.readUInt16BE(pointersAt + 2 * index)
    const cell = start < pointersEnd ? null : readCell(bytes, start, kind)
    if (cell !== null) cells.push(cell)
  }
  const taken = cells.reduce((sum, { start, end }) => sum + Math.max(4, end - start), 0)
  const free = freeBytes(bytes, at, contentAt)
  const areCellsSound = cells.length === declared && !doOverlap(cells)
  const addsUp = contentAt >= pointersEnd && free !== null && taken + free + contentAt === pageBytes
  return {
    kind,
    cells,
    declared,
    areCellsSound,
    isWhole: areCellsSound && addsUp,
    lastChild: isInterior(kind) ? bytes.readUInt32BE(at + 8) : 0,
  }
}

/**
 * Cells between those that the page's header points to, for a page with a damaged header. An offset counts as a cell if
 * a record of the table fits there and its sizes add up.
 */
export function searchCells(
  bytes: Buffer,
  number: number,
  kind: PageKind,
  known: readonly PageCell[],
  isRow: (cell: PageCell) => boolean,
): readonly PageCell[] {
  const found: PageCell[] = []
  const sorted = known.toSorted((one, other) => one.start - other.start)
  let from = headerAt(number) + 8
  for (const next of [...sorted, null]) {
    const until = next?.start ?? pageBytes
    while (from < until) {
      const cell = readCell(bytes, from, kind)
      const fits = cell !== null && cell.end <= until && isRow(cell)
      if (fits) found.push(cell)
      from = fits ? cell.end : from + 1
    }
    from = Math.max(from, next?.end ?? pageBytes)
  }
  return found
}

function readCell(bytes: Buffer, start: number, kind: PageKind): PageCell | null {
  let at = start
  let child: number | null = null
  if (isInterior(kind)) {
    if (at + 4 > pageBytes) return null
    child = bytes.readUInt32BE(at)
    at += 4
  }
  let size = 0
  if (kind !== 'tableInterior') {
    const read = readVarint(bytes, at)
    if (read === null) return null
    size = read.value
    at = read.end
  }
  let rowid: number | null = null
  if (kind === 'tableLeaf' || kind === 'tableInterior') {
    const read = readVarint(bytes, at)
    if (read === null) return null
    rowid = read.value
    at = read.end
  }
  const localBytes = bytesOnPage(size, kind)
  const end = at + localBytes + (localBytes < size ? 4 : 0)
  if (end > pageBytes) return null
  const overflow = localBytes < size ? bytes.readUInt32BE(at + localBytes) : 0
  return { start, end, child, rowid, size, local: bytes.subarray(at, at + localBytes), overflow }
}

/** How many bytes of a record are on its page. sqlite.org/fileformat.html 1.6. */
function bytesOnPage(size: number, kind: PageKind): number {
  const most = kind === 'tableLeaf' ? pageBytes - 35 : Math.floor(((pageBytes - 12) * 64) / 255) - 23
  if (size <= most) return size
  const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (pageBytes - 4))
  return fitting <= most ? fitting : least
}

/** Bytes of free blocks and fragments. Null: the chain of free blocks is broken. */
function freeBytes(bytes: Buffer, headerStart: number, contentAt: number): number | null {
  let sum = bytes.readUInt8(headerStart + 7)
  let before = 0
  for (let at = bytes.readUInt16BE(headerStart + 1); at !== 0;) {
    if (at <= before || at < contentAt || at + 4 > pageBytes) return null
    const size = bytes.readUInt16BE(at + 2)
    if (size < 4 || at + size > pageBytes) return null
    sum += size
    before = at
    at = bytes.readUInt16BE(at)
  }
  return sum
}

function doOverlap(cells: readonly PageCell[]): boolean {
  const sorted = cells.toSorted((one, other) => one.start - other.start)
  return sorted.some((cell, index) => index > 0 && cell.start < (sorted[index - 1]?.end ?? 0))
}
