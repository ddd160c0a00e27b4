import './marks.css'
import { useState } from 'react'
import type { Avatar as AvatarState, IdentityColour } from '../../../contract/index.ts'
import { cx } from '../../lib/text/class-names.ts'

export interface AvatarProps {
  readonly initials: string
  /** 1 to 6. */
  readonly hue: number
  readonly avatar?: AvatarState
  readonly size?: 28 | 32 | 36 | 40 | 72
  /** The instance's colour in the corner, where rows of several instances are mixed. */
  readonly corner?: IdentityColour | undefined
}

/** A chat's or person's picture: coloured initials until an image is there. Decoration: the name is beside it. */
export function Avatar({ initials, hue, avatar, size = 40, corner }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const ref = avatar?.kind === 'image' ? avatar.ref : ''
  return (
    <span className={cx('avatar', `av-${hue}`, size !== 40 && `avatar-${size}`)} aria-hidden="true">
      {initials}
      {ref !== '' && ref !== broken && (
        <img
          src={`media/${encodeURIComponent(ref)}`}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(ref)}
        />
      )}
      {corner && <span className="corner" data-colour={corner} />}
    </span>
  )
}
