import './many.css'
import { cx } from '../../../lib/text/class-names.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { LineState } from './line-state.ts'

/** The state of a line in a table: its icon and words, and more of it below. */
export function StateCell({ state: { icon, tone, wording, detail } }: { readonly state: LineState }) {
  return (
    <span className={cx('many-state', `is-${tone}`)} title={detail === '' ? wording : `${wording}. ${detail}`}>
      <Icon name={icon} size={14} {...(icon === 'sending' ? { className: 'spin' } : {})} />
      <span className="two">
        <span className="ell">{wording}</span>
        {detail !== '' && <small className="ell muted">{detail}</small>}
      </span>
    </span>
  )
}
