import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'

/** While the demo runs: that these are samples, and the way out. */
export function DemoBanner() {
  const t = useTranslations()
  const { data: demo } = useContractQuery('host.demo', {})
  const [end, { pending }] = useContractCommand('host.endDemo')
  if (!demo || demo.instances.length === 0) return null
  return (
    <Banner
      flush
      tone="neutral"
      icon="play"
      title={t('instances.demo.title')}
      text={t('instances.demo.text')}
      actions={
        <Button size="compact" busy={pending} onClick={() => void end({})}>
          {t('instances.demo.end')}
        </Button>
      }
    />
  )
}
