import './administration.css'
import './instances-table.css'
import { useMemo, useState } from 'react'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTeam } from '../../client/use-team.ts'
import { useExportProfile } from '../../client/use-save-export.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { connectionTones } from '../../lib/connection-tones.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goTo } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useIsMedium, useIsNarrow, useIsSlim } from '../../lib/use-media.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CellCheckbox } from '../../ui/controls/cell-checkbox.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InstanceTile } from '../../ui/marks/instance-tile.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { StateDot } from '../../ui/marks/state-dot.tsx'
import type { TableColumn } from '../../ui/tables/virtual-table.tsx'
import { VirtualTable } from '../../ui/tables/virtual-table.tsx'
import type { InstanceFilter, InstanceSort } from './sort-instances.ts'
import { instanceFilters, shownInstances } from './sort-instances.ts'
import { colleagueWhoReceives, needsAttention, receiverOf } from './instance-facts.ts'
import { accountStateText, lastTroubleOf } from './state-text.ts'
import { useSlowCounts } from './use-slow-counts.ts'

/**
 * All instances with what an administrator compares; what is safe for several is done for several, one after another.
 */
export function InstancesTable({ instances }: { readonly instances: readonly InstanceSummary[] }) {
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
  const [read, reading] = useContractCommand('account.read', { errors: 'return' })
  const [readQueues] = useContractCommand('queues.read', { errors: 'return' })
  const rows = useMemo(() => shownInstances(instances, { text, filter, sort }), [instances, text, filter, sort])
  /** An instance that the filter hides is not acted on. */
  const selected = rows.filter(({ key }) => chosen.has(key)).map(({ key }) => key)
  const index = rows.findIndex(({ key }) => key === focused)
  useSlowCounts(rows)
  const refresh = async (keys: readonly InstanceKey[]) => {
    for (const instance of keys) {
      await read({ instance })
      await readQueues({ instance })
    }
  }
  const toggle = (key: InstanceKey) => (on: boolean) =>
    setChosen(new Set(on ? [...chosen, key] : [...chosen].filter((other) => other !== key)))
  const columns: readonly TableColumn<InstanceSummary, InstanceSort>[] = [
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
      cell: ({ name, initials, colour, family }) => (
        <span className="nm">
          <InstanceTile name={name} initials={initials} colour={colour} size={28} />
          <span className="ell">
            {name} <small className="muted">{t(`administration.family.${family}`)}</small>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('instances.table.state'),
      width: slim ? 'minmax(0, 1.1fr)' : 'minmax(150px, 1.1fr)',
      sort: 'state',
      cell: (instance) => <StateCell instance={instance} since={times.sentence(instance.connection.since, now)} />,
    },
    {
      id: 'account',
      head: t('instances.table.account'),
      width: '140px',
      sort: 'account',
      shown: !narrow,
      cell: ({ wid }) => <span className="ell num">{wid?.replace('@c.us', '') ?? t('administration.unknown')}</span>,
    },
    {
      id: 'reads',
      head: t('instances.table.reads'),
      width: '130px',
      shown: !medium,
      cell: (instance) => {
        const colleague = colleagueWhoReceives(team, instance.key)
        return (
          <span className="ell">
            {colleague === null
              ? t(`administration.fact.${receiverOf(instance).who}`)
              : t('administration.fact.colleague', { name: colleague })}
          </span>
        )
      },
    },
    {
      id: 'in',
      head: t('instances.table.in'),
      width: '98px',
      shown: !slim,
      align: 'end',
      cell: ({ key }) => <QueueCell instance={key} which="notifications" />,
    },
    {
      id: 'out',
      head: t('instances.table.out'),
      width: '98px',
      shown: !slim,
      align: 'end',
      cell: ({ key }) => <QueueCell instance={key} which="outgoing" />,
    },
    {
      id: 'quota',
      head: t('instances.table.quota'),
      width: '120px',
      shown: !narrow,
      cell: ({ key }) => <QuotaCell instance={key} />,
    },
    {
      id: 'trouble',
      head: t('instances.table.trouble'),
      width: 'minmax(120px, 1fr)',
      shown: !medium,
      cell: (instance) => <TroubleCell instance={instance} />,
    },
  ]
  const open = (at: number) => {
    const row = rows[at]
    if (row !== undefined) goTo({ view: 'instance', scope: row.key, tab: 'overview' })
  }
  return (
    <section className="pane i-all" aria-label={t('instances.table.region')}>
      <div className="toolbar">
        <h2>{t('app.view.instances')}</h2>
        <div className="end">
          <IconButton
            size="compact"
            icon="refresh"
            label={t('instances.table.refresh')}
            disabled={reading.pending}
            onClick={() => void refresh(rows.map(({ key }) => key))}
          />
          <ProfileMenu />
          <Button size="compact" kind="primary" icon="plus" onClick={() => requestDialog({ kind: 'addInstances' })}>
            {t('instances.table.add')}
          </Button>
        </div>
      </div>
      <div className="filterbar">
        <SearchField label={t('instances.table.search')} value={text} onChange={setText} />
        <ChoiceGroup
          label={t('instances.table.state')}
          variant="chips"
          value={filter}
          choices={instanceFilters.map((value) => ({
            value,
            label: t(`instances.filter.${value}`),
            count: shownInstances(instances, { text: '', filter: value, sort }).length,
          }))}
          onChange={setFilter}
        />
      </div>
      {selected.length > 0 && (
        <div className="bulk" role="toolbar" aria-label={t('instances.table.chosen', { count: selected.length })}>
          <b className="num">{t('instances.table.chosen', { count: selected.length })}</b>
          <Button size="compact" icon="refresh" busy={reading.pending} onClick={() => void refresh(selected)}>
            {t('instances.table.readState')}
          </Button>
          <PauseSeveral keys={selected} />
          <span className="end">
            <span>{t('instances.table.oneAtATime')}</span>
            <Button kind="text" onClick={() => setChosen(new Set())}>
              {t('instances.table.clear')}
            </Button>
          </span>
        </div>
      )}
      <VirtualTable<InstanceSummary, InstanceSort>
        label={t('app.view.instances')}
        columns={columns}
        resetKey={`${text} ${filter} ${sort.by} ${sort.direction}`}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyOf={({ key }) => key}
        selectedIndex={index < 0 ? null : index}
        onSelect={(at) => setFocused(rows[at]?.key ?? null)}
        onOpen={open}
        onKey={(event, at) => {
          const row = at === null ? undefined : rows[at]
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
    </section>
  )
}

/** Takes all of them to another computer, or those of another computer here. */
function ProfileMenu() {
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
      ]}
    >
      <Button size="compact" icon="download" busy={exporting}>
        {t('profile.menu')}
      </Button>
    </MenuButton>
  )
}

