import './marks.css'
import { Icon, type IconName } from './icon.tsx'

export interface ProgramTileProps {
  readonly icon?: IconName
  readonly size?: 16 | 20 | 28 | 36
}

/** A program beside its name: a neutral square, never a person's round face or an instance's colour. */
export const ProgramTile = ({ icon = 'plug', size = 20 }: ProgramTileProps) => (
  <span className={`prog prog-${size}`} aria-hidden="true">
    <Icon name={icon} />
  </span>
)
