import { useState } from 'react'
import { localClock, localDay, readLocalTime } from '../../lib/time/local-time.ts'
import { useTranslations } from '../../lib/translations.ts'
import { TextField } from '../../ui/controls/text-field.tsx'

export interface TimeFieldsState {
  /** Epoch ms; null while the fields hold no time. */
  readonly at: number | null
  readonly props: TimeFieldsProps
  /** Fills both fields. */
  readonly take: (at: number) => void
}

/** A day and a time of this computer's clock, as they are typed. */
export function useTimeFields(first: number): TimeFieldsState {
  const [day, setDay] = useState(() => localDay(first))
  const [clock, setClock] = useState(() => localClock(first))
  return {
    at: readLocalTime(day, clock)?.at ?? null,
    props: { day, clock, onDay: setDay, onClock: setClock },
    take(at) {
      setDay(localDay(at))
      setClock(localClock(at))
    },
  }
}

export interface TimeFieldsProps {
  readonly day: string
  readonly clock: string
  readonly onDay: (day: string) => void
  readonly onClock: (clock: string) => void
}

export function TimeFields({ day, clock, onDay, onClock }: TimeFieldsProps) {
  const t = useTranslations()
  return (
    <div className="two-fields">
      <TextField
        label={t('ui.sendLater.day')}
        type="date"
        value={day}
        onChange={(event) => onDay(event.target.value)}
      />
      <TextField label={t('ui.time')} type="time" value={clock} onChange={(event) => onClock(event.target.value)} />
    </div>
  )
}
