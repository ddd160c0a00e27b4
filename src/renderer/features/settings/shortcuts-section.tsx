import { useTranslations } from '../../lib/translations.ts'
import { shortcutGroups, tableShortcuts } from './known-shortcuts.ts'
import { SwitchRow } from './option-row.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'
import { ShortcutList } from './shortcut-list.tsx'

/** The list of shortcuts, and the switch for single letters. */
export function ShortcutsSection({ settings, update }: SectionProps) {
  const t = useTranslations()
  return (
    <SettingsSection name="shortcuts" title={t('settings.shortcuts')}>
      <SwitchRow
        title={t('settings.letters')}
        text={t('settings.lettersText')}
        checked={settings.singleLetterShortcuts}
        onChange={(singleLetterShortcuts) => update({ singleLetterShortcuts })}
      />
      <ShortcutList groups={settings.singleLetterShortcuts ? [...shortcutGroups, tableShortcuts] : shortcutGroups} />
    </SettingsSection>
  )
}
