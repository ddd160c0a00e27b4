import './marks.css'
import type { CSSProperties } from 'react'

interface ShownLabel {
  readonly key: number
  readonly name: string
  /** 1 to 6, of the quiet hues. */
  readonly hue: number
}

export const LabelChip = ({ name, hue }: Pick<ShownLabel, 'name' | 'hue'>) => (
  <span className="lab" style={{ '--l': `var(--av-${hue})` } as CSSProperties} title={name}>
    <bdi className="ell">{name}</bdi>
  </span>
)

const most = 2

/** Labels of a chat: the first ones, and how many more there are. */
export function LabelChips({ labels }: { readonly labels: readonly ShownLabel[] }) {
  const rest = labels.slice(most)
  const others = rest.map(({ name }) => name).join(', ')
  return (
    <>
      {labels.slice(0, most).map(({ key, name, hue }) => (
        <LabelChip key={key} name={name} hue={hue} />
      ))}
      {rest.length > 0 && (
        <span className="lab-more" role="img" aria-label={others} title={others}>
          +{rest.length}
        </span>
      )}
    </>
  )
}
