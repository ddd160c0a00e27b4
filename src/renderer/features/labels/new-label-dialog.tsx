import './labels.css'
import type { ChatKey } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { HuePicker } from './change-label-dialog.tsx'

export interface NewLabelDialogProps {
  readonly chats: readonly ChatKey[]
  readonly onClose: () => void
}

/** Creates a label and adds it to several chats. */
export function NewLabelDialog({ chats, onClose }: NewLabelDialogProps) {
  const t = useTranslations()
  const [save] = useContractCommand('labels.save', { errors: 'return' })
  const [set] = useContractCommand('labels.set')
  const form = useForm({
    saved: { name: '', hue: 1 as number },
    isNew: true,
    save: async (_, { name, hue }) => {
      const made = await save({ name, hue })
      if (!made.ok) return made
      const added = await Promise.all(chats.map((chat) => set({ chat, label: made.value.key, on: true })))
      const count = added.filter(({ ok }) => ok).length
      if (count > 0) showToast('chats.manyLabelled', { tone: 'plain', values: { name, count } })
      return { ok: true }
    },
    onSaved: onClose,
    fieldFor: () => 'name',
  })
  return (
    <FormDialog
      form={form}
      title={t('labels.newTitle', { count: chats.length })}
      save={t('labels.create')}
      blocked={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField label={t('ui.name')} {...form.text('name')} />
      <HuePicker {...form.field('hue')} />
    </FormDialog>
  )
}
