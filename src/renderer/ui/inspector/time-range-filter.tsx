import { useState } from 'react'
import { localClock, localDay, readLocalTime } from '../../lib/time/local-time.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FilterButton } from './filter-button.tsx'

/** Epoch ms; null: open on that side. */
interface TimeRange {
  readonly from: number | null
  readonly to: number | null
}

export interface TimeRangeFilterProps extends TimeRange {
  readonly onChange: (range: TimeRange) => void
}

const minuteMs = 60_000
const presets = [15, 60, 24 * 60] as const

/** From when to when something happened, by the clock of this computer. */
export function TimeRangeFilter({ from, to, onChange }: TimeRangeFilterProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const name = (at: number): string => times.row(at, now)
  const value =
    from === null && to === null
      ? null
      : from === null
        ? t('ui.until', { time: name(to ?? 0) })
        : to === null
          ? t('inspector.since', { time: name(from) })
          : `${name(from)} – ${name(to)}`
  return (
    <FilterButton
      icon="calendar"
      label={t('ui.time')}
      value={value}
      onClear={() => onChange({ from: null, to: null })}
      content={(close) => <TimeRangeForm from={from} to={to} onChange={onChange} onClose={close} />}
    />
  )
}

interface Edge {
  readonly day: string
  readonly clock: string
}

const edgeOf = (at: number | null): Edge =>
  at === null ? { day: '', clock: '' } : { day: localDay(at), clock: localClock(at) }

/**
 * Epoch ms; null for an empty edge; undefined while it is half typed. A day without a time is the whole day, a time
 * without a day is today's.
 */
function readEdge({ day, clock }: Edge, wholeDay: string, today: string): number | null | undefined {
  if (day === '' && clock === '') return null
  return readLocalTime(day === '' ? today : day, clock === '' ? wholeDay : clock)?.at
}

function TimeRangeForm({ from, to, onChange, onClose }: TimeRangeFilterProps & { readonly onClose: () => void }) {
  const t = useTranslations()
  const [first, setFirst] = useState(() => edgeOf(from))
  const [last, setLast] = useState(() => edgeOf(to))
  const today = localDay(useNow())
  const begin = readEdge(first, '00:00', today)
  const end = readEdge(last, '23:59', today)
  const isBackwards = typeof begin === 'number' && typeof end === 'number' && end < begin
  const isUsable = begin !== undefined && end !== undefined && !isBackwards
  const apply = (range: TimeRange): void => {
    onChange(range)
    onClose()
  }
  return (
    <form
      className="filter-form is-wide"
      onSubmit={(event) => {
        event.preventDefault()
        // The minute that was chosen belongs to it.
        if (isUsable) apply({ from: begin, to: end === null ? null : end + minuteMs - 1 })
      }}
    >
      <div className="row-wrap">
        {presets.map((minutes) => (
          <Button
            key={minutes}
            size="compact"
            onClick={() => apply({ from: Date.now() - minutes * minuteMs, to: null })}
          >
            {t('inspector.lastMinutes', { minutes })}
          </Button>
        ))}
      </div>
      <EdgeFields label={t('inspector.from')} edge={first} onChange={setFirst} />
      <EdgeFields label={t('inspector.to')} edge={last} onChange={setLast} />
      {isBackwards && <p className="field-error">{t('inspector.backwards')}</p>}
      <div className="acts">
        <Button size="compact" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" type="submit" disabled={!isUsable}>
          {t('inspector.apply')}
        </Button>
      </div>
    </form>
  )
}

interface EdgeFieldsProps {
  readonly label: string
  readonly edge: Edge
  readonly onChange: (edge: Edge) => void
}

function EdgeFields({ label, edge, onChange }: EdgeFieldsProps) {
  const t = useTranslations()
  return (
    <div className="two-fields">
      <TextField
        label={label}
        type="date"
        value={edge.day}
        onChange={(event) => onChange({ ...edge, day: event.target.value })}
      />
      <TextField
        label={t('inspector.timeOf', { edge: label })}
        type="time"
        value={edge.clock}
        onChange={(event) => onChange({ ...edge, clock: event.target.value })}
      />
    </div>
  )
}
