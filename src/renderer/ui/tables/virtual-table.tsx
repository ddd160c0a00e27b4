import './table.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../marks/icon.tsx'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { AfterDelay } from '../marks/skeleton.tsx'

export interface TableColumn<Row, Sort extends string = string> {
  readonly id: string
  readonly head: ReactNode
  /** A track of CSS grid: `120px`, `minmax(0, 1fr)`. */
  readonly width: string
  readonly align?: 'start' | 'end' | 'center'
  /** Gives the head a sort button. */
  readonly sort?: Sort
  readonly cell: (row: Row) => ReactNode
  /** False leaves the column out (narrow windows). */
  readonly shown?: boolean
}

interface TableSort<Sort extends string = string> {
  readonly by: Sort
  readonly direction: 'asc' | 'desc'
}

/** The whole list, also rows that are not read yet. An array is one. */
export interface TableRows<Row> {
  readonly length: number
  /** Undefined while the row is being read. */
  readonly at: (index: number) => Row | undefined
}

export interface VirtualTableProps<Row, Sort extends string = string> {
  /** Accessible name, for example "Outgoing messages". */
  readonly label: string
  readonly columns: readonly TableColumn<Row, Sort>[]
  /** The list, in words of the caller: when it changes, reading begins at the top. */
  readonly resetKey: string
  readonly rows: TableRows<Row>
  /** Stable key of a row. */
  readonly keyOf: (row: Row) => string | number
  readonly selectedIndex: number | null
  readonly onSelect: (row: Row) => void
  /** Enter and double click. */
  readonly onOpen?: (row: Row) => void
  /** Keys that are no movement; return true when taken. Only while the focus is in the table (single letters). */
  readonly onKey?: (event: KeyboardEvent, selected: Row | undefined) => boolean
  readonly sort?: TableSort<Sort>
  readonly onSort?: (sort: TableSort<Sort>) => void
  readonly rowClass?: (row: Row) => string | undefined
  /** 36 unless the tables are compact. */
  readonly rowHeight?: number
  /** Called with the visible rows, to read them. */
  readonly onRange?: (first: number, last: number) => void
  /**
   * The index of a row now, also outside of what is read; null when it is gone. Without it a place is kept only among
   * the rows that are read.
   */
  readonly indexOf?: (key: string | number) => Promise<number | null>
  /** Key of the selected row, undefined until its index is known: selected elsewhere, it is brought into sight once. */
  readonly reveal?: string | number | null | undefined
  /** Called when the reader leaves the top of the list, and on return. */
  readonly onAway?: (away: boolean) => void
  /** Shown under the head when there are no rows; nothing while they are being read. */
  readonly empty: ReactNode
}

const skeletonCell = <span className="skel" style={{ width: '70%', height: 8 }} aria-hidden="true" />

/**
 * A table of any length: only rows in sight exist. One tab stop; arrows, Page, Home and End move the selection, which
 * follows the focus. What comes and goes above moves nothing that is being read; at the top, with nothing selected, the
 * newest is shown.
 */
