import './outgoing.css'
import { useMemo, useState, type ComponentType } from 'react'
import type { SteadyInstance } from '../../../contract/instances.ts'
import type { MessageKey } from '../../../contract/ids.ts'
import type { Message } from '../../../contract/messages.ts'
import type { OutgoingRow, OutgoingSort, OutgoingFilter } from '../../../contract/outgoing.ts'
import { useClient } from '../../client/client-context.tsx'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { usePagedRows } from '../../client/use-paged-rows.ts'
import { useRecheck } from '../../client/use-recheck.ts'
import { useSettings } from '../../client/use-preference.ts'
import { errorText } from '../../lib/error-text.ts'
import { goTo, type Route } from '../../lib/routing/route.ts'
import { useIsLow, useIsMedium, useIsNarrow } from '../../lib/use-media.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { AddressProblems } from '../../ui/inspector/address-problems.tsx'
import { InspectorView } from '../../ui/inspector/inspector-view.tsx'
import { rowSteps } from '../../ui/inspector/row-steps.ts'
import { TableKeys } from '../../ui/tables/table-keys.tsx'
import { VirtualTable } from '../../ui/tables/virtual-table.tsx'
import { formatAddress, parseAddress, startAddress, withScope, type OutgoingAddress } from './filter-address.ts'
import { OutgoingChart } from './outgoing-chart.tsx'
import { useOutgoingColumns } from './outgoing-columns.tsx'
import { OutgoingFilters } from './outgoing-filters.tsx'
import { OutgoingInspector } from './outgoing-inspector.tsx'
import { OutgoingToolbar } from './outgoing-toolbar.tsx'
import { StatusCounts, useHasReasons } from './status-counts.tsx'
import { useRefresh } from './use-refresh.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** As many as a page of the list has at most: after them come the next. */
const batchSize = 300

/**
 * What under the filter was not sent, with one button for all of it. Shown to who asked for such messages; what may
 * have been sent is never among them.
 */
function NotSentBar({ filter }: { readonly filter: OutgoingFilter }) {
  const t = useTranslations()
  const asked = filter.statuses.filter((status) => status === 'failed' || status === 'expired' || status === 'queued')
  const { data } = useContractQuery(
    'outgoing.list',
    { filter: { ...filter, statuses: asked }, sort: { by: 'time', direction: 'asc' }, offset: 0, limit: batchSize },
    { enabled: asked.length > 0 },
  )
  const [retry, retrying] = useContractCommand('messages.retry')
  const [remove, removing] = useContractCommand('messages.deleteLocally')
  const [restore] = useContractCommand('messages.restoreDeleted')
  /** The messages that the question is about: more may fail while it is open. */
  const [asking, setAsking] = useState<readonly MessageKey[] | null>(null)
  // In the order in which they were written: so they go out.
  const messages = asked.length === 0 || !data ? [] : data.rows.filter(({ status }) => status.retriable)
  const keys = messages.map(({ key }) => key)
  const count = keys.length
  const question = asking && (
    <ConfirmDialog
      title={t('outgoing.retryAllTitle', { count: asking.length })}
      text={t('outgoing.retryAllText')}
      confirm={t('outgoing.retryAll')}
      onConfirm={() => {
        setAsking(null)
        void retry({ messages: [...asking] })
      }}
      onClose={() => setAsking(null)}
    />
  )
  if (count === 0)
    return (
      <>
        {null}
        {question}
      </>
    )
  const discard = async (): Promise<void> => {
    if (!(await remove({ messages: keys })).ok) return
    showToast('outgoing.discarded', {
      values: { count },
      tone: 'plain',
      action: { wording: { id: 'ui.undo' }, run: () => void restore({ messages: keys }) },
    })
  }
  return (
    <>
      <Banner
        flush
        tone="bad"
        icon="alert"
        title={t('outgoing.notSent', { count })}
        actions={
          <>
            <Button size="compact" busy={removing.pending} onClick={() => void discard()}>
              {t('outgoing.discardAll')}
            </Button>
            <Button size="compact" icon="refresh" busy={retrying.pending} onClick={() => setAsking(keys)}>
              {t('outgoing.retryAll')}
            </Button>
          </>
        }
      />
      {question}
    </>
  )
}

