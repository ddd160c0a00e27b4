import '../instances.css'
import { useState } from 'react'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { PassphraseDialog } from '../../../ui/form/passphrase-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'

/** Keeps the tokens in a file that a passphrase opens, or changes the passphrase. */
export function SetPassphraseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  const [save, { pending }] = useContractCommand('instances.setPassphrase', { errors: 'return' })
  // The purpose stays the same while the answer comes.
  const [isChange] = useState(info?.vault.backend === 'passphraseFile')
  const mode = isChange ? 'change' : 'set'
  return (
    <PassphraseDialog
      title={t(`instances.passphrase.${mode}Title`)}
      text={t(`instances.passphrase.${mode}Text`)}
      save={t(`instances.passphrase.${mode}Button`)}
      help={t('instances.passphrase.help')}
      sentences={{
        currentEmpty: t('instances.unlock.empty'),
        nextEmpty: t('instances.passphrase.empty'),
      }}
      asksCurrent={isChange}
      pending={pending}
      onSave={async ({ current, passphrase }) => {
        const result = await save({ passphrase, current: isChange ? current : null })
        if (!result.ok) return result.error.data
        showToast(`instances.passphrase.${mode}Done`)
        return null
      }}
      onClose={onClose}
    />
  )
}
