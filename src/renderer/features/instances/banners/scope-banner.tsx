import type { Scope } from '../../../../contract/ids.ts'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AttentionList } from '../rail/attention-list.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { connectionAppearance } from '../connection-appearance.ts'
import { gravest } from './gravest.ts'

export interface ScopeBannerProps {
  readonly instances: readonly InstanceSummary[]
  readonly scope: Scope
}

/** The one banner of a view: the instance's, or the gravest of all, which counts and lists the others. */
export function ScopeBanner({ instances, scope }: ScopeBannerProps) {
  const t = useTranslations()
  const instance = scope === null ? gravest(instances) : instances.find(({ key }) => key === scope)
  if (!instance) return null
  const others =
    scope === null
      ? instances.filter((one) => one !== instance && connectionAppearance[one.connection.kind].attention)
      : []
  const wording = t('instances.moreAttention', { count: others.length })
  return (
    <ConnectionBanner
      instance={instance}
      others={
        others.length > 0 && (
          <AttentionList label={wording} troubled={others} align="end">
            <Button size="compact">{wording}</Button>
          </AttentionList>
        )
      }
    />
  )
}
