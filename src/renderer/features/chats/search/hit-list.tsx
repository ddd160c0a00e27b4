import type { ReactNode } from 'react'
import type { InstanceKey, SteadyInstance, Scope } from '../../../../contract/index.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useRoving } from '../../../lib/keys/use-roving.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/marks/empty-state.tsx'
import { AfterDelay } from '../../../ui/marks/skeleton.tsx'
import { LoadingRows } from '../loading-rows.tsx'

/** What each row of hits shows besides its text. */
interface HitRow {
  /** It is the tab stop of the list. */
  readonly stop: boolean
  /** Given where hits of several instances are mixed. */
  readonly instance: SteadyInstance | undefined
  readonly time: string
}

export interface HitListProps<Hit> {
  readonly label: string
  readonly scope: Scope
  /** Newest first; undefined until they are read. */
  readonly hits: readonly Hit[] | undefined
  readonly failed: boolean
  readonly onRetry: () => void
  readonly keyOf: (hit: Hit) => number
  readonly row: (hit: Hit, row: HitRow) => ReactNode
  /** Shown instead of an empty list. */
  readonly empty: ReactNode
  /** Shown below the rows. */
  readonly foot?: ReactNode
}

/** Hits as rows with arrow keys, or the state: loading, failed, or no hits. */
export function HitList<Hit extends { readonly instance: InstanceKey; readonly at: number }>({
  label,
  scope,
  hits,
  failed,
  onRetry,
  keyOf,
  row,
  empty,
  foot,
}: HitListProps<Hit>) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const instances = useInstances()
  const roving = useRoving({ selector: '.hit' })
  if (!hits && failed) {
    return (
      <EmptyState
        icon="warning"
        title={t('chats.hitsNotRead')}
        actions={<Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  if (!hits) {
    return (
      <AfterDelay>
        <LoadingRows label={t('chats.searching')} />
      </AfterDelay>
    )
  }
  if (hits.length === 0) return empty
  return (
    <div className="chat-list scroll" {...roving}>
      <ul className="hits" aria-label={label}>
        {hits.map((hit, index) => (
          <li key={keyOf(hit)}>
            {row(hit, {
              stop: index === 0,
              instance: scope === null ? instances.find((one) => one.key === hit.instance) : undefined,
              time: times.list(hit.at, now),
            })}
          </li>
        ))}
      </ul>
      {foot}
    </div>
  )
}
