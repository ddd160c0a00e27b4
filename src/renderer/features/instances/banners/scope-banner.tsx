import type { Scope } from '../../../../contract/ids.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstanceCounts } from '../../../client/use-instances.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AttentionList } from '../rail/attention-list.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { connectionAppearance, lacksToken, leastTogether } from '../connection-appearance.ts'
import { gravest } from './gravest.ts'

/** The one banner of a view: the instance's, or the gravest of all, which counts and lists the others. */
export function ScopeBanner({ scope }: { readonly scope: Scope }) {
  const all = useInstanceCounts()
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  // Then the program's banner speaks for them.
  const instances = info?.vault.state === 'waiting' ? all.filter(({ token }) => token !== 'waiting') : all
  // Then it counts them and takes all their tokens at once.
  const together = instances.filter(lacksToken).length >= leastTogether
  const ranked = together ? instances.filter((one) => !lacksToken(one)) : instances
  const instance = scope === null ? gravest(ranked) : instances.find(({ key }) => key === scope)
  if (!instance) return null
  const others =
    scope === null
      ? ranked.filter((one) => one !== instance && connectionAppearance[one.connection.kind].attention)
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
