import './requests.css'
import { useMemo } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { usePausableLog } from '../../client/use-pausable-log.ts'
import { useInstances } from '../../client/use-instances.ts'
import { SavedFilters } from '../../client/saved-filters.tsx'
import { useSaveExport } from '../../client/use-save-export.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goTo, routeHref, type Route } from '../../lib/routing/route.ts'
import { useIsMedium, useIsNarrow } from '../../lib/use-media.ts'
import { shortestAge } from '../../lib/shortest-age.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { isNoTime, minuteNamed } from '../../lib/time/local-time.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { AddressProblems } from '../../ui/inspector/address-problems.tsx'
import { FilterButton, FilterList, chosenText } from '../../ui/inspector/filter-button.tsx'
import { LogView } from '../../ui/inspector/log-view.tsx'
import { NumberFilter } from '../../ui/inspector/number-filter.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { TextFilter } from '../../ui/inspector/text-filter.tsx'
import { TimeRangeFilter } from '../../ui/inspector/time-range-filter.tsx'
import { LimiterLevels } from './limiter-levels.tsx'
import { useRequestColumns } from './request-columns.tsx'
import { RequestInspector } from './request-inspector.tsx'
import { formatAddress, parseAddress, startAddress, type RequestsAddress } from './requests-address.ts'
import { useTimes } from '../../lib/time/times.ts'
import { errorKindText } from './request-outcome.ts'
import type { Output, RequestKey, RequestRow, Scope } from '../../../contract/index.ts'
import { Stat, StatStrip } from '../../ui/inspector/stat.tsx'

const minuteMs = 60_000
/** Empty waits are shown so far back. */
const shownMinutes = 60

interface SummaryStripProps {
  readonly scope: Scope
  readonly summary: Output<'requests.summary'> | undefined
}

function SummaryStrip({ scope, summary }: SummaryStripProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const waits = useContractQuery('requests.waits', { scope, minutes: shownMinutes }, { keepPrevious: true }).data
  const limited = useContractQuery('requests.errors', { scope, minutes: 1440 }, { keepPrevious: true }).data
  const tooFast = limited
    ?.filter(({ errorKind }) => errorKind === 'rateLimited')
    .reduce((sum, { count }) => sum + count, 0)
  const thisMinute = Math.floor(useNow() / minuteMs) * minuteMs
  const perMinute = Array.from({ length: shownMinutes }, (_, index) => {
    const minute = thisMinute - (shownMinutes - 1 - index) * minuteMs
    return (waits ?? []).reduce((sum, one) => (one.minute === minute ? sum + one.count : sum), 0)
  })
  const duration = (ms: number | null | undefined): string =>
    ms === null || ms === undefined ? '–' : numbers.duration(ms)
  // A count that has not been read yet is no zero.
  const count = (value: number | undefined): string => (value === undefined ? '–' : numbers.count(value))
  const share = summary === undefined || summary.count === 0 ? 0 : summary.errors / summary.count
  return (
    <StatStrip label={t('requests.summary')}>
      <Stat value={count(summary?.count)} label={t('requests.count')} />
      <Stat
        value={summary ? numbers.percent(share) : '–'}
        detail={summary && numbers.count(summary.errors)}
        label={t('requests.errors')}
      />
      <Stat
        value={duration(summary?.medianMs)}
        detail={summary?.p95Ms == null ? undefined : t('inspector.p95', { duration: duration(summary.p95Ms) })}
        label={t('requests.median')}
      />
      <Stat value={count(tooFast)} label={t('requests.rateLimited')} />
      <Stat
        value={count(waits?.reduce((sum, one) => sum + one.count, 0))}
        spark={perMinute}
        label={t('requests.waits')}
      />
    </StatStrip>
  )
}

