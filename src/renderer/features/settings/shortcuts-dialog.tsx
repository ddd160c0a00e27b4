import { useSettings } from '../../client/use-preference.ts'
import { closeDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { shortcutGroups, tableShortcuts } from './known-shortcuts.ts'
import { ShortcutList } from './shortcut-list.tsx'

/** All shortcuts at one glance. */
export function ShortcutsDialog() {
  const t = useTranslations()
  const letters = useSettings()?.singleLetterShortcuts ?? true
  return (
    <Dialog wide title={t('settings.shortcuts')} onClose={closeDialog} className="is-shortcuts">
      <ShortcutList groups={letters ? [...shortcutGroups, tableShortcuts] : shortcutGroups} />
    </Dialog>
  )
}
