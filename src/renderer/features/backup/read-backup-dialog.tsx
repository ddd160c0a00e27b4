import { useRef, useState } from 'react'
import type { FoundBackup } from '../../../contract/backup.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { startOver } from '../../lib/routing/start-over.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FolderField } from './folder-field.tsx'

export interface ReadBackupDialogProps {
  readonly purpose: 'verify' | 'restore'
  readonly onClose: () => void
}

/** Finds the backups of a folder, and checks or restores one of them. */
export function ReadBackupDialog({ purpose, onClose }: ReadBackupDialogProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const { data: state } = useContractQuery('backup.state', {})
  const [typedFolder, setTypedFolder] = useState<string | null>(null)
  const folder = (typedFolder ?? state?.plan?.folder ?? '').trim()
  /** The backups of the folder that was looked into last. */
  const [found, setFound] = useState<{ readonly folder: string; readonly backups: readonly FoundBackup[] } | null>(null)
  const backups = found?.folder === folder ? found.backups : []
  const [picked, setPicked] = useState('')
  const chosen = backups.find(({ id }) => id === picked) ?? backups[0]
  const [receives, setReceives] = useState(false)
  // The passphrase is only in the field of the page.
  const secret = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Partial<Record<'folder' | 'secret' | 'whole', string>>>({})
  const [whole, setWhole] = useState<{ readonly messages: number; readonly files: number } | null>(null)
  const [find, { pending: looking }] = useContractCommand('backup.find', { errors: 'ignore' })
  const [verify, { pending: verifying }] = useContractCommand('backup.verify', { errors: 'return' })
  const [restore, { pending: restoring }] = useContractCommand('backup.restore', { errors: 'return' })
  const pending = looking || verifying || restoring

  const search = async (): Promise<void> => {
    if (folder === '') return setErrors({ folder: t('backup.folderEmpty') })
    const result = await find({ folder })
    if (!result.ok) return setErrors({ folder: errorText(t, result.error.data) })
    if (result.value.length === 0) return setErrors({ folder: t('backup.noneFound') })
    setFound({ folder, backups: result.value })
  }
  const read = async (id: string): Promise<void> => {
    const typed = secret.current?.value ?? ''
    if (typed === '') return setErrors({ secret: t('backup.passphraseEmpty') })
    setErrors({})
    setWhole(null)
    const given = { folder, id, secret: typed }
    if (purpose === 'verify') {
      const result = await verify(given)
      if (result.ok) return setWhole(result.value)
      return refuse(result.error.data)
    }
    const result = await restore({ ...given, receives })
    if (!result.ok) return refuse(result.error.data)
    startOver()
  }
  const refuse = (error: Parameters<typeof errorText>[1]): void => {
    const isSecret = error.details?.['reason'] === 'secret'
    setErrors({ [isSecret ? 'secret' : 'whole']: errorText(t, error) })
    if (isSecret) secret.current?.select()
  }
  const running = state?.running
  return (
    <Dialog
      title={t(purpose === 'verify' ? 'backup.verifyTitle' : 'backup.restore')}
      text={t(`backup.${purpose}Text`)}
      onClose={onClose}
      dismissable={!pending}
      onSubmit={() => {
        if (!pending) void (chosen === undefined ? search() : read(chosen.id))
      }}
      actions={
        <>
          <Button onClick={onClose}>{t(whole === null ? 'ui.cancel' : 'ui.close')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t(chosen === undefined ? 'backup.find' : purpose === 'verify' ? 'backup.verify' : 'backup.restore')}
          </Button>
        </>
      }
    >
      <div className="form" inert={pending}>
        <FolderField
          value={typedFolder ?? state?.plan?.folder ?? ''}
          error={errors.folder}
          onChange={(value) => {
            setTypedFolder(value)
            setErrors({})
            setWhole(null)
          }}
        />
        {chosen !== undefined && (
          <>
            <Select
              label={t('backup.which')}
              labelShown
              field
              value={chosen.id}
              options={backups.map(({ id, at, bytes }) => ({
                value: id,
                label: t('backup.one', { date: times.date(at), time: times.clock(at), size: numbers.bytes(bytes) }),
              }))}
              onChange={(id) => {
                setPicked(id)
                setWhole(null)
              }}
            />
            <TextField
              ref={secret}
              label={t(chosen.hasPassphrase ? 'backup.secret' : 'backup.key')}
              secret
              error={errors.secret}
              onInput={() => setErrors({})}
            />
            {purpose === 'restore' && (
              <Checkbox
                label={t('backup.receives')}
                help={t('backup.receivesHelp')}
                checked={receives}
                onChange={setReceives}
              />
            )}
          </>
        )}
        {running && running.kind === purpose && (
          <p className="help" role="status">
            {t(`backup.running.${running.kind}`, {
              isKnown: running.total > 0 ? 'yes' : 'no',
              done: numbers.bytes(running.done),
              total: numbers.bytes(running.total),
            })}
          </p>
        )}
        {whole !== null && <Banner tone="ok" icon="check" title={t('backup.whole', { ...whole })} />}
        {errors.whole !== undefined && (
          <p className="help is-bad" role="alert">
            {errors.whole}
          </p>
        )}
      </div>
    </Dialog>
  )
}