/** Every call that was made to the API, with where its time went. */
export function RequestsView({ route }: { readonly route: Extract<Route, { view: 'requests' }> }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { scope, query = '', request: selected = null } = route
  const { problems, ...address } = useMemo(() => parseAddress(query), [query])
  const { text, operations, exceptOperations, outcomes, statuses, slowerThanMs, withoutPolling } = address
  const place = (next: RequestsAddress, request: RequestKey | null): void =>
    goTo(
      { view: 'requests', scope, query: formatAddress(next), ...(request === null ? {} : { request }) },
      { replace: true },
    )
  const change = (next: RequestsAddress): void => place(next, selected)
  const set = (part: Partial<RequestsAddress>): void => change({ ...address, ...part })
  const settings = useSettings()
  const instances = useInstances()
  // A time in place of a text: what was asked in that minute.
  const minute = minuteNamed(text, useNow())
  const filter = { ...address, ...(minute && { ...minute, text: '' }), scope }
  const log = usePausableLog(
    'requests.list',
    (page) => ({ filter, ...page }),
    JSON.stringify(filter),
    selected !== null,
  )
  const summary = useContractQuery('requests.summary', { scope, minutes: 1440 }, { keepPrevious: true }).data
  const polling = useContractQuery('requests.polling', { filter }, { enabled: withoutPolling, keepPrevious: true }).data
  const [makeExport, exporting] = useContractCommand('export.requests')
  const [clearLog] = useContractCommand('requests.clear')
  const save = useSaveExport('requests')
  const select = (request: RequestKey | null): void => place(address, request)
  const onlyErrors = outcomes.length === 1 && outcomes[0] === 'error'
  const isFiltered = formatAddress({ ...address, withoutPolling: true }) !== ''
  const columns = useRequestColumns({
    medium: useIsMedium(),
    narrow: useIsNarrow(),
    inspected: selected !== null,
    instances: scope === null ? instances : [],
  })

  return (
    <LogView<RequestRow>
      className="is-requests"
      icon="swap"
      wording={{
        region: t('app.view.requests'),
        title: t('requests.title'),
        table: t('requests.title'),
        newer: t('requests.newer', { count: log.newer }),
        empty: [t('requests.empty'), t('requests.emptyText')],
        emptyFiltered: [
          t('requests.emptyFiltered'),
          isNoTime(text) ? t('inspector.noTime', { text }) : t('inspector.emptyFilteredText'),
        ],
      }}
      log={log}
      columns={columns}
      compact={settings?.compactRows ?? false}
      singleLetters={settings?.singleLetterShortcuts ?? false}
      onClear={isFiltered ? () => change({ ...startAddress, withoutPolling }) : null}
      selected={selected}
      onSelect={select}
      inspector={(request, steps) => <RequestInspector request={request} {...steps} onSelect={select} />}
      tools={
        <>
          <SavedFilters route={{ view: 'requests', scope }} query={query} />
          <Popover label={t('requests.limits')} align="end" content={() => <LimiterLevels scope={scope} />}>
            <Button size="compact" icon="gauge">
              {t('requests.limits')}
            </Button>
          </Popover>
          <Button
            size="compact"
            icon="download"
            busy={exporting.pending}
            onClick={() => void makeExport({ scope }).then((made) => (made.ok ? save(made.value) : undefined))}
          >
            {t('requests.exportHar')}
          </Button>
        </>
      }
      filters={
        <>
          <TextFilter label={t('requests.search')} value={text} onChange={(value) => set({ text: value })} />
          <button
            type="button"
            className="chip"
            aria-pressed={withoutPolling}
            title={t('requests.withoutPollingText')}
            onClick={() => set({ withoutPolling: !withoutPolling })}
          >
            {t('requests.withoutPolling')}
            {polling !== undefined && <span className="n">{numbers.count(polling)}</span>}
          </button>
          <FilterButton
            icon="terminal"
            label={t('requests.operation')}
            value={chosenText(t, operations, exceptOperations)}
            onClear={() => set({ operations: [], exceptOperations: false })}
            content={() => <OperationChoice scope={scope} address={address} onChange={set} />}
          />
          <FilterButton
            icon="circle"
            label={t('requests.status')}
            value={chosenText(
              t,
              statuses.map((status) => statusName(t, status)),
            )}
            onClear={() => set({ statuses: [] })}
            content={() => <StatusChoice scope={scope} address={address} onChange={set} />}
          />
          <TimeRangeFilter from={address.from} to={address.to} onChange={set} />
          <FilterButton
            icon="gauge"
            label={t('requests.slower')}
            value={slowerThanMs === null ? null : numbers.duration(slowerThanMs)}
            onClear={() => set({ slowerThanMs: null })}
            content={(close) => (
              <NumberFilter
                label={t('requests.slowerLabel')}
                value={slowerThanMs}
                min={1}
                max={300_000}
                onApply={(ms) => set({ slowerThanMs: ms })}
                onClose={close}
              />
            )}
          />
          <button
            type="button"
            className="chip"
            aria-pressed={onlyErrors}
            onClick={() => set({ outcomes: onlyErrors ? [] : ['error'] })}
          >
            <Icon name="alert" size={14} />
            {t('requests.errors')} {summary && <span className="n">{numbers.count(summary.errors)}</span>}
          </button>
          <Popover
            label={t('requests.byKind')}
            content={(close) => (
              <ErrorGroups
                scope={scope}
                onChoose={(operation, kind) => {
                  set({ operations: [operation], exceptOperations: false, outcomes: [kind], withoutPolling: false })
                  close()
                }}
              />
            )}
          >
            <Button kind="text">{t('requests.byKind')}</Button>
          </Popover>
        </>
      }
      strip={
        <>
          <AddressProblems problems={problems} onFix={() => change(address)} />
          <SummaryStrip scope={scope} summary={summary} />
        </>
      }
      foot={
        <>
          <span>
            {summary &&
              settings &&
              t('requests.foot', {
                days: shortestAge(settings.keepRequestsDays, settings.keepMessages) ?? 0,
                size: numbers.bytes(summary.storedBytes),
                most: numbers.bytes(settings.keepRequestsBytes ?? 0),
              })}
          </span>
          {text !== '' && summary && <span>{t('requests.searchedBodies', { count: summary.searchedBodies })}</span>}
          <span className="kbds">
            <a className="link" href={routeHref({ view: 'settings', scope, section: 'storage' })}>
              {t('requests.changeKeep')}
            </a>
            <Button kind="text" onClick={() => void clearLog({})}>
              {t('requests.clearLog')}
            </Button>
          </span>
        </>
      }
    />
  )
}

