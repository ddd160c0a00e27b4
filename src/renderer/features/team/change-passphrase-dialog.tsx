import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { PassphraseDialog } from '../../ui/form/passphrase-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** Replaces the passphrase of the team, and says what its members have to do then. */
export function ChangePassphraseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const [change, { pending }] = useContractCommand('team.changePassphrase', { errors: 'return' })
  return (
    <PassphraseDialog
      title={t('team.passphraseChangeTitle')}
      text={t('team.passphraseChangeText')}
      save={t('instances.passphrase.changeButton')}
      sentences={{
        currentEmpty: t('team.passphraseEmpty'),
        nextEmpty: t('team.passphraseNewEmpty'),
        wrong: t('team.passphraseNotThis'),
      }}
      asksCurrent
      pending={pending}
      onSave={async (passphrases) => {
        const result = await change(passphrases)
        if (!result.ok) return result.error.data
        showToast('team.passphraseChanged')
        return null
      }}
      onClose={onClose}
    />
  )
}
