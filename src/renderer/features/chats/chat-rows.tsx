import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type {
  ChatFilter,
  ChatKey,
  ChatPage,
  ChatRow as Row,
  Colleague,
  InstanceKey,
  LabelKey,
  Scope,
} from '../../../contract/index.ts'
import { useSettings } from '../../client/use-preference.ts'
import { usePresences } from '../../client/use-team.ts'
import { useInstances } from '../../client/use-instances.ts'
import { labelsOf, useLabels, type KnownLabels } from '../../client/use-labels.ts'
import { matches } from '../../lib/keys/shortcuts.ts'
import { usePressed } from '../../lib/keys/use-pressed.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { useContextMenu } from '../../ui/overlays/menu.tsx'
import { AfterDelay } from '../../ui/marks/skeleton.tsx'
import { ChatRow } from './chat-row.tsx'
import { ChatsEmpty } from './chats-empty.tsx'
import { isWaitingFilter, itemAt, itemCount, itemOfRow } from './list-items.ts'
import { LoadingRows, SkeletonRow } from './loading-rows.tsx'
import { useChatActs } from './use-chat-acts.ts'
import { useChatMenu } from './use-chat-menu.ts'
import { useChatPages } from './use-chat-pages.ts'
import { useInView } from './use-in-view.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useSelecting } from './selection/use-selecting.tsx'
import { focusBeside, rowActs } from './row-acts.ts'
import { useShownFor } from './search/use-shown-for.ts'
import { pageSize } from './pages.ts'

/**
 * The places of loaded rows that are higher for their labels, from a page before those in sight to a page behind them,
 * as text: the list is measured again when that changes.
 */
function tallRows(
  rowAt: (index: number) => Row | undefined,
  seen: { readonly first: number; readonly last: number },
  labels: KnownLabels,
): string {
  const tall: number[] = []
  for (let index = Math.max(0, seen.first - pageSize); index <= seen.last + pageSize; index++) {
    const row = rowAt(index)
    if (row !== undefined && labelsOf(labels, row.labels).length > 0) tall.push(index)
  }
  return tall.join(',')
}

export interface ChatRowsProps {
  readonly scope: Scope
  readonly filter: ChatFilter
  readonly text: string
  /** Only chats that have it; null: any. */
  readonly label: LabelKey | null
  /** The colleague whose chats are shown; null: everybody’s. */
  readonly assignee: Colleague | null
  readonly open: ChatKey | null
  readonly onOpen: (row: Row) => void
  /** A chat is being pressed, and opens if it is released. */
  readonly onPress: (chat: ChatKey) => void
  readonly onClear: () => void
  readonly onArchived: () => void
  readonly onCounts: (counts: ChatPage['counts']) => void
  /** The results of a search are shown. */
  readonly onShown?: (text: string) => void
}

const comfortable = { row: 64, labelled: 84, separator: 28, more: 48 }
const compact = { ...comfortable, row: 52, labelled: 72 }
const endRoom = 12

const rowKeyOf = (target: EventTarget): number =>
  Number(target instanceof Element ? target.closest<HTMLElement>('[data-chat]')?.dataset['chat'] : undefined)

