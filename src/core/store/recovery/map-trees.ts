import type { PageFile } from './page-file.ts'
import { isInterior, readPage, type Page, type PageKind } from './read-page.ts'
import { doesHeaderFit } from './read-record.ts'
import type { TableShape } from './table-shape.ts'
import { pageBytes } from './page-format.ts'

/** Pages on the free list. sqlite.org/fileformat.html 1.5. */
interface FreePages {
  readonly pages: ReadonlySet<number>
  /** The list has as many pages as the header states, so no other page is free. */
  readonly isComplete: boolean
}

function readFreePages(file: PageFile): FreePages {
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

/** A table or an index, and the page at which it begins. */
export interface TreeRoot {
  readonly name: string
  readonly page: number
  /** Null: an index, or a table of SQLite's own. Its pages are mapped too, so that no other tree gets them. */
  readonly shape: TableShape | null
}

/** Row numbers above `low`, up to and including `high`. */
interface Range {
  readonly low: number
  readonly high: number
}
export interface RowPage extends Range {
  readonly number: number
}
/** A part of a tree whose pages are missing or damaged. */
export interface Gap extends Range {
  /** The damaged page. Null: the pointer to the page is damaged. */
  readonly number: number | null
  /** Children of the page by its header; null: unknown. */
  readonly children: number | null
  /** Pages without a parent that belong here. */
  found: number
}
export interface TreePages {
  /** All pages that may contain rows. */
  readonly rowPages: readonly RowPage[]
  readonly gaps: readonly Gap[]
}

/** Far deeper than any tree of our stores. */
const deepest = 20

/**
 * Finds the pages of each tree. A child page belongs to a tree if its rows have the columns of the table and row
 * numbers in the range that the parent states. A child that does not fit still belongs to the tree if no other tree
 * points to it: then the parent's row number is damaged, not the pointer. The children of a damaged interior page are
 * searched for among all pages that have no parent and are not free.
 */
export function mapTrees(file: PageFile, roots: readonly TreeRoot[]): readonly TreePages[] {
  const free = readFreePages(file)
  const isTaken = new Uint8Array(file.pageCount + 1)
  for (const { page } of roots) if (page <= file.pageCount) isTaken[page] = 1
  const trees = roots.map((root) => ({ root, rowPages: new Array<RowPage>(), gaps: new Array<Gap>() }))
  type Tree = (typeof trees)[number]
  const doubtful: { tree: Tree; number: number; range: Range; depth: number }[] = []

  const addGap = ({ gaps }: Tree, { low, high }: Range, number: number | null, children: number | null) =>
    void gaps.push({ low, high, number, children, found: 0 })

  const visit = (tree: Tree, number: number, range: Range, depth: number, isSure: boolean): void => {
    const bytes = file.read(number)
    if (bytes === null || depth > deepest || (depth > 0 && isTaken[number] === 1))
      return addGap(tree, range, null, null)
    const page = readPage(bytes, number)
    if (depth > 0 && !isSure && free.pages.has(number)) return addGap(tree, range, null, null)
    if (depth > 0 && isSure && (page === null || !doesPageFit(page, tree.root.shape, range))) {
      doubtful.push({ tree, number, range, depth })
      return
    }
    isTaken[number] = 1
    const isOfKind = page !== null && kindsOf(tree.root.shape).includes(page.kind)
    if (!isOfKind || !isInterior(page.kind) || page.kind === 'keyInterior') tree.rowPages.push({ number, ...range })
    if (!isOfKind) return addGap(tree, range, number, null)
    if (!isInterior(page.kind)) {
      if (!page.isWhole || !doesPageFit(page, tree.root.shape, range)) addGap(tree, range, number, null)
      return
    }
    if (!page.areCellsSound || !isInOrder(page)) {
      // The byte with the page's kind may be the damaged one.
      if (page.kind === 'tableInterior') tree.rowPages.push({ number, ...range })
      return addGap(tree, range, number, page.declared + 1)
    }
    if (!page.isWhole) addGap(tree, range, number, null)
    let { low } = range
    for (const { child, rowid } of page.cells) {
      const high = rowid ?? range.high
      visit(tree, child ?? 0, { low, high }, depth + 1, isSure)
      low = rowid ?? range.low
    }
    visit(tree, page.lastChild, { low, high: range.high }, depth + 1, isSure)
  }

  for (const tree of trees) visit(tree, tree.root.page, { low: -Infinity, high: Infinity }, 0, true)
  for (const { tree, number, range, depth } of doubtful) visit(tree, number, range, depth, false)
  fillGaps()
  return trees

  function fillGaps(): void {
    const open = trees.flatMap((tree) => tree.gaps.map((gap) => ({ tree, gap })))
    if (open.length === 0) return
    const damagedBytes = new Map(open.map(({ gap }) => [gap, gap.number === null ? null : file.read(gap.number)]))
    const pointer = Buffer.alloc(4)
    for (let number = 2; number <= file.pageCount; number++) {
      if (isTaken[number] === 1 || free.pages.has(number)) continue
      const bytes = file.read(number)
      const page = bytes === null ? null : readPage(bytes, number)
      if (page === null || page.kind === 'tableInterior') continue
      pointer.writeUInt32BE(number)
      const places = open.filter(({ tree, gap }) => tree.root.shape !== null && doesPageFit(page, tree.root.shape, gap))
      // If the free list is incomplete, the page may be free: then it counts only if the damaged page still points to
      // it.
      const place =
        places.find(({ gap }) => damagedBytes.get(gap)?.includes(pointer) === true) ??
        (free.isComplete ? places[0] : undefined)
      if (place === undefined) continue
      isTaken[number] = 1
      place.gap.found += 1
      place.tree.rowPages.push({ number, low: place.gap.low, high: place.gap.high })
    }
  }
}

const kindsOf = (shape: TableShape | null): readonly PageKind[] =>
  shape === null
    ? ['tableLeaf', 'tableInterior', 'keyLeaf', 'keyInterior']
    : shape.hasRowid
      ? ['tableLeaf', 'tableInterior']
      : ['keyLeaf', 'keyInterior']

/** Whether most cells of a page fit this table and this range; some may be damaged. */
function doesPageFit(page: Page, shape: TableShape | null, { low, high }: Range): boolean {
  if (!kindsOf(shape).includes(page.kind)) return false
  const fitting = page.cells.filter(
    (cell) =>
      (cell.rowid === null || (cell.rowid > low && cell.rowid <= high)) &&
      (shape === null || page.kind === 'tableInterior' || doesHeaderFit(cell, shape)),
  )
  return fitting.length * 2 > page.cells.length
}

const isInOrder = ({ cells }: Page): boolean =>
  cells.every(({ rowid }, index) => rowid === null || index === 0 || rowid > (cells[index - 1]?.rowid ?? -Infinity))