interface ChoiceProps {
  readonly scope: Scope
  readonly address: RequestsAddress
  readonly onChange: (part: Partial<RequestsAddress>) => void
}

/** The operations in the log, those that are chosen and not in it last. */
function OperationChoice({ scope, address, onChange }: ChoiceProps) {
  const { operations, exceptOperations } = address
  const kinds = useContractQuery('requests.kinds', { scope }, { keepPrevious: true }).data
  const logged = kinds?.operations ?? []
  const others = operations.filter((name) => logged.every(({ operation }) => operation !== name))
  return (
    <FilterList<string>
      options={[...logged, ...others.map((operation) => ({ operation, count: 0 }))].map(({ operation, count }) => ({
        value: operation,
        label: <span className="mono">{operation}</span>,
        count,
      }))}
      chosen={operations}
      onChange={(chosen) => onChange({ operations: [...chosen] })}
      except={[exceptOperations, (isExcept) => onChange({ exceptOperations: isExcept })]}
    />
  )
}

/** The HTTP statuses in the log. */
function StatusChoice({ scope, address, onChange }: ChoiceProps) {
  const t = useTranslations()
  const { statuses } = address
  const kinds = useContractQuery('requests.kinds', { scope }, { keepPrevious: true }).data
  const logged = kinds?.statuses ?? []
  const others = statuses.filter((value) => logged.every(({ status }) => status !== value))
  return (
    <FilterList<string>
      options={[...logged, ...others.map((status) => ({ status, count: 0 }))].map(({ status, count }) => ({
        value: String(status),
        label: statusName(t, status),
        count,
      }))}
      chosen={statuses.map(String)}
      onChange={(chosen) => onChange({ statuses: chosen.map(Number) })}
    />
  )
}

const statusName = (t: Translate, status: number): string => (status === 0 ? t('requests.noStatus') : String(status))

interface ErrorGroupsProps {
  readonly scope: Scope
  readonly onChoose: (operation: string, errorKind: string) => void
}

/** Errors of the last 24 hours by operation and class, most first. */
function ErrorGroups({ scope, onChoose }: ErrorGroupsProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const now = useNow()
  const groups = useContractQuery('requests.errors', { scope, minutes: 1440 }).data
  if (groups === undefined) return <div className="err-groups" />
  if (groups.length === 0) return <p className="err-groups dim">{t('requests.noErrors')}</p>
  return (
    <ul className="err-groups">
      {groups.map(({ operation, errorKind, count, lastAt }) => {
        const wording = errorKindText(errorKind)
        return (
          <li key={`${operation} ${errorKind}`}>
            <button type="button" onClick={() => onChoose(operation, errorKind)}>
              <span className="mono">{operation}</span>
              <span>{wording === null ? errorKind : t(wording)}</span>
              <b className="num">{numbers.count(count)}</b>
              <small>{times.ago(lastAt, now)}</small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
