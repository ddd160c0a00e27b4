import type { OutgoingFilter, OutgoingSort } from '../../../contract/outgoing.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { SavedFilters } from '../../client/saved-filters.tsx'
import { useSaveExport } from '../../client/use-save-export.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { NumberFilter } from '../../ui/inspector/number-filter.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { showToast, showErrorToast } from '../../ui/overlays/toast-store.ts'
import { largestLookBack } from './filter-address.ts'
import type { Refresh } from './use-refresh.ts'
import { useCallback } from 'react'
import { ContractError } from '../../../contract/errors.ts'
import { useClient } from '../../client/client-context.tsx'
import { useRecheck } from '../../client/use-recheck.ts'

/** So many messages are asked for again at once: the service answers about one question a second. */
const mostRechecked = 200

export interface OutgoingToolbarProps {
  readonly filter: OutgoingFilter
  /** The filters as they stand in the address. */
  readonly query: string
  readonly sort: OutgoingSort
  /** Rows under the filter. */
  readonly total: number
  readonly refresh: Refresh
  readonly onMinutes: (minutes: number | null) => void
  readonly onLookBackBy: (by: OutgoingFilter['lookBackBy']) => void
}

const lookBacks = ['action', 'sent'] as const
const presets = [60, 360, 1440] as const

export function OutgoingToolbar({
  filter,
  query,
  sort,
  total,
  refresh,
  onMinutes,
  onLookBackBy,
}: OutgoingToolbarProps) {
  const t = useTranslations()
  const times = useTimes()
  const [makeExport, { pending }] = useContractCommand('export.outgoing')
  const save = useSaveExport('messages')
  const [recheck, rechecking] = useBulkRecheck(filter, sort)
  const { minutes } = filter
  const preset = presets.find((value) => value === minutes)
  const exportAs = async (format: 'csv' | 'json', withStatuses: boolean): Promise<void> => {
    const made = await makeExport({ filter, format, withStatuses })
    if (made.ok) await save(made.value)
  }
  return (
    <div className="toolbar">
      <h2>{t('app.view.outgoing')}</h2>
      <ChoiceGroup
        variant="segmented"
        label={t('outgoing.lookBack')}
        value={preset === undefined ? 'other' : String(preset)}
        choices={presets.map((value) => ({ value: String(value), label: t('outgoing.minutes', { minutes: value }) }))}
        onChange={(value) => onMinutes(Number(value))}
      />
      <Popover
        label={t('outgoing.custom')}
        content={(close) => (
          <>
            <NumberFilter
              label={t('outgoing.customLabel')}
              help={t('outgoing.customHelp')}
              value={minutes}
              min={1}
              max={largestLookBack}
              onApply={onMinutes}
              onClose={close}
            />
            <div className="filter-more">
              <Button
                kind="text"
                onClick={() => {
                  onMinutes(null)
                  close()
                }}
              >
                {t('outgoing.everything')}
              </Button>
            </div>
          </>
        )}
      >
        <Button size="compact" icon="calendar" kind={preset === undefined ? 'plain' : 'ghost'}>
          {preset !== undefined
            ? t('outgoing.custom')
            : minutes === null
              ? t('outgoing.everything')
              : t('outgoing.minutes', { minutes })}
        </Button>
      </Popover>
      {minutes !== null && (
        <MenuButton
          label={t('outgoing.lookBackBy')}
          entries={() =>
            lookBacks.map((by) => ({
              kind: 'check' as const,
              label: t(`outgoing.lookBackBy.${by}`),
              checked: by === filter.lookBackBy,
              run: () => onLookBackBy(by),
            }))
          }
        >
          <Button size="compact" icon="clock" kind="ghost" title={t('outgoing.lookBackByText')}>
            {t(`outgoing.lookBackBy.${filter.lookBackBy}`)}
          </Button>
        </MenuButton>
      )}
      <div className="end">
        <SavedFilters route={{ view: 'outgoing', scope: filter.scope }} query={query} />
        {refresh.at !== null && (
          <span className="fresh num">{t('outgoing.updated', { time: times.seconds(refresh.at) })}</span>
        )}
        <IconButton
          size="compact"
          icon="refresh"
          label={t('ui.refresh')}
          disabled={refresh.pending}
          className={refresh.pending ? 'is-busy' : undefined}
          onClick={refresh.run}
        />
        <IconButton
          size="compact"
          icon="okCircle"
          label={t('outgoing.recheckText', { count: Math.min(total, mostRechecked) })}
          disabled={rechecking || total === 0}
          className={rechecking ? 'is-busy' : undefined}
          onClick={recheck}
        />
        <MenuButton
          label={t('ui.export')}
          align="end"
          entries={() => [
            { kind: 'item', icon: 'file', label: t('outgoing.exportCsv'), run: () => void exportAs('csv', false) },
            { kind: 'item', icon: 'braces', label: t('outgoing.exportJson'), run: () => void exportAs('json', true) },
          ]}
        >
          <Button size="compact" icon="download" busy={pending}>
            {t('ui.export')}
          </Button>
        </MenuButton>
      </div>
    </div>
  )
}

/** Asks the service again for the first rows under a filter, as they are sorted. */
function useBulkRecheck(filter: OutgoingFilter, sort: OutgoingSort): readonly [run: () => void, pending: boolean] {
  const client = useClient()
  const [recheck, pending] = useRecheck()
  const run = useCallback(async () => {
    try {
      const { rows } = await client.call('outgoing.list', { filter, sort, offset: 0, limit: mostRechecked })
      if (rows.length === 0) return
      if (await recheck(rows.map(({ key }) => key))) showToast('outgoing.rechecked', { values: { count: rows.length } })
    } catch (thrown) {
      showErrorToast(thrown instanceof ContractError ? thrown.data : { code: 'internal' })
    }
  }, [client, recheck, filter, sort])
  return [() => void run(), pending]
}
