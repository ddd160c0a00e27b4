import type { ProgramPurpose } from '../../../contract/programs.ts'
import { cx } from '../../lib/text/class-names.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { purposeIcons } from './program-facts.ts'

export interface ProgramMarkProps {
  readonly purpose: ProgramPurpose
  readonly size?: 28 | 36
}

/** A program's square: neutral, never a person's round face or an instance's colour. */
export const ProgramMark = ({ purpose, size = 28 }: ProgramMarkProps) => (
  <span className={cx('prog', size === 36 && 'prog-36')} aria-hidden="true">
    <Icon name={purposeIcons[purpose]} />
  </span>
)
