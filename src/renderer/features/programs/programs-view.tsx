import './programs.css'
import { useState, type ReactNode } from 'react'
import type { ProgramKey, ProgramListener, ProgramRow } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useSettings } from '../../client/use-preference.ts'
import { errorText } from '../../lib/error-text.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { goTo, type Route } from '../../lib/routing/route.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useRichTranslations, useTranslations } from '../../lib/translations.ts'
import { useIsMedium, useIsNarrow, useIsSlim } from '../../lib/use-media.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { TableKeys } from '../../ui/tables/table-keys.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { InspectorView } from '../../ui/inspector/inspector-view.tsx'
import { rowSteps } from '../../ui/inspector/row-steps.ts'
import { EmptyState } from '../../ui/marks/empty-state.tsx'
import { VirtualTable } from '../../ui/tables/virtual-table.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { ProgramInspector } from './inspector/program-inspector.tsx'
import { addressOf, isTeamWebhook, type ProgramLimits } from './program-facts.ts'
import { programFilters, shownPrograms, type ProgramFilter, type ProgramSort } from './shown-programs.ts'
import { useProgramColumns } from './table/program-columns.tsx'
import { useProgramList } from './use-program-list.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { readPort } from '../../lib/read-port.ts'

interface TeamOffProps {
  /** This person may switch it on. */
  readonly mayChange: boolean
}

/** There are webhooks of the team, and no desk delivers them. */
function TeamOff({ mayChange }: TeamOffProps) {
  const t = useTranslations()
  const [switchTeam, { pending }] = useContractCommand('programs.switchTeam')
  return (
    <div className="p-team-off" role="status">
      <Icon name="warning" />
      <p className="grow">
        <b>{t('programs.teamOff')}</b> {t(mayChange ? 'programs.teamOffText' : 'programs.teamOffMember')}
      </p>
      {mayChange && (
        <Button busy={pending} onClick={() => void switchTeam({ on: true })}>
          {t('programs.teamSwitchOn')}
        </Button>
      )}
    </div>
  )
}

/** Holds back what programs send, where one of them may. */
function PauseAll() {
  const t = useTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  if (useSettings()?.programSendsPaused !== false) return null
  return (
    <Button icon="pause" busy={pending} onClick={() => void update({ programSendsPaused: true })}>
      {t('programs.pauseAll')}
    </Button>
  )
}

/** The customer's own programs that read the journal: who reads, how far behind, and what failed. */
export function ProgramsView({ route }: { readonly route: Extract<Route, { view: 'programs' }> }) {
  const t = useTranslations()
  const { scope, program: selected = null } = route
  const settings = useSettings()
  const list = useProgramList(scope)
  const { error } = useContractQuery('programs.list', {})
  const add = (): void => requestDialog({ kind: 'addProgram', scope })
  const select = (program: ProgramKey | null): void =>
    goTo({ view: 'programs', scope, ...(program === null ? {} : { program }) }, { replace: true })
  const pane = (content: ReactNode) => (
    <InspectorView label={t('programs.title')} className="is-programs" inspector={null}>
      <div className="toolbar">
        <h2>{t('programs.title')}</h2>
      </div>
      {content}
    </InspectorView>
  )
  if (list === undefined || settings === undefined) {
    if (error === null) return pane(<div aria-busy="true" />)
    return pane(<EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />)
  }
  // Webhooks of the team are delivered all the same.
  if (!settings.programs && !list.rows.some(isTeamWebhook))
    return pane(<ProgramsOff port={settings.programsPort} count={list.rows.length} />)
  if (list.rows.length === 0) {
    return pane(
      <>
        {list.listener.kind === 'failed' && <ListenerFailed listener={list.listener} />}
        <EmptyState
          icon="plug"
          title={t('programs.empty')}
          text={t('programs.emptyText')}
          actions={
            <Button kind="primary" icon="plus" onClick={add}>
              {t('programs.add')}
            </Button>
          }
        />
      </>,
    )
  }
  return <ProgramsTable {...list} limits={settings} selected={selected} onSelect={select} onAdd={add} />
}

interface ProgramsTableProps extends NonNullable<ReturnType<typeof useProgramList>> {
  readonly limits: ProgramLimits
  readonly selected: ProgramKey | null
  readonly onSelect: (program: ProgramKey | null) => void
  readonly onAdd: () => void
}

