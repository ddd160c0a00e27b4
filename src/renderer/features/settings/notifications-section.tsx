import type { PermissionState } from '../../lib/notification-permission.ts'
import { requestNotificationPermission, useNotificationPermission } from '../../lib/notification-permission.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Select } from '../../ui/controls/select.tsx'
import { OptionRow, SwitchRow } from './option-row.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'

/** The text of the switch in a browser, which has the last word. */
const browserTexts = {
  granted: 'settings.browserNotifies',
  default: 'settings.browserAsks',
  denied: 'settings.browserDenies',
  missing: 'settings.browserHasNone',
} as const satisfies Record<PermissionState, string>

/** Settings of notifications for a person who is not looking. */
export function NotificationsSection({ settings, info, update }: SectionProps) {
  const t = useTranslations()
  const { features } = info
  const permission = useNotificationPermission()
  const inBrowser = info.host === 'browser'
  const can = !inBrowser || permission === 'granted' || permission === 'default'
  const on = can && settings.notifications && (!inBrowser || permission === 'granted')
  const show = async (notifications: boolean) => {
    if (notifications && inBrowser && (await requestNotificationPermission()) !== 'granted') return
    update({ notifications })
  }
  return (
    <SettingsSection name="notifications" title={t('settings.notifications')} text={t('settings.notificationsText')}>
      <SwitchRow
        title={t('settings.notificationsShow')}
        text={inBrowser ? t(browserTexts[permission]) : undefined}
        checked={on}
        disabled={!can}
        onChange={(notifications) => void show(notifications)}
      />
      <SwitchRow
        title={t('settings.notificationsContent')}
        text={t('settings.notificationsContentText')}
        checked={settings.notificationText}
        disabled={!on}
        onChange={(notificationText) => update({ notificationText })}
      />
      <OptionRow title={t('settings.sound')}>
        <Select
          label={t('settings.sound')}
          value={settings.notificationSound}
          // The window plays it, so a browser can too.
          disabled={!settings.notifications}
          options={[
            { value: 'none', label: t('settings.sound.none') },
            { value: 'soft', label: t('settings.sound.soft') },
            { value: 'clear', label: t('settings.sound.clear') },
          ]}
          onChange={(notificationSound) => update({ notificationSound })}
        />
      </OptionRow>
      <OptionRow title={t('settings.badge')} text={features.badge ? undefined : t('settings.badgeMissing')}>
        <Select
          label={t('settings.badge')}
          value={settings.badge}
          disabled={!features.badge}
          options={[
            { value: 'chats', label: t('settings.badge.chats') },
            { value: 'messages', label: t('settings.badge.messages') },
            { value: 'none', label: t('settings.badge.none') },
          ]}
          onChange={(badge) => update({ badge })}
        />
      </OptionRow>
    </SettingsSection>
  )
}
