import { useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTeam } from '../../client/use-team.ts'
import { copyText } from '../../ui/copy-text.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { startOver } from '../../lib/routing/start-over.ts'
import { useNumbers, withValue } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Tag } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { BackupRow } from './backup-row.tsx'
import { DiagnosticsDialog } from './diagnostics-dialog.tsx'
import { OptionRow } from './option-row.tsx'
import { LockRow } from './lock-row.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { UnreadPrograms } from '../../client/unread-programs.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'

type Open =
  | 'diagnostics'
  | 'deleteEverything'
  | 'bringBack'
  | 'retention'
  | { readonly clear: 'media' | 'spool' | 'requests' | 'journal' }
  | null

const fileSteps = [10e6, 25e6, 50e6, 100e6, 250e6, 500e6, 1e9]
const spoolSteps = [500e6, 1e9, 2e9, 5e9, 10e9]

/** The stored data, its size, and how to take it along or get rid of it. */
export function StorageSection({ settings, info, update }: SectionProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const { data: usage } = useContractQuery('storage.usage', {})
  const { data: setAside = [] } = useContractQuery('storage.setAside', {})
  const [picked, setChosen] = useState('')
  const chosen = setAside.find(({ name }) => name === picked)?.name ?? setAside[0]?.name ?? ''
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <SettingsSection
      name="storage"
      title={t('settings.storage')}
      text={t('settings.storageText', { team: useTeam() === null ? 'no' : 'yes' })}
    >
      <StorageMeter usage={usage} />
      <BackupRow />
      <TokensRow info={info} />
      <RetentionRow settings={settings} onChange={() => setOpen('retention')} />
      <OptionRow title={t('settings.media')} text={t('settings.mediaText')}>
        <Select
          label={t('settings.mediaLimit')}
          value={settings.mediaFileLimit}
          options={withValue(fileSteps, settings.mediaFileLimit).map((value) => ({
            value,
            label: t('settings.perFile', { size: numbers.bytes(value) }),
          }))}
          onChange={(mediaFileLimit) => update({ mediaFileLimit })}
        />
        <Select
          label={t('settings.media')}
          value={settings.media}
          options={[
            { value: 'whenOpened', label: t('settings.media.whenOpened') },
            { value: 'always', label: t('settings.media.always') },
            { value: 'never', label: t('settings.media.never') },
          ]}
          onChange={(media) => update({ media })}
        />
      </OptionRow>
      <OptionRow
        title={t('settings.spool')}
        text={t('settings.spoolText', { size: numbers.bytes(usage?.spoolBytes ?? 0) })}
      >
        <Button size="compact" onClick={() => setOpen({ clear: 'spool' })}>
          {t('settings.spoolClear')}
        </Button>
        <Select
          label={t('settings.spool')}
          value={settings.spoolLimit}
          options={withValue(spoolSteps, settings.spoolLimit).map((value) => ({
            value,
            label: t('settings.atMost', { size: numbers.bytes(value) }),
          }))}
          onChange={(spoolLimit) => update({ spoolLimit })}
        />
      </OptionRow>
      <OptionRow title={t('ui.clear')} text={t('settings.clearText')}>
        <Button size="compact" onClick={() => setOpen({ clear: 'media' })}>
          {t('settings.clear.media')}
        </Button>
        <Button size="compact" onClick={() => setOpen({ clear: 'requests' })}>
          {t('settings.clear.requests')}
        </Button>
        <Button size="compact" onClick={() => setOpen({ clear: 'journal' })}>
          {t('settings.clear.journal')}
        </Button>
      </OptionRow>
      <LockRow />
      <ErasedRow />
      <OptionRow title={t('settings.folder')} text={<code className="folder">{info.dataDir}</code>}>
        <Button size="compact" onClick={() => void copyText(info.dataDir)}>
          {t('ui.copy')}
        </Button>
      </OptionRow>
      <OptionRow title={t('settings.diagnostics')} text={t('settings.diagnosticsText')}>
        <Button size="compact" onClick={() => setOpen('diagnostics')}>
          {t('ui.show')}
        </Button>
      </OptionRow>
      {setAside.length > 0 && (
        <OptionRow title={t('settings.setAside')} text={t('settings.setAsideText')}>
          <Select
            label={t('settings.setAside')}
            value={chosen}
            options={setAside.map(({ name, at, bytes }) => ({
              value: name,
              label: t('backup.one', {
                date: times.date(at),
                time: times.clock(at),
                size: numbers.bytes(bytes),
              }),
            }))}
            onChange={setChosen}
          />
          <Button size="compact" onClick={() => setOpen('bringBack')}>
            {t('settings.bringBack')}
          </Button>
        </OptionRow>
      )}
      <OptionRow title={t('settings.deleteAll')} text={t('settings.deleteAllText')}>
        <Button size="compact" className="is-danger-text" onClick={() => setOpen('deleteEverything')}>
          {t('ui.delete')}
        </Button>
      </OptionRow>
      {open === 'bringBack' && <BringBackDialog name={chosen} onClose={close} />}
      {open === 'retention' && <RetentionDialog settings={settings} update={update} onClose={close} />}
      {open === 'diagnostics' && <DiagnosticsDialog onClose={close} />}
      {open === 'deleteEverything' && <DeleteEverythingDialog onClose={close} />}
      {open !== null && typeof open === 'object' && <ClearDialog what={open.clear} onClose={close} />}
    </SettingsSection>
  )
}

