import './suggestions.css'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

/** Takes a key of the composer; true when it was one for the list. */
export type SuggestionKeys = (event: KeyboardEvent) => boolean

export interface Suggestion {
  readonly id: string
  /** The content of its row; `isActive`: Enter would choose it. */
  readonly row: (isActive: boolean) => ReactNode
  readonly choose: () => void
}

export interface SuggestionListProps {
  readonly label: string
  readonly head?: ReactNode
  readonly items: readonly Suggestion[]
  /** Hands over what the composer asks about each key while the list is shown; null: no longer. */
  readonly onKeys: (keys: SuggestionKeys | null) => void
  /** The element that Enter would take; null: none. */
  readonly onActive: (id: string | null) => void
  readonly onDismiss: () => void
}

/**
 * Suggestions for the word at the caret, above the composer. The focus stays in the text; with new items the first one
 * is active.
 */
export function SuggestionList({ label, head, items, onKeys, onActive, onDismiss }: SuggestionListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === chosen),
  )
  const active = items[index]
  const optionId = (one: Suggestion): string => `${id}-${one.id}`
  const activeId = active ? optionId(active) : null

  useEffect(() => {
    onActive(activeId)
    if (activeId !== null) list.current?.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' })
    return () => onActive(null)
  }, [activeId, onActive])
  useLayoutEffect(() => {
    onKeys((event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (event.key === 'Escape') onDismiss()
      else if (active === undefined) return false
      else if (by !== undefined) setChosen(items.at((index + by) % items.length)?.id ?? null)
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') active.choose()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    })
    return () => onKeys(null)
  })
  return (
    <div className="suggest" role="dialog" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
      {head && <div className="suggest-head">{head}</div>}
      {items.length > 0 && (
        <div className="suggest-list scroll" role="listbox" aria-label={label} ref={list}>
          {items.map((item) => (
            <div
              key={item.id}
              id={optionId(item)}
              role="option"
              aria-selected={item === active}
              onMouseMove={() => setChosen(item.id)}
              onClick={item.choose}
            >
              {item.row(item === active)}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
