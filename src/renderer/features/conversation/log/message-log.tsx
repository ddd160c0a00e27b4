import { useVirtualizer } from '@tanstack/react-virtual'
import { useLateFocus } from '../../../lib/keys/use-late-focus.ts'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MessageKey } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { estimateHeight, bottomRoom, initialState, measuredRowsOf, topRoom } from './measured-rows.ts'
import { FloatingDay } from './day.tsx'
import type { Gap } from './gaps-above.ts'
import type { GroupedMessage } from './group-messages.ts'
import type { LogView, ScrollIntent } from './log-view.ts'
import { MessageRow } from './message-row.tsx'
import type { RememberedScroll } from './scroll-memory.ts'
import { anchorAt } from './scroll-anchor.ts'
import { useScrollIntent } from './use-scroll-intent.ts'
import { endThreshold, useStickToEnd } from './use-stick-to-end.ts'

export interface MessageLogHandle {
  focus(): void
}

export interface MessageLogProps {
  readonly rows: readonly GroupedMessage[]
  readonly gaps: ReadonlyMap<MessageKey, Gap>
  readonly isGroup: boolean
  readonly intent: ScrollIntent | null
  /** The rows are the answer to what was asked for last. */
  readonly isCurrent: boolean
  readonly onIntentDone: () => void
  readonly left: RememberedScroll | null
  readonly onLeave: (left: RememberedScroll | null) => void
  readonly onView: (view: LogView) => void
  readonly highlighted: MessageKey | null
  /** Null while nothing is being selected. */
  readonly selected: ReadonlySet<MessageKey> | null
  readonly onKey: (event: KeyboardEvent, active: MessageKey | null) => void
  readonly top: ReactNode
  readonly ref: Ref<MessageLogHandle>
}

/**
 * The virtualised log. Rows are keyed by our own message key and measured as they are drawn; what happens above the
 * view never moves it, and the end is held while it is in sight.
 */
