import { useMemo } from 'react'
import { tokeniseText } from '../lib/tokenise-text.ts'
import { askToOpenLink } from './link.tsx'

export interface RichTextProps {
  readonly text: string
  /** tabIndex of its links; 0 when absent. */
  readonly stop?: 0 | -1
}

/** Text as text, with its addresses as links through the gate. Nothing in it is ever markup. */
export function RichText({ text, stop = 0 }: RichTextProps) {
  const tokens = useMemo(() => tokeniseText(text), [text])
  return tokens.map((token, index) =>
    token.kind === 'text' ? (
      token.text
    ) : (
      <a
        key={index}
        className="link"
        href={token.href}
        rel="noreferrer noopener"
        tabIndex={stop}
        onClick={(event) => {
          event.preventDefault()
          askToOpenLink(token.href)
        }}
        onAuxClick={(event) => event.preventDefault()}
      >
        {token.text}
      </a>
    ),
  )
}
