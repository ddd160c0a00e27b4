import { Icon } from './icon.tsx'

/** Work under way; give the words beside it, or a label. */
export const Spinner = ({ label, size = 16 }: { readonly label?: string; readonly size?: 14 | 16 | 18 | 20 }) => (
  <Icon name="sending" className="spin" size={size} {...(label === undefined ? {} : { label })} />
)
