import './administration.css'
import './instances-table.css'
import { useMemo, useState } from 'react'
import { create } from 'zustand'
import { later } from '../../ui/later.tsx'
import type { InstanceKey, InstanceOverview, ServiceFamily, SteadyInstance } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTeam } from '../../client/use-team.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { cx } from '../../lib/text/class-names.ts'
import { goTo } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useIsMedium, useIsNarrow, useIsSlim } from '../../lib/use-media.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CellCheckbox } from '../../ui/controls/cell-checkbox.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { FilterButton, FilterList, chosenText } from '../../ui/inspector/filter-button.tsx'
import { MemberAvatar, type MemberAvatarProps } from '../../ui/marks/member-avatar.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { TableKeys } from '../../ui/tables/table-keys.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { VirtualTable, type TableColumn } from '../../ui/tables/virtual-table.tsx'
import { instanceFilters, shownInstances, type InstanceFilter, type InstanceSort } from './sort-instances.ts'
import { colleagueWhoReceives, needsAttention, receiverOf } from './instance-facts.ts'
import { CountCell, NameCell, QuotaCell, StateCell, TroubleCell } from './instances-table-cells.tsx'
import { useSlowCounts } from './use-slow-counts.ts'

const ApplySettingsDialog = later(async () => (await import('./apply-settings-dialog.tsx')).ApplySettingsDialog)

/** Whether instances are being read, one after another; it goes on while the person is in another view. */
const useReading = create<{ readonly isReading: boolean }>(() => ({ isReading: false }))

interface Receiving {
  /** A desk, or what else receives. */
  readonly id: string
  readonly label: string
  readonly person: MemberAvatarProps['person']
}

/**
 * All instances with what an administrator compares; what is safe for several is done for several, one after another.
 */
