import './journal.css'
import { useMemo } from 'react'
import type { JournalKey, JournalRow, JournalState, QueueHealth } from '../../../contract/index.ts'
import { ChatFilter } from '../../client/chat-filter.tsx'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { usePausableLog } from '../../client/use-pausable-log.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useLiveQuery } from '../../client/use-live-query.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goTo, type Route } from '../../lib/routing/route.ts'
import { useIsMedium, useIsNarrow } from '../../lib/use-media.ts'
import { shortestAge } from '../../lib/shortest-age.ts'
import { useTranslations, type MessageId } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { EventKind, eventKindText } from '../../ui/inspector/event-kind.tsx'
import { FilterButton, FilterList, chosenText } from '../../ui/inspector/filter-button.tsx'
import { LogView } from '../../ui/inspector/log-view.tsx'
import { TableKeys } from '../../ui/tables/table-keys.tsx'
import { isNoTime, minuteNamed } from '../../lib/time/local-time.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { AddressProblems } from '../../ui/inspector/address-problems.tsx'
import { TextFilter } from '../../ui/inspector/text-filter.tsx'
import { TimeRangeFilter } from '../../ui/inspector/time-range-filter.tsx'
import { SavedFilters } from '../../client/saved-filters.tsx'
import { formatAddress, journalStates, parseAddress, startAddress, type JournalAddress } from './journal-address.ts'
import { EventInspector } from './event-inspector.tsx'
import { useEventColumns, stateAppearance } from './event-columns.tsx'
import { Stat, StatStrip } from '../../ui/inspector/stat.tsx'

const loopText: Readonly<Record<QueueHealth['loop'], MessageId>> = {
  waiting: 'journal.loop.waiting',
  draining: 'journal.loop.draining',
  backingOff: 'journal.loop.backingOff',
  stopped: 'journal.loop.stopped',
}

/** A wait that brought nothing has several forms (service 10.3), which are one to the person. */
const emptyFaces: ReadonlySet<string> = new Set(['emptyBody', 'null', '408', '504'])

const largest = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null)

/** State of the queue: of one instance, or what is worst among all of them. */
function QueueHealthStrip({ health }: { readonly health: readonly QueueHealth[] }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const now = useNow(1000)
  const lastAnswer = largest(health.map((one) => one.lastAnswerAt))
  const median = largest(health.map((one) => one.lagMedianMs))
  const p95 = largest(health.map((one) => one.lagP95Ms))
  const minutes = Array.from({ length: 30 }, (_, index) =>
    health.reduce((sum, one) => sum + (one.perMinute[index] ?? 0), 0),
  )
  const queued = health.some((one) => one.queued !== null)
    ? health.reduce((sum, one) => sum + (one.queued ?? 0), 0)
    : null
  const notApplied = health.reduce((sum, one) => sum + one.notApplied, 0)
  const [only] = health.length === 1 ? health : []
  const loops = health.reduce<Partial<Record<QueueHealth['loop'], number>>>(
    (counts, { loop }) => ({ ...counts, [loop]: (counts[loop] ?? 0) + 1 }),
    {},
  )
  // Until it is read nothing is known, which is not the same as none.
  const count = (value: number): string => (health.length === 0 ? '–' : numbers.count(value))
  const answer = (text: string): string => (emptyFaces.has(text) ? t('journal.emptyAnswer') : text)
  const duration = (ms: number | null): string => (ms === null ? '–' : numbers.duration(ms))
  return (
    <StatStrip label={t('journal.health')}>
      <Stat
        value={only ? t(loopText[only.loop]) : count(health.length)}
        detail={
          only
            ? undefined
            : (Object.keys(loops) as QueueHealth['loop'][])
                .map((loop) => `${t(loopText[loop])}: ${loops[loop]}`)
                .join(', ')
        }
        label={t('journal.loop')}
      />
      <Stat
        value={lastAnswer === null ? '–' : duration(Math.max(0, now - lastAnswer))}
        detail={
          lastAnswer === null
            ? undefined
            : [t('journal.ago'), only?.lastAnswer && answer(only.lastAnswer)].filter(Boolean).join(', ')
        }
        label={t('journal.sinceAnswer')}
      />
      <Stat
        value={duration(median)}
        detail={p95 === null ? undefined : t('inspector.p95', { duration: duration(p95) })}
        label={t('journal.lag')}
      />
      <Stat
        value={count(minutes.at(-1) ?? 0)}
        detail={notApplied === 0 ? undefined : t('journal.notApplied', { count: notApplied })}
        spark={minutes}
        label={t('journal.perMinute')}
      />
      <Stat
        value={queued === null ? '–' : numbers.count(queued)}
        detail={queued === null && health.length > 0 ? t('journal.notOffered') : undefined}
        label={t('journal.queued')}
      />
      <Stat
        value={count(health.reduce((sum, one) => sum + one.quarantined, 0))}
        detail={t('journal.unknownCount', { count: health.reduce((sum, one) => sum + one.unknown, 0) })}
        label={t('journal.quarantined')}
      />
    </StatStrip>
  )
}