function ProgramsTable({ listener, rows, team, limits, selected, onSelect, onAdd }: ProgramsTableProps) {
  const t = useTranslations()
  const rich = useRichTranslations()
  const now = useNow(10_000)
  const medium = useIsMedium()
  const narrow = useIsNarrow()
  const slim = useIsSlim()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<ProgramFilter>('all')
  const [sort, setSort] = useState<{ readonly by: ProgramSort; readonly direction: 'asc' | 'desc' }>({
    by: 'state',
    direction: 'desc',
  })
  const shownBy = (wanted: ProgramFilter, search: string): readonly ProgramRow[] =>
    shownPrograms(rows, { text: search, filter: wanted, sort, limits, now, isTeamOff: team?.isOn === false })
  const shown = shownBy(filter, text)
  const found = shown.findIndex(({ key }) => key === selected)
  const selectedIndex = found === -1 ? null : found
  const open = rows.find(({ key }) => key === selected)
  const columns = useProgramColumns({ medium, narrow, slim, inspected: open !== undefined, limits, now })
  return (
    <InspectorView
      label={t('programs.title')}
      className="is-programs"
      inspector={
        open ? (
          <ProgramInspector
            key={open.key}
            program={open}
            {...rowSteps(shown, selectedIndex, ({ key }) => onSelect(key))}
            onClose={() => onSelect(null)}
          />
        ) : null
      }
    >
      <div className="toolbar">
        <h2>{t('programs.title')}</h2>
        {listener.kind === 'listening' && (
          <span className="fresh num">
            {rich('programs.at', {
              count: rows.length,
              address: <code>{addressOf(listener.port).slice('http://'.length)}</code>,
            })}
          </span>
        )}
        <div className="end">
          {rows.some(({ rights }) => rights.includes('send')) && <PauseAll />}
          <Button kind="primary" icon="plus" onClick={onAdd}>
            {t('programs.add')}
          </Button>
        </div>
      </div>
      {listener.kind === 'failed' && <ListenerFailed listener={listener} />}
      {team?.isOn === false && rows.some(isTeamWebhook) && <TeamOff mayChange={team.mayChange} />}
      <div className="filterbar">
        <SearchField label={t('programs.search')} value={text} onChange={setText} />
        <ChoiceGroup
          label={t('programs.filter')}
          variant="chips"
          value={filter}
          choices={programFilters.map((value) => ({
            value,
            label: t(`programs.filter.${value}`),
            count: shownBy(value, '').length,
          }))}
          onChange={setFilter}
        />
      </div>
      <VirtualTable<ProgramRow, ProgramSort>
        label={t('programs.title')}
        columns={columns}
        resetKey={`${text} ${filter} ${sort.by} ${sort.direction}`}
        rows={shown}
        keyOf={({ key }) => key}
        selectedIndex={selectedIndex}
        onSelect={({ key }) => onSelect(key)}
        onOpen={({ key }) => {
          onSelect(key)
          document.querySelector<HTMLElement>('.is-programs > .inspector')?.focus()
        }}
        onKey={(event) => {
          if (event.key !== 'Escape' || selected === null) return false
          onSelect(null)
          return true
        }}
        sort={sort}
        onSort={setSort}
        rowHeight={46}
        empty={
          <EmptyState
            icon="search"
            title={t('programs.none')}
            actions={
              <Button
                onClick={() => {
                  setText('')
                  setFilter('all')
                }}
              >
                {t('inspector.clearAll')}
              </Button>
            }
          />
        }
      />
      <footer className="tbl-foot">
        <span>
          {t('programs.foot', {
            count: rows.length,
            delivered: rows.reduce((sum, { deliveredLastHour }) => sum + deliveredLastHour, 0),
            waiting: rows.reduce((sum, { backlog }) => sum + backlog.events, 0),
          })}
        </span>
        <TableKeys keys={{ '↑ ↓': t('ui.keyMove'), '↵': t('ui.open') }} />
      </footer>
    </InspectorView>
  )
}

interface ProgramsOffProps {
  readonly port: number
  /** Programs that were added before it was switched off. */
  readonly count: number
}

/** No port is open: what switching it on means, and the button that does it. */
function ProgramsOff({ port, count }: ProgramsOffProps) {
  const t = useTranslations()
  const rich = useRichTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  return (
    <EmptyState
      icon="plug"
      title={t('programs.off')}
      text={
        <>
          {rich('programs.offText', { address: <code>{addressOf(port).slice('http://'.length)}</code> })}
          {count > 0 && ` ${t('programs.offWaiting', { count })}`}
        </>
      }
      actions={
        <Button kind="primary" busy={pending} onClick={() => void update({ programs: true })}>
          {t('programs.switchOn')}
        </Button>
      }
    />
  )
}

interface ListenerFailedProps {
  readonly listener: Extract<ProgramListener, { kind: 'failed' }>
}

/** The port could not be opened. No other one is tried, so the person frees it or chooses another. */
function ListenerFailed({ listener: { port, code } }: ListenerFailedProps) {
  const t = useTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  const [typed, setTyped] = useState(String(port))
  const chosen = readPort(typed)
  const submit = async (): Promise<void> => {
    if (chosen === null || pending) return
    // Switched off and on again, the same port is tried once more.
    if (chosen === port) await update({ programs: false })
    await update({ programs: true, programsPort: chosen })
  }
  return (
    <div className="p-failed" role="alert">
      <Icon name="alert" />
      <div className="grow">
        <b>{t('programs.failed', { port: String(port) })}</b>
        <p>
          {t(code === 'EADDRINUSE' ? 'programs.failedTaken' : 'programs.failedOther')} {t('programs.failedText')}{' '}
          {code !== 'EADDRINUSE' && <code>{code}</code>}
        </p>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextField
            label={t('programs.port')}
            inputMode="numeric"
            value={typed}
            error={chosen === null ? t('programs.portWrong') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" busy={pending} blocked={chosen === null}>
            {t(chosen === port ? 'programs.tryAgain' : 'programs.usePort')}
          </Button>
        </form>
      </div>
    </div>
  )
}
