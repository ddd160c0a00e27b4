import './marks.css'
import { cx } from '../../lib/text/class-names.ts'

export interface StateDotProps {
  readonly tone: 'live' | 'warn' | 'error' | 'paused' | 'idle'
}

/** A state as a dot; the words stand beside it. */
export const StateDot = ({ tone }: StateDotProps) => (
  <span className={cx('dot', tone !== 'idle' && `dot-${tone}`)} aria-hidden="true" />
)
