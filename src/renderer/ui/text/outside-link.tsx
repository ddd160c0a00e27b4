import type { ComponentProps } from 'react'
import { askToOpenLink } from './link.tsx'

export interface OutsideLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'tabIndex' | 'children'> {
  readonly href: string
}

/** A link out of the program: asks before it opens, by whichever button of the mouse. */
export const OutsideLink = ({ href, ...rest }: OutsideLinkProps) => (
  <a
    {...rest}
    href={href}
    rel="noreferrer noopener"
    onClick={(event) => {
      event.preventDefault()
      askToOpenLink(href)
    }}
    onAuxClick={(event) => event.preventDefault()}
  />
)
