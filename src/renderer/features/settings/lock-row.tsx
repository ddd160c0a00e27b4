import { useState } from 'react'
import { lockMinutes } from '../../../contract/values.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { lockShortcut, shortcutText } from '../../lib/keys/shortcuts.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { PassphraseDialog } from '../../ui/form/passphrase-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { OptionRow } from './option-row.tsx'

/** The lock of the window: whether there is one, when it locks, and its passphrase. */
export function LockRow() {
  const t = useTranslations()
  const { data: lock } = useContractQuery('host.lock', {})
  const [setAfter] = useContractCommand('host.setLockAfter')
  const [open, setOpen, close] = useQuestion<'set' | 'remove'>()
  const isSet = lock?.kind === 'open'
  return (
    <>
      <OptionRow
        title={t('settings.lock')}
        text={isSet ? t('settings.lock.open', { keys: shortcutText(lockShortcut) }) : t('settings.lock.none')}
      >
        {isSet && (
          <>
            <Select
              label={t('settings.lock.after')}
              value={lock.afterMinutes ?? 0}
              options={[
                ...lockMinutes.map((count) => ({ value: count, label: t('settings.lock.minutes', { count }) })),
                { value: 0 as const, label: t('settings.lock.never') },
              ]}
              onChange={(value) => void setAfter({ minutes: value === 0 ? null : value })}
            />
            <Button size="compact" onClick={() => setOpen('remove')}>
              {t('settings.lock.remove')}
            </Button>
          </>
        )}
        <Button size="compact" onClick={() => setOpen('set')}>
          {t(isSet ? 'ui.change' : 'settings.lock.setUp')}
        </Button>
      </OptionRow>
      {open === 'set' && <SetLockDialog onClose={close} />}
      {open === 'remove' && <RemoveLockDialog onClose={close} />}
    </>
  )
}

function SetLockDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const { data: lock } = useContractQuery('host.lock', {})
  // The purpose stays the same while the answer comes.
  const [isChange] = useState(lock?.kind === 'open')
  const [save, { pending }] = useContractCommand('host.setLock', { errors: 'return' })
  return (
    <PassphraseDialog
      title={t(isChange ? 'settings.lock.changeTitle' : 'settings.lock.setTitle')}
      text={t('settings.lock.text')}
      save={t('ui.save')}
      sentences={{
        currentEmpty: t('instances.passphrase.empty'),
        nextEmpty: t('instances.passphrase.empty'),
        wrong: t('settings.lock.wrong'),
      }}
      asksCurrent={isChange}
      pending={pending}
      onSave={async ({ current, passphrase }) => {
        const result = await save({ passphrase, current: isChange ? current : null })
        if (!result.ok) return result.error.data
        showToast('settings.lock.done', { tone: 'ok' })
        return null
      }}
      onClose={onClose}
    />
  )
}

function RemoveLockDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const [current, setCurrent] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [save, { pending }] = useContractCommand('host.setLock', { errors: 'return' })
  const submit = async (): Promise<void> => {
    const result = await save({ current, passphrase: null })
    if (result.ok) return onClose()
    const { data } = result.error
    setProblem(data.code === 'passphraseWrong' ? t('settings.lock.wrong') : errorText(t, data))
  }
  return (
    <FormDialog
      form={{ pending, submit: () => void submit() }}
      title={t('settings.lock.offTitle')}
      text={t('settings.lock.offText')}
      save={t('settings.lock.offConfirm')}
      onClose={onClose}
    >
      <TextField
        label={t('ui.passphrase.current')}
        secret
        value={current}
        error={problem}
        onChange={(event) => {
          setCurrent(event.target.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}
