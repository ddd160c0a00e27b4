import './settings.css'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { shortcutText } from '../../lib/keys/shortcuts.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Kbd } from '../../ui/controls/kbd.tsx'
import type { KnownShortcut, ShortcutGroup } from './known-shortcuts.ts'

/** Shortcuts in two columns. */
export function ShortcutList({ groups }: { readonly groups: readonly ShortcutGroup[] }) {
  const t = useTranslations()
  const isBrowser = useContractQuery('app.info', {}).data?.host === 'browser'
  return groups.map((group) => (
    <div key={group.title} className="shorts-group">
      <h3>{t(group.title)}</h3>
      <dl className="shorts">
        {group.shortcuts.map((shortcut) => (
          <div key={shortcut.label}>
            <dt>{t(shortcut.label)}</dt>
            <dd>
              <Keys shortcut={shortcut} isBrowser={isBrowser} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ))
}

const Keys = ({ shortcut, isBrowser }: { readonly shortcut: KnownShortcut; readonly isBrowser: boolean }) =>
  ((isBrowser && shortcut.inBrowser) || shortcut.keys).map((key) => (
    <span key={key.key} className="keys">
      {shortcutText(key)
        .split(' ')
        .map((name, index, all) => (
          <Kbd key={name} keys={shortcut.instead && index === all.length - 1 ? shortcut.instead : name} />
        ))}
    </span>
  ))
