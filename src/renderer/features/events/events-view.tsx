import './events.css'
import { useState } from 'react'
import type { ChatKey, JournalKey } from '../../../contract/ids.ts'
import type { JournalRow, JournalState } from '../../../contract/journal.ts'
import { ChatFilter } from '../../client/chat-filter.tsx'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useKeysetRows } from '../../client/use-keyset-rows.ts'
import { useSettings } from '../../client/use-settings.ts'
import { useNumbers } from '../../lib/numbers.ts'
import type { Place } from '../../lib/place.ts'
import { goTo } from '../../lib/place.ts'
import { useIsMedium, useIsNarrow } from '../../lib/use-media.ts'
import { useWords } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FilterButton, FilterList } from '../../ui/inspector/filter-button.tsx'
import { InspectorView } from '../../ui/inspector/inspector-view.tsx'
import { LogEmpty } from '../../ui/inspector/log-empty.tsx'
import { LogToolbar } from '../../ui/inspector/log-toolbar.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { EventInspector } from './event-inspector.tsx'
import { useEventColumns } from './event-columns.tsx'
import { QueueHealthStrip } from './queue-health-strip.tsx'
import { stateLooks } from './state-looks.ts'

const noChats: readonly ChatKey[] = []

/** The journal of notifications as they come: what arrived, what became of it, when it was deleted at the service. */
export function EventsView({ place }: { readonly place: Extract<Place, { view: 'events' }> }) {
  const t = useWords()
  const numbers = useNumbers()
  const { scope } = place
  const [text, setText] = useState('')
  const [kinds, setKinds] = useState<readonly string[]>([])
  const [states, setStates] = useState<readonly JournalState[]>([])
  const [chats, setChats] = useState(noChats)
  const [pausedAt, setPausedAt] = useState<JournalKey | null>(null)
  const [scrolledAt, setScrolledAt] = useState<JournalKey | null>(null)
  const held = pausedAt ?? scrolledAt
  const settings = useSettings()
  const instances = useInstances()
  const filter = { scope, kinds: [...kinds], states: [...states], chats: [...chats], text }
  const list = useKeysetRows(
    'events.list',
    (before, limit) => ({ ...filter, before, upTo: held, limit }),
    JSON.stringify({ filter, held }),
  )
  const newest = useContractQuery('events.list', { ...filter, before: null, upTo: null, limit: 1 }).data?.newest ?? null
  const kindCounts = useContractQuery('events.kinds', { scope }, { keepPrevious: true }).data ?? []
  const health = useContractQuery('events.health', { scope }, { keepPrevious: true }).data ?? []
  const quarantined = health.reduce((sum, one) => sum + one.quarantined, 0)
  const { rows } = list
  const found = place.event === undefined ? -1 : rows.findIndex((row) => row.key === place.event)
  const selectedIndex = found === -1 ? null : found
  const select = (event: JournalKey | null): void =>
    goTo({ view: 'events', scope, ...(event === null ? {} : { event }) }, { replace: true })
  const step = (by: number): (() => void) | null => {
    const target = selectedIndex === null ? undefined : rows[selectedIndex + by]
    return target === undefined ? null : () => select(target.key)
  }
  const isPaused = pausedAt !== null
  const togglePause = (): void => setPausedAt(isPaused ? null : (newest ?? null))
  const onlyQuarantined = states.length === 1 && states[0] === 'quarantined'
  const isFiltered = text !== '' || kinds.length + states.length + chats.length > 0
  const clear = (): void => {
    setText('')
    setKinds([])
    setStates([])
    setChats(noChats)
  }
  const columns = useEventColumns({
    medium: useIsMedium(),
    narrow: useIsNarrow(),
    inspected: place.event !== undefined,
    instances: scope === null ? instances : [],
  })

  return (
    <InspectorView
      label={t('events.region')}
      className="is-events"
      inspector={
        place.event === undefined ? null : (
          <EventInspector
            event={place.event}
            onPrevious={step(-1)}
            onNext={step(1)}
            onClose={() => select(null)}
            onSelect={select}
          />
        )
      }
    >
      <LogToolbar title={t('events.title')} paused={isPaused} onTogglePause={togglePause} />
      <div className="filterbar">
        <SearchField label={t('events.search')} value={text} onChange={setText} maxLength={200} />
        <FilterButton
          icon="tag"
          label={t('events.kind')}
          value={
            kinds.length === 0
              ? null
              : kinds.length === 1
                ? (kinds[0] ?? '')
                : t('inspector.chosen', { count: kinds.length })
          }
          onClear={() => setKinds([])}
          content={() => (
            <FilterList<string>
              options={kindCounts.map(({ typeWebhook, count }) => ({
                value: typeWebhook,
                label: <span className="mono">{typeWebhook === '' ? t('events.unreadable') : typeWebhook}</span>,
                count,
              }))}
              chosen={kinds}
              onChange={setKinds}
            />
          )}
        />
        <ChatFilter scope={scope} chosen={chats} onChange={setChats} />
        <FilterButton
          icon="okCircle"
          label={t('events.state')}
          value={states.length === 0 ? null : states.map((state) => t(stateLooks[state].words)).join(', ')}
          onClear={() => setStates([])}
          content={() => (
            <FilterList<JournalState>
              options={(['applied', 'unknown', 'quarantined'] as const).map((state) => ({
                value: state,
                label: t(stateLooks[state].words),
              }))}
              chosen={states}
              onChange={setStates}
            />
          )}
        />
        <button
          type="button"
          className="chip"
          aria-pressed={onlyQuarantined}
          onClick={() => setStates(onlyQuarantined ? [] : ['quarantined'])}
        >
          <Icon name="warning" size={14} />
          {t('events.quarantined')} <span className="n">{numbers.count(quarantined)}</span>
        </button>
        {isFiltered && (
          <Button kind="text" onClick={clear}>
            {t('inspector.clearAll')}
          </Button>
        )}
      </div>
      <QueueHealthStrip health={health} />
      {held !== null && newest !== null && newest > held && (
        <div className="newer">
          <Button
            size="compact"
            icon="arrowUp"
            onClick={() => {
              setPausedAt(null)
              setScrolledAt(null)
            }}
          >
            {t('events.newer')}
          </Button>
        </div>
      )}
      <VirtualTable<JournalRow>
        key={held === null ? 'live' : 'held'}
        label={t('events.table')}
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyAt={(index) => rows[index]?.key ?? index}
        selectedIndex={selectedIndex}
        onSelect={(index) => {
          const row = rows[index]
          if (row === undefined) return
          // What is being read must not be pushed away by what arrives.
          if (held === null) setScrolledAt(rows[0]?.key ?? null)
          select(row.key)
        }}
        onKey={(event) => {
          if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey || !settings?.singleLetterShortcuts)
            return false
          togglePause()
          return true
        }}
        rowClass={(row) => (row.state === 'applied' ? undefined : 'is-quar')}
        rowHeight={settings?.compactTables ? 28 : 36}
        onRange={list.onRange}
        empty={
          <LogEmpty
            icon="pulse"
            title={t(isFiltered ? 'events.emptyFiltered' : 'events.empty')}
            text={t(isFiltered ? 'events.emptyFilteredText' : 'events.emptyText')}
            error={list.error}
            read={list.read}
            onClear={isFiltered ? clear : null}
          />
        }
      />
      <footer className="tbl-foot">
        <span>{t('events.kept', { days: settings?.keepJournalDays ?? 0 })}</span>
        {settings?.singleLetterShortcuts && (
          <span className="kbds">
            <span>
              <Kbd keys="P" />
              {t(isPaused ? 'inspector.resumeList' : 'inspector.pauseList')}
            </span>
          </span>
        )}
      </footer>
    </InspectorView>
  )
}
