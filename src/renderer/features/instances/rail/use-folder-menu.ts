import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../../lib/translations.ts'
import type { MenuEntry } from '../../../ui/overlays/menu-model.ts'

/** What can be done with a folder of the rail. */
export function useFolderMenu(instances: readonly InstanceSummary[]): (folder: string) => readonly MenuEntry[] {
  const t = useTranslations()
  const [edit] = useContractCommand('instances.edit')
  return (folder) => {
    const members = instances.filter((instance) => instance.folder === folder).map(({ key }) => key)
    const dissolve = async (): Promise<void> => {
      for (const instance of members) await edit({ instance, folder: '' })
    }
    return [
      { kind: 'label', label: folder },
      {
        kind: 'item',
        icon: 'edit',
        label: t('instances.folder.rename'),
        movesFocus: true,
        run: () => requestDialog({ kind: 'folder', instances: members }),
      },
      { kind: 'item', icon: 'layers', label: t('instances.folder.dissolve'), run: () => void dissolve() },
    ]
  }
}
