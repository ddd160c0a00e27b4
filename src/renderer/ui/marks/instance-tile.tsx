import './marks.css'
import { useState } from 'react'
import type { IdentityColour, MediaRef } from '../../../contract/index.ts'
import { cx } from '../../lib/text/class-names.ts'
import { tileLetters } from '../../../contract/tile-letters.ts'

export interface InstanceTileProps {
  readonly name: string
  /** Letters distinct from those of other instances; default: those of the name. */
  readonly initials?: string
  readonly colour: IdentityColour
  readonly size?: 28 | 36 | 40
  /** The account's own picture, framed in the instance's colour, with its words. */
  readonly picture?: { readonly ref: MediaRef; readonly label: string } | undefined
}

/** An instance's square: its colour and its initials. Decoration but for a picture: the name is beside it. */
export function InstanceTile({ name, initials, colour, size = 40, picture }: InstanceTileProps) {
  const [broken, setBroken] = useState('')
  const shown = picture && picture.ref !== broken ? picture : null
  return (
    <span
      className={cx('inst-tile', size !== 40 && `inst-tile-${size}`)}
      data-colour={colour}
      data-i={initials ?? tileLetters(name)}
      aria-hidden={shown === null}
    >
      {shown && (
        <img
          src={`media/${encodeURIComponent(shown.ref)}`}
          alt={shown.label}
          draggable={false}
          onError={() => setBroken(shown.ref)}
        />
      )}
    </span>
  )
}

/** The small square of an instance's colour beside text. */
export const InstanceMark = ({ colour }: { readonly colour: IdentityColour }) => (
  <span className="id-mark" data-colour={colour} aria-hidden="true" />
)
