import { useMemo } from 'react'
import { markText, type MarkSigns, type MarkedPiece, type TextMark } from '../../lib/text/text-marks.ts'
import { tokeniseText } from '../../../contract/text/tokenise-text.ts'
import { OutsideLink } from './outside-link.tsx'

export interface RichTextProps {
  readonly text: string
  /** The signs of marks that count in it; none where absent. */
  readonly signs?: MarkSigns | undefined
  /** tabIndex of its links; 0 when absent. */
  readonly stop?: 0 | -1
}

/** Text as text, with its addresses as links through the gate and its marks as looks. Nothing in it is ever HTML. */
export function RichText({ text, signs, stop = 0 }: RichTextProps) {
  const pieces = useMemo(() => (signs ? markText(text, signs) : tokeniseText(text)), [text, signs])
  return <MarkedText pieces={pieces} stop={stop} />
}

export interface MarkedTextProps {
  readonly pieces: readonly MarkedPiece[]
  /** Signs are shown too, dimmed. */
  readonly withSigns?: boolean
  readonly stop?: 0 | -1
}

const elements = { bold: 'b', italic: 'i', strike: 's', mono: 'code' } as const satisfies Record<TextMark, string>

/** Pieces of a text as they look. */
export function MarkedText({ pieces, withSigns = false, stop = 0 }: MarkedTextProps) {
  return pieces.map((piece, index) => {
    if (piece.kind === 'text') return piece.text
    if (piece.kind === 'marked') {
      const Element = elements[piece.mark]
      return (
        <Element key={index} className="mk">
          {withSigns && <span className="mk-c">{piece.sign}</span>}
          <MarkedText pieces={piece.pieces} withSigns={withSigns} stop={stop} />
          {withSigns && <span className="mk-c">{piece.sign}</span>}
        </Element>
      )
    }
    return (
      <OutsideLink key={index} className="link" href={piece.href} tabIndex={stop}>
        {piece.text}
      </OutsideLink>
    )
  })
}
