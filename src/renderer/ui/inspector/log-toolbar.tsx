import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { Button } from '../button.tsx'
import { LiveTag } from './live-tag.tsx'

export interface LogToolbarProps {
  readonly title: string
  readonly paused: boolean
  readonly onTogglePause: () => void
  /** Further buttons, behind the pause button. */
  readonly children?: ReactNode
}

/** Head of a log that moves by itself and can be paused. */
export function LogToolbar({ title, paused, onTogglePause, children }: LogToolbarProps) {
  const t = useWords()
  return (
    <div className="toolbar">
      <h2>{title}</h2>
      <LiveTag paused={paused} />
      <div className="end">
        <Button size="compact" icon={paused ? 'play' : 'pause'} onClick={onTogglePause}>
          {t(paused ? 'inspector.resumeList' : 'inspector.pauseList')}
        </Button>
        {children}
      </div>
    </div>
  )
}