export function VirtualTable<Row, Sort extends string = string>({
  label,
  columns,
  resetKey,
  rows,
  keyOf,
  selectedIndex,
  onSelect,
  onOpen,
  onKey,
  sort,
  onSort,
  rowClass,
  rowHeight = 36,
  onRange,
  onAway,
  indexOf,
  reveal,
  empty,
}: VirtualTableProps<Row, Sort>) {
  const scroller = useRef<HTMLDivElement>(null)
  const focusWanted = useRef(false)
  const revealed = useRef<string | number | null>(null)
  const wanted = useRef<number | null>(null)
  const count = rows.length
  const keyAt = (index: number): string | number | undefined => {
    const row = rows.at(index)
    return row === undefined ? undefined : keyOf(row)
  }
  const shown = columns.filter((column) => column.shown !== false)
  // The virtualizer is a mutable object by design; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    // Rows are equally high, so it knows them by their index: with keys of ours it would go through all rows at each
    // turn.
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: 32,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const away = (virtualizer.scrollOffset ?? 0) > 0
  useEffect(() => onAway?.(away), [onAway, away])
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [resetKey])
  useScrollAnchor({ scroller, resetKey, count, rowHeight, selectedIndex, keyAt, indexOf })
  useEffect(() => {
    if (reveal === null) revealed.current = null
    if (reveal === undefined || reveal === null || revealed.current === reveal) return
    if (selectedIndex !== null && selectedIndex >= count) return
    revealed.current = reveal
    // Not in the list: should it come later, whoever reads meanwhile stays where they are.
    if (selectedIndex === null) return
    const distance = Math.max(first - selectedIndex, selectedIndex - last)
    virtualizer.scrollToIndex(selectedIndex, { align: distance > 1 ? 'center' : 'auto' })
  })
  // The selected row may come into being only after scrolling: the focus follows it then.
  useEffect(() => {
    if (!focusWanted.current || selectedIndex === null) return
    const row = scroller.current?.querySelector(`[data-index="${selectedIndex}"]`)
    if (row instanceof HTMLElement) {
      focusWanted.current = false
      row.focus({ preventScroll: true })
    }
  })
  const choose = (index: number): void => {
    const row = rows.at(index)
    wanted.current = row === undefined ? index : null
    if (row === undefined) return
    revealed.current = keyOf(row)
    onSelect(row)
  }
  // Home and End lead to rows that are only being read then.
  useEffect(() => {
    if (wanted.current !== null && keyAt(wanted.current) !== undefined) choose(wanted.current)
  })
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(index, count - 1))
    if (count === 0) return
    focusWanted.current = true
    virtualizer.scrollToIndex(next, { align: 'auto' })
    choose(next)
  }
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2)
  const moves: Readonly<Record<string, (from: number) => number>> = {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from) => from + page,
    PageUp: (from) => from - page,
    Home: () => 0,
    End: () => count - 1,
  }
  const keyDown = (event: KeyboardEvent): void => {
    const isBody = event.target instanceof Element && event.target.closest('.tbl-body') !== null
    if (!isBody || event.altKey) return
    const move = moves[event.key]
    if (move && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      // With nothing selected, an arrow selects the row that has the focus, and the ends are the ends.
      const focused = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
      const isEnd = event.key === 'Home' || event.key === 'End'
      return go(selectedIndex === null && !isEnd ? Number(focused?.dataset['index'] ?? 0) : move(selectedIndex ?? 0))
    }
    // Keys of a control in a row are the control's own: its row need not be the selected one.
    if (event.target instanceof Element && event.target.closest('a, button, input') !== null) return
    const selected = selectedIndex === null ? undefined : rows.at(selectedIndex)
    if (event.key === 'Enter' && selected !== undefined && onOpen) {
      event.preventDefault()
      return onOpen(selected)
    }
    if (onKey?.(event, selected)) event.preventDefault()
  }
  const tabStop = selectedIndex !== null && selectedIndex >= first && selectedIndex <= last ? selectedIndex : first
  return (
    <div className="tbl-wrap" ref={scroller}>
      <div
        className="tbl"
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={shown.length}
        style={
          { '--cols': shown.map((column) => column.width).join(' '), '--row-h': `${rowHeight}px` } as CSSProperties
        }
        onKeyDown={keyDown}
      >
        <div className="tbl-head" role="rowgroup">
          <div className="tbl-row" role="row" aria-rowindex={1}>
            {shown.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </div>
        </div>
        <div className="tbl-body" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows.at(item.index)
            const selected = item.index === selectedIndex
            return (
              <div
                key={keyAt(item.index) ?? `row ${item.index}`}
                className={cx('tbl-row', row !== undefined && rowClass?.(row))}
                role="row"
                data-index={item.index}
                aria-rowindex={item.index + 2}
                aria-selected={selected}
                aria-busy={row === undefined || undefined}
                tabIndex={item.index === tabStop ? 0 : -1}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => choose(item.index)}
                onDoubleClick={() => row !== undefined && onOpen?.(row)}
              >
                {shown.map((column) => (
                  <div key={column.id} className={cx('tbl-td', alignClass(column.align))} role="cell">
                    {row === undefined ? skeletonCell : column.cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
        {count === 0 && !empty && (
          <AfterDelay>
            <div className="tbl-waiting" aria-busy="true">
              {Array.from({ length: 12 }, (_, row) => (
                <div key={row} className="tbl-row" aria-hidden="true">
                  {shown.map(({ id }) => (
                    <div key={id} className="tbl-td">
                      {skeletonCell}
                    </div>
                  ))}
                </div>
              ))}
            </div>
          </AfterDelay>
        )}
      </div>
      {count === 0 && empty}
    </div>
  )
}

const alignClass = (align: 'start' | 'end' | 'center' | undefined): string | undefined =>
  align === 'end' ? 'r' : align === 'center' ? 'c' : undefined

function Head<Row, Sort extends string>({
  column,
  sort: current,
  onSort: change,
}: {
  readonly column: TableColumn<Row, Sort>
  readonly sort: TableSort<Sort> | undefined
  readonly onSort: ((sort: TableSort<Sort>) => void) | undefined
}) {
  const t = useTranslations()
  const { sort: by } = column
  const direction = by !== undefined && current?.by === by ? current.direction : undefined
  const next = direction === 'desc' ? 'asc' : 'desc'
  return (
    <div
      className={cx('tbl-th', alignClass(column.align))}
      role="columnheader"
      aria-sort={direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      {by !== undefined && change ? (
        <button type="button" onClick={() => change({ by, direction: next })}>
          <span>{column.head}</span>
          {direction && (
            <Icon
              name={direction === 'desc' ? 'chevronDown' : 'chevronUp'}
              label={t(direction === 'desc' ? 'ui.sortDescending' : 'ui.sortAscending')}
            />
          )}
        </button>
      ) : (
        <span className="ell">{column.head}</span>
      )}
    </div>
  )
}
