import { useRef, useState } from 'react'
import type { BackupState } from '../../../contract/backup.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { withValue } from '../../lib/numbers.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { FolderField } from './folder-field.tsx'

const generationSteps = [1, 3, 7, 14, 30, 100] as const

/** Sets where and how backups are made, and makes the first. */
export function BackupDialog({ onClose }: { readonly onClose: () => void }) {
  const { data: state } = useContractQuery('backup.state', {})
  return state === undefined ? null : <BackupForm plan={state.plan} onClose={onClose} />
}

interface BackupFormProps {
  readonly plan: BackupState['plan']
  readonly onClose: () => void
}

function BackupForm({ plan, onClose }: BackupFormProps) {
  const t = useTranslations()
  // A passphrase is only in the fields of the page.
  const passphrase = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<{ readonly field: 'passphrase' | 'again'; readonly text: string } | null>(null)
  const [set] = useContractCommand('backup.set', { errors: 'return' })
  const [make] = useContractCommand('backup.make')
  const [end, { pending: ending }] = useContractCommand('backup.end')
  const refuse = (field: 'passphrase' | 'again', text: string) => {
    setWrong({ field, text })
    return { ok: false, error: null } as const
  }
  const form = useForm({
    saved: {
      folder: plan?.folder ?? '',
      every: plan?.every ?? 'day',
      generations: plan?.generations ?? 7,
      withTokens: plan?.withTokens ?? false,
    },
    isNew: true,
    check: ({ folder }): { folder?: string } => (folder.trim() === '' ? { folder: t('backup.folderEmpty') } : {}),
    save: async (_, { folder, ...rest }) => {
      const typed = passphrase.current?.value ?? ''
      if (plan === null && typed === '') return refuse('passphrase', t('backup.passphraseEmpty'))
      if (typed !== (again.current?.value ?? '')) return refuse('again', t('backup.differs'))
      const result = await set({ ...rest, folder: folder.trim(), secret: typed === '' ? null : typed })
      if (result.ok) return result
      const { data } = result.error
      const isKey = data.code === 'passphraseWeak' || data.details?.['reason'] === 'badKey'
      return isKey ? refuse('passphrase', errorText(t, data)) : result
    },
    onSaved: () => {
      void make({}).then((made) => made.ok && showToast('backup.made', { tone: 'ok' }))
      onClose()
    },
    fieldFor: (code) => (code === 'backupFailed' ? 'folder' : undefined),
  })
  const stop = async (): Promise<void> => {
    if (!(await end({})).ok) return
    showToast('backup.ended')
    onClose()
  }
  const secretField = (field: 'passphrase' | 'again') => ({
    ref: field === 'passphrase' ? passphrase : again,
    secret: true,
    error: wrong?.field === field ? wrong.text : undefined,
    onInput: () => setWrong(null),
  })
  const { value: withTokens, onChange: setWithTokens } = form.field('withTokens')
  return (
    <FormDialog
      form={form}
      title={t('backup.title')}
      text={t('backup.text')}
      save={t('backup.save')}
      onClose={onClose}
      dismissable={!form.pending}
      footStart={
        plan !== null && (
          <Button busy={ending} onClick={() => void stop()}>
            {t('backup.end')}
          </Button>
        )
      }
    >
      <FolderField {...form.field('folder')} help={t('backup.folderHelp')} error={form.errors.folder} />
      <TextField
        {...secretField('passphrase')}
        label={t(plan === null ? 'ui.passphrase' : 'backup.newPassphrase')}
        help={t(plan === null ? 'backup.passphraseHelp' : 'backup.keepPassphrase')}
      />
      <TextField {...secretField('again')} label={t('backup.again')} />
      <Select
        {...form.field('every')}
        label={t('backup.every')}
        labelShown
        field
        options={(['day', 'week', 'never'] as const).map((value) => ({ value, label: t(`backup.every.${value}`) }))}
      />
      <Select
        {...form.field('generations')}
        label={t('backup.generations')}
        labelShown
        field
        options={withValue(generationSteps, form.values.generations).map((value) => ({ value, label: String(value) }))}
      />
      <Checkbox
        label={t('backup.tokens')}
        help={t('backup.tokensHelp')}
        checked={withTokens}
        onChange={setWithTokens}
      />
    </FormDialog>
  )
}
