import './tokens.css'
import { useState } from 'react'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { mayStoreToken, vaultText } from '../connecting/check-text.ts'
import { SetPassphraseDialog } from './set-passphrase-dialog.tsx'

interface TokenStorageProps {
  /** False: the person keeps them for this session only. */
  readonly storeToken: boolean
  readonly disabled: boolean
  readonly onChange: (storeToken: boolean) => void
}

/** Where the tokens of a list are kept, with the choice; where no vault keeps them, the way to a passphrase. */
export function TokenStorage({ storeToken, disabled, onChange }: TokenStorageProps) {
  const t = useTranslations()
  const { data: info } = useContractQuery('app.info', {})
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="token-note">
        <p className="help">{vaultText(t, info?.vault, storeToken)}</p>
        {info?.vault.backend === 'memory' && (
          <Button size="compact" icon="lock" disabled={disabled} onClick={() => setOpen(true)}>
            {t('instances.passphrase.keep')}
          </Button>
        )}
      </div>
      {mayStoreToken(info?.vault) && (
        <Checkbox
          label={t('instances.many.sessionOnly')}
          checked={!storeToken}
          disabled={disabled}
          onChange={(sessionOnly) => onChange(!sessionOnly)}
        />
      )}
      {isOpen && <SetPassphraseDialog onClose={() => setOpen(false)} />}
    </>
  )
}
