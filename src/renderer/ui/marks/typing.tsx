import './marks.css'
import type { ReactNode } from 'react'

/** Somebody is writing: three dots and the words. */
export const Typing = ({ children }: { readonly children: ReactNode }) => (
  <span className="typing">
    <span className="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    <span className="ell">{children}</span>
  </span>
)
