import { useState, useId, type CSSProperties } from 'react'
import type { Label } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useRadioKeys } from '../../ui/controls/use-radio-keys.ts'

const hues = [1, 2, 3, 4, 5, 6] as const
type Hue = (typeof hues)[number]

/** The six hues of labels as radios. */
export function HuePicker({ value, onChange }: { readonly value: number; readonly onChange: (hue: Hue) => void }) {
  const t = useTranslations()
  const id = useId()
  const chosen = hues.findIndex((hue) => hue === value)
  const keys = useRadioKeys(hues, chosen, onChange)
  return (
    <div>
      <span className="lbl" id={id}>
        {t('instances.colour')}
      </span>
      <div className="label-hues" role="radiogroup" aria-labelledby={id} {...keys}>
        {hues.map((hue) => (
          <button
            key={hue}
            type="button"
            role="radio"
            style={{ '--l': `var(--av-${hue})` } as CSSProperties}
            aria-checked={hue === value}
            aria-label={t(`labels.hue${hue}`)}
            tabIndex={hue === value ? 0 : -1}
            onClick={() => onChange(hue)}
          />
        ))}
      </div>
    </div>
  )
}

/** Name and colour of a label, for every chat that has it; or its end. */
export function ChangeLabelDialog({ label, onClose }: { readonly label: Label; readonly onClose: () => void }) {
  const t = useTranslations()
  const { key, name, hue } = label
  const [save] = useContractCommand('labels.save', { errors: 'return' })
  const [remove, removing] = useContractCommand('labels.remove')
  const [asking, setAsking] = useState(false)
  const form = useForm({
    saved: { name, hue },
    save: (changes) => save({ key, ...changes }),
    onSaved: onClose,
    fieldFor: () => 'name',
  })
  if (asking) {
    return (
      <ConfirmDialog
        title={t('ui.removeNamed', { name: label.name })}
        text={t('labels.removeText', { count: label.chats })}
        confirm={t('labels.remove')}
        danger
        busy={removing.pending}
        onConfirm={async () => {
          if ((await remove({ key })).ok) onClose()
        }}
        onClose={() => setAsking(false)}
      />
    )
  }
  return (
    <FormDialog
      form={form}
      title={t('labels.changeTitle')}
      save={t('ui.save')}
      onClose={onClose}
      footStart={
        <Button kind="text" danger onClick={() => setAsking(true)}>
          {t('labels.remove')}
        </Button>
      }
    >
      <TextField label={t('ui.name')} {...form.text('name')} />
      <HuePicker {...form.field('hue')} />
    </FormDialog>
  )
}