/** The rows themselves: virtual, one tab stop, arrows move. */
export function ChatRows({
  scope,
  filter,
  text,
  label,
  assignee,
  open,
  onOpen,
  onPress,
  onClear,
  onArchived,
  onCounts,
  onShown,
}: ChatRowsProps) {
  const t = useTranslations()
  const instances = useInstances()
  const presences = usePresences()
  const labels = useLabels()
  const heights = useSettings()?.compactRows === true ? compact : comfortable
  const isMixed = scope === null && instances.length > 1
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ first: 0, last: 30 })
  const [heldChat, setHeldChat] = useState<ChatKey | null>(null)
  const keep = filter === 'unread' && text === '' && heldChat === open ? heldChat : null
  const { pressed, press } = usePressed()
  const listed = { scope, filter, text, label, assignee: assignee?.desk ?? null, keep }
  const { page, isCurrent, rowAt, rows: readRows, failed, retry } = useChatPages(listed, seen.first, seen.last, pressed)
  useShownFor(text, isCurrent, onShown)
  const shape = {
    total: page?.total ?? 0,
    pinned: page?.pinned ?? 0,
    archived:
      filter === 'all' && text === '' && label === null && assignee === null && (page?.counts.archived ?? 0) > 0,
    search: text !== '',
  }
  // Which rows are higher for their labels, as text: the list is measured again when that changes.
  const tall = labels.size === 0 ? '' : tallRows(rowAt, seen, labels)

  const targetOf = (instance: InstanceKey) => instances.find(({ key }) => key === instance)?.answerTargetMs ?? null
  const heightOf = (row: Row | undefined): number =>
    row !== undefined && labelsOf(labels, row.labels).length > 0 ? heights.labelled : heights.row
  // The virtualizer is a mutable object by design; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: itemCount(shape),
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = itemAt(shape, index)
      if (item.kind === 'row') return heightOf(rowAt(item.row))
      return item.kind === 'separator' ? heights.separator : heights.more
    },
    overscan: 8,
    paddingEnd: endRoom,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, shape.pinned, shape.total, shape.archived, shape.search])
  useLayoutEffect(() => {
    const list = scroller.current
    const top = list?.scrollTop ?? 0
    // Heights of rows outside of the view change as pages are loaded and dropped; the first visible row keeps its
    // place.
    const anchor = virtualizer.getVirtualItems().find((item) => item.end > top)
    virtualizer.measure()
    virtualizer.getTotalSize()
    const moved = anchor && (virtualizer.measurementsCache[anchor.index]?.start ?? anchor.start) - anchor.start
    if (list && moved) list.scrollTop += moved
  }, [virtualizer, tall, heights])

  const items = virtualizer.getVirtualItems()
  const rows = items.flatMap((virtual) => {
    const item = itemAt(shape, virtual.index)
    return item.kind === 'row' ? [item.row] : []
  })
  const first = rows[0] ?? 0
  const last = rows.at(-1) ?? 0
  useEffect(
    () =>
      setSeen((before) =>
        before.first === first && before.last === Math.max(last, 30) ? before : { first, last: Math.max(last, 30) },
      ),
    [first, last],
  )
  const counts = page?.counts
  useEffect(() => {
    if (counts !== undefined && text === '') onCounts(counts)
  }, [counts, text, onCounts])
  useInView(
    rows.flatMap((index) => rowAt(index)?.key ?? []),
    open,
  )

  const acts = useChatActs()
  const shown = rows.map((index) => {
    const row = rowAt(index)
    return { index, row: row && acts.wanted(row) }
  })
  // Reading an unread chat does not take it out of the list under the person's hands: it goes when it is left.
  if (open !== heldChat && (open === null || shown.some(({ row }) => row?.key === open))) setHeldChat(open)
  const { activeIndex, setActive, focusRow, move } = useRowFocus<ChatKey>({
    scroller,
    shown: shown.map(({ index, row }) => ({ index, key: row?.key })),
    preferred: open,
    total: shape.total,
    rowHeight: heights.row,
    keyAt: (index) => rowAt(index)?.key,
    scrollTo: (index) => virtualizer.scrollToIndex(itemOfRow(shape, index), { align: 'auto' }),
  })
  const selecting = useSelecting({
    list: listed,
    labels,
    shown: readRows,
    active: rowAt(activeIndex)?.key,
    onClosed: () => focusRow(activeIndex),
    onSelected: setActive,
  })
  const { onSelect, clear } = selecting
  const openRow = useCallback(
    (row: Row) => {
      clear()
      onOpen(row)
    },
    [clear, onOpen],
  )
  const actByKey = (event: KeyboardEvent): void => {
    const key = rowKeyOf(event.target)
    const row = shown.find((one) => one.row?.key === key)?.row
    if (!row || event.repeat) return
    if (event.key === ' ' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSelect(row, false)
    }
    const act = rowActs.find(({ shortcut }) => matches(event.nativeEvent, shortcut))
    if (!act) return
    event.preventDefault()
    act.run(acts, row)
    if (act.leaves) focusBeside(event.currentTarget, key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (selecting.onKeyDown(event)) return
    actByKey(event)
    const next = move(event)
    const reached = next === null ? undefined : rowAt(next)
    if (reached !== undefined && event.shiftKey) selecting.extendTo(reached.key)
  }

  const entriesOf = useChatMenu(acts)
  const menu = useContextMenu(t('inspector.chat'), (target) => {
    const key = rowKeyOf(target)
    const row = shown.find((one) => one.row?.key === key)?.row
    return row ? entriesOf(row) : []
  })

  if (failed && !page) {
    return (
      <EmptyState
        icon="warning"
        title={t('chats.notRead')}
        actions={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  if (!page) {
    return (
      <AfterDelay>
        <LoadingRows label={t('chats.loading')} />
      </AfterDelay>
    )
  }
  if (page.total === 0 && !shape.archived) {
    return (
      <ChatsEmpty
        filter={filter}
        text={text}
        label={label === null ? null : (labels.get(label)?.name ?? '')}
        assignee={assignee?.name ?? null}
        scope={scope}
        onClear={onClear}
      />
    )
  }
  return (
    <>
      <div
        ref={scroller}
        className="chat-list scroll"
        onPointerDown={({ target, button }) => {
          const key = rowKeyOf(target)
          if (Number.isNaN(key)) return
          press()
          if (button === 0 && key !== open) onPress(key as ChatKey)
        }}
        onKeyDown={onKeyDown}
        onContextMenu={menu.onContextMenu}
      >
        <div
          className="chat-list-in"
          role="list"
          aria-label={t('chats.list')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((virtual) => {
            const item = itemAt(shape, virtual.index)
            const at = { transform: `translateY(${virtual.start}px)` }
            if (item.kind === 'separator') {
              return (
                <div key="separator" className="chat-item" style={at} role="presentation">
                  <div className="chat-sep">
                    <span>{t('chats.recent')}</span>
                  </div>
                </div>
              )
            }
            if (item.kind === 'archived') {
              return (
                <div key="archived" className="chat-item" style={at} role="listitem">
                  <button type="button" className="chats-more" onClick={onArchived}>
                    <Icon name="archive" />
                    <span className="ell">{t('chats.archivedMore')}</span>
                    <span className="n">{page.counts.archived}</span>
                  </button>
                </div>
              )
            }
            const row = shown.find(({ index }) => index === item.row)?.row
            return (
              <div
                key={row?.key ?? `place-${item.row}`}
                className="chat-item"
                style={at}
                role="listitem"
                aria-setsize={page.total}
                aria-posinset={item.row + 1}
                data-row={item.row}
              >
                {row ? (
                  <ChatRow
                    row={row}
                    instance={isMixed ? instances.find((one) => one.key === row.instance) : undefined}
                    labels={labels}
                    target={isWaitingFilter(filter) ? targetOf(row.instance) : null}
                    writing={presences.get(row.key)?.find(({ what }) => what === 'writing')?.name}
                    current={row.key === open}
                    active={item.row === activeIndex}
                    selected={selecting.isSelected(row.key)}
                    onOpen={openRow}
                    onSelect={onSelect}
                  />
                ) : (
                  <SkeletonRow />
                )}
              </div>
            )
          })}
        </div>
        {menu.menu}
      </div>
      {selecting.bar}
    </>
  )
}