/** How long messages and what belongs to them are kept, in a sentence. */
function RetentionRow({ settings, onChange }: Pick<SectionProps, 'settings'> & { readonly onChange: () => void }) {
  const t = useTranslations()
  const age = (days: number | null) => (days === null ? t('settings.always') : t('settings.days', { count: days }))
  const { keepMessages, keepJournalDays, keepRequestsDays } = settings
  return (
    <OptionRow
      title={t('settings.retention')}
      text={t('settings.retentionNow', {
        messages: age(keepMessages.days),
        own: keepMessages.instances.length,
        journal: age(keepJournalDays),
        requests: age(keepRequestsDays),
      })}
    >
      <Button size="compact" onClick={onChange}>
        {t('ui.change')}
      </Button>
    </OptionRow>
  )
}

/** How many persons were erased here, and how one is: who they were is not known. */
function ErasedRow() {
  const t = useTranslations()
  const times = useTimes()
  const { data: erasures = [] } = useContractQuery('erasing.erasures', {})
  const [last] = erasures
  const how = t('settings.erasedHow')
  const text =
    last && t('settings.erasedLast', { count: erasures.length, date: times.date(last.at), messages: last.messages })
  return (
    <OptionRow title={t('settings.erased')} text={text === undefined ? how : `${text} ${how}`}>
      <span className="num muted">{erasures.length}</span>
    </OptionRow>
  )
}

function TokensRow({ info }: Pick<SectionProps, 'info'>) {
  const t = useTranslations()
  const { vault } = info
  const text =
    vault.state === 'usable'
      ? t(vault.persistent ? `settings.tokens.${vault.backend}` : 'settings.tokens.memory')
      : t(`settings.tokens.${vault.state}`)
  const isProtected =
    vault.state === 'usable' && vault.persistent && vault.backend !== 'basicText' && vault.backend !== 'unknown'
  return (
    <OptionRow title={t('settings.tokens')} text={text}>
      {vault.state === 'locked' && (
        <Button size="compact" onClick={() => requestDialog({ kind: 'unlockVault' })}>
          {t('instances.action.unlock')}
        </Button>
      )}
      {vault.state === 'needsConsent' && (
        <Button size="compact" onClick={() => requestDialog({ kind: 'weakVault' })}>
          {t('ui.choose')}
        </Button>
      )}
      {(vault.backend === 'memory' || (vault.backend === 'passphraseFile' && vault.state === 'usable')) && (
        <Button size="compact" onClick={() => requestDialog({ kind: 'setPassphrase' })}>
          {t(vault.backend === 'memory' ? 'settings.tokens.keep' : 'settings.tokens.change')}
        </Button>
      )}
      {vault.state === 'usable' && (
        <Tag tone={isProtected ? 'ok' : vault.persistent ? 'warn' : 'plain'}>
          <Icon name="lock" />
          {t(isProtected ? 'settings.protected' : vault.persistent ? 'settings.unprotected' : 'settings.sessionOnly')}
        </Tag>
      )}
    </OptionRow>
  )
}

/** Asks before an archive that was set aside takes the place of the present one. */
function BringBackDialog({ name: chosen, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useTranslations()
  // The archives may change under the question.
  const [name] = useState(chosen)
  const [bringBack, { pending }] = useContractCommand('storage.bringBack')
  const submit = async (): Promise<void> => {
    const result = await bringBack({ name })
    if (!result.ok) return
    startOver()
  }
  return (
    <Dialog
      title={t('settings.bringBackTitle')}
      text={t('settings.bringBackText')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending}>
            {t('settings.bringBackConfirm')}
          </Button>
        </>
      }
    >
      <code className="folder">{name}</code>
    </Dialog>
  )
}

interface ClearDialogProps {
  readonly what: 'media' | 'spool' | 'requests' | 'journal'
  readonly onClose: () => void
}

/** Asks before a part of what is stored is removed. */
function ClearDialog({ what, onClose }: ClearDialogProps) {
  const t = useTranslations()
  const [clear, { pending }] = useContractCommand('storage.clear')
  return (
    <ConfirmDialog
      title={t(`settings.clear.${what}.title`)}
      text={t(`settings.clear.${what}.text`)}
      confirm={t('ui.clear')}
      danger
      busy={pending}
      onConfirm={() =>
        void clear({ what }).then((result) => {
          if (!result.ok) return
          showToast('settings.cleared')
          onClose()
        })
      }
      onClose={onClose}
    >
      {what === 'journal' && <UnreadPrograms instance={null} />}
    </ConfirmDialog>
  )
}

/** Removes everything after a typed word: nothing of it can be brought back. */
function DeleteEverythingDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const [typed, setTyped] = useState('')
  const [remove, { pending }] = useContractCommand('storage.deleteEverything')
  const deletePhrase = t('settings.deletePhrase')
  const agreed = typed.trim().toLocaleLowerCase() === deletePhrase
  const submit = async (): Promise<void> => {
    if (!agreed) return
    const result = await remove({})
    if (!result.ok) return
    startOver()
  }
  return (
    <Dialog
      title={t('settings.deleteAllTitle')}
      text={t('settings.deleteAllWarning')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="danger" type="submit" blocked={!agreed} busy={pending}>
            {t('settings.deleteAllConfirm')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('ui.typeToGoOn', { word: deletePhrase })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}
