import './log-view.css'
import type { ReactNode } from 'react'
import type { ContractErrorData } from '../../../contract/errors.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import type { IconName } from '../marks/icon.tsx'
import { VirtualTable, type TableColumn } from '../tables/virtual-table.tsx'
import { InspectorView } from './inspector-view.tsx'
import { rowSteps, type RowSteps } from './row-steps.ts'
import { cx } from '../../lib/text/class-names.ts'
import { errorText } from '../../lib/error-text.ts'
import { EmptyState, type EmptyStateProps } from '../marks/empty-state.tsx'

/** A log as it is read: newest first, standing still while somebody reads (client/use-pausable-log.ts). */
interface ShownLog<Row> {
  readonly rows: readonly Row[]
  readonly read: boolean
  readonly error: ContractErrorData | null
  readonly resetKey: string
  readonly onRange: (first: number, last: number) => void
  readonly onAway: (away: boolean) => void
  readonly paused: boolean
  readonly togglePause: () => void
  /** How many have come since it last followed. */
  readonly newer: number
  readonly showNewest: () => void
}

interface LogViewText {
  readonly region: string
  readonly title: string
  readonly table: string
  /** On the button that leads to what arrived meanwhile. */
  readonly newer: string
  readonly empty: readonly [title: string, text: string]
  readonly emptyFiltered: readonly [title: string, text: string]
}

export interface LogViewProps<Row extends { readonly key: number }> {
  readonly className: string
  readonly icon: IconName
  readonly wording: LogViewText
  readonly log: ShownLog<Row>
  readonly columns: readonly TableColumn<Row>[]
  readonly rowClass?: (row: Row) => string | undefined
  readonly compact: boolean
  /** P pauses. */
  readonly singleLetters: boolean
  /** Buttons beside the pause button. */
  readonly tools?: ReactNode
  readonly filters: ReactNode
  /** Clears the filters; null while none is set. */
  readonly onClear: (() => void) | null
  /** Figures above the table. */
  readonly strip: ReactNode
  readonly foot: ReactNode
  readonly selected: Row['key'] | null
  readonly onSelect: (key: Row['key'] | null) => void
  /** The open row's inspector. */
  readonly inspector: (key: Row['key'], steps: RowSteps & { readonly onClose: () => void }) => ReactNode
}

/** A log that moves by itself, with its filters and figures, and what is selected beside it: Events and Requests. */
export function LogView<Row extends { readonly key: number }>(props: LogViewProps<Row>) {
  const t = useTranslations()
  const { wording, log, selected, onSelect, onClear } = props
  const { rows } = log
  const found = selected === null ? -1 : rows.findIndex(({ key }) => key === selected)
  const selectedIndex = found === -1 ? null : found
  const steps = rowSteps(rows, selectedIndex, ({ key }) => onSelect(key))
  const [title, text] = onClear === null ? wording.empty : wording.emptyFiltered
  return (
    <InspectorView
      label={wording.region}
      className={props.className}
      inspector={selected === null ? null : props.inspector(selected, { ...steps, onClose: () => onSelect(null) })}
    >
      <LogToolbar title={wording.title} paused={log.paused} onTogglePause={log.togglePause}>
        {props.tools}
      </LogToolbar>
      <div className="filterbar">
        {props.filters}
        {onClear && (
          <Button kind="text" onClick={onClear}>
            {t('inspector.clearAll')}
          </Button>
        )}
      </div>
      {props.strip}
      {log.newer > 0 && (
        <div className="newer">
          <Button size="compact" icon="arrowUp" onClick={log.showNewest}>
            {wording.newer}
          </Button>
        </div>
      )}
      <VirtualTable<Row>
        label={wording.table}
        columns={props.columns}
        resetKey={log.resetKey}
        rows={rows}
        keyOf={({ key }) => key}
        selectedIndex={selectedIndex}
        onSelect={({ key }) => onSelect(key)}
        onKey={(event) => {
          if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey || !props.singleLetters) return false
          log.togglePause()
          return true
        }}
        {...(props.rowClass ? { rowClass: props.rowClass } : {})}
        rowHeight={props.compact ? 28 : 36}
        onRange={log.onRange}
        onAway={log.onAway}
        empty={
          (log.error !== null || log.read) && (
            <LogEmpty icon={props.icon} title={title} text={text} error={log.error} onClear={onClear} />
          )
        }
      />
      <footer className="tbl-foot">{props.foot}</footer>
    </InspectorView>
  )
}

interface LogToolbarProps {
  readonly title: string
  readonly paused: boolean
  readonly onTogglePause: () => void
  /** Further buttons, behind the pause button. */
  readonly children?: ReactNode
}

/** Head of a log that moves by itself and can be paused. */
function LogToolbar({ title, paused, onTogglePause, children }: LogToolbarProps) {
  const t = useTranslations()
  return (
    <div className="toolbar">
      <h2>{title}</h2>
      <LiveTag paused={paused} />
      <div className="end">
        <Button size="compact" icon={paused ? 'play' : 'pause'} onClick={onTogglePause}>
          {t(paused ? 'inspector.resumeList' : 'inspector.pauseList')}
        </Button>
        {children}
      </div>
    </div>
  )
}

/** Whether a log moves by itself. */
function LiveTag({ paused }: { readonly paused: boolean }) {
  const t = useTranslations()
  return (
    <span className={cx('tag', paused ? 'tag-warn' : 'tag-ok')}>
      {!paused && <span className="dot dot-live" aria-hidden="true" />}
      {t(paused ? 'inspector.paused' : 'inspector.live')}
    </span>
  )
}

interface LogEmptyProps extends Pick<EmptyStateProps, 'icon' | 'title' | 'text'> {
  readonly error: ContractErrorData | null
  /** Clears the filters; null when none is set. */
  readonly onClear: (() => void) | null
}

/** The text of a table without rows: why, and one way on. */
function LogEmpty({ error, onClear, ...wording }: LogEmptyProps) {
  const t = useTranslations()
  if (error) return <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorText(t, error)} />
  return <EmptyState {...wording} actions={onClear && <Button onClick={onClear}>{t('inspector.clearAll')}</Button>} />
}
