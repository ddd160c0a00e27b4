import { useTranslations } from '../../../lib/translations.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

/** Goes to the newest message; says how many below have not been read. */
export function ToEndButton({ unread, onClick }: { readonly unread: number; readonly onClick: () => void }) {
  const t = useTranslations()
  const label = unread > 0 ? t('conversation.toEndUnread', { count: unread }) : t('conversation.toEnd')
  return (
    <button type="button" className="to-end" aria-label={label} title={label} onClick={onClick}>
      <Badge count={unread} />
      <Icon name="arrowDown" size={18} />
    </button>
  )
}
