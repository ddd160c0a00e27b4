import type { InstanceKey } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'

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
