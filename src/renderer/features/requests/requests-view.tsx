import './requests.css'
import { useState } from 'react'
import type { RequestKey } from '../../../contract/ids.ts'
import type { RequestRow } from '../../../contract/requests.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { usePausableLog } from '../../client/use-pausable-log.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useSaveExport } from '../../client/use-save-export.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useNumbers } from '../../lib/numbers.ts'
import type { Route } from '../../lib/routing/route.ts'
import { goTo, routeHref } from '../../lib/routing/route.ts'
import { useIsMedium, useIsNarrow } from '../../lib/use-media.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { FilterButton, FilterList, chosenText } from '../../ui/inspector/filter-button.tsx'
import { LogView } from '../../ui/inspector/log-view.tsx'
import { NumberFilter } from '../../ui/inspector/number-filter.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { ErrorGroups } from './error-groups.tsx'
import { LimiterLevels } from './limiter-levels.tsx'
import { useRequestColumns } from './request-columns.tsx'
import { RequestInspector } from './request-inspector.tsx'
import { SummaryStrip } from './summary-strip.tsx'

/** Operations the filter offers; what else appears in the log is found by text. */
const operations = [
  'receiveNotification',
  'deleteNotification',
  'sendMessage',
  'getChatHistory',
  'getMessage',
  'lastOutgoingMessages',
  'lastIncomingMessages',
  'getGroupData',
  'getAvatar',
  'getStateInstance',
  'getSettings',
  'setSettings',
  'getAccountSettings',
  'getChats',
  'getContacts',
  'getContactInfo',
  'checkAccount',
  'readChat',
  'showMessagesQueue',
  'getWebhooksCount',
] as const

interface Filters {
  readonly text: string
  readonly operations: readonly string[]
  readonly outcomes: readonly string[]
  readonly slowerThanMs: number | null
}

const anything: Filters = { text: '', operations: [], outcomes: [], slowerThanMs: null }

/** Every call that was made to the API, with where its time went. */
export function RequestsView({ route }: { readonly route: Extract<Route, { view: 'requests' }> }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { scope, request: selected = null } = route
  const [filters, setFilters] = useState(anything)
  const set = (part: Partial<Filters>): void => setFilters({ ...filters, ...part })
  const { text, outcomes, slowerThanMs } = filters
  const settings = useSettings()
  const instances = useInstances()
  const filter = { scope, text, operations: [...filters.operations], outcomes: [...outcomes], slowerThanMs }
  const log = usePausableLog(
    'requests.list',
    (page) => ({ filter, ...page }),
    JSON.stringify(filter),
    selected !== null,
  )
  const summary = useContractQuery('requests.summary', { scope, minutes: 1440 }, { keepPrevious: true }).data
  const [makeExport, exporting] = useContractCommand('export.requests')
  const [clearLog] = useContractCommand('requests.clear')
  const save = useSaveExport('requests')
  const select = (request: RequestKey | null): void =>
    goTo({ view: 'requests', scope, ...(request === null ? {} : { request }) }, { replace: true })
  const onlyErrors = outcomes.length === 1 && outcomes[0] === 'error'
  const isFiltered = text !== '' || filters.operations.length + outcomes.length > 0 || slowerThanMs !== null
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
        region: t('requests.region'),
        title: t('requests.title'),
        table: t('requests.table'),
        newer: t('requests.newer', { count: log.newer }),
        empty: [t('requests.empty'), t('requests.emptyText')],
        emptyFiltered: [t('requests.emptyFiltered'), t('requests.emptyFilteredText')],
      }}
      log={log}
      columns={columns}
      compact={settings?.compactTables ?? false}
      singleLetters={settings?.singleLetterShortcuts ?? false}
      onClear={isFiltered ? () => setFilters(anything) : null}
      selected={selected}
      onSelect={select}
      inspector={(request, steps) => <RequestInspector request={request} {...steps} onSelect={select} />}
      tools={
        <>
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
          <SearchField
            label={t('requests.search')}
            value={text}
            onChange={(value) => set({ text: value })}
            maxLength={200}
          />
          <FilterButton
            icon="terminal"
            label={t('requests.operation')}
            value={chosenText(t, filters.operations)}
            onClear={() => set({ operations: [] })}
            content={() => (
              <FilterList<string>
                options={operations.map((operation) => ({
                  value: operation,
                  label: <span className="mono">{operation}</span>,
                }))}
                chosen={filters.operations}
                onChange={(chosen) => set({ operations: chosen })}
              />
            )}
          />
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
                  set({ operations: [operation], outcomes: [kind] })
                  close()
                }}
              />
            )}
          >
            <Button kind="text">{t('requests.byKind')}</Button>
          </Popover>
        </>
      }
      strip={<SummaryStrip scope={scope} summary={summary} />}
      foot={
        <>
          <span>
            {summary &&
              settings &&
              t('requests.foot', {
                days: settings.keepRequestsDays ?? 0,
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