export interface OutgoingViewProps {
  readonly route: Extract<Route, { view: 'outgoing' }>
  /** Says why the selected message has not arrived, and what can be done; the app gives the one of the conversation. */
  readonly Problem: ComponentType<{ readonly message: Message }>
}

/**
 * All outgoing messages of one instance or of all, with what really happened to each. The filters live in the address.
 */
export function OutgoingView({ route, Problem }: OutgoingViewProps) {
  const t = useTranslations()
  const { scope, query = '' } = route
  const { problems, ...address } = useMemo(() => parseAddress(query), [query])
  const filter = useMemo(() => withScope(address.filter, scope), [address.filter, scope])
  const rows = usePagedRows('outgoing.list', { filter, sort: address.sort })
  const selected = route.message ?? null
  const where = useContractQuery(
    'outgoing.indexOf',
    { filter, sort: address.sort, message: selected as MessageKey },
    // An index of before would lead a link to another row: rows come above it.
    { enabled: selected !== null, keepPrevious: true, gcTime: 0 },
  )
  // Of the rows on the screen, where it is among them: the second read may be older or newer than they are.
  const shownIndex = selected === null ? null : rows.indexWhere(({ key }) => key === selected)
  const readIndex = where.isPlaceholderData ? null : (where.data ?? null)
  const selectedIndex = shownIndex ?? (readIndex !== null && rows.at(readIndex) === undefined ? readIndex : null)
  const programs = useContractQuery('programs.list', {}, { keepPrevious: true }).data?.rows
  const programName = programs?.find(({ key }) => key === filter.sender)?.name
  const client = useClient()
  const indexOf = (key: string | number): Promise<number | null> =>
    client.call('outgoing.indexOf', { filter, sort: address.sort, message: key as MessageKey }).catch(() => null)
  const refresh = useRefresh(scope, address.filter.minutes)
  const [recheck] = useRecheck()
  const settings = useSettings()
  const instances = useInstances()
  const now = useNow()
  const isLow = useIsLow()
  const columns = useOutgoingColumns({
    now,
    medium: useIsMedium(),
    narrow: useIsNarrow(),
    inspected: selected !== null,
    hasReasons: useHasReasons(filter),
    instances: scope === null ? instances : none,
  })

  const change = (next: OutgoingAddress): void =>
    goTo({ view: 'outgoing', scope, query: formatAddress(next) }, { replace: true })
  const select = (message: MessageKey | null): void =>
    goTo({ view: 'outgoing', scope, query, ...(message === null ? {} : { message }) }, { replace: true })
  const isFiltered =
    formatAddress({ filter: { ...address.filter, minutes: 1440, lookBackBy: 'action' }, sort: startAddress.sort }) !==
    ''

  const statusCounts = (
    <StatusCounts
      filter={filter}
      isLow={isLow}
      onChange={(statuses) => change({ ...address, filter: { ...address.filter, statuses: [...statuses] } })}
    />
  )

  return (
    <InspectorView
      label={t('app.view.outgoing')}
      className="is-outgoing"
      inspector={
        selected === null ? null : (
          <OutgoingInspector
            message={selected}
            now={now}
            {...rowSteps(rows, selectedIndex, ({ key }) => select(key))}
            onClose={() => select(null)}
            Problem={Problem}
          />
        )
      }
    >
      <OutgoingToolbar
        filter={filter}
        query={query}
        sort={address.sort}
        total={rows.length}
        refresh={refresh}
        onLookBackBy={(lookBackBy) => change({ ...address, filter: { ...address.filter, lookBackBy } })}
        onMinutes={(minutes) => change({ ...address, filter: { ...address.filter, minutes } })}
      />
      <OutgoingFilters
        address={address}
        scope={scope}
        filtered={isFiltered}
        counts={isLow ? statusCounts : null}
        onChange={change}
      />
      <AddressProblems problems={problems} onFix={() => change(address)} />
      {!isLow && statusCounts}
      <NotSentBar filter={filter} />
      {!isLow && <OutgoingChart filter={filter} />}
      <VirtualTable<OutgoingRow, OutgoingSort['by']>
        label={t('outgoing.table')}
        columns={columns}
        resetKey={JSON.stringify({ filter, sort: address.sort })}
        rows={rows}
        keyOf={({ key }) => key}
        selectedIndex={selectedIndex}
        onSelect={({ key }) => select(key)}
        onOpen={({ instance, chat, key }) => goTo({ view: 'chats', scope: instance, chat, message: key })}
        onKey={(event, row) => {
          if (
            event.key.toLowerCase() !== 'r' ||
            event.ctrlKey ||
            event.metaKey ||
            !settings?.singleLetterShortcuts ||
            !row
          )
            return false
          void recheck([row.key])
          return true
        }}
        sort={address.sort}
        onSort={(sort) => change({ ...address, sort })}
        rowHeight={settings?.compactRows ? 28 : 36}
        onRange={rows.onRange}
        indexOf={indexOf}
        reveal={selected !== null && (where.data === undefined || where.isPlaceholderData) ? undefined : selected}
        empty={
          rows.error ? (
            <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, rows.error)} />
          ) : (
            rows.total !== undefined && (
              <NothingSent minutes={address.filter.minutes} filtered={isFiltered} onChange={change} address={address} />
            )
          )
        }
      />
      <footer className="tbl-foot">
        <span role="status">
          {rows.total !== undefined &&
            (programName === undefined
              ? t('outgoing.total', { count: rows.total, selected: selectedIndex === null ? 0 : 1 })
              : t('outgoing.totalOfProgram', { count: rows.total, name: programName }))}
          {refresh.failed > 0 && ` ${t('outgoing.refreshFailed', { count: refresh.failed })}`}
        </span>
        <TableKeys
          keys={{
            '↑ ↓': t('ui.keyMove'),
            R: settings?.singleLetterShortcuts && t('outgoing.recheck'),
            '↵': t('inspector.openInChat'),
          }}
        />
      </footer>
    </InspectorView>
  )
}

