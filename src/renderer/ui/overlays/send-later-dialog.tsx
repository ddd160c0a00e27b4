import { useRef, useState } from 'react'
import type { ContractError, SendAt } from '../../../contract/index.ts'
import { errorText } from '../../lib/error-text.ts'
import { localClock, localDay, localZone, readLocalTime } from '../../lib/time/local-time.ts'
import { sendLaterTimes } from '../../lib/time/send-later-times.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from '../controls/text-field.tsx'

const textsOf = {
  send: {
    title: 'ui.sendLater',
    submit: 'ui.sendLater.schedule',
    plain: 'ui.sendLater.goes',
    skipped: 'ui.sendLater.skipped',
    twice: 'ui.sendLater.twice',
  },
  snooze: {
    title: 'ui.snooze',
    submit: 'ui.snooze.submit',
    plain: 'ui.snooze.comes',
    skipped: 'ui.snooze.skipped',
    twice: 'ui.snooze.twice',
  },
} as const

export interface SendLaterDialogProps {
  /** The event at that time: a message is sent, or a chat that was snoozed comes back. */
  readonly what?: keyof typeof textsOf
  /** The time that it has so far, epoch ms; null: none. */
  readonly at: number | null
  /** Resolves with the error when it was refused. */
  readonly onChoose: (sendAt: SendAt) => Promise<ContractError | null>
  readonly onClose: () => void
}

/**
 * Asks at which time a message goes, or a chat comes back. Says so where summer time leaves that hour out or has it
 * twice. Loaded lazily.
 */
export function SendLaterDialog({ what = 'send', at, onChoose, onClose }: SendLaterDialogProps) {
  const texts = textsOf[what]
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [opened] = useState(now)
  const first = at ?? sendLaterTimes(opened).find(({ name }) => name === 'tomorrow')?.at ?? opened
  const [day, setDay] = useState(() => localDay(first))
  const [clock, setClock] = useState(() => localClock(first))
  const [error, setError] = useState<ContractError | null>(null)
  const [pending, setPending] = useState(false)
  // Where Enter takes the time that is shown, and digits change it.
  const time = useRef<HTMLInputElement>(null)
  const chosen = readLocalTime(day, clock)
  const isPast = chosen !== null && chosen.at <= now
  const take = (next: number): void => {
    setDay(localDay(next))
    setClock(localClock(next))
    setError(null)
  }
  const submit = async (): Promise<void> => {
    if (chosen === null || isPast || pending) return
    setPending(true)
    const refused = await onChoose({ at: chosen.at, zone: localZone() })
    setPending(false)
    setError(refused)
  }
  const wording =
    chosen === null
      ? t('ui.sendLater.empty')
      : t(texts[chosen.kind], { time: times.sentence(chosen.at, now), typed: clock })
  const bad = error ? errorText(t, error.data) : isPast ? t('error.schedulePast') : null
  return (
    <Dialog
      title={t(texts.title)}
      onClose={onClose}
      onSubmit={() => void submit()}
      initialFocus={time}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending} blocked={chosen === null || isPast}>
            {t(texts.submit)}
          </Button>
        </>
      }
    >
      <div className="form">
        <div className="row-wrap">
          {sendLaterTimes(opened).map(({ name, at: offered }) => (
            <Button key={name} size="compact" aria-pressed={chosen?.at === offered} onClick={() => take(offered)}>
              {t(`ui.sendLater.${name}`, { time: times.clock(offered) })}
            </Button>
          ))}
        </div>
        <div className="two-fields">
          <TextField
            label={t('ui.sendLater.day')}
            type="date"
            value={day}
            min={localDay(now)}
            onChange={(event) => {
              setDay(event.target.value)
              setError(null)
            }}
          />
          <TextField
            label={t('ui.time')}
            type="time"
            ref={time}
            value={clock}
            onChange={(event) => {
              setClock(event.target.value)
              setError(null)
            }}
          />
        </div>
        <p className={bad === null ? 'help' : 'help is-bad'} role={bad === null ? 'status' : 'alert'}>
          {bad ?? wording}
        </p>
      </div>
    </Dialog>
  )
}
