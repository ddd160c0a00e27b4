import { useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
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
    <FormDialog
      form={{ pending: false, submit: () => onChoose(at) }}
      title={t('conversation.jumpToDate')}
      save={t('conversation.jump')}
      blocked={!isValid}
      onClose={onClose}
    >
      <TextField
        label={t('conversation.date')}
        type="date"
        value={day}
        max={today}
        {...(firstAt === null ? {} : { min: isoDay(firstAt) })}
        onChange={(event) => setDay(event.target.value)}
      />
    </FormDialog>
  )
}