/** The journal of notifications: what arrived, how it was applied, when it was deleted at the service. */
export function JournalView({ route }: { readonly route: Extract<Route, { view: 'events' }> }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { scope, query = '', event: selected = null } = route
  const { problems, ...address } = useMemo(() => parseAddress(query), [query])
  const { text, kinds, exceptKinds, states, chats } = address
  // A time in place of an id: what came in that minute.
  const minute = minuteNamed(text, useNow())
  const filter = { ...address, ...(minute && { ...minute, text: '' }), scope }
  const place = (next: JournalAddress, event: JournalKey | null): void =>
    goTo({ view: 'events', scope, query: formatAddress(next), ...(event === null ? {} : { event }) }, { replace: true })
  const change = (next: JournalAddress): void => place(next, selected)
  const set = (part: Partial<JournalAddress>): void => change({ ...address, ...part })
  const settings = useSettings()
  const instances = useInstances()
  const log = usePausableLog(
    'journal.list',
    (page) => ({ ...filter, ...page }),
    JSON.stringify(filter),
    selected !== null,
  )
  const kindCounts = useContractQuery('journal.kinds', { scope }, { keepPrevious: true }).data ?? []
  const health = useLiveQuery('journal.health', { scope }, 2000) ?? []
  const quarantined = health.reduce((sum, one) => sum + one.quarantined, 0)
  const select = (event: JournalKey | null): void => place(address, event)
  const onlyQuarantined = states.length === 1 && states[0] === 'quarantined'
  const isFiltered = formatAddress(address) !== ''
  const columns = useEventColumns({
    medium: useIsMedium(),
    narrow: useIsNarrow(),
    inspected: selected !== null,
    instances: scope === null ? instances : [],
  })

  return (
    <LogView<JournalRow>
      className="is-events"
      icon="pulse"
      wording={{
        region: t('app.view.events'),
        title: t('journal.title'),
        table: t('journal.table'),
        newer: t('journal.newer', { count: log.newer }),
        empty: [t('journal.empty'), t('journal.emptyText')],
        emptyFiltered: [
          t('journal.emptyFiltered'),
          isNoTime(text) ? t('inspector.noTime', { text }) : t('inspector.emptyFilteredText'),
        ],
      }}
      log={log}
      columns={columns}
      rowClass={(row) => (row.state === 'applied' ? undefined : 'is-quar')}
      compact={settings?.compactRows ?? false}
      singleLetters={settings?.singleLetterShortcuts ?? false}
      onClear={isFiltered ? () => change(startAddress) : null}
      selected={selected}
      onSelect={select}
      inspector={(event, steps) => <EventInspector event={event} {...steps} onSelect={select} />}
      filters={
        <>
          <TextFilter label={t('journal.search')} value={text} onChange={(value) => set({ text: value })} />
          <FilterButton
            icon="tag"
            label={t('ui.kind')}
            value={chosenText(
              t,
              kinds.map((kind) => eventKindText(t, kind)),
              exceptKinds,
            )}
            onClear={() => set({ kinds: [], exceptKinds: false })}
            content={() => (
              <FilterList<string>
                options={kindCounts.map(({ typeWebhook, count }) => ({
                  value: typeWebhook,
                  label: <EventKind typeWebhook={typeWebhook} />,
                  count,
                }))}
                chosen={kinds}
                onChange={(chosen) => set({ kinds: [...chosen] })}
                except={[exceptKinds, (isExcept) => set({ exceptKinds: isExcept })]}
              />
            )}
          />
          <ChatFilter scope={scope} chosen={chats} onChange={(chosen) => set({ chats: [...chosen] })} />
          <FilterButton
            icon="okCircle"
            label={t('ui.state')}
            value={states.length === 0 ? null : states.map((state) => t(stateAppearance[state].wording)).join(', ')}
            onClear={() => set({ states: [] })}
            content={() => (
              <FilterList<JournalState>
                options={journalStates.map((state) => ({
                  value: state,
                  label: t(stateAppearance[state].wording),
                }))}
                chosen={states}
                onChange={(chosen) => set({ states: [...chosen] })}
              />
            )}
          />
          <TimeRangeFilter from={address.from} to={address.to} onChange={set} />
          <button
            type="button"
            className="chip"
            aria-pressed={onlyQuarantined}
            onClick={() => set({ states: onlyQuarantined ? [] : ['quarantined'] })}
          >
            <Icon name="warning" size={14} />
            {t('journal.quarantined')} <span className="n">{numbers.count(quarantined)}</span>
          </button>
        </>
      }
      tools={<SavedFilters route={{ view: 'events', scope }} query={query} />}
      strip={
        <>
          <AddressProblems problems={problems} onFix={() => change(address)} />
          <QueueHealthStrip health={health} />
        </>
      }
      foot={
        <>
          <span>
            {t('journal.storedCounts', {
              days: (settings && shortestAge(settings.keepJournalDays, settings.keepMessages)) ?? 0,
            })}
          </span>
          {settings?.singleLetterShortcuts && (
            <TableKeys keys={{ P: t(log.paused ? 'inspector.resumeList' : 'inspector.pauseList') }} />
          )}
        </>
      }
    />
  )
}
