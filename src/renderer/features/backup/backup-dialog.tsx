import { useRef, useState } from 'react'
import type { BackupState } from '../../../contract/backup.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
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
  const [folder, setFolder] = useState(plan?.folder ?? '')
  const [every, setEvery] = useState(plan?.every ?? 'day')
  const [generations, setGenerations] = useState(plan?.generations ?? 7)
  const [withTokens, setWithTokens] = useState(plan?.withTokens ?? false)
  // What is typed stands in the fields of the page alone.
  const passphrase = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Partial<Record<'folder' | 'passphrase' | 'again' | 'whole', string>>>({})
  const [set, { pending }] = useContractCommand('backup.set', { errors: 'return' })
  const [make] = useContractCommand('backup.make')
  const [end, { pending: ending }] = useContractCommand('backup.end')
  const submit = async (): Promise<void> => {
    const typed = passphrase.current?.value ?? ''
    if (folder.trim() === '') return setErrors({ folder: t('backup.folderEmpty') })
    if (plan === null && typed === '') return setErrors({ passphrase: t('backup.passphraseEmpty') })
    if (typed !== (again.current?.value ?? '')) return setErrors({ again: t('backup.differs') })
    const secret = typed === '' ? null : typed
    const result = await set({ folder: folder.trim(), secret, every, generations, withTokens })
    if (!result.ok) {
      const { data } = result.error
      const isKey = data.code === 'passphraseWeak' || data.details?.['reason'] === 'badKey'
      const field = isKey ? 'passphrase' : data.code === 'backupFailed' ? 'folder' : 'whole'
      return setErrors({ [field]: errorText(t, data) })
    }
    void make({}).then((made) => made.ok && showToast('backup.made', { tone: 'ok' }))
    onClose()
  }
  const stop = async (): Promise<void> => {
    if (!(await end({})).ok) return
    showToast('backup.ended')
    onClose()
  }
  return (
    <Dialog
      title={t('backup.title')}
      text={t('backup.text')}
      onClose={onClose}
      dismissable={!pending}
      onSubmit={() => {
        if (!pending) void submit()
      }}
      footStart={
        plan !== null && (
          <Button busy={ending} onClick={() => void stop()}>
            {t('backup.end')}
          </Button>
        )
      }
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t('backup.save')}
          </Button>
        </>
      }
    >
      <div className="form" inert={pending}>
        <FolderField
          value={folder}
          help={t('backup.folderHelp')}
          error={errors.folder}
          onChange={(value) => {
            setFolder(value)
            setErrors({})
          }}
        />
        <TextField
          ref={passphrase}
          label={t(plan === null ? 'backup.passphrase' : 'backup.newPassphrase')}
          secret
          help={plan === null ? t('backup.passphraseHelp') : t('backup.keepPassphrase')}
          error={errors.passphrase}
          onInput={() => setErrors({})}
        />
        <TextField ref={again} label={t('backup.again')} secret error={errors.again} onInput={() => setErrors({})} />
        <Select
          label={t('backup.every')}
          labelShown
          field
          value={every}
          options={(['day', 'week', 'never'] as const).map((value) => ({ value, label: t(`backup.every.${value}`) }))}
          onChange={setEvery}
        />
        <Select
          label={t('backup.generations')}
          labelShown
          field
          value={generations}
          options={[...new Set([...generationSteps, generations])]
            .toSorted((one, other) => one - other)
            .map((value) => ({ value, label: String(value) }))}
          onChange={setGenerations}
        />
        <Checkbox
          label={t('backup.tokens')}
          help={t('backup.tokensHelp')}
          checked={withTokens}
          onChange={setWithTokens}
        />
        {errors.whole !== undefined && (
          <p className="help is-bad" role="alert">
            {errors.whole}
          </p>
        )}
      </div>
    </Dialog>
  )
}