export function MessageLog({
  rows,
  gaps,
  isGroup,
  intent,
  isCurrent,
  onIntentDone,
  left,
  onLeave,
  onView,
  highlighted,
  selected,
  onKey,
  top,
  ref,
}: MessageLogProps) {
  const t = useTranslations()
  const { scroller, atEnd, keepEnd, nearEnd, readPosition, recordMove, stick } = useStickToEnd(intent?.kind === 'end')
  const [active, setActive] = useState<MessageKey | null>(null)
  const focusLate = useLateFocus(scroller, (message: MessageKey) =>
    scroller.current?.querySelector<HTMLElement>(`[data-message="${message}"]`),
  )
  const [initial] = useState(() => initialState(rows, left, intent))

  const getItemKey = useCallback((index: number) => rows[index]?.message.key ?? index, [rows])
  const activeIndex = useMemo(
    () => (active === null ? -1 : rows.findIndex((row) => row.message.key === active)),
    [rows, active],
  )
  // The virtualizer is a mutable object by design; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      return row ? estimateHeight(row) : 40
    },
    getItemKey,
    anchorTo: 'end',
    // By where the log is now: the virtualizer learns of a jump away from the end only with the next scroll event, and
    // rows that come before it would lead back.
    followOnAppend: nearEnd,
    scrollEndThreshold: endThreshold,
    overscan: 6,
    paddingStart: topRoom,
    paddingEnd: bottomRoom,
    scrollPaddingStart: 44,
    scrollPaddingEnd: bottomRoom,
    initialOffset: initial.offset,
    initialMeasurementsCache: initial.measurements,
    // The row with the focus stays drawn, wherever the view goes.
    rangeExtractor: (range) => {
      const from = Math.max(0, range.startIndex - range.overscan)
      const to = Math.min(range.count - 1, range.endIndex + range.overscan)
      const indexes = Array.from({ length: to - from + 1 }, (_, step) => from + step)
      if (activeIndex >= 0 && activeIndex < from) indexes.unshift(activeIndex)
      if (activeIndex > to) indexes.push(activeIndex)
      return indexes
    },
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, instance) =>
    item.start < (instance.scrollOffset ?? 0)

  useScrollIntent({ intent, isCurrent, rows, virtualizer, keepEnd, onDone: onIntentDone })
  useLayoutEffect(() => stick(virtualizer))

  // A view that shrinks at the end (composer, window, banner) stays at the end.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return
      height = element.clientHeight
      if (atEnd.current) virtualizer.scrollToEnd()
      readPosition()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, atEnd, virtualizer, readPosition])

  const { range, isScrolling } = virtualizer
  const firstSeen = range?.startIndex ?? 0
  const lastSeen = range?.endIndex ?? 0
  useEffect(() => {
    const element = scroller.current
    if (!range || rows.length === 0 || element === null) return
    // After a jump the range is of the place before, until the scroll event comes. Rows that turn out smaller let the
    // browser move the log once more without another range: so it is looked at again when scrolling ends.
    // Where all rows fit, no such event comes: the place to begin was below what there is to scroll.
    const offset = Math.min(virtualizer.scrollOffset ?? 0, element.scrollHeight - element.clientHeight)
    if (Math.abs(element.scrollTop - offset) > 1) return
    onView({ first: firstSeen, last: lastSeen, atEnd: nearEnd })
  }, [range, firstSeen, lastSeen, nearEnd, isScrolling, rows, onView, scroller, virtualizer])

  const remember = useRef<() => RememberedScroll | null>(() => null)
  remember.current = () => {
    if (atEnd.current) return null
    const measured = measuredRowsOf(virtualizer.measurementsCache)
    const anchor = anchorAt(measured, virtualizer.scrollOffset ?? 0)
    return (
      anchor && {
        anchor,
        sizes: new Map(virtualizer.takeSnapshot().map((item) => [item.key as MessageKey, item.size])),
      }
    )
  }
  useLayoutEffect(() => () => onLeave(remember.current()), [onLeave])

  const focusMessage = useCallback(
    (message: MessageKey) => {
      const index = rows.findIndex((row) => row.message.key === message)
      if (index < 0) return
      setActive(message)
      virtualizer.scrollToIndex(index, { align: 'auto' })
      focusLate(message)
    },
    [rows, virtualizer, focusLate],
  )
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }) }), [scroller])

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    onKey(event, active)
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.target instanceof HTMLElement && event.target.matches('textarea, input, [role="slider"]')) return
    const page = Math.max(1, lastSeen - firstSeen - 1)
    const from = activeIndex < 0 ? lastSeen + 1 : activeIndex
    const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = rows[Math.max(0, Math.min(from + step, rows.length - 1))]
    if (next) focusMessage(next.message.key)
  }

  const items = virtualizer.getVirtualItems()
  return (
    <>
      <div
        ref={scroller}
        className="log scroll"
        id="log"
        role="log"
        aria-live="off"
        aria-label={t('ui.messages')}
        tabIndex={activeIndex < 0 ? 0 : -1}
        onWheel={recordMove}
        onTouchMove={recordMove}
        onPointerDown={recordMove}
        onPointerMove={(event) => event.buttons !== 0 && recordMove()}
        onKeyDownCapture={recordMove}
        onKeyDown={move}
        onFocus={(event) => {
          const article = event.target.closest<HTMLElement>('[data-message]')
          if (article) setActive(Number(article.dataset['message']) as MessageKey)
        }}
        onScroll={readPosition}
      >
        <div className="log-in" style={{ height: virtualizer.getTotalSize() }}>
          <div className="log-top">{top}</div>
          {items.map((item) => {
            const row = rows[item.index]
            if (!row) return null
            const { message } = row
            return (
              <div
                key={message.key}
                ref={virtualizer.measureElement}
                className="log-row"
                data-index={item.index}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <MessageRow
                  message={message}
                  first={row.first}
                  last={row.last}
                  day={row.day}
                  divider={row.divider}
                  gap={gaps.get(message.key) ?? null}
                  isGroup={isGroup}
                  active={message.key === active}
                  highlighted={message.key === highlighted}
                  selected={selected && selected.has(message.key)}
                />
              </div>
            )
          })}
        </div>
      </div>
      <FloatingDay
        rows={rows}
        index={firstSeen}
        offset={virtualizer.scrollOffset ?? 0}
        start={virtualizer.measurementsCache[firstSeen]?.start ?? 0}
        scrolling={virtualizer.isScrolling}
      />
    </>
  )
}
