import type { ReactNode } from 'react'
import { useId } from 'react'
import { Button } from '../../../ui/controls/button.tsx'

export interface SearchSectionProps {
  readonly title: string
  readonly count: number
  /** Words of the way to all of them; null when these are all. */
  readonly more: string | null
  readonly onMore: () => void
  readonly children: ReactNode
}

/** The hits of one kind; renders nothing if there are none. */
export function SearchSection({ title, count, more, onMore, children }: SearchSectionProps) {
  const id = useId()
  if (count === 0) return null
  return (
    <div>
      <div className="chat-sep is-found">
        <span id={id}>{title}</span>
        {more !== null && (
          <Button kind="text" onClick={onMore}>
            {more}
          </Button>
        )}
      </div>
      <ul className="hits" aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}
