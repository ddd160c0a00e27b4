import type { MouseEvent, ReactNode } from 'react'
import { create } from 'zustand'
import { cx } from '../lib/class-names.ts'

export type LinkOutcome = 'opened' | 'refused' | 'failed'

export interface LinkGateState {
  /** The address a person is being asked about. */
  readonly asking: string | null
}

/** One gate for every address that leads out of the program; ui/link-gate.tsx asks. */
export const useLinkGate = create<LinkGateState>(() => ({ asking: null }))

/** Asks, then opens outside. The host refuses everything but http, https and mailto. */
export const askToOpenLink = (url: string): void => useLinkGate.setState({ asking: url })

export interface LinkProps {
  readonly url: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link out of the program. The address is never followed by the window itself. */
export const Link = ({ url, className, children }: LinkProps) => (
  <a
    className={cx('link', className)}
    href={url}
    rel="noreferrer noopener"
    onClick={(event: MouseEvent) => {
      event.preventDefault()
      event.stopPropagation()
      askToOpenLink(url)
    }}
    onAuxClick={(event) => event.preventDefault()}
  >
    {children}
  </a>
)