export function InstancesTable({ instances }: { readonly instances: readonly SteadyInstance[] }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const medium = useIsMedium()
  const narrow = useIsNarrow()
  const slim = useIsSlim()
  const team = useTeam()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<InstanceFilter>('all')
  const [sort, setSort] = useState<{ readonly by: InstanceSort; readonly direction: 'asc' | 'desc' }>({
    by: 'state',
    direction: 'desc',
  })
  const [chosen, setChosen] = useState<ReadonlySet<InstanceKey>>(new Set())
  const [focused, setFocused] = useState<InstanceKey | null>(null)
  const [read] = useContractCommand('account.read', { errors: 'ignore' })
  const [readQueues] = useContractCommand('queues.read', { errors: 'ignore' })
  const isReading = useReading(({ isReading }) => isReading)
  const [families, setFamilies] = useState<readonly ServiceFamily[]>([])
  const [receivers, setReceivers] = useState<readonly string[]>([])
  /** The instances that were selected: their rows may leave the filter while settings are applied. */
  const [applying, apply, closeApplying] = useQuestion<readonly InstanceKey[]>()
  const me = team?.members.find(({ isThis }) => isThis)
  /** The receiver of an instance: a colleague, this desk, another program or nobody. */
  const receiving = (instance: SteadyInstance): Receiving => {
    const colleague = colleagueWhoReceives(team, instance.key)
    if (colleague !== null)
      return {
        id: colleague.desk,
        label: t('administration.fact.colleague', { name: colleague.name }),
        person: { ...colleague, isThis: false },
      }
    const { who } = receiverOf(instance)
    return {
      id: who,
      label: t(`administration.fact.${who}`),
      person: who === 'here' && me !== undefined ? { desk: me.desk, name: me.name, isThis: true } : null,
    }
  }
  const listing = { families, receivers, receiverOf: (instance: SteadyInstance) => receiving(instance).id }
  const rows = shownInstances(instances, { text, filter, sort, ...listing })
  /** An instance that the filter hides is not acted on. */
  const selected = rows.filter(({ key }) => chosen.has(key)).map(({ key }) => key)
  const index = rows.findIndex(({ key }) => key === focused)
  useSlowCounts(rows)
  const { data: overviews } = useContractQuery('account.overview', {})
  const byKey = useMemo(() => new Map(overviews?.map((one) => [one.instance, one])), [overviews])
  const of = ({ key }: SteadyInstance) => byKey.get(key)
  const known = knownColumns(instances, byKey)
  const readAt = instances.reduce<number | null>((latest, instance) => {
    const at = of(instance)?.stateReadAt ?? null
    return at === null || (latest !== null && latest > at) ? latest : at
  }, null)
  const refresh = async (keys: readonly InstanceKey[]) => {
    useReading.setState({ isReading: true })
    for (const instance of keys) {
      await read({ instance })
      await readQueues({ instance })
    }
    useReading.setState({ isReading: false })
  }
  const toggle = (key: InstanceKey) => (on: boolean) =>
    setChosen(new Set(on ? [...chosen, key] : [...chosen].filter((other) => other !== key)))
  const allFamilies = [...new Set(instances.map(({ family }) => family))]
  const allReceivers = new Map(instances.map((instance) => [receiving(instance).id, receiving(instance).label]))
  const columns: readonly TableColumn<SteadyInstance, InstanceSort>[] = [
    {
      id: 'choose',
      head: (
        <CellCheckbox
          label={t('instances.table.selectAll')}
          checked={selected.length === 0 ? false : selected.length === rows.length || 'mixed'}
          onChange={(on) => setChosen(new Set(on ? rows.map(({ key }) => key) : []))}
        />
      ),
      width: '44px',
      cell: ({ key, name }) => (
        <CellCheckbox label={t('instances.table.select', { name })} checked={chosen.has(key)} onChange={toggle(key)} />
      ),
    },
    {
      id: 'name',
      head: t('instances.table.name'),
      width: slim ? 'minmax(0, 1.2fr)' : 'minmax(150px, 1.2fr)',
      sort: 'name',
      cell: (instance) => <NameCell instance={instance} />,
    },
    {
      id: 'state',
      head: t('ui.state'),
      width: slim ? 'minmax(0, 1.1fr)' : 'minmax(150px, 1.1fr)',
      sort: 'state',
      cell: (instance) => <StateCell instance={instance} overview={of(instance)} />,
    },
    {
      id: 'account',
      head: t('instances.table.account'),
      width: '140px',
      sort: 'account',
      shown: !narrow && known.account,
      cell: ({ wid, authorization }) => (
        <span className={cx('ell num', wid === null && 'muted')}>
          {wid?.replace('@c.us', '') ??
            t(authorization === 'notAuthorized' ? 'instances.table.noAccount' : 'administration.unknown')}
        </span>
      ),
    },
    {
      id: 'reads',
      head: t('instances.table.reads'),
      width: '130px',
      shown: !medium,
      cell: (instance) => {
        const receiver = receiving(instance)
        return (
          <span className={cx('t-reads ell', receiver.id === 'nobody' && 'muted')}>
            {receiver.person !== null && <MemberAvatar person={receiver.person} size={20} />}
            <span className="ell">{receiver.label}</span>
          </span>
        )
      },
    },
    {
      id: 'in',
      head: t('instances.table.in'),
      width: '98px',
      shown: !slim && known.notifications,
      align: 'end',
      cell: (instance) => <CountCell count={of(instance)?.notifications ?? null} isHeld={needsAttention(instance)} />,
    },
    {
      id: 'out',
      head: t('instances.table.out'),
      width: '98px',
      shown: !slim && known.outgoing,
      align: 'end',
      cell: (instance) => <CountCell count={of(instance)?.outgoing ?? null} isHeld={needsAttention(instance)} />,
    },
    {
      id: 'quota',
      head: t('instances.table.quota'),
      width: '120px',
      shown: !narrow && known.quota,
      cell: (instance) => <QuotaCell overview={of(instance)} />,
    },
    {
      id: 'trouble',
      head: t('instances.table.trouble'),
      width: 'minmax(120px, 1fr)',
      shown: !medium && known.trouble,
      cell: (instance) => <TroubleCell instance={instance} overview={of(instance)} />,
    },
  ]
  return (
    <section className="pane i-all" aria-label={t('instances.table.region')}>
      <div className="toolbar">
        <h2>{t('app.view.instances')}</h2>
        {readAt !== null && (
          <span className="fresh num">
            {t('instances.table.readAt', { count: instances.length, time: times.sentence(readAt, now) })}
          </span>
        )}
        <div className="end">
          <IconButton
            size="compact"
            icon="refresh"
            label={t('instances.table.refresh')}
            disabled={isReading}
            onClick={() => void refresh(rows.map(({ key }) => key))}
          />
          <Button size="compact" icon="key" onClick={() => requestDialog({ kind: 'importPartner' })}>
            {t('instances.partner.menu')}
          </Button>
          <Button size="compact" kind="primary" icon="plus" onClick={() => requestDialog({ kind: 'addInstances' })}>
            {t('instances.table.add')}
          </Button>
        </div>
      </div>
      <div className="filterbar">
        <SearchField label={t('instances.table.search')} value={text} onChange={setText} />
        <ChoiceGroup
          label={t('ui.state')}
          variant="chips"
          value={filter}
          choices={instanceFilters.map((value) => ({
            value,
            label: t(`instances.filter.${value}`),
            count: shownInstances(instances, { text: '', filter: value, sort, ...listing }).length,
          }))}
          onChange={setFilter}
        />
        {allFamilies.length > 1 && (
          <FilterButton
            icon="layers"
            label={t('instances.filter.family')}
            value={chosenText(
              t,
              families.map((family) => t(`administration.family.${family}`)),
            )}
            onClear={() => setFamilies([])}
            content={() => (
              <FilterList
                options={allFamilies.map((value) => ({
                  value,
                  label: t(`administration.family.${value}`),
                  count: instances.filter(({ family }) => family === value).length,
                }))}
                chosen={families}
                onChange={setFamilies}
              />
            )}
          />
        )}
        {allReceivers.size > 1 && (
          <FilterButton
            icon="user"
            label={t('instances.table.reads')}
            value={chosenText(
              t,
              receivers.map((id) => allReceivers.get(id) ?? id),
            )}
            onClear={() => setReceivers([])}
            content={() => (
              <FilterList
                options={[...allReceivers].map(([value, label]) => ({
                  value,
                  label,
                  count: instances.filter((instance) => receiving(instance).id === value).length,
                }))}
                chosen={receivers}
                onChange={setReceivers}
              />
            )}
          />
        )}
      </div>
      {selected.length > 0 && (
        <div className="bulk" role="toolbar" aria-label={t('ui.selected', { count: selected.length })}>
          <b className="num">{t('ui.selected', { count: selected.length })}</b>
          <Button size="compact" icon="refresh" busy={isReading} onClick={() => void refresh(selected)}>
            {t('instances.table.readState')}
          </Button>
          <Button size="compact" icon="sliders" onClick={() => apply(selected)}>
            {t('instances.table.applySettings')}
          </Button>
          <PauseSeveral keys={selected} />
          <Button size="compact" icon="layers" onClick={() => requestDialog({ kind: 'folder', instances: selected })}>
            {t('instances.folder')}
          </Button>
          <span className="end">
            <span>{t('instances.table.oneAtATime')}</span>
            <Button kind="text" onClick={() => setChosen(new Set())}>
              {t('instances.table.clear')}
            </Button>
          </span>
        </div>
      )}
      <VirtualTable<SteadyInstance, InstanceSort>
        label={t('app.view.instances')}
        columns={columns}
        resetKey={`${text} ${filter} ${families.join()} ${receivers.join()} ${sort.by} ${sort.direction}`}
        rows={rows}
        keyOf={({ key }) => key}
        selectedIndex={index < 0 ? null : index}
        onSelect={({ key }) => setFocused(key)}
        onOpen={({ key }) => goTo({ view: 'instance', scope: key, tab: 'overview' })}
        onKey={(event, row) => {
          if (event.key !== ' ' || row === undefined) return false
          toggle(row.key)(!chosen.has(row.key))
          return true
        }}
        sort={sort}
        onSort={setSort}
        rowHeight={44}
        rowClass={({ key }) => (chosen.has(key) ? 'is-chosen' : undefined)}
        empty={<EmptyState icon="search" title={t('instances.table.none')} />}
      />
      {applying?.[0] !== undefined && (
        <ApplySettingsDialog from={applying[0]} keys={applying} onClose={closeApplying} />
      )}
      <footer className="tbl-foot">
        <span className="num" role="status">
          {t('instances.table.foot', {
            count: rows.length,
            chosen: selected.length,
            waiting: rows.reduce((sum, row) => sum + (of(row)?.outgoing ?? 0), 0),
          })}
        </span>
        <TableKeys
          keys={{
            '↑ ↓': t('ui.keyMove'),
            [t('instances.table.keySpace')]: t('instances.table.keySelect'),
            '↵': t('ui.open'),
          }}
        />
      </footer>
    </section>
  )
}

/** Which columns have a value in at least one row: one of unknowns alone is not shown. */
const knownColumns = (
  instances: readonly SteadyInstance[],
  overviews: ReadonlyMap<InstanceKey, InstanceOverview>,
): Readonly<Record<'account' | 'notifications' | 'outgoing' | 'quota' | 'trouble', boolean>> => {
  const some = (test: (overview: InstanceOverview) => boolean): boolean => [...overviews.values()].some(test)
  return {
    account: instances.some(({ wid, authorization }) => wid !== null || authorization === 'notAuthorized'),
    notifications: some(({ notifications }) => notifications !== null),
    outgoing: some(({ outgoing }) => outgoing !== null),
    quota: some(({ quota }) => quota !== null),
    trouble: instances.some(needsAttention) || some(({ lastTrouble }) => lastTrouble !== null),
  }
}

/** Pauses one after another. */
function PauseSeveral({ keys }: { readonly keys: readonly InstanceKey[] }) {
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
