import './marks.css'
import type { IdentityColour } from '../../contract/instances.ts'
import { cx } from '../lib/class-names.ts'
import { initialsOf } from '../lib/initials.ts'

export interface InstanceTileProps {
  readonly name: string
  readonly colour: IdentityColour
  readonly size?: 28 | 32 | 36 | 40
}

/** An instance's square: its colour and its initials. Decoration: the name stands beside it. */
export const InstanceTile = ({ name, colour, size = 40 }: InstanceTileProps) => (
  <span
    className={cx('inst-tile', size !== 40 && `inst-tile-${size}`)}
    data-colour={colour}
    data-i={initialsOf(name)}
    aria-hidden="true"
  />
)

/** The small square of an instance's colour beside text. */
export const InstanceMark = ({ colour }: { readonly colour: IdentityColour }) => (
  <span className="id-mark" data-colour={colour} aria-hidden="true" />
)
