import './requests.css'
import { useState } from 'react'
import type { RequestKey } from '../../../contract/ids.ts'
import type { RequestRow } from '../../../contract/requests.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useKeysetRows } from '../../client/use-keyset-rows.ts'
import { useSaveExport } from '../../client/use-save-export.ts'
import { useSettings } from '../../client/use-settings.ts'
import { useNumbers } from '../../lib/numbers.ts'
import type { Place } from '../../lib/place.ts'
import { useIsMedium, useIsNarrow } from '../../lib/use-media.ts'
import { useWords } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FilterButton, FilterList } from '../../ui/inspector/filter-button.tsx'
import { InspectorView } from '../../ui/inspector/inspector-view.tsx'
import { LogEmpty } from '../../ui/inspector/log-empty.tsx'
import { LogToolbar } from '../../ui/inspector/log-toolbar.tsx'
import { NumberFilter } from '../../ui/inspector/number-filter.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
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

/** Every call that was made to the API, with where its time went. */
export function RequestsView({ place: { scope } }: { readonly place: Extract<Place, { view: 'requests' }> }) {
  const t = useWords()
  const numbers = useNumbers()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [outcomes, setOutcomes] = useState<readonly string[]>([])
  const [slower, setSlower] = useState<number | null>(null)
  const [held, setHeld] = useState<{ readonly newest: RequestKey; readonly paused: boolean } | null>(null)
  const [selected, setSelected] = useState<RequestKey | null>(null)
  const settings = useSettings()
  const instances = useInstances()
  const filter = { scope, operations: [...chosen], outcomes: [...outcomes], text, slowerThanMs: slower }
  const list = useKeysetRows(
    'requests.list',
    // A held list starts at the key that was the newest then.
    (before, limit) => ({ filter, before: before ?? (held === null ? null : above(held.newest)), limit }),
    JSON.stringify({ filter, held: held?.newest ?? null }),
  )
  const summary = useContractQuery('requests.summary', { scope, minutes: 1440 }, { keepPrevious: true }).data
  const [makeExport, exporting] = useContractCommand('export.requests')
  const [clearLog] = useContractCommand('requests.clear')
  const save = useSaveExport()
  const { rows } = list
  const found = selected === null ? -1 : rows.findIndex((row) => row.key === selected)
  const selectedIndex = found === -1 ? null : found
  const step = (by: number): (() => void) | null => {
    const target = selectedIndex === null ? undefined : rows[selectedIndex + by]
    return target === undefined ? null : () => setSelected(target.key)
  }
  const newest = rows[0]?.key
  const isPaused = held?.paused ?? false
  const togglePause = (): void => setHeld(isPaused || newest === undefined ? null : { newest, paused: true })
  const onlyErrors = outcomes.length === 1 && outcomes[0] === 'error'
  const isFiltered = text !== '' || chosen.length + outcomes.length > 0 || slower !== null
  const clear = (): void => {
    setText('')
    setChosen([])
    setOutcomes([])
    setSlower(null)
  }
  const columns = useRequestColumns({
    medium: useIsMedium(),
    narrow: useIsNarrow(),
    instances: scope === null ? instances : [],
  })

  return (
    <InspectorView
      label={t('requests.region')}
      className="is-requests"
      inspector={
        selected === null ? null : (
          <RequestInspector
            request={selected}
            onPrevious={step(-1)}
            onNext={step(1)}
            onClose={() => setSelected(null)}
          />
        )
      }
    >
      <LogToolbar title={t('requests.title')} paused={isPaused} onTogglePause={togglePause}>
        <Popover label={t('requests.limits')} align="end" content={() => <LimiterLevels scope={scope} />}>
          <Button size="compact" icon="gauge" className="hide-s">
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
      </LogToolbar>
      <div className="filterbar">
        <SearchField label={t('requests.search')} value={text} onChange={setText} maxLength={200} />
        <FilterButton
          icon="terminal"
          label={t('requests.operation')}
          value={
            chosen.length === 0
              ? null
              : chosen.length === 1
                ? (chosen[0] ?? '')
                : t('inspector.chosen', { count: chosen.length })
          }
          onClear={() => setChosen([])}
          content={() => (
            <FilterList<string>
              options={operations.map((operation) => ({
                value: operation,
                label: <span className="mono">{operation}</span>,
              }))}
              chosen={chosen}
              onChange={setChosen}
            />
          )}
        />
        <FilterButton
          icon="gauge"
          label={t('requests.slower')}
          value={slower === null ? null : numbers.duration(slower)}
          onClear={() => setSlower(null)}
          content={(close) => (
            <NumberFilter
              label={t('requests.slowerLabel')}
              value={slower}
              min={1}
              max={300_000}
              onApply={setSlower}
              onClose={close}
            />
          )}
        />
        <button
          type="button"
          className="chip"
          aria-pressed={onlyErrors}
          onClick={() => setOutcomes(onlyErrors ? [] : ['error'])}
        >
          <Icon name="alert" size={14} />
          {t('requests.errors')} <span className="n">{numbers.count(summary?.errors ?? 0)}</span>
        </button>
        <Popover
          label={t('requests.byKind')}
          content={(close) => (
            <ErrorGroups
              scope={scope}
              onChoose={(operation, kind) => {
                setChosen([operation])
                setOutcomes([kind])
                close()
              }}
            />
          )}
        >
          <Button kind="text">{t('requests.byKind')}</Button>
        </Popover>
        {isFiltered && (
          <Button kind="text" onClick={clear}>
            {t('inspector.clearAll')}
          </Button>
        )}
      </div>
      <SummaryStrip scope={scope} summary={summary} />
      <VirtualTable<RequestRow>
        key={held === null ? 'live' : 'held'}
        label={t('requests.table')}
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyAt={(index) => rows[index]?.key ?? index}
        selectedIndex={selectedIndex}
        onSelect={(index) => {
          const row = rows[index]
          if (row === undefined) return
          // What is being read must not be pushed away by what arrives.
          if (held === null && newest !== undefined) setHeld({ newest, paused: true })
          setSelected(row.key)
        }}
        onKey={(event) => {
          if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey || !settings?.singleLetterShortcuts)
            return false
          togglePause()
          return true
        }}
        rowHeight={settings?.compactTables ? 28 : 36}
        onRange={list.onRange}
        empty={
          <LogEmpty
            icon="swap"
            title={t(isFiltered ? 'requests.emptyFiltered' : 'requests.empty')}
            text={t(isFiltered ? 'requests.emptyFilteredText' : 'requests.emptyText')}
            error={list.error}
            read={list.read}
            onClear={isFiltered ? clear : null}
          />
        }
      />
      <footer className="tbl-foot">
        <span>
          {t('requests.foot', {
            days: settings?.keepRequestsDays ?? 0,
            size: numbers.bytes(summary?.storedBytes ?? 0),
            most: numbers.bytes(settings?.keepRequestsBytes ?? 0),
          })}
        </span>
        <span className="kbds">
          <Button kind="text" onClick={() => void clearLog({})}>
            {t('requests.clearLog')}
          </Button>
        </span>
      </footer>
    </InspectorView>
  )
}

/** The key just above another: `before` leaves its own key out. */
const above = (key: RequestKey): RequestKey => (key + 1) as RequestKey
