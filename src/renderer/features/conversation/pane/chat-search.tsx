import { useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react'
import type { ChatKey, MessageKey, SearchPage } from '../../../../contract/index.ts'
import { useClient } from '../../../client/client-context.tsx'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { fold, foldPlaces, insideTerms } from '../../../../contract/text/fold.ts'

/** No more places are marked at once; only messages near the view are drawn. */
const mostMarks = 1_000
/** Name of the marks in `::highlight()`. */
const marks = 'found'

/** The places of these folded texts in the messages under an element. */
function placesIn(root: Element, texts: readonly string[]): readonly Range[] {
  const places: Range[] = []
  for (const article of root.querySelectorAll('[role="log"] article')) {
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { folded, rangeOf } = foldPlaces(node.nodeValue ?? '')
      const isInside = insideTerms(folded)
      for (const wanted of texts) {
        for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
          if (isInside(at)) continue
          if (places.length >= mostMarks) return places
          const [start, end] = rangeOf(at, at + wanted.length)
          const range = new Range()
          range.setStart(node, start)
          range.setEnd(node, end)
          places.push(range)
        }
      }
    }
  }
  return places
}

/**
 * Marks the found words in the messages beside an element, also in those that are drawn later. Nothing of the document
 * changes; where the platform has no highlights, nothing is marked.
 */
function useMarksInLog(beside: RefObject<HTMLElement | null>, found: readonly string[]): void {
  const key = [...new Set(found.map(fold))].filter((text) => text !== '').join('\n')
  useEffect(() => {
    const root = beside.current?.closest('section')
    if (key === '' || !root || CSS.highlights === undefined) return undefined
    let frame: number | null = null
    const mark = (): void => {
      frame = null
      CSS.highlights.set(marks, new Highlight(...placesIn(root, key.split('\n'))))
    }
    const observer = new MutationObserver(() => {
      frame ??= requestAnimationFrame(mark)
    })
    observer.observe(root, { childList: true, subtree: true, characterData: true })
    mark()
    return () => {
      observer.disconnect()
      if (frame !== null) cancelAnimationFrame(frame)
      CSS.highlights.delete(marks)
    }
  }, [beside, key])
}

export interface ChatSearchProps {
  readonly chat: ChatKey
  readonly onShow: (message: MessageKey) => void
  readonly onClose: () => void
}

const pageLimit = 100

/**
 * Steps through the messages of this chat that contain some words, newest first. Not loaded lazily, because people type
 * right after Ctrl+F.
 */
export function ChatSearch({ chat, onShow, onClose }: ChatSearchProps) {
  const t = useTranslations()
  const times = useTimes()
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const found = useContractQuery(
    'search.messages',
    { scope: null, chat, text: asked, cursor: null, limit: pageLimit },
    { enabled: asked !== '', keepPrevious: true, gcTime: 10_000 },
  )
  const client = useClient()
  const [older, setOlder] = useState<(Pick<SearchPage, 'hits' | 'next'> & { readonly of: SearchPage }) | null>(null)
  /** The read of older hits that is under way; it ends with its question. */
  const reading = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      reading.current?.abort()
      reading.current = null
    },
    [asked],
  )
  const read = older !== null && older.of === found.data ? older : found.data
  const hits = asked === '' ? [] : (read?.hits ?? [])
  const next = read?.next ?? null
  const bar = useRef<HTMLDivElement>(null)
  useMarksInLog(
    bar,
    hits.flatMap(({ snippet, marks }) => marks.map(([start, end]) => snippet.slice(start, end))),
  )
  const newest = found.isPlaceholderData ? undefined : hits[0]?.message
  // A new answer begins at its newest hit, which other words may have as well.
  const answer = `${newest} ${asked}`
  const [stepped, setStepped] = useState({ of: answer, at: 0 })
  const at = stepped.of === answer ? stepped.at : 0
  useEffect(() => {
    if (newest !== undefined) onShow(newest)
  }, [answer, newest, onShow])
  const goTo = (known: typeof hits, index: number) => {
    const hit = known[index]
    if (!hit) return
    setStepped({ of: answer, at: index })
    onShow(hit.message)
  }
  const step = async (by: number) => {
    const to = Math.max(0, at + by)
    const of = found.data
    if (to < hits.length || next === null || !of) return goTo(hits, to)
    if (reading.current !== null) return
    const { signal } = (reading.current = new AbortController())
    const page = await client
      .call('search.messages', { scope: null, chat, text: asked, cursor: next, limit: pageLimit }, { signal })
      .catch(() => null)
    if (signal.aborted) return
    reading.current = null
    if (!page) return
    const known = [...hits, ...page.hits]
    setOlder({ of, hits: known, next: page.next })
    goTo(known, to)
  }
  return (
    <div
      ref={bar}
      className="chat-search"
      role="search"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <SearchField
        className="grow"
        label={t('conversation.searchLabel')}
        autoFocus
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          const by =
            event.key === 'Enter'
              ? event.shiftKey
                ? -1
                : 1
              : event.key === 'ArrowUp'
                ? 1
                : event.key === 'ArrowDown'
                  ? -1
                  : 0
          if (by === 0 || event.altKey) return
          event.preventDefault()
          void step(by)
        }}
      />
      <span className="muted num" role="status">
        {asked !== '' &&
          found.data &&
          (hits.length === 0
            ? t('conversation.searchNone', {
                count: found.data.covers.messages,
                since: found.data.covers.oldestAt === null ? '' : times.date(found.data.covers.oldestAt),
              })
            : t('conversation.searchAt', { at: at + 1, count: hits.length, more: next === null ? 0 : 1 }))}
      </span>
      <IconButton
        icon="chevronUp"
        label={t('conversation.searchOlder')}
        disabled={at >= hits.length - 1 && next === null}
        onClick={() => void step(1)}
      />
      <IconButton
        icon="chevronDown"
        label={t('conversation.searchNewer')}
        disabled={at === 0}
        onClick={() => void step(-1)}
      />
      <IconButton icon="close" label={t('conversation.searchClose')} onClick={onClose} />
    </div>
  )
}
