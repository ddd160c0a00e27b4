import { fold, foldPlaces, insideTerms } from '../../../../contract/text/fold.ts'
import { useEffect } from 'react'
import type { RefObject } from 'react'

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
export function useMarksInLog(beside: RefObject<HTMLElement | null>, found: readonly string[]): void {
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
