import type { ChatDetails } from '../../../contract/index.ts'
import { isMuted } from '../../../contract/values.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

const hourMs = 3_600_000

interface MuteTileProps {
  readonly mutedUntil: ChatDetails['mutedUntil']
  readonly onMute: (until: ChatDetails['mutedUntil']) => void
}

/** Mutes the chat for a while, or unmutes it. */
export function MuteTile({ mutedUntil, onMute }: MuteTileProps) {
  const t = useTranslations()
  const now = useNow()
  if (isMuted(mutedUntil, now)) {
    return (
      <button type="button" className="tile-btn" onClick={() => onMute(null)}>
        <Icon name="bell" />
        <span>{t('details.unmute')}</span>
      </button>
    )
  }
  const until = (hours: number) => () => onMute(Date.now() + hours * hourMs)
  return (
    <MenuButton
      label={t('details.mute')}
      entries={() => [
        { kind: 'item', label: t('details.muteHour'), run: until(1) },
        { kind: 'item', label: t('details.muteEightHours'), run: until(8) },
        { kind: 'item', label: t('details.muteWeek'), run: until(7 * 24) },
        { kind: 'item', label: t('details.muteForever'), run: () => onMute('forever') },
      ]}
    >
      <button type="button" className="tile-btn">
        <Icon name="mute" />
        <span>{t('details.mute')}</span>
      </button>
    </MenuButton>
  )
}