function StateCell({ instance, since }: { readonly instance: InstanceSummary; readonly since: string }) {
  const t = useTranslations()
  const { data } = useContractQuery('account.state', { instance: instance.key })
  const { kind } = instance.connection
  const wording =
    kind === 'live' || kind === 'sendOnly' ? accountStateText(t, data?.state ?? null) : t(`instances.state.${kind}`)
  return (
    <>
      <StateDot tone={connectionTones[kind]} />
      <span className="two">
        <span className="ell first-up">{wording}</span>
        <small className="muted ell">
          {kind === 'live' ? '' : t('administration.fact.sinceTime', { time: since })}
        </small>
      </span>
    </>
  )
}

interface CellProps {
  readonly instance: InstanceKey
}

function QueueCell({ instance, which }: CellProps & { readonly which: 'outgoing' | 'notifications' }) {
  const numbers = useNumbers()
  const { data } = useContractQuery('queues.state', { instance })
  const count = data?.[which] ?? null
  return <span className="num">{count === null ? '–' : numbers.count(count)}</span>
}

function QuotaCell({ instance }: CellProps) {
  const t = useTranslations()
  const { data } = useContractQuery('account.state', { instance })
  const [first] = data?.quotas ?? []
  if (first === undefined) return <span className="muted">–</span>
  return (
    <span className="num ell" title={first.method}>
      {first.used === null || first.total === null
        ? first.method
        : t('instances.table.used', { used: first.used, total: first.total })}
    </span>
  )
}

function TroubleCell({ instance }: { readonly instance: InstanceSummary }) {
  const t = useTranslations()
  const { data } = useContractQuery('account.state', { instance: instance.key })
  const trouble = lastTroubleOf(t, instance, data)
  return (
    <span className={needsAttention(instance) ? 'ell' : 'ell muted'} title={trouble?.wording}>
      {trouble?.wording ?? ''}
    </span>
  )
}

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