const none: readonly SteadyInstance[] = []

interface NothingSentProps {
  readonly minutes: number | null
  readonly filtered: boolean
  readonly address: OutgoingAddress
  readonly onChange: (next: OutgoingAddress) => void
}

function NothingSent({ minutes, filtered, address, onChange }: NothingSentProps) {
  const t = useTranslations()
  const wide = 1440
  const further = minutes !== null && minutes < wide
  return (
    <EmptyState
      icon="outgoing"
      title={
        filtered
          ? t('outgoing.emptyMatch')
          : minutes === null
            ? t('outgoing.emptyEver')
            : t('outgoing.empty', { minutes })
      }
      text={t(filtered ? 'outgoing.emptyFiltered' : 'outgoing.emptyText')}
      actions={
        filtered ? (
          <Button
            key="clear"
            onClick={() =>
              onChange({
                ...startAddress,
                filter: { ...startAddress.filter, minutes, lookBackBy: address.filter.lookBackBy },
              })
            }
          >
            {t('inspector.clearAll')}
          </Button>
        ) : (
          <Button
            key="wider"
            onClick={() => onChange({ ...address, filter: { ...address.filter, minutes: further ? wide : null } })}
          >
            {further ? t('outgoing.lastMinutes', { minutes: wide }) : t('outgoing.everything')}
          </Button>
        )
      }
    />
  )
}
