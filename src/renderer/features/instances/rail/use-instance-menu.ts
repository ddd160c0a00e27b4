import type { SteadyInstance } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { shortcutText } from '../../../lib/keys/shortcuts.ts'
import { useTranslations, type MessageId } from '../../../lib/translations.ts'
import type { IconName } from '../../../ui/marks/icon.tsx'
import type { MenuEntry } from '../../../ui/overlays/menu-model.ts'
import { muteEntries } from '../../../ui/overlays/mute-entries.ts'
import { folderNames } from './rail-rows.ts'

/** The menu of an instance, for its tile and for Settings. `move` shifts it in the rail. */
export function useInstanceMenu(): (
  instance: SteadyInstance,
  place?: { readonly index: number; readonly count: number; readonly move: (by: number) => void },
) => readonly MenuEntry[] {
  const t = useTranslations()
  const [resume] = useContractCommand('instances.resume')
  const [edit] = useContractCommand('instances.edit')
  const [refreshPicture] = useContractCommand('media.refreshOwnAvatar')
  const folders = folderNames(useInstances())
  return (instance, place) => {
    const { key } = instance
    const dialog = (
      kind: 'editInstance' | 'enterToken' | 'selfCheck' | 'pauseInstance' | 'removeInstance',
      icon: IconName,
      label: MessageId,
    ) => ({ kind: 'item' as const, icon, label: t(label), run: () => requestDialog({ kind, instance: key }) })
    const mute = (until: number | 'forever' | null) => void edit({ instance: key, mutedUntil: until })
    return [
      { kind: 'label', label: instance.name },
      {
        kind: 'item',
        icon: 'server',
        label: t('instances.action.openInstance'),
        run: () => goTo({ view: 'instance', scope: key }),
      },
      instance.connection.kind === 'paused'
        ? { kind: 'item', icon: 'play', label: t('ui.resume'), run: () => void resume({ instance: key }) }
        : dialog('pauseInstance', 'pause', 'instances.pause'),
      instance.mutedUntil !== null
        ? { kind: 'item', icon: 'bell', label: t('instances.unmute'), run: () => mute(null) }
        : {
            kind: 'submenu',
            icon: 'mute',
            label: t('instances.mute'),
            entries: muteEntries(t, mute),
          },
      {
        kind: 'submenu',
        icon: 'layers',
        label: t('instances.folder'),
        entries: [
          ...folders.map((folder) => ({
            kind: 'check' as const,
            label: folder,
            checked: folder === instance.folder,
            run: (isIn: boolean) => void edit({ instance: key, folder: isIn ? folder : '' }),
          })),
          ...(folders.length > 0 ? [{ kind: 'separator' as const }] : []),
          {
            kind: 'item',
            label: t('instances.folder.new'),
            movesFocus: true,
            run: () => requestDialog({ kind: 'folder', instances: [key] }),
          },
        ],
      },
      ...(place && place.count > 1
        ? [
            {
              kind: 'item' as const,
              icon: 'arrowUp' as const,
              label: t('instances.moveUp'),
              shortcut: shortcutText({ key: 'ArrowUp', alt: true }),
              disabled: place.index === 0,
              run: () => place.move(-1),
            },
            {
              kind: 'item' as const,
              icon: 'arrowDown' as const,
              label: t('instances.moveDown'),
              shortcut: shortcutText({ key: 'ArrowDown', alt: true }),
              disabled: place.index === place.count - 1,
              run: () => place.move(1),
            },
          ]
        : []),
      { kind: 'separator' },
      dialog('editInstance', 'edit', 'ui.edit'),
      dialog('enterToken', 'key', 'instances.action.enterToken'),
      {
        kind: 'item',
        icon: 'image',
        label: t('instances.refreshPicture'),
        run: () => void refreshPicture({ instance: key }),
      },
      dialog('selfCheck', 'shield', 'instances.action.selfCheck'),
      { kind: 'separator' },
      { ...dialog('removeInstance', 'trash', 'ui.remove'), danger: true },
    ]
  }
}
