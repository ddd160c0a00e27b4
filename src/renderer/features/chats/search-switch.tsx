import type { IconName } from '../../ui/icon.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface SearchSwitchProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}

/** The way between chats and messages that match: above what was found, so that it is seen however much that is. */
export const SearchSwitch = ({ icon, label, onClick }: SearchSwitchProps) => (
  <div className="chats-switch">
    <button type="button" className="chats-more" title={label} onClick={onClick}>
      <Icon name={icon} />
      <span className="ell">{label}</span>
    </button>
  </div>
)
