import type { RowPage } from './map-trees.ts'
import type { PageFile } from './page-file.ts'
import { isInterior, readPage, searchCells } from './read-page.ts'
import type { PageCell, PageKind } from './read-page.ts'
import { doesHeaderFit, readRow } from './read-record.ts'
import type { Row } from './read-record.ts'
import type { TableShape } from './table-shape.ts'

export interface FoundRows {
  readonly rows: readonly Row[]
  /** Rows whose number is not between those of their neighbours. */
  readonly doubtful: readonly Row[]
  /** Unreadable rows of a page whose parts add up. On other pages, the gap's row numbers give their count. */
  readonly lost: number
  /** True if there are as many rows as the page's header states. */
  readonly isWhole: boolean
}

/** The rows of a page, including those that its header no longer points to. */
export function readRowPage(file: PageFile, { number, low, high }: RowPage, shape: TableShape): FoundRows {
  const bytes = file.read(number)
  if (bytes === null) return { rows: [], doubtful: [], lost: 0, isWhole: false }
  const page = readPage(bytes, number)
  const leaf: PageKind = shape.hasRowid ? 'tableLeaf' : 'keyLeaf'
  const isOfKind = page !== null && (page.kind === leaf || (!shape.hasRowid && isInterior(page.kind)))
  const isRow = (cell: PageCell) => doesHeaderFit(cell, shape)
  const known = isOfKind ? page.cells.filter(isRow) : []
  const isSound = isOfKind && page.isWhole
  const others = isSound ? [] : searchCells(bytes, number, isOfKind ? page.kind : leaf, known, isRow)
  const rows: Row[] = []
  const doubtful: Row[] = []
  let before = low
  for (const cell of [...known, ...others]) {
    const row = readRow(file, cell, shape)
    if (row === null) continue
    const { rowid } = cell
    const fits = rowid === null || (rowid > low && rowid <= high && (others.includes(cell) || rowid > before))
    if (fits) rows.push(row)
    else doubtful.push(row)
    if (fits && rowid !== null) before = rowid
  }
  const found = rows.length + doubtful.length
  return {
    rows,
    doubtful,
    lost: isSound ? page.declared - found : 0,
    isWhole: isSound || (isOfKind && found === page.declared),
  }
}
