import { useState } from 'react'
import type { Label } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { HuePicker } from './hue-picker.tsx'

/** Name and colour of a label, for every chat that has it; or its end. */
export function ChangeLabelDialog({ label, onClose }: { readonly label: Label; readonly onClose: () => void }) {
  const t = useTranslations()
  const [save, { pending, error }] = useContractCommand('labels.save', { errors: 'return' })
  const [remove, removing] = useContractCommand('labels.remove')
  const [name, setName] = useState(label.name)
  const [hue, setHue] = useState(label.hue)
  const [asking, setAsking] = useState(false)
  const { key } = label
  const submit = async (): Promise<void> => {
    if (!pending && (await save({ key, name, hue })).ok) onClose()
  }
  if (asking) {
    return (
      <ConfirmDialog
        title={t('labels.removeTitle', { name: label.name })}
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
    <Dialog
      title={t('labels.changeTitle')}
      onClose={onClose}
      onSubmit={() => void submit()}
      footStart={
        <Button kind="text" danger onClick={() => setAsking(true)}>
          {t('labels.remove')}
        </Button>
      }
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending}>
            {t('labels.save')}
          </Button>
        </>
      }
    >
      <div className="form">
        <TextField
          label={t('labels.name')}
          value={name}
          error={error ? errorText(t, error.data) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <HuePicker value={hue} onChange={setHue} />
      </div>
    </Dialog>
  )
}
