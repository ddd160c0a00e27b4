import type { IdentityColour } from '../../../../contract/index.ts'
import { InstanceMark } from '../../../ui/marks/instance-tile.tsx'
import { FoundText } from '../../../ui/text/found-text.tsx'

export interface HitLinesProps {
  readonly title: string
  /** Colour of the instance where hits of several are mixed; undefined: none is drawn. */
  readonly colour: IdentityColour | undefined
  /** Epoch ms, and how it is written. */
  readonly at: number
  readonly time: string
  /** The author if it is not the title; '' otherwise. */
  readonly who: string
  readonly snippet: string
  readonly marks: readonly (readonly [number, number])[]
  /** Placeholder for an empty snippet. */
  readonly instead: string
}

/** A hit in two lines: where and when, and its text with the searched words marked. */
export const HitLines = ({ title, colour, at, time, who, snippet, marks, instead }: HitLinesProps) => (
  <>
    <span className="l1">
      {colour && <InstanceMark colour={colour} />}
      <b className="ell">
        <bdi>{title.slice(0, 200)}</bdi>
      </b>
      <time dateTime={new Date(at).toISOString()}>{time}</time>
    </span>
    <span className="s">
      {who !== '' && <bdi>{`${who.slice(0, 60)}: `}</bdi>}
      {snippet === '' ? instead : <FoundText text={snippet} ranges={marks} />}
    </span>
  </>
)
