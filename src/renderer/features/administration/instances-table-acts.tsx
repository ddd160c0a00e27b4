import type { InstanceKey } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useExportProfile } from '../../client/use-save-export.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

/** Takes all of them to another computer, or those of another computer here. */
export function ProfileMenu() {
  const t = useTranslations()
  const [exportProfile, exporting] = useExportProfile()
  return (
    <MenuButton
      label={t('profile.menu')}
      align="end"
      entries={() => [
        { kind: 'item', icon: 'download', label: t('profile.export'), run: exportProfile },
        {
          kind: 'item',
          icon: 'file',
          label: t('profile.import'),
          movesFocus: true,
          run: () => requestDialog({ kind: 'importProfile' }),
        },
        {
          kind: 'item',
          icon: 'key',
          label: t('instances.partner.menu'),
          movesFocus: true,
          run: () => requestDialog({ kind: 'importPartner' }),
        },
      ]}
    >
      <Button size="compact" icon="download" busy={exporting}>
        {t('profile.menu')}
      </Button>
    </MenuButton>
  )
}

/** Pauses one after another. */
export function PauseSeveral({ keys }: { readonly keys: readonly InstanceKey[] }) {
  const t = useTranslations()
  const [pause, { pending }] = useContractCommand('instances.pause')
  const run = async () => {
    for (const instance of keys) await pause({ instance })
  }
  return (
    <Button size="compact" icon="pause" busy={pending} onClick={() => void run()}>
      {t('instances.table.pause')}
    </Button>
  )
}
