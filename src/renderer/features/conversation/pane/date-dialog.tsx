import { useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'

export interface DateDialogProps {
  /** Oldest message of the archive, epoch ms. */
  readonly firstAt: number | null
  readonly onChoose: (at: number) => void
  readonly onClose: () => void
}

const isoDay = (at: number): string => {
  const day = new Date(at)
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
}

/** Asks for a day to jump to. Loaded lazily. */
export function DateDialog({ firstAt, onChoose, onClose }: DateDialogProps) {
  const t = useTranslations()
  const [today] = useState(() => isoDay(Date.now()))
  const [day, setDay] = useState(today)
  const at = new Date(`${day}T00:00`).getTime()
  const isValid = Number.isFinite(at)
  return (
    <Dialog
      title={t('conversation.jumpToDate')}
      onClose={onClose}
      onSubmit={() => isValid && onChoose(at)}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" blocked={!isValid}>
            {t('conversation.jump')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('conversation.date')}
        type="date"
        value={day}
        max={today}
        {...(firstAt === null ? {} : { min: isoDay(firstAt) })}
        onChange={(event) => setDay(event.target.value)}
      />
    </Dialog>
  )
}
